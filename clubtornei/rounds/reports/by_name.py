"""A round as somebody looks for himself in it: by name."""

from msgspec import Struct

from clubtornei.players.names import sort_key
from clubtornei.rounds.core.seat_names import colours_of
from clubtornei.rounds.reports.calendar import ShownBye, ShownRound, ShownTable
from pairing.system import System
from scoring.record import Player


class PlayerPlace(Struct, frozen=True, kw_only=True):
    """Where one player sits: `seat` from 1; without a `table` he rests. `colour` where there are some."""

    player: Player
    table: ShownTable | None = None
    bye: ShownBye | None = None
    seat: int = 0
    colour: str = ""

    @property
    def opponents(self) -> list[Player]:
        seats = self.table.seats if self.table else ()
        return [other for other in seats if other.id != self.player.id]


def places_by_name(round_: ShownRound, system: System) -> list[PlayerPlace]:
    """Everybody of the round, in the order of an Italian index."""
    colours = colours_of(system)
    places = [PlayerPlace(player=bye.player, bye=bye) for bye in round_.byes]
    for table in round_.tables:
        two = len(table.seats) == 2
        places += [
            PlayerPlace(player=player, table=table, seat=seat, colour=colours[seat - 1] if two else "")
            for seat, player in enumerate(table.seats, 1)
        ]
    return sorted(places, key=lambda place: (sort_key(place.player.name), place.player.id))
