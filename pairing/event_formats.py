"""Event formats: whole events as data (rules/formulas.md#formulas).

Sources: the RTU of 2014, "Formule di torneo"; the Master regulations of 2016 and 2020; the club's "Sistema a
fasi successive". A format gives, for so many players, the stages in order, the entrants of each, and
the sizes of the tables. Every value can be changed afterwards.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from pairing import event_format_plans as plans
from pairing.event_format_options import (
    Championship,
    Evenings,
    Knockout,
    Labyrinth,
    Master2016,
    NoOptions,
    OneDay,
    SemiFinals,
    TwoDays,
)
from pairing.event_format_proposals import FormatProposal, four_semi_finals, master_2016, played_all_games
from pairing.event_format_stages import FIVE, FOUR, Sizes, StagePlan, can_be_seated
from pairing.offers import GAME_TYPES, MOST_ROTATING, NAMED, PHASES_FROM, RISIKO, TABLES, UsualChoice, between
from pairing.registry import SYSTEMS
from scoring.document import Document, DocumentError, DocumentStage, ValidationIssue
from scoring.methods import METHODS
from scoring.options import build, check
from scoring.reading import MOST_PLAYERS
from scoring.stage_names import Words


class PlannedStage(Struct, frozen=True, kw_only=True):
    """A stage as in a document, the number of its entrants, and the sizes of the tables of a round."""

    stage: DocumentStage
    players: int
    sizes: Sizes


class EventFormat(Struct, frozen=True, kw_only=True):
    """A format of a whole event.

    `options`: its option record, for a form. `scorings`: the methods it suggests, the usual one first; any
    other for tables can be chosen. `fewest`, `most`, `seatable`: the numbers of players it is for.
    `plan(players, options)`: its stages. `intermediate`: the options of an intermediate phase, which there is
    from `intermediate_from` players on. `tie_breaks`: the ranking criteria after points. `title`,
    `meaning` by language. `propose(document, options)`: see `proposals`. `by_games`: whether the number of
    those who have played all qualifying games says how many semi-finals there are. `games`: the types of
    games it is made for. `family`: the one it is offered in, or the system. `otherwise`: the system by which
    those play for whom there are no tables of four and five. `usual`: when most clubs choose it.
    `regulations`: the title of its rules; `minutes`, `ending`: how long a game lasts and how it ends;
    `several_days`: whether it lasts longer than a day.
    """

    name: str
    games: tuple[str, ...]
    title: Words
    meaning: Words
    plan: Callable[[int, Any], list[StagePlan]]
    scorings: tuple[str, ...]
    options: type[Struct] = NoOptions
    intermediate: tuple[str, ...] = ()
    intermediate_from: int = 0
    fewest: int = FOUR
    most: int = MOST_PLAYERS
    seatable: Callable[[int], bool] = lambda players: True
    tie_breaks: tuple[str, ...] = ("previous",)
    propose: Callable[[Document, Any], list[FormatProposal]] = lambda document, options: []
    by_games: bool = False
    family: str = NAMED
    otherwise: str = "seating"
    usual: tuple[UsualChoice, ...] = ()
    regulations: str = ""
    minutes: int | None = None
    ending: str = ""
    several_days: bool = False

    @property
    def game(self) -> Words:
        """The first of the types of games it is made for, in words."""
        return GAME_TYPES[self.games[0]].title

    def fits(self, players: int) -> bool:
        """Is it for so many players?"""
        return self.fewest <= players <= self.most and self.seatable(players)

    @property
    def without(self) -> tuple[int, ...]:
        """The numbers of players between others for which there are no tables of four and five."""
        return tuple(players for players in range(self.fewest, FIVE * FOUR) if not self.seatable(players))

    def nearest_sizes(self, players: int) -> list[int]:
        """The nearest numbers of players below and above that it is for."""
        below = range(min(players - 1, self.most), self.fewest - 1, -1)
        above = range(max(players + 1, self.fewest), self.most + 1)
        nearest = (next(filter(self.fits, side), None) for side in (below, above))
        return [size for size in nearest if size is not None]

    def proposals(
        self, document: Document, options: Mapping[str, Any], players: int | None = None
    ) -> list[FormatProposal]:
        """What the rules want chosen differently, now that this has happened in an event of the formula,
        which was made for so many players (None: all of the document).
        """
        if check(self.options, dict(options), "options"):
            return []
        planned = len(document.players) if players is None else players
        return [
            *self._resized(document, options, planned),
            *self.propose(document, self.options(**options)),
        ]

    def _resized(self, document: Document, options: Mapping[str, Any], planned: int) -> list[FormatProposal]:
        """Other stages after the first where others than planned have played all qualifying games
        (rules/formulas.md#master-2020).
        """
        played = played_all_games(document) if self.by_games else None
        if played is None or played == planned or not self.fits(planned):
            return []
        # So many cannot all be seated: they need not be any more, so the next smaller number that can counts.
        size = next((size for size in (played, *self.nearest_sizes(played)) if self.fits(size)), played)
        if size > played or not self.fits(size):
            too_few = {"planned": planned, "played": played, "fewest": self.fewest}
            return [FormatProposal(code="others_played_too_few", options=options, facts=too_few)]
        try:
            before, now = self.stages(planned, options)[1:], self.stages(size, options)[1:]
        except DocumentError:  # what was chosen does not fit so few: as the rules want it
            options = {}
            before, now = (), self.stages(size)[1:]
        if before == now:
            return []
        finals = [stage for stage in now if "winners_of" in (stage.stage.entry or {})]
        semi_finals = sum(len(stage.sizes) for stage in now if stage not in finals)
        facts = {"planned": planned, "played": played}
        if not finals:
            return [FormatProposal(code="others_played_final", options=options, size=size, facts=facts)]
        facts["semi_finals"] = semi_finals
        facts["direct"] = sum(stage.players for stage in finals) - semi_finals
        return [FormatProposal(code="others_played", options=options, size=size, facts=facts)]

    def stages(
        self,
        players: int,
        options: Mapping[str, Any] | None = None,
        scoring: str | None = None,
        language: str = "it",
    ) -> tuple[PlannedStage, ...]:
        """The stages for so many players; `options` as in a document. DocumentError: it is not for so many
        players, or the options or the scoring method are wrong.
        """
        raw = dict(options or {})
        issues = check(self.options, raw, "options")
        if players < self.intermediate_from:
            facts = {"players": players, "minimum": self.intermediate_from}
            chosen = [name for name in self.intermediate if raw.get(name, False) is not False]
            issues += [ValidationIssue(f"options.{name}", "formula_intermediate", facts) for name in chosen]
        if not self.fits(players):
            issues.insert(0, self._size_issue(players))
        method = METHODS.get(scoring or self.scorings[0])
        if method is None or not method.multiplayer:
            known = [name for name, candidate in METHODS.items() if candidate.multiplayer]
            issues.append(ValidationIssue("scoring", "unknown_scoring", {"name": scoring, "known": known}))
        if issues or method is None:
            raise DocumentError(*issues)
        plan = self.plan(players, self.options(**raw))
        if method.by_seat and not all(_has_winds(part) for part in plan):
            raise DocumentError(ValidationIssue("scoring", "formula_winds", {}))
        ranks_by_points = method.ranking[0] == "points"
        ranking = ("points", *self.tie_breaks) if ranks_by_points else method.ranking
        return tuple(
            PlannedStage(
                stage=DocumentStage(
                    name=f"{part.name[language]} {part.number}" if part.number else part.name[language],
                    system=part.system,
                    options=part.options,
                    # At one table everybody is alone at his wind: points by wind would compare nobody.
                    scoring="places" if method.by_seat and len(part.sizes) == 1 else method.name,
                    scoring_options={"discards": part.discards} if part.discards else {},
                    ranking=ranking,
                    entry=part.entry,
                ),
                players=sum(part.sizes),
                sizes=part.sizes,
            )
            for part in plan
        )

    def _size_issue(self, players: int) -> ValidationIssue:
        code = "formula_players" if self.most == MOST_PLAYERS else "formula_players_between"
        facts = {"minimum": self.fewest, "maximum": self.most, "near": self.nearest_sizes(players)}
        facts["others"] = [event_format.name for event_format in formats_for(players)]
        return ValidationIssue("players", code, {"players": players, "formula": self.name, **facts})


def _has_winds(part: StagePlan) -> bool:
    spec = SYSTEMS[part.system].spec
    return spec.winds(build(spec.options, part.options))


def formats_for(players: int) -> list[EventFormat]:
    """The event formats for so many players."""
    return [event_format for event_format in EVENT_FORMATS.values() if event_format.fits(players)]


SUMS = ("conversion-150", "conversion-200", "table-points", "standard")
BESTS = ("best_1", "best_2", "best_3", "previous")

_ROWS = (
    EventFormat(
        name="rtu-one-day",
        regulations="RTU 2014",
        minutes=90,
        ending="2014",
        games=(RISIKO,),
        title={"it": "RTU in una giornata", "en": "RTU in one day"},
        meaning={
            "it": "Tre partite a somma di punti, con la finale dei primi quattro se si vuole.",
            "en": "Three games, ranked by total points, with an optional final of the top four.",
        },
        plan=plans.one_day,
        options=OneDay,
        scorings=SUMS,
        seatable=can_be_seated,
        usual=(
            UsualChoice(
                games=(RISIKO,),
                players=can_be_seated,
                why={
                    "it": "Sta in una giornata, e tutti giocano tre partite; la finale è a scelta.",
                    "en": "Fits into one day, and everybody plays three games; the final is optional.",
                },
            ),
        ),
    ),
    EventFormat(
        name="rtu-two-days",
        several_days=True,
        regulations="RTU 2014",
        minutes=90,
        ending="2014",
        games=(RISIKO,),
        title={"it": "RTU in due giornate", "en": "RTU in two days"},
        meaning={
            "it": "Due partite, o tre o quattro, semifinali dei primi in classifica e finale.",
            "en": "Two games, or three or four, semi-finals for the top players, and a final.",
        },
        plan=plans.two_days,
        options=TwoDays,
        scorings=("table-points",),
        seatable=can_be_seated,
        propose=four_semi_finals,
        by_games=True,
    ),
    EventFormat(
        name="rtu-evenings",
        several_days=True,
        regulations="RTU 2014",
        minutes=90,
        ending="2014",
        games=(RISIKO,),
        title={"it": "RTU in poche serate", "en": "RTU over a few evenings"},
        meaning={
            "it": "Da quattro a sei partite con uno o due scarti, poi la finale dei primi quattro o, se si"
            " vuole, le semifinali.",
            "en": "Four to six games with one or two discards, then a final of the top four or, optionally,"
            " semi-finals.",
        },
        plan=plans.evenings,
        options=Evenings,
        scorings=(*SUMS, "spartaco"),
        seatable=can_be_seated,
        propose=four_semi_finals,
    ),
    EventFormat(
        name="rtu-championship",
        several_days=True,
        regulations="RTU 2014",
        minutes=90,
        ending="2014",
        games=(RISIKO,),
        title={"it": "RTU, campionato", "en": "RTU championship"},
        meaning={
            "it": "Otto partite o più, con almeno due scarti; se si vuole, la finale dei primi quattro o le"
            " semifinali.",
            "en": "Eight games or more, at least two discards; optionally, a final of the top four or"
            " semi-finals.",
        },
        plan=plans.championship,
        options=Championship,
        scorings=("standard", "faentino", "spartaco", "medals"),
        seatable=can_be_seated,
        propose=four_semi_finals,
    ),
    EventFormat(
        name="rtu-knockout",
        regulations="RTU 2014",
        minutes=90,
        ending="2014",
        games=(RISIKO,),
        title={"it": "RTU a eliminazione diretta", "en": "RTU knockout"},
        meaning={
            "it": "Va avanti solo chi vince il tavolo: eliminatoria, semifinali, finale.",
            "en": "Only table winners advance: qualifying, semi-finals, final.",
        },
        plan=plans.knockout,
        options=Knockout,
        scorings=("table-points",),
        fewest=64,
        most=125,
    ),
    EventFormat(
        name="rtu-second-chance",
        regulations="RTU 2014",
        minutes=90,
        ending="2014",
        games=(RISIKO,),
        title={"it": "RTU con seconda chance", "en": "RTU with a second chance"},
        meaning={
            "it": "Chi vince va in semifinale; gli altri giocano una seconda partita, e chi la vince pure.",
            "en": "Winners go to the semi-finals; the others play again, and their winners join them.",
        },
        plan=plans.second_chance,
        scorings=("table-points",),
        fewest=37,
        most=69,
    ),
    EventFormat(
        name="master-2016",
        regulations="Master 2016",
        minutes=90,
        ending="quick-7",
        games=(RISIKO,),
        title={"it": "Master 2016", "en": "Master 2016"},
        meaning={
            "it": "Due partite, quattro semifinali dei primi sedici e finale; da 100 giocatori due tornei"
            " paralleli.",
            "en": "Two games, four semi-finals of the top sixteen, a final; two parallel tournaments from"
            " 100 players.",
        },
        plan=plans.master_2016,
        options=Master2016,
        scorings=("master",),
        fewest=16,
        tie_breaks=BESTS,
        propose=master_2016,
        by_games=True,
    ),
    EventFormat(
        name="master-2020",
        regulations="Master 2020",
        minutes=90,
        ending="2014",
        games=(RISIKO,),
        title={"it": "Master 2020", "en": "Master 2020"},
        meaning={
            "it": "Come il 2016, con semifinali e finalisti diretti secondo i giocatori; da 100 un vincitore"
            " ogni 50.",
            "en": "Like 2016, with semi-finals and direct finalists depending on the number of players; from"
            " 100 players, one winner for every 50.",
        },
        plan=plans.master_2020,
        options=SemiFinals,
        scorings=("master",),
        seatable=can_be_seated,
        tie_breaks=BESTS,
        propose=four_semi_finals,
        by_games=True,
    ),
    EventFormat(
        name="labyrinth",
        games=(TABLES,),
        title={"it": "Fasi successive (Labyrinth)", "en": "Successive stages (Labyrinth)"},
        meaning={
            "it": "Eliminatoria a rotazione, fase intermedia da 24 giocatori in su, finale in cui si"
            " cambia posto.",
            "en": "Qualifying by rotation, an intermediate stage with 24 players or more, and a final in"
            " which everybody changes seats.",
        },
        plan=plans.labyrinth,
        options=Labyrinth,
        intermediate=("intermediate", "intermediate_rounds", "groups"),
        intermediate_from=plans.INTERMEDIATE_FROM,
        scorings=("places", "winds"),
        most=MOST_ROTATING,
        tie_breaks=("penalty",),
        family="rotation",
        usual=(
            UsualChoice(
                games=(TABLES,),
                players=between(PHASES_FROM, MOST_ROTATING),
                why={
                    "it": "In tanti si gioca a fasi, in più serate: alla fine si siedono insieme i migliori.",
                    "en": "Large fields play in stages, over several evenings: at the end the best sit"
                    " together.",
                },
            ),
        ),
    ),
)

EVENT_FORMATS: Mapping[str, EventFormat] = {event_format.name: event_format for event_format in _ROWS}
"""All formulas by name, in the order in which they are offered."""
