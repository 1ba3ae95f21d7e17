"""What a sheet is, for which events there is one, and when there is something to print on it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from clubtornei.rounds.reports.bracket import round_names
from clubtornei.rounds.reports.snapshot import Seen
from pairing.registry import SYSTEMS
from pairing.system import System

Facts = dict[str, Any]

# Rows, and the class of type that fits so many: few tables are read from across the hall.
TYPE_SIZES = {8: "hall", 15: "large", 30: "middle"}
SMALLEST = "small"


def type_for(rows: int, sizes: Mapping[int, str] = TYPE_SIZES) -> str:
    """The class of type for a sheet with so many rows."""
    return next((size for most, size in sizes.items() if rows <= most), SMALLEST)


def system_of(seen: Seen) -> System:
    """How the stage is paired."""
    return SYSTEMS[seen.system]


def always(seen: Seen) -> bool:
    return True


def for_two(seen: Seen) -> bool:
    """Do games for two make up the stage?"""
    return not seen.many


def for_many(seen: Seen) -> bool:
    """Do more than two sit at a table?"""
    return seen.many


def colours_matter(seen: Seen) -> bool:
    """Is there a White and a Black?"""
    return system_of(seen).colours


def foreseen(seen: Seen) -> bool:
    """Are all rounds known beforehand, for games for two?"""
    return for_two(seen) and system_of(seen).calendar is not None


def unforeseen(seen: Seen) -> bool:
    """Is each round of games for two made from those before it?"""
    return for_two(seen) and system_of(seen).calendar is None


def by_lot(seen: Seen) -> bool:
    """Are the numbers drawn before round 1?"""
    return system_of(seen).draws_numbers


def entered(seen: Seen) -> bool:
    return bool(seen.players)


def begun(seen: Seen) -> bool:
    return seen.progress.rounds > 0


def of_round(seen: Seen, number: int) -> Facts:
    """What every sheet of one round begins with: the round, and what it is called where it has a name."""
    return {
        "round": seen.round(number),
        "round_name": round_names(seen).get(str(number), ""),
        "bracket": system_of(seen).bracket is not None,
    }


@dataclass(frozen=True)
class Sheet:
    """`suits`: is it a sheet for such a tournament at all? `ready`: is there something to print yet? `waits`
    says for what where there is not; `facts` gives what the template shows where there is. `of_round`: there
    is one for each published round.
    """

    title: Promise
    about: Promise
    waits: Promise
    facts: Callable[[Seen, int], Facts]
    suits: Callable[[Seen], bool] = always
    ready: Callable[[Seen], bool] = begun
    of_round: bool = False
