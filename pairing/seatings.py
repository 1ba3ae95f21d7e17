"""Seating people at tables of one size with the fewest of what should be kept apart
(rules/seating.md#criteria).

Positions from 0 stand for people. All criteria are one whole number: a unit of one weighs more than all that
the later ones can come to. A tabu search exchanges two people; a bound and an exact search prove small ones.
All is limited by steps, never by time.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from pairing.random_generator import Generator
from pairing.seating_bound import Problem, least_cost
from pairing.table_sizes import fewest_together

Tables = list[list[int]]
LOOKS = 1_000_000
LOOKS_EACH = 20_000
"""Exchanges the search looks at: so many for each person, but not more in all …"""
LEAST_STEPS = 1_000
"""… unless that would be fewer than so many steps."""
FIRST_LOOK = 10
"""In small fields one look in so many comes before the bound."""
WANDERING = 10_000
"""Exchanges tried at random among equally good seatings, at most."""
TENURE = 6
"""For how many steps somebody just moved stays, at least."""
NODES = 80_000
"""Places the exact search tries."""
MOST_EXACT = 28
"""The largest field for which an exact search is tried."""


class Answer(Struct, frozen=True):
    """A seating, what it costs, and what is proven that no seating can cost less than."""

    tables: Tables
    cost: int
    bound: int


def seat(problem: Problem, bound: int, rng: Generator) -> Answer:
    """A seating as good as the searches find, drawn at random among those that cost as much.

    `bound`: what no seating can cost less than; reaching it ends the search.
    """
    small = problem.people <= MOST_EXACT
    exchanges = Exchanges(problem, _start(problem, rng))
    # In a small field a first look often finds the best, and the bound then says that nothing is better.
    for share in (FIRST_LOOK, 1) if small else (1,):
        exchanges = Exchanges(problem, exchanges.improved(bound, rng, share))
        if small and exchanges.cost > bound:
            bound = max(bound, least_cost(problem, exchanges.cost))
    if small and exchanges.cost > bound:
        better, bound = _proven(problem, exchanges.cost, bound)
        if better is not None:
            exchanges = Exchanges(problem, better)
    exchanges.wander(rng)
    return Answer(exchanges.tables, exchanges.cost, bound)


def _proven(problem: Problem, cost: int, bound: int) -> tuple[Tables | None, int]:
    """A cheaper seating, if the exact search comes upon one, and the best bound it can prove.

    First whether nothing is cheaper at all; where that takes too long, whether nothing is as cheap as the
    bound, and so on, one by one.
    """
    exact = Exact(problem, cost, NODES)
    if exact.run():
        return exact.best, exact.limit
    better, cost = exact.best, exact.limit
    nodes = NODES
    while bound < cost:
        exact = Exact(problem, bound + 1, nodes)
        if not exact.run():
            break
        if exact.best is not None:
            return exact.best, bound
        bound, nodes = bound + 1, exact.nodes
    return better, bound


def spread_over(tables: int, groups: Iterable[int]) -> int:
    """The fewest pairs of one group at a table, each group (so many members) spread evenly by itself."""
    return sum(fewest_together(members, tables) for members in groups)


def _start(problem: Problem, rng: Generator) -> Tables:
    """At random; where kinds must be apart, one of each kind at every table."""
    order = rng.sample(range(problem.people), problem.people)
    if problem.spread is None:
        order.sort(key=lambda position: problem.kind[position])
    return [order[table :: problem.tables] for table in range(problem.tables)]


class Exchanges:
    """A seating under exchanges of two people. `load[p][t]`: what those at table t cost p."""

    def __init__(self, problem: Problem, tables: Tables) -> None:
        self.problem = problem
        self.tables = [list(row) for row in tables]
        self.at = [0] * problem.people
        self.kinds: list[dict[int, int]] = [{} for _ in tables]
        for table, row in enumerate(self.tables):
            for position in row:
                self.at[position] = table
                kind = problem.kind[position]
                self.kinds[table][kind] = self.kinds[table].get(kind, 0) + 1
        self.load = [[0] * problem.tables for _ in range(problem.people)]
        for position, others in enumerate(problem.apart):
            for other, cost in others.items():
                self.load[position][self.at[other]] += cost
        self.first_marked = problem.tables - problem.marked
        self.cost = self._cost()

    def _cost(self) -> int:
        pairs = sum(self.load[position][table] for position, table in enumerate(self.at)) // 2
        shy = sum(self.problem.shy[one] for row in self.tables[self.first_marked :] for one in row)
        over = sum(count - 1 for counts in self.kinds for count in counts.values())
        return pairs + shy + over * (self.problem.spread or 0)

    def improved(self, bound: int, rng: Generator, share: int) -> Tables:
        """The best seating met before the bound is reached, or one look in so many (`share`) is spent."""
        best, fewest = [list(row) for row in self.tables], self.cost
        people = self.problem.people
        looks, step = max(min(LOOKS, LOOKS_EACH * people), LEAST_STEPS * people) // share, 0
        stays = [0] * people
        while fewest > bound and looks > 0 and self.problem.tables > 1:
            step += 1
            hurt = self._hurt()
            one = rng.choice(hurt)
            looks -= people
            gains = [
                (change, other)
                for change, other in self._changes(one)
                if max(stays[one], stays[other]) <= step or self.cost + change < fewest
            ]
            if not gains:
                continue
            least = min(gains)[0]
            other = rng.choice([there for change, there in gains if change == least])
            self._exchange(one, other, least)
            for moved in (one, other):
                stays[moved] = step + TENURE + rng.below(TENURE)
            if self.cost < fewest:
                best, fewest = [list(row) for row in self.tables], self.cost
        return best

    def wander(self, rng: Generator) -> None:
        """Exchanges at random that cost nothing, so that any of the best seatings may come out."""
        people = self.problem.people
        for _ in range(min(20 * people, WANDERING) if self.problem.tables > 1 else 0):
            one, other = rng.below(people), rng.below(people)
            if self.at[one] != self.at[other] and self._allowed(one, other) and not self._change(one, other):
                self._exchange(one, other, 0)

    def _hurt(self) -> list[int]:
        """Who costs something where he sits."""
        spread, kind = self.problem.spread, self.problem.kind
        return [
            one
            for one, table in enumerate(self.at)
            if self.load[one][table]
            or (table >= self.first_marked and self.problem.shy[one])
            or (spread and self.kinds[table][kind[one]] > 1)
        ]

    def _allowed(self, one: int, other: int) -> bool:
        return self.problem.spread is not None or self.problem.kind[one] == self.problem.kind[other]

    def _changes(self, one: int) -> list[tuple[int, int]]:
        """By how much the cost grows when he changes places with each who sits elsewhere."""
        here, mine, apart = self.at[one], self.load[one], self.problem.apart[one]
        at, load, shy, first = self.at, self.load, self.problem.shy, self.first_marked
        stay = mine[here]
        if self.problem.spread or self.problem.spread is None:
            return [
                (self._change(one, other), other)
                for other, there in enumerate(at)
                if there != here and self._allowed(one, other)
            ]
        if not self.problem.marked:
            return [
                (mine[there] - stay + load[other][here] - load[other][there] - 2 * apart.get(other, 0), other)
                for other, there in enumerate(at)
                if there != here
            ]
        own, here_marked = shy[one], here >= first
        return [
            (
                mine[there]
                - stay
                + load[other][here]
                - load[other][there]
                - 2 * apart.get(other, 0)
                + ((there >= first) - here_marked) * (own - shy[other]),
                other,
            )
            for other, there in enumerate(at)
            if there != here
        ]

    def _change(self, one: int, other: int) -> int:
        problem, here, there = self.problem, self.at[one], self.at[other]
        mine, theirs = self.load[one], self.load[other]
        change = (
            mine[there] - mine[here] + theirs[here] - theirs[there] - 2 * problem.apart[one].get(other, 0)
        )
        moved = (there >= self.first_marked) - (here >= self.first_marked)
        change += moved * (problem.shy[one] - problem.shy[other])
        first, second = problem.kind[one], problem.kind[other]
        if problem.spread and first != second:
            over = (self.kinds[here].get(second, 0) > 0) - (self.kinds[here][first] > 1)
            over += (self.kinds[there].get(first, 0) > 0) - (self.kinds[there][second] > 1)
            change += over * problem.spread
        return change

    def _exchange(self, one: int, other: int, change: int) -> None:
        here, there = self.at[one], self.at[other]
        for moved, left, entered in ((one, here, there), (other, there, here)):
            for mate, cost in self.problem.apart[moved].items():
                self.load[mate][left] -= cost
                self.load[mate][entered] += cost
            kind = self.problem.kind[moved]
            self.kinds[left][kind] -= 1
            self.kinds[entered][kind] = self.kinds[entered].get(kind, 0) + 1
        mine, theirs = self.tables[here], self.tables[there]
        mine[mine.index(one)], theirs[theirs.index(other)] = other, one
        self.at[one], self.at[other] = there, here
        self.cost += change


class Exact:
    """Every seating, as far as it could still cost less than `limit`; `best` is the cheapest found.

    People with much to be kept apart are placed first. Of empty tables that are alike only one is tried.
    """

    def __init__(self, problem: Problem, limit: int, nodes: int) -> None:
        self.problem = problem
        self.limit = limit
        self.best: Tables | None = None
        self.nodes = nodes
        self.order = sorted(
            range(problem.people), key=lambda one: (-sum(problem.apart[one].values()), -problem.shy[one])
        )
        self.rows: Tables = [[] for _ in range(problem.tables)]
        self.load = [[0] * problem.tables for _ in range(problem.people)]
        for one in range(problem.people):
            for table in range(problem.tables - problem.marked, problem.tables):
                self.load[one][table] = problem.shy[one]

    def run(self) -> bool:
        """True: all was looked at, so no seating costs less than `limit`, now what `best` costs if there is
        one.
        """
        self._place(0, 0)
        return self.nodes > 0

    def _place(self, depth: int, cost: int) -> None:
        if depth == len(self.order):
            self.best, self.limit = [list(row) for row in self.rows], cost
            return
        open_tables = [table for table, row in enumerate(self.rows) if len(row) < self.problem.seats]
        least = sum(min(self.load[one][table] for table in open_tables) for one in self.order[depth:])
        if cost + least >= self.limit:
            return
        one = self.order[depth]
        empty: set[bool] = set()
        for price, table in sorted((self._price(one, table), table) for table in open_tables):
            marked = table >= self.problem.tables - self.problem.marked
            if price < 0 or (not self.rows[table] and marked in empty):
                continue
            if not self.rows[table]:
                empty.add(marked)
            self.nodes -= 1
            if self.nodes <= 0:
                return
            self._sit(one, table, 1)
            self._place(depth + 1, cost + price)
            self._sit(one, table, -1)

    def _price(self, one: int, table: int) -> int:
        """What it costs to seat him there now; below 0: he may not sit there."""
        same = any(self.problem.kind[other] == self.problem.kind[one] for other in self.rows[table])
        if same and self.problem.spread is None:
            return -1
        return self.load[one][table] + (self.problem.spread or 0) * same

    def _sit(self, one: int, table: int, sign: int) -> None:
        if sign > 0:
            self.rows[table].append(one)
        else:
            self.rows[table].pop()
        for mate, cost in self.problem.apart[one].items():
            self.load[mate][table] += sign * cost


def weights(totals: Sequence[int]) -> list[int]:
    """For criteria in order, each with the most it can come to: what a unit of each weighs."""
    found = [1]
    for total in reversed(totals[1:]):
        found.append(found[-1] * (total + 1))
    return found[::-1]


def as_units(total: int, weight: Sequence[int]) -> list[int]:
    """A total of weighted units as the units of each criterion, in order."""
    units = []
    for one in weight:
        count, total = divmod(total, one)
        units.append(count)
    return units


def assignment(costs: Sequence[Sequence[int]]) -> list[int]:
    """For each row a column of its own with the least sum of costs (the Hungarian method, by shortest
    paths).
    """
    size = len(costs)
    by_row, by_column = [0] * (size + 1), [0] * (size + 1)
    match = [0] * (size + 1)
    for row in range(1, size + 1):
        match[0], column = row, 0
        least: list[int | None] = [None] * (size + 1)
        way, used = [0] * (size + 1), [False] * (size + 1)
        while match[column]:
            used[column] = True
            current, delta, following = match[column], None, 0
            for other in range(1, size + 1):
                if used[other]:
                    continue
                reduced = costs[current - 1][other - 1] - by_row[current] - by_column[other]
                seen = least[other]
                if seen is None or reduced < seen:
                    least[other], way[other], seen = reduced, column, reduced
                if delta is None or seen < delta:
                    delta, following = seen, other
            step = delta or 0
            for other in range(size + 1):
                if used[other]:
                    by_row[match[other]] += step
                    by_column[other] -= step
                elif (seen := least[other]) is not None:
                    least[other] = seen - step
            column = following
        while column:
            match[column], column = match[way[column]], way[column]
    found = [0] * size
    for column in range(1, size + 1):
        found[match[column] - 1] = column - 1
    return found
