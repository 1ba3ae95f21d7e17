"""Seating people at tables of one size with the fewest of what should be kept apart
(rules/seating.md#criteria).

A quadratic assignment problem: people are positions from 0, and what two of them cost at one table is given.
All criteria are one whole number: a unit of one weighs more than all that the later ones can come to. Three
methods share the work, all limited by steps and never by time: a tabu search that swaps two people (F.
Glover, "Tabu search, part I", ORSA Journal on Computing 1, 1989; with the random tenures of E. Taillard,
"Robust taboo search for the quadratic assignment problem", Parallel Computing 17, 1991); in small fields the
Lagrangian bound of `seating_bound.py` and a branch and bound; and at the end a random walk on the plateau of
equally good seatings, so that any of them may be drawn.
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
"""Swaps that the tabu search evaluates: so many for each person, but not more in all …"""
LEAST_STEPS = 1_000
"""… unless that would be fewer than so many steps."""
FIRST_SEARCH_SHARE = 10
"""In small fields one evaluation in so many is spent before the bound is computed."""
PLATEAU_STEPS = 10_000
"""Swaps tried at random among equally good seatings, at most."""
TABU_TENURE = 6
"""For so many steps at least nobody who has just moved is moved again."""
SEARCH_NODES = 80_000
"""Nodes that a branch and bound visits."""
LARGEST_EXACT = 28
"""The largest field for which a branch and bound is tried."""


class SeatingSolution(Struct, frozen=True):
    """A seating, what it costs, and a proven lower bound for the cost of any seating."""

    tables: Tables
    cost: int
    bound: int


def seat(problem: SeatingProblem, bound: int, rng: Generator) -> SeatingSolution:
    """A seating as good as the searches find, drawn at random among those that cost as much.

    `bound`: what no seating can cost less than; reaching it ends the search.
    """
    small = problem.people <= LARGEST_EXACT
    search = TabuSearch(problem, _random_start(problem, rng))
    # In a small field a short search often finds the best, and the bound then says that nothing is better.
    for share in (FIRST_SEARCH_SHARE, 1) if small else (1,):
        search = TabuSearch(problem, search.run(bound, rng, share))
        if small and search.cost > bound:
            bound = max(bound, lower_bound(problem, search.cost))
    if small and search.cost > bound:
        better, bound = _prove(problem, search.cost, bound)
        if better is not None:
            search = TabuSearch(problem, better)
    search.plateau_walk(rng)
    return SeatingSolution(search.tables, search.cost, bound)


def _prove(problem: SeatingProblem, cost: int, bound: int) -> tuple[Tables | None, int]:
    """A cheaper seating, if the branch and bound comes upon one, and the best bound it can prove.

    First whether nothing is cheaper at all; where that takes too long, whether nothing is as cheap as the
    bound, and so on, one by one.
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
    """The fewest pairs of one group at a table, each group (so many members) spread evenly by itself."""
    return sum(fewest_together(members, tables) for members in groups)


def _random_start(problem: SeatingProblem, rng: Generator) -> Tables:
    """At random; where groups must be kept apart, one of each group at every table."""
    order = rng.sample(range(problem.people), problem.people)
    if problem.group_penalty is None:
        order.sort(key=lambda position: problem.group[position])
    return [order[table :: problem.tables] for table in range(problem.tables)]


class TabuSearch:
    """A seating that swaps of two people improve. `load[p][t]`: what those at table t cost p.

    A step takes somebody in conflict at random, evaluates his swap with everybody at another table (a few
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
        self.load = [[0] * problem.tables for _ in range(problem.people)]
        for position, others in enumerate(problem.pair_cost):
            for other, cost in others.items():
                self.load[position][self.at[other]] += cost
        self.first_tail_table = problem.tables - problem.tail_tables
        self.cost = self._cost()

    def _cost(self) -> int:
        pairs = sum(self.load[position][table] for position, table in enumerate(self.at)) // 2
        tail_penalty = sum(
            self.problem.tail_penalty[person]
            for row in self.tables[self.first_tail_table :]
            for person in row
        )
        over = sum(count - 1 for counts in self.group_counts for count in counts.values())
        return pairs + tail_penalty + over * (self.problem.group_penalty or 0)

    def run(self, bound: int, rng: Generator, share: int) -> Tables:
        """The best seating met before the bound is reached or the evaluations are spent.

        `share`: only one in so many of the evaluations allowed.
        """
        best, fewest = [list(row) for row in self.tables], self.cost
        people = self.problem.people
        evaluations, step = max(min(EVALUATIONS, EVALUATIONS_EACH * people), LEAST_STEPS * people) // share, 0
        tabu_until = [0] * people
        while fewest > bound and evaluations > 0 and self.problem.tables > 1:
            step += 1
            conflicted = self._conflicted()
            person = rng.choice(conflicted)
            evaluations -= people
            swaps = [
                (change, other)
                for change, other in self._swap_costs(person)
                if max(tabu_until[person], tabu_until[other]) <= step or self.cost + change < fewest
            ]
            if not swaps:
                continue
            least = min(swaps)[0]
            other = rng.choice([there for change, there in swaps if change == least])
            self._swap(person, other, least)
            for moved in (person, other):
                tabu_until[moved] = step + TABU_TENURE + rng.below(TABU_TENURE)
            if self.cost < fewest:
                best, fewest = [list(row) for row in self.tables], self.cost
        return best

    def plateau_walk(self, rng: Generator) -> None:
        """Swaps at random that cost nothing, so that any of the best seatings may come out."""
        people = self.problem.people
        for _ in range(min(20 * people, PLATEAU_STEPS) if self.problem.tables > 1 else 0):
            person, other = rng.below(people), rng.below(people)
            if (
                self.at[person] != self.at[other]
                and self._may_swap(person, other)
                and not self._swap_cost(person, other)
            ):
                self._swap(person, other, 0)

    def _conflicted(self) -> list[int]:
        """Who costs something where he sits."""
        group_penalty, group = self.problem.group_penalty, self.problem.group
        return [
            person
            for person, table in enumerate(self.at)
            if self.load[person][table]
            or (table >= self.first_tail_table and self.problem.tail_penalty[person])
            or (group_penalty and self.group_counts[table][group[person]] > 1)
        ]

    def _may_swap(self, person: int, other: int) -> bool:
        return (
            self.problem.group_penalty is not None or self.problem.group[person] == self.problem.group[other]
        )

    def _swap_costs(self, person: int) -> list[tuple[int, int]]:
        """By how much the cost grows when he is swapped with each who sits at another table."""
        here, mine, own_pair_cost = self.at[person], self.load[person], self.problem.pair_cost[person]
        at, load, tail_penalty, first = self.at, self.load, self.problem.tail_penalty, self.first_tail_table
        stay = mine[here]
        if self.problem.group_penalty or self.problem.group_penalty is None:
            return [
                (self._swap_cost(person, other), other)
                for other, there in enumerate(at)
                if there != here and self._may_swap(person, other)
            ]
        if not self.problem.tail_tables:
            return [
                (
                    mine[there]
                    - stay
                    + load[other][here]
                    - load[other][there]
                    - 2 * own_pair_cost.get(other, 0),
                    other,
                )
                for other, there in enumerate(at)
                if there != here
            ]
        own, here_in_tail = tail_penalty[person], here >= first
        return [
            (
                mine[there]
                - stay
                + load[other][here]
                - load[other][there]
                - 2 * own_pair_cost.get(other, 0)
                + ((there >= first) - here_in_tail) * (own - tail_penalty[other]),
                other,
            )
            for other, there in enumerate(at)
            if there != here
        ]

    def _swap_cost(self, person: int, other: int) -> int:
        problem, here, there = self.problem, self.at[person], self.at[other]
        mine, theirs = self.load[person], self.load[other]
        change = (
            mine[there]
            - mine[here]
            + theirs[here]
            - theirs[there]
            - 2 * problem.pair_cost[person].get(other, 0)
        )
        moved = (there >= self.first_tail_table) - (here >= self.first_tail_table)
        change += moved * (problem.tail_penalty[person] - problem.tail_penalty[other])
        first, second = problem.group[person], problem.group[other]
        if problem.group_penalty and first != second:
            over = (self.group_counts[here].get(second, 0) > 0) - (self.group_counts[here][first] > 1)
            over += (self.group_counts[there].get(first, 0) > 0) - (self.group_counts[there][second] > 1)
            change += over * problem.group_penalty
        return change

    def _swap(self, person: int, other: int, change: int) -> None:
        here, there = self.at[person], self.at[other]
        for moved, left, entered in ((person, here, there), (other, there, here)):
            for mate, cost in self.problem.pair_cost[moved].items():
                self.load[mate][left] -= cost
                self.load[mate][entered] += cost
            group = self.problem.group[moved]
            self.group_counts[left][group] -= 1
            self.group_counts[entered][group] = self.group_counts[entered].get(group, 0) + 1
        mine, theirs = self.tables[here], self.tables[there]
        mine[mine.index(person)], theirs[theirs.index(other)] = other, person
        self.at[person], self.at[other] = there, here
        self.cost += change


def lexicographic_weights(totals: Sequence[int]) -> list[int]:
    """For criteria in order, each with the most it can come to: what a unit of each weighs.

    >>> lexicographic_weights([9, 3, 2])
    [12, 3, 1]
    """
    weights = [1]
    for total in reversed(totals[1:]):
        weights.append(weights[-1] * (total + 1))
    return weights[::-1]


def units_by_criterion(total: int, weights: Sequence[int]) -> list[int]:
    """A total of weighted units as the units of each criterion, in order.

    >>> units_by_criterion(31, [12, 3, 1])
    [2, 2, 1]
    """
    units = []
    for unit in weights:
        count, total = divmod(total, unit)
        units.append(count)
    return units
