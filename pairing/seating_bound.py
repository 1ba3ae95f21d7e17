"""A lower bound for the seatings of small fields, by Lagrangian relaxation over all possible tables.

Seating everybody once is a set partitioning problem. The constraint "everybody sits once" is relaxed with a
multiplier for each person: a table's reduced cost is its cost less the multipliers of the people at it. For
any multipliers no seating costs less than their sum and, for every table, the least reduced cost of all. Some
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
"""With more possible tables than this only the tail penalties are bounded."""
PATIENCE = 12
"""After so many steps without gain the step becomes shorter by a third."""


class SeatingProblem(Struct, frozen=True, kw_only=True):
    """The people to be seated, and the costs of seating them. People are positions from 0; costs are whole
    numbers.

    `tables` of `seats` each; `pair_cost[p]`: the cost of each other position at the table of p, symmetric;
    `tail_penalty[p]`: the cost of p at one of the last `tail_tables` tables. `group[p]`: his group (band);
    each member of a group beyond the first at a table costs `group_penalty`; None: there must be no such.
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
    """A lower bound for the cost of all seatings; `cost`: that of a seating found, which it never exceeds.

    Time: `EVALUATIONS` reduced costs, each a sum of `seats` numbers, and the listing of at most `MOST_TABLES`
    tables.
    """
    tail = sum(sorted(problem.tail_penalty)[: problem.seats * problem.tail_tables])
    pair_cost_found = cost - tail
    if pair_cost_found <= 0 or comb(problem.people, problem.seats) > MOST_TABLES:
        return tail
    tables = _cheap_tables(problem, pair_cost_found)
    if not tables:
        return cost
    people, number_of_tables = range(problem.people), problem.tables
    cheapest = [
        min((table_cost for table_cost, seats in tables if person in seats), default=pair_cost_found)
        for person in people
    ]
    multipliers = [SCALE * table_cost // problem.seats for table_cost in cheapest]
    best, step, steps_without_gain = 0, 2 * SCALE, 0
    for _ in range(EVALUATIONS // len(tables)):
        reduced = [
            SCALE * table_cost - sum([multipliers[person] for person in seats])
            for table_cost, seats in tables
        ]
        least = min(reduced)
        bound = sum(multipliers) + number_of_tables * least
        if bound > best:
            best, steps_without_gain = bound, 0
        else:
            steps_without_gain += 1
        if -(-best // SCALE) >= pair_cost_found:
            break
        if steps_without_gain == PATIENCE:
            step, steps_without_gain = step * 2 // 3, 0
        # The subgradient: how often the nearly cheapest tables seat each person, less once.
        nearly_cheapest = [
            tables[place][1]
            for place, reduced_cost in enumerate(reduced)
            if reduced_cost <= least + step // 64
        ]
        times_seated = [0] * problem.people
        for seats in nearly_cheapest:
            for person in seats:
                times_seated[person] += 1
        gap = pair_cost_found * SCALE - bound
        subgradient = [len(nearly_cheapest) - number_of_tables * times for times in times_seated]
        squared = sum(part * part for part in subgradient)
        if not squared or not step:
            break
        for person in people:
            multipliers[person] += (
                gap * len(nearly_cheapest) * subgradient[person] * step // (2 * SCALE * squared)
            )
    return tail + min(pair_cost_found, max(0, -(-best // SCALE)))


def _cheap_tables(problem: SeatingProblem, limit: int) -> list[tuple[int, tuple[int, ...]]]:
    """The cost and the people of each possible table that costs less than the limit."""
    tables = []
    for seats in combinations(range(problem.people), problem.seats):
        if problem.group_penalty is None and len({problem.group[person] for person in seats}) < len(seats):
            continue
        cost = sum(problem.pair_cost[first].get(second, 0) for first, second in combinations(seats, 2))
        if cost < limit:
            tables.append((cost, seats))
    return tables
