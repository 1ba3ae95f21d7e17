"""What scoring has to know of a pairing system.

The systems themselves live in `pairing`, which scoring never sees.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct, field

from scoring.document import Number


def _nothing(options: Any) -> Number:
    return 0


class Reached(Struct, frozen=True):
    """How far a player has come in a knockout: `rank` orders, more is further; `round` is the last
    reached.
    """

    rank: Fraction
    round: int


class SystemSpec(Struct, frozen=True, kw_only=True):
    """One pairing system, as far as results and rankings go.

    `multiplayer`: do more than two sit at a table? Else it is a game with White and Black. `family`: how the
    field meets; in a round robin an unplayed game counts against the opponent of the calendar, elsewhere by
    FIDE C.07. `options`: the system's option record. `scoring`: the method where the stage names none, and
    `scoring_defaults` the values of its options that differ from the method's own. `late_points(options)`:
    with what a late entry starts. `games_each(options, players)`: for a calendar known beforehand, how many
    games everybody has in it: who leaves before half of them is annulled; None where nobody ever is.
    `reached(record)`: where the ranking is by how far each has come, whatever criteria the stage names; None
    elsewhere.
    """

    name: str
    multiplayer: bool
    family: Literal["round-robin", "swiss", "knockout", "tables"]
    options: type[Struct]
    scoring: str
    scoring_defaults: Mapping[str, Number] = field(default_factory=dict)
    late_points: Callable[[Any], Number] = _nothing
    games_each: Callable[[Any, int], int] | None = None
    reached: Callable[[Any], Mapping[int, Reached]] | None = None
