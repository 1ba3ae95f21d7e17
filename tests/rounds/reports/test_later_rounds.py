"""A bracket from a later round on is a tree like any other."""

import pytest
from hypothesis import assume, given, strategies as st

from clubtornei.rounds.reports.bracket import beginning_at, beginnings, usual_beginning
from pairing.system import NoLegalPairing
from tests.rounds.reports.test_bracket import assert_is_a_tree, field_of, picture

pytestmark = pytest.mark.unit


@given(st.integers(2, 64), st.dictionaries(st.integers(1, 12), st.integers(1, 3), max_size=8), st.data())
def test_from_any_round_it_is_a_tree(count: int, exempt: dict[int, int], data: st.DataObject) -> None:
    try:
        whole = picture(field_of(count, {player: by for player, by in exempt.items() if player <= count}))
    except NoLegalPairing:
        assume(False)
    first = data.draw(st.integers(1, len(whole.rounds)))
    shown = beginning_at(whole, first)
    assert_is_a_tree(shown)
    assert [round_.number for round_ in shown.rounds] == list(range(first, len(whole.rounds) + 1))
    assert shown.rows <= whole.rows


def test_a_tall_bracket_can_begin_with_any_round() -> None:
    whole = picture(field_of(32, {}))
    assert usual_beginning(whole) == 1, "nobody has played"
    assert [(one.round.number, one.chosen) for one in beginnings(whole, 2)] == [
        (1, False),
        (2, True),
        (3, False),
        (4, False),
        (5, False),
    ]


def test_a_low_one_offers_nothing() -> None:
    assert beginnings(picture(field_of(8, {})), 1) == []
