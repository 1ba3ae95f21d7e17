"""Searching a round by name."""

from collections.abc import Sequence

from msgspec.structs import replace

from clubtornei.players.names import sort_key
from clubtornei.rounds.core.seat_names import SeatColour
from clubtornei.rounds.snapshot.calendar import ShownRound
from clubtornei.rounds.tables.by_name import PlayerPlace, places_by_name
from scoring.record import Player


def matching_places(round_: ShownRound, colours: Sequence[SeatColour], text: str) -> list[PlayerPlace]:
    """The players of the round whose name contains every word of the text, in alphabetical order."""
    return [place for place in places_by_name(round_, colours) if _matches(place.player, text)]


def filter_round(round_: ShownRound, text: str) -> ShownRound:
    """The round with only those tables and byes where a player's name matches the text."""
    return replace(
        round_,
        tables=tuple(
            table for table in round_.tables if any(_matches(player, text) for player in table.seats)
        ),
        byes=tuple(bye for bye in round_.byes if _matches(bye.player, text)),
        absent=tuple(player for player in round_.absent if _matches(player, text)),
    )


def _matches(player: Player, text: str) -> bool:
    name = sort_key(player.name)
    return all(word in name for word in sort_key(text).split())
