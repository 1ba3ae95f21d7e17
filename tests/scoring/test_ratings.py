"""The club's ratings, on published examples, and what always holds."""

from collections.abc import Callable
from itertools import permutations

import msgspec
import pytest
from hypothesis import given, strategies as st

from scoring.ratings import (
    EloRules,
    RatedGame,
    RatingPoint,
    Ratings,
    SkillRules,
    elo,
    elo_change,
    expected,
    skill,
)


def test_elo_of_a_published_example() -> None:
    """The usual worked example (encyclopaedias have it): 1613 loses to 1609, draws with 1477, beats 1388 and
    1586, loses to 1720. With K = 32 the new rating is 1601, as 2.88 points were to be expected.
    """
    games = [(1609, 0.0), (1477, 0.5), (1388, 1.0), (1586, 1.0), (1720, 0.0)]
    assert round(1613 + elo_change(1613, games, 32)) == 1601
    assert sum(expected(1613, other) for other, _score in games) == pytest.approx(2.88, abs=0.02)


def test_the_expected_score_is_that_of_fide_s_table_within_a_hundredth() -> None:
    """FIDE Rating Regulations, table 8.1.2: a difference of 100 gives 0.64, of 200 0.76, of 400 0.92."""
    # The table is of a normal curve: of 400 points the logistic one gives 0.91.
    assert [round(expected(diff, 0), 2) for diff in (0, 100, 200, 400)] == [0.5, 0.64, 0.76, 0.91]


def test_plackett_luce_of_four_players_as_openskill_publishes_it() -> None:
    """Four newcomers at one table, from first to last: the tests of OpenSkill in all its languages."""
    ratings = skill([[RatedGame(("a", "b", "c", "d"), (1, 2, 3, 4))]], SkillRules(tau=0.0, deviations=0))
    assert [ratings[one][-1].value for one in "abcd"] == pytest.approx(
        [27.795084971874736, 26.552824984374855, 24.68943500312503, 20.96265504062538]
    )


def test_a_newcomer_moves_faster() -> None:
    rules = EloRules(new_games=2)
    events = [[RatedGame(("a", "b"), (1, 2))]] * 3
    steps = [point.value for point in elo(events, rules)["a"]]
    assert steps[0] == 1520
    assert steps[2] - steps[1] < 10
    assert [point.games for point in elo(events, rules)["a"]] == [1, 2, 3]


games_of_two = st.lists(
    st.tuples(st.sampled_from(list(permutations("abcd", 2))), st.sampled_from([(1, 2), (2, 1), (1, 1)])).map(
        lambda drawn: RatedGame(*drawn)
    ),
    min_size=1,
    max_size=8,
)


@given(st.lists(games_of_two, min_size=1, max_size=4))
def test_with_one_k_nothing_is_won_that_nobody_loses(events: list[list[RatedGame]]) -> None:
    ratings = elo(events, EloRules(k=20, k_new=20))
    assert sum(history[-1].value - 1500 for history in ratings.values()) == pytest.approx(0, abs=1e-6)


@given(games_of_two)
def test_the_order_of_games_in_an_event_does_not_matter(games: list[RatedGame]) -> None:
    there, back = elo([games]), elo([games[::-1]])
    assert {one: history[-1].value for one, history in there.items()} == pytest.approx(
        {one: history[-1].value for one, history in back.items()}
    )


def test_who_is_level_at_a_table_has_the_same_rating() -> None:
    ratings = skill([[RatedGame(("a", "b", "c"), (1, 2, 2))]])
    assert ratings["b"][-1].value == pytest.approx(ratings["c"][-1].value)
    assert ratings["a"][-1].value > ratings["b"][-1].value


@given(st.lists(games_of_two, min_size=2, max_size=4), st.integers(1, 3), st.sampled_from([elo, skill]))
def test_what_follows_rests_on_the_ratings_before_to_the_last_bit(
    events: list[list[RatedGame]], first: int, rate: Callable[..., Ratings]
) -> None:
    stored = msgspec.json.decode(msgspec.json.encode(rate(events[:first])), type=dict[str, list[RatingPoint]])
    assert rate(events[first:], before=stored, first=len(events[:first])) == rate(events)
