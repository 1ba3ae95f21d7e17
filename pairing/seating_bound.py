"""A lower bound for the seatings of small fields, by Lagrangian relaxation over all possible tables.

What people cost at tables of their own is bounded first, as a transportation problem; its dual prices then
are part of each table's cost. Seating everybody once is a set partitioning problem. The constraint "everybody
sits once" is relaxed with a multiplier for each person: a table's reduced cost is its cost less the
multipliers of the people at it. For any multipliers no seating costs less than their sum and, for every
table, the least reduced cost of its kind. Some steps of subgradient ascent make the bound good (M. Held and
R. M. Karp, "The traveling-salesman problem and minimum spanning trees, part II", Mathematical Programming 1,
1971). Whole numbers only, limited by steps.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, compress
from math import comb, lcm
from operator import sub

from msgspec import Struct

from pairing.assignment import prices

SCALE = 4_096
"""Multipliers are counted in so many parts of a unit of cost."""
EVALUATIONS = 600_000
"""Tables evaluated, at most: steps times tables."""
MOST_TABLES = 21_000
"""With more possible tables of one size than this, pairs are not bounded."""
PATIENCE = 12
"""After so many steps without gain the step becomes shorter by a third."""

Kind = tuple[int, tuple[int, ...]]
"""What makes tables alike: the number of seats, and the cost of each person there."""
PossibleTable = tuple[int, tuple[int, ...]]
"""The cost of a table, and the people at it."""


class SeatingProblem(Struct, frozen=True, kw_only=True):
    """The people to be seated, and the costs of seating them. People are positions from 0; costs are whole
    numbers.

    `sizes`: the seats of each table, in all as many as people; `pair_cost[p]`: the cost of each other
    position at the table of p, symmetric; `table_cost[p]`: the cost of p at each table, 0 where it has no
    key. `group[p]`: his group (band); each member of a group beyond the first at a table costs
    `group_penalty`; None: there must be no such.
    """

    sizes: Sequence[int]
    pair_cost: Sequence[Mapping[int, int]]
    table_cost: Sequence[Mapping[int, int]]
    group: Sequence[int]
    group_penalty: int | None = 0

    @property
    def people(self) -> int:
        return len(self.pair_cost)

    @property
    def tables(self) -> int:
        return len(self.sizes)

    def kind(self, table: int) -> Kind:
        return self.sizes[table], tuple(costs.get(table, 0) for costs in self.table_cost)


def lower_bound(problem: SeatingProblem, cost: int) -> int:
    """A lower bound for the cost of all seatings; `cost`: that of a seating found, which it never exceeds.

    Time: `EVALUATIONS` reduced costs, each a sum over the seats of a table, and the listing of at most
    `MOST_TABLES` tables of each kind.
    """
    kinds = Counter(problem.kind(table) for table in range(problem.tables))
    person_prices, kind_prices = _prices(problem)
    at_tables = sum(person_prices) + sum(kind_prices[kind] * count for kind, count in kinds.items())
    beyond = cost - at_tables
    if beyond <= 0 or any(comb(problem.people, seats) > MOST_TABLES for seats, _costs in kinds):
        return at_tables
    possible = [_cheap_tables(problem, kind, beyond, person_prices, kind_prices[kind]) for kind in kinds]
    if not all(possible):
        return cost
    return at_tables + min(beyond, _pair_bound(problem, list(kinds.values()), possible, beyond))


def _prices(problem: SeatingProblem) -> tuple[list[int], dict[Kind, int]]:
    """Dual prices of people and of tables of each kind: nobody's cost at tables is less than their sum."""
    if not any(problem.table_cost):
        return [0] * problem.people, {problem.kind(table): 0 for table in range(problem.tables)}
    slots = [table for table, seats in enumerate(problem.sizes) for _ in range(seats)]
    rows, columns = prices([[costs.get(table, 0) for table in slots] for costs in problem.table_cost])
    table_prices = [0] * problem.tables
    for table, price in zip(slots, columns, strict=True):
        table_prices[table] += price
    return rows, {problem.kind(table): price for table, price in enumerate(table_prices)}


def _pair_bound(
    problem: SeatingProblem, counts: Sequence[int], possible: Sequence[list[PossibleTable]], cost: int
) -> int:
    """The bound for tables of so many of each kind, whose possible ones are given; it may exceed `cost`."""
    cheapest = [cost] * problem.people
    for tables in possible:
        for table_cost, seats in tables:
            for person in seats:
                cheapest[person] = min(cheapest[person], table_cost)
    multipliers = [SCALE * table_cost // max(problem.sizes) for table_cost in cheapest]
    best, step, steps_without_gain = 0, 2 * SCALE, 0
    scaled_costs = [[SCALE * table_cost for table_cost, _ in tables] for tables in possible]
    seated = [[seats for _, seats in tables] for tables in possible]
    seat_columns = [list(zip(*tables, strict=True)) for tables in seated]
    for _ in range(EVALUATIONS // sum(map(len, possible))):
        bound, nearly_cheapest = sum(multipliers), []
        for count, rows, scaled, columns in zip(counts, seated, scaled_costs, seat_columns, strict=True):
            reduced = scaled
            for people in columns:
                reduced = list(map(sub, reduced, map(multipliers.__getitem__, people)))
            least = min(reduced)
            bound += count * least
            limit = least + step // 64
            nearly_cheapest.append(list(compress(rows, map(limit.__ge__, reduced))))
        if bound > best:
            best, steps_without_gain = bound, 0
        else:
            steps_without_gain += 1
        if -(-best // SCALE) >= cost:
            break
        if steps_without_gain == PATIENCE:
            step, steps_without_gain = step * 2 // 3, 0
        unit, subgradient = _subgradient(problem.people, counts, nearly_cheapest)
        gap = cost * SCALE - bound
        squared = sum(part * part for part in subgradient)
        if not squared or not step:
            break
        for person, part in enumerate(subgradient):
            multipliers[person] += gap * unit * part * step // (2 * SCALE * squared)
    return max(0, -(-best // SCALE))


def _subgradient(
    people: int, counts: Sequence[int], tables: Sequence[Sequence[tuple[int, ...]]]
) -> tuple[int, list[int]]:
    """How often these tables, of each kind so many, seat each person less than once, in parts of the first
    number.
    """
    unit = lcm(*map(len, tables))
    subgradient = [unit] * people
    for count, alike in zip(counts, tables, strict=True):
        for seats in alike:
            for person in seats:
                subgradient[person] -= count * unit // len(alike)
    return unit, subgradient


def _cheap_tables(
    problem: SeatingProblem, kind: Kind, limit: int, person_prices: Sequence[int], price: int
) -> list[PossibleTable]:
    """The possible tables of a kind that cost less than the limit, each with its cost beyond the prices."""
    size, costs = kind
    beyond_price = [cost - paid for cost, paid in zip(costs, person_prices, strict=True)]
    tables = []
    for seats in combinations(range(problem.people), size):
        if problem.group_penalty is None and len({problem.group[person] for person in seats}) < len(seats):
            continue
        cost = sum(problem.pair_cost[first].get(second, 0) for first, second in combinations(seats, 2))
        cost += sum([beyond_price[person] for person in seats]) - price
        if cost < limit:
            tables.append((cost, seats))
    return tables
