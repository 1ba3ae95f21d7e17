"""Sums and comparisons of many fractions are those of the fractions themselves."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scoring.fractions_at_once import exact_sum, from_best, in_whole_numbers

SOME = st.lists(st.fractions(max_denominator=60), max_size=12)


@given(SOME)
def test_a_sum_is_that_of_one_after_the_other(values: list[Fraction]) -> None:
    assert exact_sum(iter(values)) == sum(values, Fraction(0))


@given(SOME)
def test_whole_numbers_stand_in_the_order_of_the_values_and_are_equal_where_they_are(
    values: list[Fraction],
) -> None:
    numbers = in_whole_numbers(values)
    assert [[one < other for other in numbers] for one in numbers] == [
        [one < other for other in values] for one in values
    ]


@given(SOME)
def test_from_the_best_on_level_ones_stay_as_they_are(values: list[Fraction]) -> None:
    assert from_best(values) == sorted(range(len(values)), key=lambda place: (-values[place], place))
