"""Searching a round by name."""

from collections.abc import Sequence

from msgspec.structs import replace

from clubtornei.players.names import begins_words
from clubtornei.rounds.core.seat_names import SeatColour
from clubtornei.rounds.snapshot.calendar import ShownRound
from clubtornei.rounds.tables.by_name import PlayerPlace, places_by_name


def matching_places(round_: ShownRound, colours: Sequence[SeatColour], text: str) -> list[PlayerPlace]:
    """The players of the round in whose name words begin with those of the text, in alphabetical order."""
    return [place for place in places_by_name(round_, colours) if begins_words(place.player.name, text)]


def filter_round(round_: ShownRound, text: str) -> ShownRound:
    """The round with only those tables and byes where a player's name matches the text."""
    return replace(
        round_,
        tables=tuple(
            table for table in round_.tables if any(begins_words(player.name, text) for player in table.seats)
        ),
        byes=tuple(bye for bye in round_.byes if begins_words(bye.player.name, text)),
        absent=tuple(player for player in round_.absent if begins_words(player.name, text)),
    )
