"""The bound for small fields: never above the best seating, and it proves what counting each club cannot."""

from itertools import combinations, permutations
from typing import Any

from hypothesis import given, strategies as st

from pairing.registry import pair
from pairing.seating_bound import SeatingProblem, lower_bound
from pairing.seating_exact import BranchAndBound
from tests.documents import players, raw, record, stage


def seatings(people: tuple[int, ...], seats: int) -> list[list[tuple[int, ...]]]:
    """Every way to seat them; the order of the tables does not count."""
    if not people:
        return [[]]
    first, rest = people[0], people[1:]
    return [
        [(first, *mates), *others]
        for mates in combinations(rest, seats - 1)
        for others in seatings(tuple(one for one in rest if one not in mates), seats)
    ]


def cheapest(problem: SeatingProblem) -> int | None:
    """By trying everything: who sits at which table, too."""
    best = None
    for tables in seatings(tuple(range(problem.people)), problem.sizes[0]):
        if problem.group_penalty is None and any(
            len({problem.group[one] for one in seats}) < len(seats) for seats in tables
        ):
            continue
        pairs = sum(
            problem.pair_cost[one].get(two, 0) for seats in tables for one, two in combinations(seats, 2)
        )
        for order in permutations(tables):
            at_tables = sum(
                problem.table_cost[one].get(table, 0) for table, seats in enumerate(order) for one in seats
            )
            best = pairs + at_tables if best is None else min(best, pairs + at_tables)
    return best


@st.composite
def problems(draw: st.DrawFn) -> SeatingProblem:
    tables, seats = draw(st.sampled_from([(2, 4), (3, 3), (2, 3), (1, 4)]))
    people = tables * seats
    pair_cost: list[dict[int, int]] = [{} for _ in range(people)]
    first = draw(st.integers(0, tables))
    costs = st.sampled_from([0, 0, 1, 2, 3, 50, 100_000])
    for one, two in combinations(range(people), 2):
        cost = draw(costs)
        if cost:
            pair_cost[one][two] = pair_cost[two][one] = cost
    return SeatingProblem(
        sizes=[seats] * tables,
        pair_cost=pair_cost,
        table_cost=[
            {table: draw(st.sampled_from([0, 0, 7, 1000])) for table in range(first, tables)}
            for _ in range(people)
        ],
        group=[one // tables for one in range(people)],
        group_penalty=draw(st.sampled_from([0, None])),
    )


@given(problems(), st.integers(0, 5))
def test_no_seating_costs_less(problem: SeatingProblem, above: int) -> None:
    best = cheapest(problem)
    assert best is not None
    assert lower_bound(problem, best + above) <= best


@given(problems())
def test_the_exact_search_finds_the_cheapest_seating_and_nothing_below_it(problem: SeatingProblem) -> None:
    best = cheapest(problem)
    assert best is not None
    for limit, found in ((best + 1, True), (best, False)):
        exact = BranchAndBound(problem, limit, nodes=10**6)
        assert exact.run()
        assert (exact.limit, exact.best is not None) == (best, found)


# The fields of the affine plane of order four: every two of sixteen have met once after five rounds.
_TIMES = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))


def affine_plane() -> list[dict[str, Any]]:
    points = [(x, y) for x in range(4) for y in range(4)]
    upright = [[point for point in points if point[0] == x] for x in range(4)]
    sloping = [
        [[point for point in points if point[1] ^ row[point[0]] == height] for height in range(4)]
        for row in _TIMES
    ]
    return [
        {"tables": [{"seats": [4 * x + y + 1 for x, y in line]} for line in parallel]}
        for parallel in [upright, *sloping]
    ]


def test_when_everybody_has_met_everybody_all_are_proven_to_meet_again() -> None:
    # Each meets three again: 16 × 3 / 2 pairs.
    drawn = pair(
        record(raw(players(16), stage("seating", affine_plane(), options={"separate": ["opponents"]})))
    )
    assert drawn.quality["cost"] == drawn.quality["bound"] == {"opponents": 24}
    assert drawn.quality["optimal"] is True


def test_late_rounds_with_clubs_and_fives_are_proven() -> None:
    # The exact search alone gives up on this one.
    more = {f"p{player}": {"club": "abcd"[player % 4]} for player in range(1, 18)}
    rounds = affine_plane()
    value = raw(players(17, **more), stage("seating", rounds, options={"separate": ["clubs", "opponents"]}))
    assert pair(record(value)).quality["optimal"] is True
