"""What a scoring method is. The methods themselves are rows in `games.py` and its neighbours."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from scoring.document import Number, Table


class Scored(Struct, frozen=True):
    """One table with its result counted: for each seat the place at the table (or wind) and the tournament
    points.
    """

    places: tuple[int, ...]
    points: tuple[Fraction, ...]


class Bounds(Struct, frozen=True):
    """The least and the most that one result can be worth.

    `table_points`: they hold while nobody marks more than so many at the table; None: whatever is marked.
    """

    least: Fraction
    most: Fraction
    table_points: int | None = None


def _none(options: Any) -> int:
    return 0


def _points(options: Any) -> tuple[str, ...]:
    return ("points",)


def _nothing(options: Any) -> tuple[str, ...]:
    return ()


class Method(Struct, frozen=True, kw_only=True):
    """A scoring method.

    `score(tables, options)`: for every table of one round what its seats get, None where there is no result
    yet (a whole round at a time, as some methods rank all who sat at the same wind). `bye(options)`: the
    points of a bye where a document records none. `discards(options)`: how many of everybody's worst results
    do not count. `bounds(options)`: what one result can be worth; None where nothing can be said.
    `multiplayer`: is it for tables of more than two? `by_seat`: does it matter at which seat (wind) one sat?
    At tables of more than two: `counts(options)`, what must be noted of each seat (names of the fields of a
    `Mark`), and `ties(options)`, what parts level players, in that order. `ranking`: the criteria it is
    usually ranked by. `title` and `meaning` by language.
    """

    name: str
    multiplayer: bool
    options: type[Struct]
    score: Callable[[Sequence[Table], Any], list[Scored | None]]
    bye: Callable[[Any], Number]
    title: Mapping[str, str]
    meaning: Mapping[str, str]
    discards: Callable[[Any], int] = _none
    counts: Callable[[Any], tuple[str, ...]] = _points
    ties: Callable[[Any], tuple[str, ...]] = _nothing
    bounds: Callable[[Any], Bounds] | None = None
    by_seat: bool = False
    ranking: tuple[str, ...] = ("points",)
