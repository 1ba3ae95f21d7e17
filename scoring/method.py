"""What a scoring method is. The methods themselves are rows in `games.py` and its neighbours."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct

from scoring.document import Number, Table


class Scored(Struct, frozen=True):
    """One table with its result counted: for each seat the place at the table (or wind) and the tournament
    points.
    """

    places: tuple[int, ...]
    points: tuple[Fraction, ...]


def _none(options: Any) -> int:
    return 0


class Method(Struct, frozen=True, kw_only=True):
    """A scoring method.

    `score(tables, options)`: for every table of one round what its seats get, None where there is no result
    yet (a whole round at a time, as some methods rank all who sat at the same wind). `bye(options)`: the
    points of a bye where a document records none. `discards(options)`: how many of everybody's worst results
    do not count. `ranking`: the criteria it is usually ranked by. `title` and `meaning` by language.
    """

    name: str
    seats: Literal["two", "many"]
    options: type[Struct]
    score: Callable[[Sequence[Table], Any], list[Scored | None]]
    bye: Callable[[Any], Number]
    title: Mapping[str, str]
    meaning: Mapping[str, str]
    discards: Callable[[Any], int] = _none
    ranking: tuple[str, ...] = ("points",)
