"""The RTU and Master methods: golden cases worked by hand, and what holds for every table."""

from fractions import Fraction
from itertools import pairwise
from random import Random

from hypothesis import given, strategies as st

from scoring import editions, risiko_methods
from scoring.method import Method, Scored
from scoring.methods import METHODS
from scoring.options import build
from tests.scoring.golden import GOLDEN, cases
from tests.scoring.tables import scored

ROWS = (*risiko_methods.METHODS, *editions.METHODS)
TIES = ("none", "rtu-2003", "rtu-2014", "master")


def test_places_and_points_are_those_worked_by_hand() -> None:
    for case in cases("risiko"):
        assert case.found() == case.expected(), case


def test_every_method_has_golden_cases_of_four_and_of_five() -> None:
    sizes: dict[str, set[int]] = {}
    for case in cases("risiko"):
        sizes.setdefault(case.method, set()).add(len(case.case["table"]))
    assert sizes.keys() == {method.name for method in ROWS}
    assert {path.stem for path in (GOLDEN / "risiko").glob("*.json")} == sizes.keys()
    assert all(found & {4} and found & {3, 5} for found in sizes.values())


def test_the_tie_list_of_each_method_is_the_one_of_the_rules() -> None:
    shared = {"table-points", "wins", "maialino", "places", "winds"}
    for method in METHODS.values():
        if method.multiplayer:
            expected = (
                "none" if method.name in shared else "master" if method.name == "master" else "rtu-2014"
            )
            assert method.options().ties == expected, method.name


@st.composite
def tables(draw: st.DrawFn) -> list[str]:
    """A table of three to six: some out, perhaps a RisiKo!, counts noted or not."""
    size = draw(st.integers(3, 6))
    out = draw(st.integers(0, size - 1))
    seats = [f"out{number}" for number in range(1, out + 1)]
    orders = draw(st.permutations(range(1, size + 1)))
    for number in range(size - out):
        text = str(draw(st.integers(0, 100)))
        for name in ("outside", "armies_in", "armies_out", "cards", "dice"):
            if draw(st.booleans()):
                text += f" {name}={draw(st.integers(0, 2))}"
        if draw(st.booleans()):
            text += f" order={orders[number]}"
        seats.append(text)
    if draw(st.booleans()):
        seats[-1] += " risiko"
    return draw(st.permutations(seats))


def only(found: list[Scored | None]) -> Scored:
    assert len(found) == 1
    assert found[0] is not None
    return found[0]


METHOD = st.sampled_from(ROWS)


@given(METHOD, tables(), st.randoms(use_true_random=False), st.sampled_from(TIES))
def test_where_somebody_sits_changes_nothing(
    method: Method, seats: list[str], random: Random, ties: str
) -> None:
    order = list(range(len(seats)))
    random.shuffle(order)
    one = only(scored(method.name, {"ties": ties}, [seats]))
    other = only(scored(method.name, {"ties": ties}, [[seats[seat] for seat in order]]))
    assert other.points == tuple(one.points[seat] for seat in order)
    assert other.places == tuple(one.places[seat] for seat in order)


@given(METHOD, tables(), st.sampled_from(TIES))
def test_places_are_counted_and_points_exact(method: Method, seats: list[str], ties: str) -> None:
    one = only(scored(method.name, {"ties": ties}, [seats]))
    assert all(isinstance(points, Fraction) for points in one.points)
    assert list(one.places) == [1 + sum(other < place for other in one.places) for place in one.places]


@given(st.sampled_from(risiko_methods.METHODS), tables(), st.sampled_from(TIES))
def test_risiko_is_first_and_the_eliminated_are_last(method: Method, seats: list[str], ties: str) -> None:
    places = only(scored(method.name, {"ties": ties}, [seats])).places
    out = sum(text.startswith("out") for text in seats)
    for text, place in zip(seats, places, strict=True):
        if text.startswith("out"):
            assert place == len(seats) - int(text.removeprefix("out")) + 1
        elif text.endswith("risiko"):
            assert place == 1
        else:
            assert place <= len(seats) - out


@given(
    st.sampled_from([method for method in ROWS if method.name != "medals"]), tables(), st.sampled_from(TIES)
)
def test_nobody_gains_by_a_worse_place(method: Method, seats: list[str], ties: str) -> None:
    one = only(scored(method.name, {"ties": ties}, [seats]))
    by_place = sorted(zip(one.places, one.points, strict=True))
    assert all(
        ahead >= behind for (place, ahead), (next_place, behind) in pairwise(by_place) if place < next_place
    )


BOUNDED = st.sampled_from([method for method in METHODS.values() if method.multiplayer and method.bounds])


@given(BOUNDED, tables(), st.sampled_from(TIES))
def test_no_result_is_worth_more_or_less_than_the_bounds(method: Method, seats: list[str], ties: str) -> None:
    assert method.bounds is not None
    bounds = method.bounds(build(method.options, {}))
    points = only(scored(method.name, {"ties": ties}, [seats])).points
    assert all(bounds.least <= value <= bounds.most for value in points)


def test_the_best_result_of_a_method_is_reached() -> None:
    best = {
        "conversion-150": ["100 risiko", "0", "0", "0"],
        "table-points": ["100", "0", "0", "0"],
        "spartaco": ["100", "0", "0", "0"],
        "monzamici": ["100", "0", "0", "0", "0"],
        "master": ["100", "0", "0", "0"],
        "standard": ["100 risiko", "0", "0", "0"],
        "places": ["5", "4", "3", "2"],
    }
    for name, seats in best.items():
        bounds = METHODS[name].bounds
        assert bounds is not None
        reached = max(only(scored(name, {}, [seats])).points)
        assert reached == bounds(build(METHODS[name].options, {})).most
