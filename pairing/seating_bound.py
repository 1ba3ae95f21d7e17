"""A lower bound for the seatings of small fields, by Lagrangian relaxation over all tables there could be.

Seating everybody once is a set partitioning problem. The constraint "everybody sits once" is relaxed with a
multiplier for each person: a table's reduced cost is its own less the multipliers of who sits at it. For any
multipliers no seating costs less than their sum and, for every table, the least reduced cost of all. Some
steps of subgradient ascent make the bound good (M. Held and R. M. Karp, "The traveling-salesman problem and
minimum spanning trees, part II", Mathematical Programming 1, 1971). Whole numbers only, limited by steps.
"""

from collections.abc import Sequence
from itertools import combinations
from math import comb

from msgspec import Struct

SCALE = 4_096
"""Multipliers are counted in so many parts of a unit of cost."""
EVALUATIONS = 600_000
"""Tables evaluated, at most: steps times tables."""
MOST_TABLES = 21_000
"""Beyond so many possible tables nothing but the tail penalties is looked at."""
PATIENCE = 12
"""After so many steps without gain the step becomes shorter by a third."""


class SeatingProblem(Struct, frozen=True, kw_only=True):
    """Who is to sit where. People are positions from 0; costs are whole numbers.

    `tables` of `seats` each; `pair_cost[p]`: what it costs that somebody sits with p, by position, symmetric;
    `tail_penalty[p]`: what it costs that p sits at one of the last `tail_tables` tables. `group[p]`: people
    of one group (band) should be at different tables: each beyond the first at a table costs `group_penalty`;
    None: they must be.
    """

    tables: int
    seats: int
    pair_cost: Sequence[dict[int, int]]
    tail_penalty: Sequence[int]
    tail_tables: int = 0
    group: Sequence[int]
    group_penalty: int | None = 0

    @property
    def people(self) -> int:
        return len(self.pair_cost)


def lower_bound(problem: SeatingProblem, cost: int) -> int:
    """No seating costs less than this, which is `cost` at most: that of a seating that was found.

    Time: `EVALUATIONS` reduced costs, each a sum of `seats` numbers, and the listing of at most `MOST_TABLES`
    tables.
    """
    tail = sum(sorted(problem.tail_penalty)[: problem.seats * problem.tail_tables])
    wanted = cost - tail
    if wanted <= 0 or comb(problem.people, problem.seats) > MOST_TABLES:
        return tail
    tables = _cheap_tables(problem, wanted)
    if not tables:
        return cost
    people, count = range(problem.people), problem.tables
    cheapest = [
        min((worth for worth, seats in tables if person in seats), default=wanted) for person in people
    ]
    multipliers = [SCALE * worth // problem.seats for worth in cheapest]
    best, step, since = 0, 2 * SCALE, 0
    for _ in range(EVALUATIONS // len(tables)):
        reduced = [SCALE * worth - sum([multipliers[person] for person in seats]) for worth, seats in tables]
        least = min(reduced)
        bound = sum(multipliers) + count * least
        if bound > best:
            best, since = bound, 0
        else:
            since += 1
        if -(-best // SCALE) >= wanted:
            break
        if since == PATIENCE:
            step, since = step * 2 // 3, 0
        # The subgradient: how often the nearly cheapest tables seat somebody, against once each.
        near = [tables[place][1] for place, over in enumerate(reduced) if over <= least + step // 64]
        seated = [0] * problem.people
        for seats in near:
            for person in seats:
                seated[person] += 1
        missing = wanted * SCALE - bound
        subgradient = [len(near) - count * times for times in seated]
        squared = sum(part * part for part in subgradient)
        if not squared or not step:
            break
        for person in people:
            multipliers[person] += missing * len(near) * subgradient[person] * step // (2 * SCALE * squared)
    return tail + min(wanted, max(0, -(-best // SCALE)))


def _cheap_tables(problem: SeatingProblem, limit: int) -> list[tuple[int, tuple[int, ...]]]:
    """What each possible table costs, and who sits at it; of those that cost less than the limit."""
    tables = []
    for seats in combinations(range(problem.people), problem.seats):
        if problem.group_penalty is None and len({problem.group[person] for person in seats}) < len(seats):
            continue
        worth = sum(problem.pair_cost[first].get(second, 0) for first, second in combinations(seats, 2))
        if worth < limit:
            tables.append((worth, seats))
    return tables
