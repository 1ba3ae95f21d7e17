"""A round as somebody looks for himself in it: by name, and by part of a name."""

from msgspec import Struct
from msgspec.structs import replace

from clubtornei.players.names import sort_key
from clubtornei.rounds.calendar import ShownBye, ShownRound, ShownTable
from clubtornei.rounds.crosstable import COLOURS
from scoring.record import Player


class Place(Struct, frozen=True, kw_only=True):
    """Where one player sits. Without a `table` he rests. `colour` only at tables of two."""

    player: Player
    table: ShownTable | None = None
    bye: ShownBye | None = None
    colour: str = ""

    @property
    def opponents(self) -> list[Player]:
        seats = self.table.seats if self.table else ()
        return [other for other in seats if other.id != self.player.id]


def by_name(round_: ShownRound, text: str) -> list[Place]:
    """Everybody of the round whose name has every word of the text, in the order of an Italian index."""
    places = [Place(player=bye.player, bye=bye) for bye in round_.byes]
    for table in round_.tables:
        two = len(table.seats) == 2
        places += [
            Place(player=player, table=table, colour=COLOURS[seat] if two else "")
            for seat, player in enumerate(table.seats)
        ]
    found = [place for place in places if _matches(place.player, text)]
    return sorted(found, key=lambda place: (sort_key(place.player.name), place.player.id))


def having(round_: ShownRound, text: str) -> ShownRound:
    """The round with only those tables and rests where somebody has that name."""
    return replace(
        round_,
        tables=tuple(table for table in round_.tables if any(_matches(one, text) for one in table.seats)),
        byes=tuple(bye for bye in round_.byes if _matches(bye.player, text)),
    )


def _matches(player: Player, text: str) -> bool:
    name = sort_key(player.name)
    return all(word in name for word in sort_key(text).split())
