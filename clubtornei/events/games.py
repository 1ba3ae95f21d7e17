"""Which games have White and Black. The game of an event is what its organiser wrote."""

import re

_WITH_COLOURS = re.compile(
    r"\b(scacch|chess|blitz|lampo|rapid|freestyle|dama|dame\b|draughts|checkers|go\b|weiqi|baduk|othello|reversi"
    r"|backgammon|shogi|xiangqi|mulino)",
    re.IGNORECASE,
)


def plays_with_colours(game: str) -> bool:
    """Whether the players of that game have White and Black; where none is named, as in chess."""
    return not game.strip() or _WITH_COLOURS.search(game) is not None
