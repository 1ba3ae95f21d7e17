"""Which games have White and Black, and which winds. The game of an event is what its organiser wrote."""

import re

_WITH_COLOURS = re.compile(
    r"\b(scacch|chess|blitz|lampo|rapid|freestyle|dama|dame\b|draughts|checkers|go\b|weiqi|baduk|othello|reversi"
    r"|backgammon|shogi|xiangqi|mulino)",
    re.IGNORECASE,
)
_WITH_WINDS = re.compile(r"\b(mah.?jong|majong|riichi)", re.IGNORECASE)


def plays_with_colours(game: str) -> bool:
    """Whether the players of that game have White and Black; where none is named, as in chess."""
    return not game.strip() or _WITH_COLOURS.search(game) is not None


def plays_with_winds(game: str) -> bool:
    """Whether the seats of that game are winds; where none is named, as the rules of a rotation call them."""
    return not game.strip() or _WITH_WINDS.search(game) is not None
