"""The sizes of tables of three to five (rules/rotation.md#sizes), and the least pairs that must share one."""

from collections.abc import Iterable, Iterator
from itertools import product

Sizes = tuple[int, ...]
"""The number of players at each table of a game."""


def table_sizes(players: int, size: int, allow: Iterable[int]) -> Sizes:
    """The tables for so many players: fewest resting, fewest not of `size`, threes before fives.

    Those of `size` come first, then the others from the largest. Empty: no table can be filled.
    """
    best = min(
        _fillings(players, size, sorted(set(allow))),
        key=lambda counts: (
            players - sum(seats * count for seats, count in counts.items()),
            sum(count for seats, count in counts.items() if seats != size),
            counts.get(5, 0),
            -counts.get(3, 0),
        ),
    )
    others = [seats for seats in sorted(best, reverse=True) if seats != size for _ in range(best[seats])]
    return (*[size] * best.get(size, 0), *others)


def _fillings(players: int, size: int, allowed: list[int]) -> Iterator[dict[int, int]]:
    """The ways to fill tables that can be best: most tables of `size`, or of the largest allowed.

    Of any other size there are fewer tables than that one has seats, as so many could be replaced by it.
    """
    if not allowed:
        yield {}
        return
    usual = size if size in allowed else allowed[-1]
    other_sizes = [seats for seats in allowed if seats != usual]
    for counts in product(range(usual), repeat=len(other_sizes)):
        remaining = players - sum(seats * count for seats, count in zip(other_sizes, counts, strict=True))
        if remaining >= 0:
            yield {**dict(zip(other_sizes, counts, strict=True)), usual: remaining // usual}


def fewest_together(members: int, tables: int) -> int:
    """The fewest pairs at the same table when `members` are spread over the tables, as evenly as possible."""
    members_each, larger_tables = divmod(members, tables)
    return tables * (members_each * (members_each - 1) // 2) + larger_tables * members_each
