"""Deep calls with room: no frame costs memory of its own, at whatever depth a loop calls."""

import resource
import sys
from collections.abc import Callable

import pytest

from clubtornei.call_stack import with_room

CALLS = 1_000
DEPTHS = 300  # two chunks or more


def leaf(a: int = 1, b: int = 2, c: int = 3, d: int = 4, e: int = 5, f: int = 6) -> tuple[int, ...]:
    """Its frame is larger than that of `called_at`: at each end of a chunk, there is a depth where it is it
    that finds no room.
    """
    return a, b, c, d, e, f


def called_at(depth: int, function: Callable[[], object]) -> None:
    if depth:
        called_at(depth - 1, function)
    else:
        for _ in range(CALLS):
            function()


def faults(depth: int) -> int:
    """How often the system has given memory while a loop ran at this depth."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    called_at(depth, leaf)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


@pytest.mark.skipif(sys.platform != "linux", reason="others count page faults otherwise")
def test_no_depth_has_calls_that_ask_the_system_for_memory() -> None:
    at_depths = with_room(lambda: [faults(depth) for depth in range(DEPTHS)])
    assert max(at_depths) < CALLS / 2


def test_what_is_called_answers_as_ever() -> None:
    assert with_room(max, [1, 3, 2], key=lambda number: -number) == 1
    with pytest.raises(ZeroDivisionError):
        with_room(lambda: 1 // 0)
