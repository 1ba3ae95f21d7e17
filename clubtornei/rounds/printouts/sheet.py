"""What a sheet is, for which events there is one, and when there is something to print on it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from clubtornei.rounds.reports.bracket import round_names
from clubtornei.rounds.reports.snapshot import EventSnapshot
from pairing.registry import SYSTEMS
from pairing.system import System

Facts = dict[str, Any]

# Rows, and the class of type that fits so many: few tables are read from across the hall.
TYPE_SIZES = {8: "hall", 15: "large", 30: "middle"}
SMALLEST = "small"


def type_for(rows: int, sizes: Mapping[int, str] = TYPE_SIZES) -> str:
    """The class of type for a sheet with so many rows."""
    return next((size for most, size in sizes.items() if rows <= most), SMALLEST)


def system_of(snapshot: EventSnapshot) -> System:
    """How the stage is paired."""
    return SYSTEMS[snapshot.system]


def always(snapshot: EventSnapshot) -> bool:
    return True


def for_two(snapshot: EventSnapshot) -> bool:
    """Do games for two make up the stage?"""
    return not snapshot.multiplayer


def for_multiplayer(snapshot: EventSnapshot) -> bool:
    """Do more than two sit at a table?"""
    return snapshot.multiplayer


def colours_matter(snapshot: EventSnapshot) -> bool:
    """Is there a White and a Black?"""
    return system_of(snapshot).colours


def foreseen(snapshot: EventSnapshot) -> bool:
    """Are all rounds known beforehand, for games for two?"""
    return for_two(snapshot) and system_of(snapshot).calendar is not None


def unforeseen(snapshot: EventSnapshot) -> bool:
    """Is each round of games for two made from those before it?"""
    return for_two(snapshot) and system_of(snapshot).calendar is None


def by_lot(snapshot: EventSnapshot) -> bool:
    """Are the numbers drawn before round 1?"""
    return system_of(snapshot).draws_numbers


def entered(snapshot: EventSnapshot) -> bool:
    return bool(snapshot.players)


def begun(snapshot: EventSnapshot) -> bool:
    return snapshot.progress.rounds > 0


def of_round(snapshot: EventSnapshot, number: int) -> Facts:
    """What every sheet of one round begins with: the round, and what it is called where it has a name."""
    return {
        "round": snapshot.round(number),
        "round_name": round_names(snapshot).get(str(number), ""),
        "bracket": system_of(snapshot).bracket is not None,
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
    facts: Callable[[EventSnapshot, int], Facts]
    suits: Callable[[EventSnapshot], bool] = always
    ready: Callable[[EventSnapshot], bool] = begun
    of_round: bool = False
