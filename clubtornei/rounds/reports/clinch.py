"""«Di che cosa ho bisogno?»: before the last rounds, who is sure of a place and what the others need."""

from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.rounds.core.formatting import number
from clubtornei.rounds.reports.snapshot import EventSnapshot
from clubtornei.untyped import Rule
from pairing.registry import rounds_of
from scoring.clinch import ClinchScenario, clinch_scenarios, points_beyond_bounds, result_bounds
from scoring.record import Player, Record
from scoring.standings import exact

LAST_FEW = 3  # rounds before the end of which this is worth asking
USUAL_PLACES = 4


class ClinchRow(Struct, frozen=True, kw_only=True):
    """A player with what is certain of him: `verdict` is "in", "out" or "open", `sentence` says it."""

    player: Player
    rank: int | None
    points: str
    verdict: str
    sentence: str


class ClinchTable(Struct, frozen=True, kw_only=True):
    """`places`: how many of the first ones are looked at; `entering`: because a later stage takes them.

    `left`: rounds to be paired; `assumed`: nobody has said how many there will be. `least`, `most`: what a
    result can be worth; `table_points`: as long as nobody marks more at the table. `beyond`: what somebody
    has marked nevertheless, and that is why there are no rows.
    """

    places: int
    entering: bool
    left: int
    assumed: bool
    least: str
    most: str
    table_points: int | None
    rows: tuple[ClinchRow, ...]
    beyond: str = ""


NOTHING = ClinchTable(
    places=0, entering=False, left=0, assumed=False, least="", most="", table_points=None, rows=()
)


def clinch_table(snapshot: EventSnapshot, places: int | None = None) -> ClinchTable:
    """What everybody needs, in the order of the ranking; nobody where it is too early or late, or uncertain.

    `places`: how many of the first; None: as many as a later stage takes, else a few.
    """
    return snapshot.cached(f"prospects:{places}", lambda: _clinch_table(snapshot, places))


def _clinch_table(snapshot: EventSnapshot, asked: int | None) -> ClinchTable:
    record, progress = snapshot.record(), snapshot.progress
    if not progress.rounds or progress.over or snapshot.event.closed:
        return NOTHING
    total = rounds_of(record)
    left = int(progress.complete) if total is None else total - progress.rounds
    bounds = result_bounds(snapshot.ledger)
    if left > LAST_FEW or (left == 0 and progress.complete):
        return NOTHING
    if bounds is None:
        marked = points_beyond_bounds(snapshot.ledger)
        return NOTHING if marked is None else replace(NOTHING, beyond=exact(Fraction(marked)))
    entering = qualifying(record)
    places = asked or entering or min(USUAL_PLACES, len(record.players) - 1)
    said = {need.player: need for need in clinch_scenarios(snapshot.ledger, left, places)}
    rows = tuple(
        ClinchRow(
            player=record.players[row.player],
            rank=row.rank,
            points=exact(snapshot.ledger.points_of[row.player]),
            verdict=said[row.player].verdict,
            sentence=_sentence(said[row.player], places),
        )
        for row in snapshot.standings()
        if row.player in said
    )
    return ClinchTable(
        places=places,
        entering=asked is None and bool(entering),
        left=left,
        assumed=total is None,
        least=exact(min(Fraction(0), bounds.least)),
        most=exact(bounds.most),
        table_points=bounds.table_points,
        rows=rows,
    )


def qualifying(record: Record) -> int:
    """How many of the first a later stage takes by their rank; 0: none."""
    rules = [stage.entry or {} for stage in record.document.stages[record.number :]]
    taken = [rule.get(part) for rule in rules for part in ("direct", "ranked")]
    return max((_to(part) for part in taken if part and part.get("stage") == record.number), default=0)


def _to(part: Rule) -> int:
    return int(part["to"])


def _sentence(need: ClinchScenario, places: int) -> str:
    first = ngettext("il primo posto", "uno dei primi %(places)d posti", places) % {"places": places}
    if need.verdict == "in":
        return _("È già sicuro: ha %(first)s, qualunque cosa succeda.") % {"first": first}
    if need.verdict == "out":
        return _("Non può più avere %(first)s.") % {"first": first}
    if need.left == 0:
        return _("Ha finito, e dipende dagli altri.")
    if need.left > 1:
        return _("Può ancora arrivarci: finirà fra %(least)s e %(most)s punti.") % {
            "least": number(exact(need.least)),
            "most": number(exact(need.most)),
        }
    return " ".join(_with_one_left(need))


def _with_one_left(need: ClinchScenario) -> list[str]:
    said = []
    if need.sure is not None:
        sure = number(exact(need.sure))
        said.append(_("Con più di %(sure)s punti all’ultimo tavolo è sicuro.") % {"sure": sure})
    if need.hope is not None:
        hope = number(exact(need.hope))
        said.append(_("Con meno di %(hope)s punti all’ultimo tavolo è fuori.") % {"hope": hope})
    if need.sure is None:
        said.append(_("Da solo non può esserne sicuro: dipende anche dagli altri."))
    elif need.hope is None:
        said.append(_("Con meno dipende anche dagli altri."))
    else:
        said.append(_("In mezzo dipende anche dagli altri."))
    return said
