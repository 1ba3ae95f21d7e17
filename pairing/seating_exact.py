"""Exact solution of small seating problems, by branch and bound."""

from pairing.seating_bound import Kind, SeatingProblem

Tables = list[list[int]]


class BranchAndBound:
    """A search through all seatings that can cost less than `limit`; `best`: the cheapest found.

    People with the highest pair costs are placed first. The cost of the others is bounded by the cheapest
    table of each. Of several empty tables of a kind only one is tried.
    """

    def __init__(self, problem: SeatingProblem, limit: int, nodes: int) -> None:
        self.problem = problem
        self.limit = limit
        self.best: Tables | None = None
        self.nodes = nodes
        self.order = sorted(
            range(problem.people),
            key=lambda person: (
                -sum(problem.pair_cost[person].values()),
                -sum(problem.table_cost[person].values()),
            ),
        )
        self.partial_tables: Tables = [[] for _ in range(problem.tables)]
        self.kinds = [problem.kind(table) for table in range(problem.tables)]
        self.load = [[costs.get(table, 0) for table in range(problem.tables)] for costs in problem.table_cost]
        rows = [self.load[person] for person in self.order]
        self.loads_from = [rows[depth:] for depth in range(problem.people)]
        place = {person: depth for depth, person in enumerate(self.order)}
        self.later_mates = [
            [
                (self.load[mate], cost)
                for mate, cost in problem.pair_cost[person].items()
                if place[mate] > place[person]
            ]
            for person in range(problem.people)
        ]
        # What the load of a full table is raised by: more than all that can be paid.
        self.full = 1 + sum(sum(costs.values()) for costs in (*problem.pair_cost, *problem.table_cost))

    def run(self) -> bool:
        """Whether the search was completed within the nodes: no seating then costs less than `limit`, which
        is the cost of `best` where it was found.
        """
        self._place(0, 0)
        return self.nodes > 0

    def _place(self, depth: int, cost: int) -> None:
        if depth == len(self.order):
            self.best, self.limit = [list(row) for row in self.partial_tables], cost
            return
        if cost + sum(map(min, self.loads_from[depth])) >= self.limit:
            return
        person = self.order[depth]
        empty_tried: set[Kind] = set()
        for added, table in sorted(self._added_costs(person)):
            if not self.partial_tables[table]:
                if self.kinds[table] in empty_tried:
                    continue
                empty_tried.add(self.kinds[table])
            self.nodes -= 1
            if self.nodes <= 0:
                return
            self._seat(depth, table)
            self._place(depth + 1, cost + added)
            self._unseat(depth, table)

    def _added_costs(self, person: int) -> list[tuple[int, int]]:
        """For each table where the person may sit what that adds to the cost."""
        penalty = self.problem.group_penalty
        open_tables = [(load, table) for table, load in enumerate(self.load[person]) if load < self.full]
        if penalty == 0:
            return open_tables
        group = self.problem.group
        costs = []
        for load, table in open_tables:
            if all(group[seated] != group[person] for seated in self.partial_tables[table]):
                costs.append((load, table))
            elif penalty is not None:
                costs.append((load + penalty, table))
        return costs

    def _seat(self, depth: int, table: int) -> None:
        person, row = self.order[depth], self.partial_tables[table]
        row.append(person)
        for load, cost in self.later_mates[person]:
            load[table] += cost
        if len(row) == self.problem.sizes[table]:
            for load in self.loads_from[depth]:
                load[table] += self.full

    def _unseat(self, depth: int, table: int) -> None:
        person, row = self.order[depth], self.partial_tables[table]
        if len(row) == self.problem.sizes[table]:
            for load in self.loads_from[depth]:
                load[table] -= self.full
        row.pop()
        for load, cost in self.later_mates[person]:
            load[table] -= cost
