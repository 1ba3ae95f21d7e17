"""Writes the engine's draw of a round into the database, as tables and seats."""

from collections.abc import Collection, Mapping
from itertools import count

from msgspec import Struct

from clubtornei.events.models import Entry
from clubtornei.rounds.columns import TableState
from clubtornei.rounds.models import Round, Seat, Table
from clubtornei.rounds.state.site_facts import stored
from clubtornei.rounds.state.table_state import new_seats, set_state
from clubtornei.text.untyped import JsonObject
from pairing.quality import Quality
from pairing.system import Draw, Reason
from scoring.record import Number

Entries = Mapping[int, Entry]
"""The entries of the event by entry number, which is the engines' player id."""

NO_REQUESTED_BYES: Mapping[int, Number] = {}


class DrawnTable(Struct, frozen=True, kw_only=True):
    """A table as it was paired, with all that is written beside it; `seats`: by entry_no, in their order."""

    seats: tuple[int, ...]
    state: TableState
    why: list[Reason] = []
    bye: bool = False
    by_hand: bool = False


def drawn_tables(draw: Draw) -> list[DrawnTable]:
    """A round as the system pairs it: its tables in the order of their numbers, then the byes."""
    tables = [
        DrawnTable(
            seats=table.seats,
            state=TableState(scores=table.result or (None,) * len(table.seats), forfeit=table.forfeit),
            why=stored(table.why),
        )
        for table in draw.tables
    ]
    byes = [
        DrawnTable(seats=(bye.player,), state=TableState(scores=(bye.points,)), why=stored(bye.why), bye=True)
        for bye in draw.byes
    ]
    return [*tables, *byes]


def write_tables(
    round_: Round,
    draw: Draw,
    entries: Entries,
    requested_byes: Mapping[int, Number] = NO_REQUESTED_BYES,
    taken: Collection[int | None] = (),
) -> None:
    """Create the tables and seats of a round in at most three statements.

    `requested_byes`: points of the byes that players asked for, by entry number. `taken`: the numbers of
    tables that the round has already.
    """
    if draw.quality or draw.provisional:
        round_.quality = quality_as_json(draw.quality)
        round_.provisional = draw.provisional
        round_.save(update_fields=["quality", "provisional"])
    tables: list[Table] = []
    seats: list[Seat] = []
    free = (number for number in count(1) if number not in taken)
    for drawn in drawn_tables(draw):
        table = Table(round=round_, number=None if drawn.bye else next(free), why=drawn.why)
        set_state(table, drawn.state)
        tables.append(table)
        seats += new_seats(table, [entries[entry_no] for entry_no in drawn.seats], drawn.state.scores)
    for entry_no, points in requested_byes.items():
        tables.append(Table(round=round_, requested=True))
        seats += new_seats(tables[-1], [entries[entry_no]], [points])
    Table.objects.bulk_create(tables)
    Seat.objects.bulk_create(seats)


def quality_as_json(quality: Quality) -> JsonObject:
    """The quality of a draw for a JSON column, where mappings must be lists of pairs to keep their order."""
    return {
        name: [list(pair) for pair in value.items()] if isinstance(value, Mapping) else value
        for name, value in quality.items()
    }
