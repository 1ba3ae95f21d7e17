"""The places of a round in alphabetical order of the players' names."""

from collections.abc import Hashable, Sequence

from msgspec import Struct

from clubtornei.players.names import sort_key
from clubtornei.rounds.core.seat_names import COLOURS, SeatColour
from clubtornei.rounds.snapshot.calendar import ShownBye, ShownRound, ShownTable
from scoring.record import Player


class PlayerPlace(Struct, frozen=True, kw_only=True):
    """Where a player sits: his table and `seat`, from 1, or his bye; without both he is absent. `colour`:
    empty if there are none.
    """

    player: Player
    table: ShownTable | None = None
    bye: ShownBye | None = None
    seat: int = 0
    colour: SeatColour = ""

    @property
    def is_absent(self) -> bool:
        return self.table is None and self.bye is None

    @property
    def has_note(self) -> bool:
        """Whether there is more to say than table and seat: the opponent of two, or why there is no table."""
        return self.table is None or len(self.table.seats) <= 2

    @property
    def opponent_colour(self) -> SeatColour:
        """The other colour; empty if there are none."""
        return COLOURS[1 - COLOURS.index(self.colour)] if self.colour else ""

    @property
    def row_content(self) -> tuple[Hashable, ...]:
        """All that its row shows, for the tag `reuse`."""
        table = self.table and (self.table.number, self.table.annulled, self.table.due_game_text)
        players = (self.player, *self.opponents)
        names = tuple((player.id, player.number, player.name) for player in players)
        return (names, table, self.bye is None, self.seat, self.colour)

    @property
    def opponents(self) -> list[Player]:
        seats = self.table.seats if self.table else ()
        return [other for other in seats if other.id != self.player.id]


def places_by_name(round_: ShownRound, colours: Sequence[SeatColour]) -> list[PlayerPlace]:
    """The places of all players of the round, in alphabetical order; `colours`: of a table of two."""
    places = [PlayerPlace(player=bye.player, bye=bye) for bye in round_.byes]
    places += [PlayerPlace(player=player) for player in round_.absent]
    for table in round_.tables:
        places += [
            PlayerPlace(
                player=player,
                table=table,
                seat=seat + 1,
                colour=table.colour_of(seat, colours),
            )
            for seat, player in enumerate(table.seats)
        ]
    return sorted(places, key=lambda place: (sort_key(place.player.name), place.player.id))
