"""Small seating problems solved to the end, by branch and bound."""

from pairing.seating_bound import SeatingProblem

Tables = list[list[int]]


class BranchAndBound:
    """Every seating, as far as it could still cost less than `limit`; `best` is the cheapest found.

    People with much to be kept apart are placed first. What everybody not yet placed costs at least, each at
    his own cheapest table, bounds the rest. Of empty tables that are alike only one is tried.
    """

    def __init__(self, problem: SeatingProblem, limit: int, nodes: int) -> None:
        self.problem = problem
        self.limit = limit
        self.best: Tables | None = None
        self.nodes = nodes
        self.order = sorted(
            range(problem.people),
            key=lambda person: (-sum(problem.pair_cost[person].values()), -problem.tail_penalty[person]),
        )
        self.tables_so_far: Tables = [[] for _ in range(problem.tables)]
        self.load = [[0] * problem.tables for _ in range(problem.people)]
        for person in range(problem.people):
            for table in range(problem.tables - problem.tail_tables, problem.tables):
                self.load[person][table] = problem.tail_penalty[person]

    def run(self) -> bool:
        """Did the nodes last? Then no seating costs less than `limit`, which is what `best` costs if there is
        one.
        """
        self._place(0, 0)
        return self.nodes > 0

    def _place(self, depth: int, cost: int) -> None:
        if depth == len(self.order):
            self.best, self.limit = [list(row) for row in self.tables_so_far], cost
            return
        open_tables = [table for table, row in enumerate(self.tables_so_far) if len(row) < self.problem.seats]
        bound = sum(min(self.load[person][table] for table in open_tables) for person in self.order[depth:])
        if cost + bound >= self.limit:
            return
        person = self.order[depth]
        empty_tried: set[bool] = set()
        for added, table in sorted((self._added_cost(person, table), table) for table in open_tables):
            in_tail = table >= self.problem.tables - self.problem.tail_tables
            if added < 0 or (not self.tables_so_far[table] and in_tail in empty_tried):
                continue
            if not self.tables_so_far[table]:
                empty_tried.add(in_tail)
            self.nodes -= 1
            if self.nodes <= 0:
                return
            self._move(person, table, 1)
            self._place(depth + 1, cost + added)
            self._move(person, table, -1)

    def _added_cost(self, person: int, table: int) -> int:
        """What it costs to seat him there now; below 0: he may not sit there."""
        same = any(
            self.problem.group[other] == self.problem.group[person] for other in self.tables_so_far[table]
        )
        if same and self.problem.group_penalty is None:
            return -1
        return self.load[person][table] + (self.problem.group_penalty or 0) * same

    def _move(self, person: int, table: int, sign: int) -> None:
        if sign > 0:
            self.tables_so_far[table].append(person)
        else:
            self.tables_so_far[table].pop()
        for mate, cost in self.problem.pair_cost[person].items():
            self.load[mate][table] += sign * cost
