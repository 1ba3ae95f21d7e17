"""The colours of players in earlier rounds, as the systems that assign colours weigh them."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from scoring.ledger import BLACK, WHITE, Colour
from scoring.random_keys import random_key
from scoring.record import Record

ColourOfRound = Colour | Literal["none"]
"""The colour that a player had in a round; `none`: he did not play."""
NONE: Final[ColourOfRound] = "none"

OPPOSITE: Mapping[Colour, Colour] = {WHITE: BLACK, BLACK: WHITE}
CLAIM_TO_WHITE: Mapping[ColourOfRound, int] = {BLACK: 2, NONE: 1, WHITE: 0}
"""Of two players, the one who had the colour of the greater claim in the latest round gets White."""


def colours_of(record: Record) -> dict[int, dict[int, Colour]]:
    """For each id the colours of the rounds played over the board, by round."""
    colours: dict[int, dict[int, Colour]] = {player: {} for player in record.players}
    for number, played in enumerate(record.rounds, 1):
        for table in played.tables:
            if not table.forfeit:
                colours[table.seats[0]][number] = WHITE
                colours[table.seats[1]][number] = BLACK
    return colours


def within_limits(played: Sequence[Colour], colour: Colour) -> bool:
    """May this be his next colour: not three times in a row, and not three more than of the other?"""
    surplus = played.count(colour) - played.count(OPPOSITE[colour])
    return surplus < 2 and tuple(played[-2:]) != (colour, colour)


def first_colour(record: Record, first_white: bool | None) -> Colour:
    """The colour of number 1 in round 1: as written, else drawn by lot from the seed."""
    if first_white is None:
        key = random_key(record.document.seed, record.number, "first_white", "")
        first_white = int(key[:2], 16) % 2 == 0
    return WHITE if first_white else BLACK
