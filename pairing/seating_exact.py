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
        open_tables = [
            table for table, row in enumerate(self.partial_tables) if len(row) < self.problem.sizes[table]
        ]
        bound = sum(min(self.load[person][table] for table in open_tables) for person in self.order[depth:])
        if cost + bound >= self.limit:
            return
        person = self.order[depth]
        empty_tried: set[Kind] = set()
        for added, table in sorted((self._added_cost(person, table), table) for table in open_tables):
            if added < 0 or (not self.partial_tables[table] and self.kinds[table] in empty_tried):
                continue
            if not self.partial_tables[table]:
                empty_tried.add(self.kinds[table])
            self.nodes -= 1
            if self.nodes <= 0:
                return
            self._move(person, table, 1)
            self._place(depth + 1, cost + added)
            self._move(person, table, -1)

    def _added_cost(self, person: int, table: int) -> int:
        """The cost of adding the person to the table; below 0: he may not sit there."""
        group_at_table = any(
            self.problem.group[seated_person] == self.problem.group[person]
            for seated_person in self.partial_tables[table]
        )
        if group_at_table and self.problem.group_penalty is None:
            return -1
        return self.load[person][table] + (self.problem.group_penalty or 0) * group_at_table

    def _move(self, person: int, table: int, sign: int) -> None:
        if sign > 0:
            self.partial_tables[table].append(person)
        else:
            self.partial_tables[table].pop()
        for mate, cost in self.problem.pair_cost[person].items():
            self.load[mate][table] += sign * cost
