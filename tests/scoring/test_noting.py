"""What a method wants noted at a table, and the seat scores of one table read by themselves."""

import pytest
from msgspec.structs import replace

from scoring.methods import METHODS
from scoring.reading_rounds import read_seat_scores
from scoring.record import DocumentError, SeatScore

MANY = [method for method in METHODS.values() if method.multiplayer]
COUNTS = set(SeatScore.__struct_fields__) - {"extra"}


@pytest.mark.parametrize("method", MANY, ids=lambda method: method.name)
def test_a_method_asks_for_counts_that_a_seat_score_has(method) -> None:
    options = method.options()
    assert "points" in method.counts(options)
    assert {*method.counts(options), *method.ties(options)} <= COUNTS


def test_the_tie_list_is_the_one_chosen() -> None:
    options = METHODS["standard"].options()
    assert METHODS["standard"].ties(replace(options, ties="master")) == ("outside", "order")
    assert METHODS["standard"].ties(replace(options, ties="rtu-2003")) == (
        "outside", "armies_in", "armies_out", "dice"
    )  # fmt: skip
    assert METHODS["standard"].ties(replace(options, ties="none")) == ()


def test_armies_are_counted_where_the_options_count_them() -> None:
    method = METHODS["edition-1997-3"]
    assert "armies_out" in method.counts(method.options())
    assert "armies_out" not in method.counts(method.options(method=2))
    assert "armies_out" not in method.counts(method.options(armies="in"))
    assert "armies_out" in method.counts(method.options(method=2, armies="all"))


def test_seat_scores_of_one_table() -> None:
    first, second, third = read_seat_scores(
        [{"points": 54, "outside": 3}, {"points": 20}, {"points": 0, "eliminated": 1}]
    )
    assert (first.points, first.outside, second.outside, third.eliminated) == (54, 3, None, 1)


def test_faults_begin_at_the_seat() -> None:
    with pytest.raises(DocumentError) as caught:
        read_seat_scores(
            [{"points": -1}, {"points": 5, "order": 4}, {"points": 9, "risiko": True, "eliminated": 1}]
        )
    assert {(fault.path, fault.code) for fault in caught.value.issues} == {
        ("[0].points", "too_small"),
        ("[1].order", "order_range"),
        ("[2].points", "eliminated_holds"),
        ("[2].risiko", "risiko_eliminated"),
    }
