"""Seating people at tables, keeping apart as many of the given pairs as possible
(rules/seating.md#criteria).

A quadratic assignment problem: people are positions from 0, each two have a cost at one table, and each may
have one of his own at some tables. All criteria make one whole number, in which a unit of one weighs more
than the highest total of the later ones. Three methods share the work, all limited by steps and never by
time: a tabu search that swaps two people (F. Glover, "Tabu search, part I", ORSA Journal on Computing 1,
1989; with the random tenures of E. Taillard, "Robust taboo search for the quadratic assignment problem",
Parallel Computing 17, 1991); in small fields the Lagrangian bound of `seating_bound.py` and a branch and
bound; and at the end a random walk on the plateau of equally good seatings, so that any of them may be drawn.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from pairing.random_generator import Generator
from pairing.seating_bound import SeatingProblem, lower_bound
from pairing.seating_exact import BranchAndBound
from pairing.table_sizes import fewest_together

Tables = list[list[int]]
EVALUATIONS = 1_000_000
EVALUATIONS_EACH = 20_000
"""Swaps that the tabu search evaluates: `EVALUATIONS_EACH` for each person, at most `EVALUATIONS` in all …"""
LEAST_STEPS = 1_000
"""… but in any case enough for so many steps."""
FIRST_SEARCH_SHARE = 10
"""In small fields the part of the evaluations (one in so many) that is spent before the bound is computed."""
PLATEAU_STEPS = 10_000
"""The most random swaps tried among equally good seatings."""
TABU_TENURE = 6
"""The least number of steps during which a person who was moved is not moved again."""
SEARCH_NODES = 80_000
"""The most nodes that a branch and bound visits."""
LARGEST_EXACT = 28
"""The largest field for which a branch and bound is tried."""


class SeatingSolution(Struct, frozen=True):
    """A seating, its cost, and a proven lower bound for the cost of any seating."""

    tables: Tables
    cost: int
    bound: int


def seat(problem: SeatingProblem, bound: int, rng: Generator) -> SeatingSolution:
    """The best seating that the searches find, at random among those of equal cost.

    `bound`: a lower bound for the cost, at which the search ends.
    """
    small = problem.people <= LARGEST_EXACT
    search = TabuSearch(problem, _random_start(problem, rng))
    bounded = None
    # In a small field a short search often finds the best seating, and the bound then proves it.
    for share in (FIRST_SEARCH_SHARE, 1) if small else (1,):
        search = TabuSearch(problem, search.run(bound, rng, share))
        if small and search.cost > bound and search.cost != bounded:
            bounded = search.cost
            bound = max(bound, lower_bound(problem, bounded))
    if small and search.cost > bound:
        better, bound = _prove(problem, search.cost, bound)
        if better is not None:
            search = TabuSearch(problem, better)
    search.plateau_walk(rng)
    return SeatingSolution(search.tables, search.cost, bound)


def _prove(problem: SeatingProblem, cost: int, bound: int) -> tuple[Tables | None, int]:
    """A cheaper seating, if the branch and bound finds one (else None), and the best bound that it proves.

    It first tries to prove that no seating is cheaper; where that takes too long, that none is as cheap as
    the bound, which is then raised by 1, and so on.
    """
    exact = BranchAndBound(problem, cost, SEARCH_NODES)
    if exact.run():
        return exact.best, exact.limit
    better, cost = exact.best, exact.limit
    nodes = SEARCH_NODES
    while bound < cost:
        exact = BranchAndBound(problem, bound + 1, nodes)
        if not exact.run():
            break
        if exact.best is not None:
            return exact.best, bound
        bound, nodes = bound + 1, exact.nodes
    return better, bound


def spread_over(tables: int, groups: Iterable[int]) -> int:
    """The fewest pairs of one group at a table; `groups`: the number of members of each, spread evenly by
    itself.
    """
    return sum(fewest_together(members, tables) for members in groups)


def _random_start(problem: SeatingProblem, rng: Generator) -> Tables:
    """A random seating; where groups must be kept apart, with one of each group at every table."""
    order = rng.sample(range(problem.people), problem.people)
    if problem.group_penalty is None:
        order.sort(key=lambda position: problem.group[position])
    people = iter(order)
    tables: Tables = [[] for _ in problem.sizes]
    for seat_number in range(max(problem.sizes)):
        for table, size in enumerate(problem.sizes):
            if seat_number < size:
                tables[table].append(next(people))
    return tables


class TabuSearch:
    """A seating improved by swaps of two people. `at[p]`: the table of p; `load[p][t]`: the cost of p at
    table t, and with those there.

    A step takes a random person in conflict, evaluates his swap with everybody at another table (a few
    additions each) and makes the best one that is not tabu; a swap that leads to the best seating so far is
    never tabu (aspiration).
    """

    def __init__(self, problem: SeatingProblem, tables: Tables) -> None:
        self.problem = problem
        self.tables = [list(row) for row in tables]
        self.at = [0] * problem.people
        self.group_counts: list[dict[int, int]] = [{} for _ in tables]
        for table, row in enumerate(self.tables):
            for position in row:
                self.at[position] = table
                group = problem.group[position]
                self.group_counts[table][group] = self.group_counts[table].get(group, 0) + 1
        self.load = [[costs.get(table, 0) for table in range(problem.tables)] for costs in problem.table_cost]
        for position, others in enumerate(problem.pair_cost):
            for other, cost in others.items():
                self.load[position][self.at[other]] += cost
        self.cost = self._cost()

    def _cost(self) -> int:
        load = sum(self.load[person][table] for person, table in enumerate(self.at))
        at_tables = sum(
            costs.get(table, 0) for costs, table in zip(self.problem.table_cost, self.at, strict=True)
        )
        pairs = (load - at_tables) // 2
        beyond_first = sum(count - 1 for counts in self.group_counts for count in counts.values())
        return pairs + at_tables + beyond_first * (self.problem.group_penalty or 0)

    def run(self, bound: int, rng: Generator, share: int) -> Tables:
        """The best seating met before the bound is reached or the evaluations are spent.

        `share`: the part of the evaluations allowed, one in so many.
        """
        best, least_cost = [list(row) for row in self.tables], self.cost
        people = self.problem.people
        evaluations, step = max(min(EVALUATIONS, EVALUATIONS_EACH * people), LEAST_STEPS * people) // share, 0
        tabu_until = [0] * people
        while least_cost > bound and evaluations > 0 and self.problem.tables > 1:
            step += 1
            conflicted = self._conflicted()
            person = rng.choice(conflicted)
            evaluations -= people
            swaps = [
                (change, partner)
                for change, partner in self._swap_changes(person)
                if max(tabu_until[person], tabu_until[partner]) <= step or self.cost + change < least_cost
            ]
            if not swaps:
                continue
            least = min(swaps)[0]
            partner = rng.choice([partner for change, partner in swaps if change == least])
            self._swap(person, partner, least)
            for moved in (person, partner):
                tabu_until[moved] = step + TABU_TENURE + rng.below(TABU_TENURE)
            if self.cost < least_cost:
                best, least_cost = [list(row) for row in self.tables], self.cost
        return best

    def plateau_walk(self, rng: Generator) -> None:
        """Makes random swaps that do not change the cost, so that any of the equally good seatings may
        result.
        """
        people = self.problem.people
        for _ in range(min(20 * people, PLATEAU_STEPS) if self.problem.tables > 1 else 0):
            person, partner = rng.below(people), rng.below(people)
            if (
                self.at[person] != self.at[partner]
                and self._may_swap(person, partner)
                and not self._swap_change(person, partner)
            ):
                self._swap(person, partner, 0)

    def _conflicted(self) -> list[int]:
        """The people who contribute to the cost where they sit."""
        group_penalty, group = self.problem.group_penalty, self.problem.group
        return [
            person
            for person, table in enumerate(self.at)
            if self.load[person][table] or (group_penalty and self.group_counts[table][group[person]] > 1)
        ]

    def _may_swap(self, person: int, partner: int) -> bool:
        return (
            self.problem.group_penalty is not None
            or self.problem.group[person] == self.problem.group[partner]
        )

    def _swap_changes(self, person: int) -> list[tuple[int, int]]:
        """The change of the cost by a swap with each person at another table, with that person."""
        own_table, own_load, own_pair_cost = (
            self.at[person],
            self.load[person],
            self.problem.pair_cost[person],
        )
        at, load = self.at, self.load
        current_load = own_load[own_table]
        if self.problem.group_penalty or self.problem.group_penalty is None:
            return [
                (self._swap_change(person, partner), partner)
                for partner, other_table in enumerate(at)
                if other_table != own_table and self._may_swap(person, partner)
            ]
        return [
            (
                own_load[other_table]
                - current_load
                + load[partner][own_table]
                - load[partner][other_table]
                - 2 * own_pair_cost.get(partner, 0),
                partner,
            )
            for partner, other_table in enumerate(at)
            if other_table != own_table
        ]

    def _swap_change(self, person: int, partner: int) -> int:
        problem, own_table, other_table = self.problem, self.at[person], self.at[partner]
        own_load, partner_load = self.load[person], self.load[partner]
        change = (
            own_load[other_table]
            - own_load[own_table]
            + partner_load[own_table]
            - partner_load[other_table]
            - 2 * problem.pair_cost[person].get(partner, 0)
        )
        first, second = problem.group[person], problem.group[partner]
        if problem.group_penalty and first != second:
            beyond_first = (self.group_counts[own_table].get(second, 0) > 0) - (
                self.group_counts[own_table][first] > 1
            )
            beyond_first += (self.group_counts[other_table].get(first, 0) > 0) - (
                self.group_counts[other_table][second] > 1
            )
            change += beyond_first * problem.group_penalty
        return change

    def _swap(self, person: int, partner: int, change: int) -> None:
        own_table, other_table = self.at[person], self.at[partner]
        for moved, left_table, entered_table in (
            (person, own_table, other_table),
            (partner, other_table, own_table),
        ):
            for mate, cost in self.problem.pair_cost[moved].items():
                self.load[mate][left_table] -= cost
                self.load[mate][entered_table] += cost
            group = self.problem.group[moved]
            self.group_counts[left_table][group] -= 1
            self.group_counts[entered_table][group] = self.group_counts[entered_table].get(group, 0) + 1
        own_row, partner_row = self.tables[own_table], self.tables[other_table]
        own_row[own_row.index(person)], partner_row[partner_row.index(partner)] = partner, person
        self.at[person], self.at[partner] = other_table, own_table
        self.cost += change


def lexicographic_weights(totals: Sequence[int]) -> list[int]:
    """The weight of a unit of each criterion, for criteria in order with the highest total of each.

    >>> lexicographic_weights([9, 3, 2])
    [12, 3, 1]
    """
    weights = [1]
    for total in reversed(totals[1:]):
        weights.append(weights[-1] * (total + 1))
    return weights[::-1]


def units_by_criterion(total: int, weights: Sequence[int]) -> list[int]:
    """The units of each criterion, in order, in a total of weighted units.

    >>> units_by_criterion(31, [12, 3, 1])
    [2, 2, 1]
    """
    units = []
    for unit in weights:
        count, total = divmod(total, unit)
        units.append(count)
    return units
