"""The games that are suggested, and which have White and Black, or winds.

The game of an event is what its organiser wrote.
"""

import re
from collections.abc import Mapping
from functools import cache

from django.utils.translation import gettext_lazy as _, override, pgettext_lazy

from clubtornei.text.untyped import LazyText
from scoring.texts import LANGUAGES

GAMES = (
    _("Scacchi"),
    _("Dama"),
    _("Dama internazionale"),
    _("Go"),
    _("Backgammon"),
    _("Othello"),
    _("Burraco"),
    _("Briscola"),
    _("Scopa"),
    _("Catan"),
    _("RisiKo!"),
)

_WITH_COLOURS = re.compile(
    r"\b(scacch|chess|blitz|lampo|rapid|freestyle|dama|dame\b|draughts|checkers|go\b|weiqi|baduk|othello|reversi"
    r"|backgammon|shogi|xiangqi|mulino)",
    re.IGNORECASE,
)
_OF_CARDS = re.compile(r"\b(briscol|scopa\b|scopone|tresset|burraco|canasta|carte\b|cards?\b)", re.IGNORECASE)
"""Whatever else their names say: «Briscola lampo» is no chess."""
_CHESS = re.compile(r"^\s*$|scacch|chess|blitz|lampo|rapid|freestyle", re.IGNORECASE)
_WITH_WINDS = re.compile(r"\b(mah.?jong|majong|riichi)", re.IGNORECASE)


def plays_with_colours(game: str) -> bool:
    """Whether the players of that game have White and Black; where none is named, as in chess."""
    named = _WITH_COLOURS.search(game) is not None and not _OF_CARDS.search(game)
    return not game.strip() or named


def plays_with_winds(game: str) -> bool:
    """Whether the seats of that game are winds; most card and board games have none."""
    return _WITH_WINDS.search(game) is not None


def arbiter_word(game: str) -> LazyText:
    """What the person who decides is called at that game; in Italian he is «arbitro» at all of them."""
    if _CHESS.search(game):
        return pgettext_lazy("scacchi", "L’arbitro")
    return pgettext_lazy("dama", "L’arbitro") if plays_with_colours(game) else _("L’arbitro")


def game_title(game: str) -> str:
    """The game in the reader’s language if it is one of those suggested; another as it was written."""
    return str(_suggested().get(game, game))


@cache
def _suggested() -> Mapping[str, LazyText]:
    """The games suggested, by their names in each language."""
    by_name: dict[str, LazyText] = {}
    for language in LANGUAGES:
        with override(language):
            by_name |= {str(game): game for game in GAMES}
    return by_name
