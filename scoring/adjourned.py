"""Adjourned games: without a result yet, and drawn provisionally where a system pairs by points
(rules/games.md#adjourned).
"""

from collections.abc import Collection
from decimal import Decimal

from msgspec.structs import replace

from scoring.document import DocumentRound, TablePlace
from scoring.stage_record import Record

HALF = Decimal("0.5")


def adjourned_games(record: Record) -> tuple[TablePlace, ...]:
    """The adjourned games of two that have no result yet."""
    return tuple(
        (number, place)
        for number, played in enumerate(record.rounds, 1)
        for place, table in enumerate(played.tables, 1)
        if table.adjourned and len(table.seats) == 2
    )


def as_drawn(record: Record, games: Collection[TablePlace]) -> Record:
    """The record with these games played over the board and drawn."""
    if not games:
        return record
    rounds = tuple(_with_draws(number, played, games) for number, played in enumerate(record.rounds, 1))
    return Record(record.document, record.spec, record.number, record.players, rounds)


def _with_draws(number: int, played: DocumentRound, games: Collection[TablePlace]) -> DocumentRound:
    tables = tuple(
        replace(table, result=(HALF, HALF), forfeit=False, adjourned=False, games=())
        if (number, place) in games
        else table
        for place, table in enumerate(played.tables, 1)
    )
    return replace(played, tables=tables)
