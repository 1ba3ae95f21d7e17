"""Results of tables whose winners, or all but them, enter a later stage (rules/qualification.md#entry)."""

from collections.abc import Callable
from itertools import groupby
from typing import Literal

from msgspec import Struct

from scoring.cut_ties import CutTies
from scoring.document import DocumentTable
from scoring.stage_record import Record
from scoring.table_ties import RISIKO, table_order

WinnerBy = Literal["place", "ties", "risiko", "decided", "level"]
"""What decided who won a table: his place; a tie list that is not used otherwise; RisiKo! without counting
points; the arbiter; the reference ranking, while nobody has decided.
"""


class TableFinish(Struct, frozen=True):
    """The result of a table: its stage, its number there, its ids from first to last, what put one first, and
    the groups of ids still level.
    """

    stage: int
    table: int
    order: tuple[int, ...]
    by: WinnerBy
    level: tuple[tuple[int, ...], ...] = ()


def table_finish(
    record: Record, number: int, table: DocumentTable, ties: CutTies, reference_place: Callable[[int], int]
) -> TableFinish:
    """The result of table `number` of the stage's last round: its places, those level as was decided, else by
    the reference ranking.
    """
    order = table_order(record, table)
    place_of = dict(zip(table.seats, order.places if order else [1] * len(table.seats), strict=True))
    seats = sorted(table.seats, key=lambda player: (place_of[player], reference_place(player), player))
    groups = [list(group) for _, group in groupby(seats, key=place_of.__getitem__)]
    if len(groups[0]) > 1:
        by: WinnerBy = "decided" if ties.is_decided(groups[0], "table", record.number) else "level"
    else:
        deciding = [tie.by for tie in order.broken if tie.place == 1] if order else []
        by = "risiko" if RISIKO in deciding else "ties" if _leaves_first_shared(record, table) else "place"
    return TableFinish(
        record.number,
        number,
        tuple(player for group in groups for player in ties.in_order(group, "table", record.number)),
        by,
        tuple(tuple(group) for group in groups if len(group) > 1),
    )


def table_winners(record: Record, later: int) -> tuple[int, ...]:
    """Who goes on to stage `later` as the winner of a finished table of the last round, as far as that is
    decided.
    """
    entrants, ties = record.document.stages[later - 1].entrants, CutTies(record.document, later, ())
    finished = [table for table in record.rounds[-1].tables if table.result is not None]
    finishes = [table_finish(record, number, table, ties, int) for number, table in enumerate(finished, 1)]
    winners = [finish.order[0] for finish in finishes if finish.by != "level"]
    return tuple(player for player in winners if entrants is None or player in entrants)


def _leaves_first_shared(record: Record, table: DocumentTable) -> bool:
    """Whether several are first by the scoring method alone."""
    scored = None if record.method.by_seat else record.method.score([table], record.scoring_options)[0]
    return scored is not None and scored.places.count(1) > 1
