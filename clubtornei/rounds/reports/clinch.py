"""Before the last rounds: who is sure of one of the first places, and what the others need for it."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from fractions import Fraction

from django.utils.translation import gettext as _, ngettext
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.rounds.documents.event_snapshot import EventSnapshot, cached_by_version
from clubtornei.rounds.state.formatting import Notation, points_in_words
from pairing.registry import rounds_of
from scoring.clinch import ClinchScenario, ClinchStatus, clinch_scenarios, points_beyond_bounds, result_bounds
from scoring.games import GameOptions
from scoring.qualification_rule import qualification_rule_of
from scoring.record import DocumentPlayer, Record
from scoring.standings import decimal_text

MAX_ROUNDS_LEFT = 3  # with more rounds left nothing useful can be said
DEFAULT_PLACES = 4


class ClinchRow(Struct, frozen=True, kw_only=True):
    """A player with what he needs (see scoring.clinch) for one of the first `places`, in the `notation` of
    the event. `bottom`, `top`: the fewest and the most points that anybody can have in the end; `game`: what
    the results of a game for two are worth. Kept for everybody: the words are found when they are asked for,
    in the reader's language.
    """

    player: DocumentPlayer
    rank: int | None
    points: str
    scenario: ClinchScenario
    places: int
    notation: Notation
    bottom: Fraction
    top: Fraction
    game: GameOptions | None

    @property
    def least(self) -> str:
        return self.notation.points(decimal_text(self.scenario.least))

    @property
    def most(self) -> str:
        return self.notation.points(decimal_text(self.scenario.most))

    @property
    def finished(self) -> bool:
        """Whether no result can change his points any more."""
        return self.scenario.least == self.scenario.most

    @property
    def bar(self) -> tuple[int, int]:
        """Where the bar of the points that he can have begins, and how wide it is, of 100."""
        whole = max(self.top - self.bottom, Fraction(1))
        begins = round(100 * (self.scenario.least - self.bottom) / whole)
        return min(begins, 98), max(2, round(100 * (self.scenario.most - self.scenario.least) / whole))

    @property
    def brief(self) -> str:
        """The sentence in a word or two, beside the bar; nothing if it depends on the others, as of most."""
        need = self.scenario
        if need.verdict is ClinchStatus.CLINCHED:
            return _("sicuro")
        if need.verdict is ClinchStatus.ELIMINATED:
            return _("fuori")
        limits = [limit.brief for limit in limits_of_last_game(need, self.game, self.notation)]
        return _("nell’ultima partita: %(limits)s") % {"limits": " · ".join(limits)} if limits else ""

    @property
    def verdict(self) -> ClinchStatus:
        return self.scenario.verdict

    @property
    def sentence(self) -> str:
        return _sentence(self)


class ClinchTable(Struct, frozen=True, kw_only=True):
    """What each player needs for one of the first `places`.

    `entering`: whether so many qualify for a later stage. `assumed`: whether the number of rounds
    to come is an assumption, because it is not fixed. `least`, `most`: the points a result can give,
    `table_points`: as long as nobody scores more than that at a table. `beyond`: a score above it,
    because of which there are no rows.
    """

    places: int
    entering: bool
    assumed: bool
    least: str
    most: str
    table_points: int | None
    rows: tuple[ClinchRow, ...]
    beyond: str = ""

    @property
    def scale(self) -> tuple[str, str]:
        """The ends of the bars: the fewest and the most points that anybody can have."""
        row = self.rows[0]
        return row.notation.points(decimal_text(row.bottom)), row.notation.points(decimal_text(row.top))

    @property
    def most_in_words(self) -> str:
        """The most points a result can give, where there are rows."""
        return points_in_words(self.rows[0].notation.figure(self.most))

    @property
    def informative(self) -> bool:
        """Whether there are rows, or a reason why there are none."""
        return bool(self.rows or self.beyond)


NOTHING = ClinchTable(places=0, entering=False, assumed=False, least="", most="", table_points=None, rows=())


@cached_by_version
def clinch_table(snapshot: EventSnapshot, requested: int | None = None) -> ClinchTable:
    """What each player needs, in the order of the ranking; no rows if it is too early, too late or uncertain.

    `requested`: how many places; None: as many as qualify for a later stage, else DEFAULT_PLACES.
    """
    record, rounds_left = snapshot.record(), _rounds_left(snapshot)
    if rounds_left is None:
        return NOTHING
    bounds = result_bounds(snapshot.ledger)
    if bounds is None:
        score = points_beyond_bounds(snapshot.ledger)
        return NOTHING if score is None else replace(NOTHING, beyond=decimal_text(Fraction(score)))
    entering = qualifying_places(record)
    places = requested or entering or min(DEFAULT_PLACES, len(record.players) - 1)
    return ClinchTable(
        places=places,
        entering=requested is None and bool(entering),
        assumed=rounds_of(record) is None,
        least=decimal_text(min(Fraction(0), bounds.least)),
        most=decimal_text(bounds.most),
        table_points=bounds.table_points,
        rows=_rows(snapshot, rounds_left, places),
    )


def _rounds_left(snapshot: EventSnapshot, most: int = MAX_ROUNDS_LEFT) -> int | None:
    """How many rounds are still to be paired; None: more than `most`, too early, or all is played."""
    progress = snapshot.progress
    if not progress.rounds or progress.over or snapshot.event.closed:
        return None
    total = rounds_of(snapshot.record())
    left = int(not progress.current.missing) if total is None else total - progress.rounds
    return None if left > most or (left == 0 and progress.complete) else left


@cached_by_version
def reachable_places(snapshot: EventSnapshot) -> Mapping[int, tuple[int, int]]:
    """The best and the worst place that each player can still have, by id, however ties are broken.

    Empty where it is too early or uncertain, and as long as everybody can still have any.
    """
    # With as many rounds to come as are played nobody can be out of another's reach.
    left = _rounds_left(snapshot, max(MAX_ROUNDS_LEFT, snapshot.progress.rounds - 1))
    scenarios = [] if left is None else _scenarios(snapshot, left, DEFAULT_PLACES)
    everybody = len(scenarios)
    least_in_order = sorted(scenario.least for scenario in scenarios)
    most_in_order = sorted(scenario.most for scenario in scenarios)
    places = {
        scenario.player: (
            1 + everybody - bisect_right(least_in_order, scenario.most),
            everybody - bisect_left(most_in_order, scenario.least),
        )
        for scenario in scenarios
    }
    return places if any(some != (1, everybody) for some in places.values()) else {}


@cached_by_version
def _scenarios(snapshot: EventSnapshot, rounds_left: int, places: int) -> list[ClinchScenario]:
    """As `clinch_scenarios`, once for the seats and the standings."""
    return clinch_scenarios(snapshot.ledger, rounds_left, places)


def _rows(snapshot: EventSnapshot, rounds_left: int, places: int) -> tuple[ClinchRow, ...]:
    scenarios = {scenario.player: scenario for scenario in _scenarios(snapshot, rounds_left, places)}
    bottom = min((scenario.least for scenario in scenarios.values()), default=Fraction(0))
    top = max((scenario.most for scenario in scenarios.values()), default=Fraction(0))
    options = snapshot.record().scoring_options
    return tuple(
        ClinchRow(
            player=snapshot.players[row.player],
            rank=row.rank,
            points=decimal_text(snapshot.ledger.points_of[row.player], snapshot.decimals),
            scenario=scenarios[row.player],
            places=places,
            notation=snapshot.notation,
            bottom=min(bottom, Fraction(0)),
            top=top,
            game=options if isinstance(options, GameOptions) else None,
        )
        for row in snapshot.standings()
        if row.player in scenarios
    )


def qualifying_places(record: Record) -> int:
    """How many of the first qualify for a later stage by their rank; 0: none."""
    rules = [qualification_rule_of(stage) for stage in record.document.stages[record.number :]]
    parts = [part for rule in rules if rule for part in (rule.direct, rule.ranked) if part]
    return max((part.to for part in parts if part.stage == record.number), default=0)


def _sentence(row: ClinchRow) -> str:
    need, notation = row.scenario, row.notation
    first = ngettext("il primo posto", "uno dei primi %(places)d posti", row.places) % {"places": row.places}
    if need.verdict is ClinchStatus.CLINCHED:
        return _("È già sicuro: ha %(first)s, qualunque cosa succeda.") % {"first": first}
    if need.verdict is ClinchStatus.ELIMINATED:
        return _("Non può più avere %(first)s.") % {"first": first}
    if need.results_to_come == 0:
        return _("Ha finito, e dipende dagli altri.")
    if need.results_to_come > 1:
        return _("Può ancora avere %(first)s: finirà fra %(least)s e %(most)s.") % {
            "first": first,
            "least": notation.points(decimal_text(need.least)),
            "most": points_in_words(notation.points(decimal_text(need.most))),
        }
    limits = [limit.sentence for limit in limits_of_last_game(need, row.game, notation)]
    return " ".join([*limits, _depends_on_others(need)])


def _depends_on_others(need: ClinchScenario) -> str:
    """What a player with one result left can do by himself no more."""
    if need.clinches_above is None:
        return _("Da solo non può esserne sicuro: dipende anche dagli altri.")
    if need.eliminated_below is None:
        return _("Con meno dipende anche dagli altri.")
    return _("In mezzo dipende anche dagli altri.")


class Limit(Struct, frozen=True):
    """From where on a player is sure, or out: in a word or two, and as a sentence."""

    brief: str
    sentence: str


def limits_of_last_game(need: ClinchScenario, game: GameOptions | None, notation: Notation) -> list[Limit]:
    """`game`: what the results of a game for two are worth; None: at tables of more."""
    limits = (_of_results(need, game) if game else None) or _of_points(need, notation)
    return [limit for limit in limits if limit]


def _of_results(need: ClinchScenario, game: GameOptions) -> list[Limit | None] | None:
    """None where the results do not say it: a loss does, or no result of a game."""
    loss, draw, win = map(Fraction, (game.loss, game.draw, game.win))
    sure = hope = None
    if need.clinches_above is not None:
        if not loss <= need.clinches_above < win:
            return None
        sure = (
            Limit(_("gli basta una patta"), _("Nell’ultima partita gli basta una patta."))
            if draw > need.clinches_above
            else Limit(_("gli basta vincere"), _("Nell’ultima partita gli basta vincere."))
        )
    if need.eliminated_below is not None:
        if not loss < need.eliminated_below <= win:
            return None
        hope = (
            Limit(_("fuori se non vince"), _("Se non vince è fuori."))
            if draw < need.eliminated_below
            else Limit(_("fuori se perde"), _("Se perde è fuori."))
        )
    return [sure, hope]


def _of_points(need: ClinchScenario, notation: Notation) -> list[Limit | None]:
    sure = hope = None
    if need.clinches_above is not None:
        points = notation.points(decimal_text(need.clinches_above))
        sure = Limit(
            _("sicuro sopra %(sure)s") % {"sure": points},
            _("Con più di %(sure)s nell’ultima partita è sicuro.") % {"sure": points_in_words(points)},
        )
    if need.eliminated_below is not None:
        points = notation.points(decimal_text(need.eliminated_below))
        hope = Limit(
            _("fuori sotto %(hope)s") % {"hope": points},
            _("Con meno di %(hope)s nell’ultima partita è fuori.") % {"hope": points_in_words(points)},
        )
    return [sure, hope]
