"""The later rounds of a bracket that rest on a match: the tables that its correction takes back, and those
that are paired once it has a winner again.
"""

from dataclasses import dataclass, field

from msgspec import structs

from clubtornei.events.models import Event
from clubtornei.events.systems import has_bracket, scoring_options_of
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.documents.round_writer import write_tables
from clubtornei.rounds.models import Round, Seat, Table
from clubtornei.rounds.state.result_codes import scale_of
from clubtornei.rounds.state.table_state import label_of, state_of
from pairing.registry import SYSTEM_SPECS, pair
from pairing.system import NoLegalPairing
from scoring.record import record_of


def dependent_tables_of(table: Table) -> list[Table]:
    """The later tables and byes of this table's players, and of the opponents they met there, and so on, in
    their order. Two queries.
    """
    later = Table.objects.filter(
        round__stage=table.round.stage_id, round__number__gt=table.round.number
    ).select_related("round__stage")
    affected = {seat.entry_id for seat in table.seated}
    dependents = []
    for one in later.order_by("round__number", "number").with_seats():
        players = {seat.entry_id for seat in one.seated}
        if affected & players:
            affected |= players
            dependents.append(one)
    return dependents


def complete_later_rounds(event: Event, round_: Round) -> None:
    """Pair again what the published rounds after this one lack since a match was taken back with all that
    rested on it. Nothing while a match is still open. Inside `writing`.
    """
    stage = round_.stage
    later = stage.rounds.published().filter(number__gt=round_.number)
    for following in later.order_by("number"):
        try:
            draw = pair(record_of(document_of(event), SYSTEM_SPECS, stage.number, following.number - 1))
        except NoLegalPairing:
            return
        entries = {entry.entry_no: entry for entry in event.entries.all()}
        seated = set(Seat.objects.filter(round=following).values_list("entry__entry_no", flat=True))
        tables = tuple(table for table in draw.tables if seated.isdisjoint(table.seats))
        byes = tuple(bye for bye in draw.byes if bye.player not in seated)
        taken = list(following.tables.values_list("number", flat=True))
        write_tables(following, structs.replace(draw, tables=tables, byes=byes), entries, taken=taken)


@dataclass(frozen=True)
class DependentTable:
    """A later table; `label`: its recorded result, formatted."""

    round: int
    number: int
    names: tuple[str, ...]
    label: str


@dataclass
class DependentResults:
    """`following`: the round after, if there is one."""

    following: Round | None = None
    tables: list[DependentTable] = field(default_factory=list)

    @property
    def played(self) -> bool:
        """Whether any of the tables has a result."""
        return any(table.label for table in self.tables)


def dependent_results_of(table: Table) -> DependentResults:
    """In a bracket: the later tables of this table's players, and of the opponents they met there, and so on.
    One query, two more if rounds follow.
    """
    stage = table.round.stage
    rounds = list(Round.objects.filter(stage=stage, number__gt=table.round.number).order_by("number"))
    dependents = DependentResults(rounds[0] if rounds else None)
    if not rounds or not has_bracket(stage):
        return dependents
    scale = scale_of(scoring_options_of(stage))
    for later_table in dependent_tables_of(table):
        seats = later_table.seated
        if later_table.number is None:
            continue
        dependents.tables.append(
            DependentTable(
                later_table.round.number,
                later_table.number,
                tuple(seat.entry.whole_name for seat in seats),
                label_of(state_of(later_table, seats), scale),
            )
        )
    return dependents
