"""Pairings made upon a result that was corrected later: they stay, and it is said.

Only of systems that pair by results; a calendar does not ask for them.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from clubtornei.events.models import Event
from clubtornei.rounds.columns import TableState
from clubtornei.rounds.core.table_state import label_of, state_of
from clubtornei.rounds.models import ResultEntry, Round, Table
from pairing.registry import SYSTEMS


class StalePairing(Struct, frozen=True, kw_only=True):
    """Round `drawn` was paired when that table of an earlier round had another result.

    `was`, `now`: as they are written; both empty for tables of more than two.
    """

    drawn: int
    round: int
    table: int
    was: str
    now: str


def stale_pairings(event: Event, stage: int) -> list[StalePairing]:
    """Of all published rounds of a stage, in their order: two queries, two more where a result came later."""
    rounds = list(Round.objects.of(event, stage).published().select_related("stage"))
    if not rounds or SYSTEMS[rounds[0].stage.system].calendar is not None:
        return []
    first = min(round_.drawn_at for round_ in rounds)
    entries = ResultEntry.objects.filter(table__round__in=rounds, at__gt=first).order_by("at", "pk")
    late = list(entries.select_related("table__round"))
    tables = Table.objects.filter(pk__in={entry.table_id for entry in late}).with_seats() if late else []
    now = {table.pk: state_of(table, list(table.seats.all())) for table in tables}
    return [found for round_ in rounds for found in _of(round_, late, now)]


def _of(round_: Round, late: list[ResultEntry], now: Mapping[int, TableState]) -> Iterator[StalePairing]:
    told: set[int] = set()
    for entry in late:
        earlier = entry.table.round.number
        if earlier >= round_.number or entry.at <= round_.drawn_at or entry.table_id in told:
            continue
        told.add(entry.table_id)  # what it was before the first entry is what the pairing was made upon
        before, after = entry.before, now[entry.table_id]
        if before.scored and before != after and entry.table.number is not None:
            of_two = len(before.scores) == 2
            yield StalePairing(
                drawn=round_.number,
                round=earlier,
                table=entry.table.number,
                was=label_of(before) if of_two else "",
                now=label_of(after) if of_two else "",
            )
