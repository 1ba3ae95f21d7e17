"""The games of an event by who sat where, for ratings and profiles: once a version of the event."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from django.core.cache import cache
from msgspec import Struct

from clubtornei.build_id import build_id
from clubtornei.events.models import Event
from clubtornei.rounds.core.result_codes import RESULT_CODES
from clubtornei.rounds.snapshot.calendar import ShownTable
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from scoring.document import DocumentError
from scoring.qualification import Undecided

KEPT_FOR = 24 * 60 * 60  # seconds


class PlayedTable(Struct, frozen=True):
    """A table that was played: its entries by entry_no, and the place of each."""

    seats: tuple[int, ...]
    places: tuple[int, ...]


class EventGames(Struct, frozen=True):
    """All tables played, and what the entries are called."""

    tables: tuple[PlayedTable, ...]
    names: Mapping[int, str]

    def of(self, entry_no: int) -> list[PlayedTable]:
        return [table for table in self.tables if entry_no in table.seats]


def games_of(events: Iterable[Event]) -> Mapping[int, EventGames]:
    """By primary key. Five queries for each event that has changed since it was asked for last."""
    by_key = {f"games:{build_id()}:{event.pk}:{event.version}": event for event in events}
    known: dict[str, EventGames] = cache.get_many(by_key)
    for key, event in by_key.items():
        if key not in known:
            known[key] = _games(EventSnapshot(event))
            cache.set(key, known[key], KEPT_FOR)
    return {event.pk: known[key] for key, event in by_key.items()}


def _games(snapshot: EventSnapshot) -> EventGames:
    tables: list[PlayedTable] = []
    for tab in snapshot.stages.begun:
        stage = snapshot.of_stage(tab.number)
        with suppress(Undecided, DocumentError):  # it cannot be told yet who plays in it
            for number in range(1, stage.progress.rounds + 1):
                tables += _played(stage.round(number).tables)
    return EventGames(tuple(tables), {player.id: player.name for player in snapshot.document.players})


def _played(tables: Iterable[ShownTable]) -> Iterator[PlayedTable]:
    for table in tables:
        seats = tuple(player.id for player in table.seats)
        if table.seat_rows:
            places = tuple(seat.place for seat in table.seat_rows if seat.place is not None)
        elif RESULT_CODES[table.outcome].played:
            first, second = RESULT_CODES[table.outcome].scores
            assert first is not None and second is not None
            places = (1 + (first < second), 1 + (second < first))
        else:
            places = ()
        if len(places) == len(seats):
            yield PlayedTable(seats, places)
