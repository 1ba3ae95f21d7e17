"""A lower bound for seatings of small fields, from all tables there could be.

Everybody is given a price. What a seating costs is what its tables cost beyond the prices of who sits there,
and the prices of all: no less than all prices and, for every table, the least that any table costs beyond
them. That holds for any prices; some rounds of raising those of people at dear tables make it good (Held and
Karp's relaxation of covering everybody once). Whole numbers only, and limited by steps.
"""

from collections.abc import Sequence
from itertools import combinations
from math import comb

from msgspec import Struct

SCALE = 4_096
"""Prices are counted in so many parts of a unit."""
LOOKS = 600_000
"""Tables looked at, at most."""
MOST_TABLES = 21_000
PATIENCE = 12
"""For so many rounds without gain the steps stay as long as they are."""


class Problem(Struct, frozen=True, kw_only=True):
    """Who is to sit where.

    `tables` of `seats` each; `apart[p]`: what it costs that somebody sits with p, by position, symmetric;
    `shy[p]`: what it costs that p sits at one of the last `marked` tables. `kind[p]`: people of one kind
    (band) should be at different tables: each beyond the first at a table costs `spread`; None: they must
    be.
    """

    tables: int
    seats: int
    apart: Sequence[dict[int, int]]
    shy: Sequence[int]
    marked: int = 0
    kind: Sequence[int]
    spread: int | None = 0

    @property
    def people(self) -> int:
        return len(self.apart)


def least_cost(problem: Problem, cost: int) -> int:
    """No seating costs less than this, which is `cost` at most: that of a seating that was found."""
    shy = sum(sorted(problem.shy)[: problem.seats * problem.marked])
    wanted = cost - shy
    if wanted <= 0 or comb(problem.people, problem.seats) > MOST_TABLES:
        return shy
    tables = _tables(problem, wanted)
    if not tables:
        return cost
    people, count = range(problem.people), problem.tables
    cheapest = [min((worth for worth, seats in tables if one in seats), default=wanted) for one in people]
    prices = [SCALE * worth // problem.seats for worth in cheapest]
    best, step, since = 0, 2 * SCALE, 0
    for _ in range(LOOKS // len(tables)):
        beyond = [SCALE * worth - sum([prices[one] for one in seats]) for worth, seats in tables]
        least = min(beyond)
        bound = sum(prices) + count * least
        if bound > best:
            best, since = bound, 0
        else:
            since += 1
        if -(-best // SCALE) >= wanted:
            break
        if since == PATIENCE:
            step, since = step * 2 // 3, 0
        near = [tables[place][1] for place, over in enumerate(beyond) if over <= least + step // 64]
        seen = [0] * problem.people
        for seats in near:
            for one in seats:
                seen[one] += 1
        missing = wanted * SCALE - bound
        change = [len(near) - count * times for times in seen]
        length = sum(one * one for one in change)
        if not length or not step:
            break
        for one in people:
            prices[one] += missing * len(near) * change[one] * step // (2 * SCALE * length)
    return shy + min(wanted, max(0, -(-best // SCALE)))


def _tables(problem: Problem, limit: int) -> list[tuple[int, tuple[int, ...]]]:
    """What each table there could be costs, and who sits at it; of those that cost less than the limit."""
    found = []
    for seats in combinations(range(problem.people), problem.seats):
        if problem.spread is None and len({problem.kind[one] for one in seats}) < len(seats):
            continue
        worth = sum(problem.apart[one].get(other, 0) for one, other in combinations(seats, 2))
        if worth < limit:
            found.append((worth, seats))
    return found
