"""Open tables: those without a result."""

from collections.abc import Collection, Iterator
from typing import Any

from msgspec import Struct

from scoring.stage_record import Record
from scoring.withdrawals import annulled


class OpenTable(Struct, frozen=True):
    """A table without a result: its round and its number in the round (both from 1), and the ids at it."""

    round: int
    table: int
    players: tuple[int, ...]

    def facts(self) -> dict[str, Any]:
        """The table as a fact of a reason."""
        return {"round": self.round, "table": self.table, "players": list(self.players)}


def open_tables(record: Record, rounds: Collection[int] | None = None) -> Iterator[OpenTable]:
    """The tables without a result, in order; `rounds`: only of these (from 1)."""
    for number, played in enumerate(record.rounds, 1):
        if rounds is None or number in rounds:
            for table_number, table in enumerate(played.tables, 1):
                if table.result is None:
                    yield OpenTable(number, table_number, table.seats)


def awaited_tables(record: Record) -> Iterator[OpenTable]:
    """The open tables whose results are needed: all but those of annulled players."""
    annulled_players = annulled(record)
    return (table for table in open_tables(record) if annulled_players.isdisjoint(table.players))
