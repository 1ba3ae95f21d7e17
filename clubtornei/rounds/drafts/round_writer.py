"""A round as the engine paired it → tables and seats in the database."""

from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins

from clubtornei.events.models import Entry
from clubtornei.rounds.models import Round, Seat, Table
from pairing.system import Draw, Reason, Seating, SittingOut
from scoring.record import Number

Entries = Mapping[int, Entry]
"""The entries of the event by entry_no, the engines' player id."""

NO_REQUESTED_BYES: Mapping[int, Number] = {}


def write_tables(
    round_: Round, draw: Draw, entries: Entries, wishes: Mapping[int, Number] = NO_REQUESTED_BYES
) -> None:
    """Write a whole round in three statements. `wishes`: who asked for a bye, by entry_no, and its points."""
    if draw.quality:
        round_.quality = quality_as_json(draw.quality)
        round_.save(update_fields=["quality"])
    tables = [_table(round_, number, paired) for number, paired in enumerate(draw.tables, 1)]
    byes = [_bye(round_, bye) for bye in draw.byes]
    asked_for = [Table(round=round_, requested=True) for _wish in wishes]
    seats = [
        seat
        for table, paired in zip(tables, draw.tables, strict=True)
        for seat in _seats(table, paired, entries)
    ]
    seats += [_seat_of_bye(table, bye, entries) for table, bye in zip(byes, draw.byes, strict=True)]
    seats += [
        Seat(table=table, round=round_, entry=entries[entry_no], position=1, score=points)
        for table, (entry_no, points) in zip(asked_for, wishes.items(), strict=True)
    ]
    Table.objects.bulk_create([*tables, *byes, *asked_for])
    Seat.objects.bulk_create(seats)


def quality_as_json(quality: Mapping[str, Any]) -> dict[str, Any]:
    """The quality of a draw as a column keeps it: keys have no order there, so criteria become lists."""
    return {
        name: [list(pair) for pair in value.items()] if isinstance(value, Mapping) else value
        for name, value in quality.items()
    }


def _table(round_: Round, number: int, paired: Seating) -> Table:
    return Table(round=round_, number=number, why=_plain(paired.why), forfeit=paired.forfeit)


def _bye(round_: Round, bye: SittingOut) -> Table:
    return Table(round=round_, why=_plain(bye.why))


def _seats(table: Table, paired: Seating, entries: Entries) -> list[Seat]:
    scores = paired.result or [None] * len(paired.seats)
    return [
        Seat(table=table, round=table.round, entry=entries[entry_no], position=position, score=score)
        for position, (entry_no, score) in enumerate(zip(paired.seats, scores, strict=True), 1)
    ]


def _seat_of_bye(table: Table, bye: SittingOut, entries: Entries) -> Seat:
    return Seat(table=table, round=table.round, entry=entries[bye.player], position=1, score=bye.points)


def _plain(why: tuple[Reason, ...]) -> list[dict[str, Any]]:
    """The reasons as the column keeps them: codes with facts."""
    plain: list[dict[str, Any]] = to_builtins(why)
    return plain
