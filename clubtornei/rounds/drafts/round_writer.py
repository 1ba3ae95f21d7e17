"""Writes the engine's draw of a round into the database, as tables and seats."""

from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins

from clubtornei.events.models import Entry
from clubtornei.rounds.models import Round, Seat, Table
from pairing.system import Draw, PairedBye, PairedTable, Reason
from scoring.record import Number

Entries = Mapping[int, Entry]
"""The entries of the event by entry number, which is the engines' player id."""

NO_REQUESTED_BYES: Mapping[int, Number] = {}


def write_tables(
    round_: Round, draw: Draw, entries: Entries, requested_byes: Mapping[int, Number] = NO_REQUESTED_BYES
) -> None:
    """Create the tables and seats of a round in at most three statements.

    `requested_byes`: points of the byes that players asked for, by entry number.
    """
    if draw.quality:
        round_.quality = quality_as_json(draw.quality)
        round_.save(update_fields=["quality"])
    tables = [_table(round_, number, paired) for number, paired in enumerate(draw.tables, 1)]
    byes = [_bye(round_, bye) for bye in draw.byes]
    requested = [Table(round=round_, requested=True) for _entry_no in requested_byes]
    seats = [
        seat
        for table, paired in zip(tables, draw.tables, strict=True)
        for seat in _seats(table, paired, entries)
    ]
    seats += [_seat_of_bye(table, bye, entries) for table, bye in zip(byes, draw.byes, strict=True)]
    seats += [
        Seat(table=table, round=round_, entry=entries[entry_no], position=1, mark=points)
        for table, (entry_no, points) in zip(requested, requested_byes.items(), strict=True)
    ]
    Table.objects.bulk_create([*tables, *byes, *requested])
    Seat.objects.bulk_create(seats)


def quality_as_json(quality: Mapping[str, Any]) -> dict[str, Any]:
    """The quality of a draw for a JSON column, where mappings must be lists of pairs to keep their order."""
    return {
        name: [list(pair) for pair in value.items()] if isinstance(value, Mapping) else value
        for name, value in quality.items()
    }


def _table(round_: Round, number: int, paired: PairedTable) -> Table:
    return Table(round=round_, number=number, why=_reasons_as_json(paired.why), forfeit=paired.forfeit)


def _bye(round_: Round, bye: PairedBye) -> Table:
    return Table(round=round_, why=_reasons_as_json(bye.why))


def _seats(table: Table, paired: PairedTable, entries: Entries) -> list[Seat]:
    marks = paired.result or [None] * len(paired.seats)
    return [
        Seat(table=table, round=table.round, entry=entries[entry_no], position=position, mark=mark)
        for position, (entry_no, mark) in enumerate(zip(paired.seats, marks, strict=True), 1)
    ]


def _seat_of_bye(table: Table, bye: PairedBye, entries: Entries) -> Seat:
    return Seat(table=table, round=table.round, entry=entries[bye.player], position=1, mark=bye.points)


def _reasons_as_json(why: tuple[Reason, ...]) -> list[dict[str, Any]]:
    """The reasons for a JSON column: codes with facts."""
    reasons: list[dict[str, Any]] = to_builtins(why)
    return reasons
