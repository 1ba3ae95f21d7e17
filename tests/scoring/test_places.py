"""Places at a table, the editions' tie lists, points by place and by wind (golden cases worked by hand)."""

from fractions import Fraction
from typing import Any

from hypothesis import given, strategies as st

from tests.scoring.golden import cases
from tests.scoring.tables import scored, shown


def test_places_and_points_are_those_worked_by_hand() -> None:
    for case in cases("places"):
        assert case.found() == case.expected(), case


POINTS = st.lists(st.integers(0, 12), min_size=3, max_size=6)


@given(POINTS, st.lists(st.integers(0, 20), min_size=0, max_size=5), st.integers(0, 3), st.booleans())
def test_a_table_gets_all_points_of_its_places_and_no_more(
    scores: list[int], points: list[int], rest: int, low_wins: bool
) -> None:
    options: dict[str, Any] = {"points": points, "rest": rest, "low_wins": low_wins}
    one = scored("places", options, [[str(score) for score in scores]])[0]
    assert one is not None
    given_out = (points + [rest] * len(scores))[: len(scores)]
    assert sum(one.points) == sum(given_out)
    assert all(isinstance(value, Fraction) for value in one.points)


@given(st.lists(POINTS, min_size=1, max_size=5))
def test_a_wind_gets_all_points_of_its_places_and_no_more(tables: list[list[int]]) -> None:
    found = scored("winds", {}, [[str(score) for score in scores] for scores in tables])
    for wind in range(6):
        sat = [one.points[wind] for one in found if one is not None and wind < len(one.points)]
        assert sum(sat) == sum([10, 6, 4, 3, 2][: len(sat)]) + max(0, len(sat) - 5)


@given(POINTS)
def test_who_has_more_is_ahead_and_who_has_as_many_is_level(scores: list[int]) -> None:
    one = scored("places", {}, [[str(score) for score in scores]])[0]
    assert one is not None
    assert list(one.places) == [1 + sum(other > score for other in scores) for score in scores]


def test_a_table_without_a_result_has_no_places() -> None:
    assert [shown(one) for one in scored("places", {}, [None, ["3", "2", "1"]])] == [
        None,
        ([1, 2, 3], ["10", "6", "3"]),
    ]
