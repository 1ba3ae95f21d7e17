"""The pages of the projector's clock once games come to their end: a column for each table, with whose turn
it is. static/css/clock.css has the same measures.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from clubtornei.events.models import Entry
from clubtornei.public.screen_names import LARGE_TYPES, ShortNames
from clubtornei.public.screen_page import in_parts, type_class
from clubtornei.public.screen_rooms import END_NAMES, end_room
from clubtornei.rounds.clock.queries import ClockView, PlayerAtEnd, TableEndView
from clubtornei.rounds.core.site_facts import PlayerFacts, with_facts
from scoring.record import Player

MOST_TABLES = 4  # beside each other


class EndColumn(Struct, frozen=True):
    """A table, and its players in the order of play, each with the name that fits."""

    table: TableEndView
    lines: Sequence[tuple[Player, PlayerAtEnd]]


class ClockPage(Struct, frozen=True):
    """The tables beside each other, with names in type of that size."""

    columns: Sequence[EndColumn]
    type: float

    @property
    def classes(self) -> str:
        return type_class(self.type)


def clock_pages(clock: ClockView) -> Iterator[ClockPage]:
    """The tables where the end of the game has begun, as many on each page as can be read from ten metres."""
    players = {entry.entry_no: _player(entry) for table in clock.tables for entry in table.players}
    names = ShortNames(players.values())
    parts = [tables for _part, _parts, tables in in_parts(clock.begun, MOST_TABLES)]
    seated = [players[entry.entry_no] for table in clock.begun for entry in table.players]
    most = max((len(table.players) for table in clock.begun), default=1)
    room = end_room(max(map(len, parts), default=1))
    size = names.largest_type(seated, END_NAMES / most, room, LARGE_TYPES)
    fitted = {player.id: player for player in names.fitted(seated, room(size), size)}
    for tables in parts:
        yield ClockPage(
            [
                EndColumn(table, [(fitted[line.player.entry_no], line) for line in table.in_order])
                for table in tables
            ],
            size,
        )


def _player(entry: Entry) -> Player:
    """As names are shortened by."""
    player = Player(id=entry.entry_no, number=entry.entry_no, name=entry.name)
    return with_facts(player, PlayerFacts(mark=entry.mark, members=entry.members))
