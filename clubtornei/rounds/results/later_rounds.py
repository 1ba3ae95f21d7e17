"""The later rounds of a bracket that rest on a match: the tables that its correction takes back, and those
that are paired once it has a winner again.
"""

from msgspec import structs

from clubtornei.events.models import Event
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.documents.round_writer import write_tables
from clubtornei.rounds.models import Round, Seat, Table
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
