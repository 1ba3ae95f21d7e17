"""Tables still open: those that have no result yet."""

from collections.abc import Collection, Iterator
from typing import Any

from msgspec import Struct

from scoring.view import Record
from scoring.withdrawals import annulled


class OpenTable(Struct, frozen=True):
    """A table without a result: its round and its number in the round (both from 1), and who sits there."""

    round: int
    table: int
    players: tuple[int, ...]

    def facts(self) -> dict[str, Any]:
        """As the facts of a reason have it."""
        return {"round": self.round, "table": self.table, "players": list(self.players)}


def open_tables(record: Record, rounds: Collection[int] | None = None) -> Iterator[OpenTable]:
    """The tables without a result, in order; `rounds`: only of these (from 1)."""
    for number, played in enumerate(record.rounds, 1):
        if rounds is None or number in rounds:
            for place, table in enumerate(played.tables, 1):
                if table.result is None:
                    yield OpenTable(number, place, table.seats)


def awaited_tables(record: Record) -> Iterator[OpenTable]:
    """The tables whose result is waited for: open ones, but not those of annulled players."""
    gone = annulled(record)
    return (table for table in open_tables(record) if gone.isdisjoint(table.players))
