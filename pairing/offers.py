"""What an organiser is asked before he chooses how to play, and what is then offered to him first.

He names the game and the number of players; the formulas for them stand together by family, and one is marked
as the usual choice, with the reason. Systems, their presets and event formats say in their own rows which
family they belong to and when they are the usual choice, so that a new one is offered by its row alone.
"""

from collections.abc import Callable, Mapping

from msgspec import Struct

Words = Mapping[str, str]
"""A text by language."""


class GameType(Struct, frozen=True, kw_only=True):
    """Games that are played by the same formulas. `multiplayer`: more than two sit at a table; `duels`: or
    two, or two pairs. `fewest`: the least players. `named`: whether the title is the name of one game.
    `words`: how its games' names begin, in lower case, in any language. `scoring`: the method by which its
    tables are usually counted; empty: that of the system.
    """

    name: str
    title: Words
    multiplayer: bool = False
    duels: bool = False
    fewest: int = 2
    named: bool = True
    words: tuple[str, ...] = ()
    scoring: str = ""


CHESS, DRAUGHTS, DUELS, TABLES, RISIKO = "chess", "draughts", "duels", "tables", "risiko"

_GAME_TYPES = (
    GameType(
        name=CHESS,
        title={"it": "Scacchi", "en": "Chess"},
        words=("scacch", "chess", "blitz", "lampo", "rapid", "freestyle"),
    ),
    GameType(name=DRAUGHTS, title={"it": "Dama", "en": "Draughts"}, words=("dama", "draughts", "checkers")),
    GameType(
        name=RISIKO, title={"it": "RisiKo!", "en": "RisiKo!"}, multiplayer=True, fewest=3, words=("risiko",)
    ),
    GameType(
        name=TABLES,
        title={"it": "Giochi di carte e da tavolo", "en": "Card and board games"},
        multiplayer=True,
        duels=True,
        fewest=3,
        named=False,
        words=(
            *("catan", "carcassonne", "mahjong", "labyrinth", "carte", "tavol", "board", "card"),
            *("burraco", "canasta"),
        ),
        scoring="places",
    ),
    GameType(name=DUELS, title={"it": "Altri giochi in due", "en": "Other two-player games"}, named=False),
)

GAME_TYPES: Mapping[str, GameType] = {game.name: game for game in _GAME_TYPES}
"""All types by name, in the order in which they are offered."""

MOST_IN_A_ROUND_ROBIN = 8
"""Up to so many, most clubs let everybody meet everybody: seven rounds, an afternoon of quick games."""
PHASES_FROM = 64
"""From so many on, most clubs play card and board games in several phases; below, an evening is enough."""
MOST_IN_FIDE_SWISS = 500
MOST_ROTATING = 400
"""The most players for whom these are computed."""

TWO_AT_A_TABLE = (CHESS, DRAUGHTS, DUELS)


def game_type_of(game: str) -> GameType:
    """The type of a game by the name that an organiser wrote; a game that nobody knows is one for two."""
    words = game.casefold().replace("’", " ").replace("'", " ").split()
    known = (row for row in _GAME_TYPES for word in words if word.startswith(row.words or ("\0",)))
    return next(known, GAME_TYPES[DUELS])


class Family(Struct, frozen=True, kw_only=True):
    """Several systems or event formats that one reads about together; `drawing`: that of the family.
    `fewest`: the least players to whom they are offered, where fewer can be paired but nobody would play so.
    """

    title: Words
    meaning: Words
    drawing: str
    fewest: int = 2


SWISS, NAMED = "swiss", "named"

FAMILIES: Mapping[str, Family] = {
    SWISS: Family(
        title={"it": "Svizzero", "en": "Swiss"},
        meaning={
            "it": "Pochi turni anche in tanti: a ogni turno si incontra chi ha più o meno gli stessi punti.",
            "en": "Few rounds even for large fields: in each round players meet somebody on about the same"
            " score.",
        },
        drawing="dutch",
        fewest=3,
    ),
    NAMED: Family(
        title={"it": "Formule a più fasi", "en": "Multi-stage formats"},
        meaning={
            "it": "Eliminatoria, scarti, semifinali, finalisti diretti: tutto già compilato, e tutto si può"
            " cambiare. RTU è il Regolamento Tornei Ufficiali di RisiKo!",
            "en": "Qualifying, discards, semi-finals, direct finalists: all set up for you, and you can"
            " change everything. RTU: the official tournament rules of RisiKo!",
        },
        drawing="bands",
    ),
}
"""The families that have more than one system or event format; any other system is one by itself."""


class UsualChoice(Struct, frozen=True, kw_only=True):
    """That for these games, with so many players, most clubs choose this; and why, by language."""

    games: tuple[str, ...]
    players: Callable[[int], bool]
    why: Words


def between(fewest: int, most: int) -> Callable[[int], bool]:
    """From `fewest` to `most` players, both included."""
    return lambda players: fewest <= players <= most


def usual_reason(choices: tuple[UsualChoice, ...], game: str, players: int) -> Words | None:
    """Why it is the usual choice for so many players of the game; None: it is not. `rounds` in the words: in
    so many all of them would meet.
    """
    why = next((one.why for one in choices if game in one.games and one.players(players)), None)
    rounds = players - 1 + players % 2
    return why and {language: text.format(rounds=rounds) for language, text in why.items()}
