"""The interface of scoring methods. The methods themselves are in `games.py` and the modules that
`methods.py` gathers.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct

from scoring.document import DocumentTable, Number


class Scored(Struct, frozen=True):
    """The scores of a table: for each seat the place at the table (or wind) and the tournament points."""

    places: tuple[int, ...]
    points: tuple[Fraction, ...]


class Bounds(Struct, frozen=True):
    """The least and the most tournament points of one result.

    `table_points`: the most table points for which these bounds hold; None: they hold for any.
    """

    least: Fraction
    most: Fraction
    table_points: int | None = None


LevelFirst = Literal["shared", "own", "offered", "settled"]
"""What a method of a table of more than two does where players share the first place of a table: `shared`:
they share it, as at cards; `own`: its formula says what each gets; `offered`: more may be recorded, which
separates them; `settled`: more must be recorded. At tables of RisiKo! that must have one winner (all but
`shared`) more must be recorded in any case (rules/places.md#one-winner).
"""


class Method(Struct, frozen=True, kw_only=True):
    """A scoring method.

    `score(tables, options)`: the scores of all tables of one round, None for a table without a result (the
    whole round at once, as some methods rank the players of one wind over all tables). `bye(options)`: the
    points of a bye that records none. `discards(options)`: how many of each player's worst results do not
    count. `least(size, place)`: the points that a player of that place gets at least at a table of so many,
    unless eliminated; None: there is no least. `bounds(options)`: those of one result; None: it has none.
    `multiplayer`: whether it is for tables of more than two. `by_seat`: whether points depend on the seat
    (wind). At tables of more than two:
    `counts(options)`, the fields of `SeatScore` that must be recorded, and `ties(options)`, those that break
    ties at a table, in that order; `level_first`; `risiko_wins`: whether RisiKo! wins a table whose winner
    alone goes on, whatever its points; `risiko_points`: what RisiKo! counts instead of the points on the
    board, which need not be recorded then; None: those count. `decimals`: how many at least its points are
    written with on pages and sheets. `by_score`: whether the result of a game of two is what each scored, the
    more points winning. `ranking`: the usual ranking criteria. `title`, `meaning` by language;
    `told_by_options`: whether players need none of them, as the values of its options say it all.
    """

    name: str
    multiplayer: bool
    options: type[Struct]
    score: Callable[[Sequence[DocumentTable], Any], list[Scored | None]]
    bye: Callable[[Any], Number]
    title: Mapping[str, str]
    meaning: Mapping[str, str]
    discards: Callable[[Any], int] = lambda options: 0
    least: Callable[[int, int], Fraction | None] = lambda size, place: None
    counts: Callable[[Any], tuple[str, ...]] = lambda options: ("points",)
    ties: Callable[[Any], tuple[str, ...]] = lambda options: ()
    bounds: Callable[[Any], Bounds] | None = None
    by_seat: bool = False
    level_first: LevelFirst = "shared"
    risiko_wins: bool = False
    risiko_points: int | None = None
    decimals: int = 0
    by_score: bool = False
    ranking: tuple[str, ...] = ("points",)
    told_by_options: bool = False
