"""How many sit at each table of three to five (rules/rotation.md#sizes), and who must meet there."""

from collections.abc import Iterable, Iterator
from itertools import product

Sizes = tuple[int, ...]
"""How many sit at each table of a game."""


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

    Of any other size there are fewer tables than that one has seats: so many could be exchanged for it.
    """
    if not allowed:
        yield {}
        return
    usual = size if size in allowed else allowed[-1]
    others = [seats for seats in allowed if seats != usual]
    for counts in product(range(usual), repeat=len(others)):
        left = players - sum(seats * count for seats, count in zip(others, counts, strict=True))
        if left >= 0:
            yield {**dict(zip(others, counts, strict=True)), usual: left // usual}


def fewest_together(members: int, tables: int) -> int:
    """The fewest pairs at the same table when so many are spread over the tables: as evenly as can be."""
    each, more = divmod(members, tables)
    return tables * (each * (each - 1) // 2) + more * each
