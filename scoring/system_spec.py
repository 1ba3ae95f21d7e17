"""The part of a pairing system that scoring depends on.

The systems themselves are in `pairing`, which scoring does not import.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct, field

from scoring.document import Number


class KnockoutProgress(Struct, frozen=True):
    """How far a player has come in a knockout: `rank` is compared, more being further; `round` is shown."""

    rank: Fraction
    round: int


class SystemSpec(Struct, frozen=True, kw_only=True):
    """The properties of a pairing system that results and rankings depend on.

    `multiplayer`: whether more than two sit at a table; otherwise it is a game with White and Black.
    `family`: in a round robin an unplayed game counts against the opponent of the calendar, in the others as
    FIDE C.07 says. `options`: the option record of the system. `scoring`: the method of a stage that names
    none; `scoring_defaults`: its options that have another default in this system. `late_points(options)`:
    the points that a late entry starts with; `late_in_standings(options)`: whether they are points of the
    ranking. `games_each(options, players)`: the games of each player in a
    calendar known beforehand, for the annulment of who withdraws before half of them; None: no results are
    annulled. `reached(record)`: how far each player has come, where the ranking is by that whatever criteria
    the stage names; None: it is not. `seats_are_winds`: whether seats are winds in any game;
    `winds(options)`: whether all of them are, so that a method may count by them.
    """

    name: str
    multiplayer: bool
    family: Literal["round-robin", "swiss", "knockout", "tables"]
    options: type[Struct]
    scoring: str
    scoring_defaults: Mapping[str, Number] = field(default_factory=dict)
    late_points: Callable[[Any], Number] = lambda options: 0
    late_in_standings: Callable[[Any], bool] = lambda options: True
    games_each: Callable[[Any, int], int] | None = None
    reached: Callable[[Any], Mapping[int, KnockoutProgress]] | None = None
    seats_are_winds: bool = False
    winds: Callable[[Any], bool] = lambda options: False

    @property
    def chooses_opponents(self) -> bool:
        """Does the pairing choose who meets whom at tables of two, so that meetings can be prohibited?"""
        return not self.multiplayer and self.family != "round-robin"
