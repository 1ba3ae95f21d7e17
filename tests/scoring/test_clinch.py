"""What somebody needs: worked by hand, and never refuted by any end of the tournament."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st

from scoring.clinch import ClinchScenario, clinch_scenarios, result_bounds
from scoring.ledger import Ledger
from tests.documents import players
from tests.scoring.tables import a_round, stage, table

PLACES = {"scoring": "places"}  # 10, 6, 3, 1: with absences a result is between 0 and 10


def ledger(*rounds: dict[str, Any], **more: Any) -> Ledger:
    return Ledger(stage(*rounds, **{**PLACES, **more}))


def needed(*rounds: dict[str, Any], places: int, to_come: int = 1, **more: Any) -> dict[int, ClinchScenario]:
    return {need.player: need for need in clinch_scenarios(ledger(*rounds, **more), to_come, places)}


def test_before_the_last_round_each_result_is_between_0_and_a_win() -> None:
    # After two rounds 20, 12, 6, 2; one more to come.
    rounds = (a_round(["4", "3", "2", "1"]), a_round(["4", "3", "2", "1"]))
    found = needed(*rounds, places=1)
    assert [found[player].verdict for player in (1, 2, 3, 4)] == ["open", "open", "out", "out"]
    # The second can have 22: more than 2 is enough for the first, whatever the second does.
    assert (found[1].clinches_above, found[1].eliminated_below) == (Fraction(2), None)
    # The first has at least 20: with less than 8 the second is out; no result of his own is enough.
    assert (found[2].clinches_above, found[2].eliminated_below) == (None, Fraction(8))


def test_who_has_more_than_the_next_can_reach_is_in() -> None:
    rounds = (a_round(["4", "3", "2", "1"]),) * 3
    found = needed(*rounds, places=1)
    assert [found[player].verdict for player in (1, 2, 3, 4)] == ["in", "out", "out", "out"]
    found = needed(*rounds, places=3)
    assert [found[player].verdict for player in (1, 2, 3, 4)] == ["in", "in", "open", "open"]
    assert (found[4].clinches_above, found[4].eliminated_below) == (None, Fraction(6))


def test_level_players_are_not_sure() -> None:
    # 10 and 6; the second can reach the first's 10 and be ahead by another criterion.
    rounds = (a_round(["4", "3", "2"]), {"tables": [table(None, (2, 3, 1))]})
    found = needed(*rounds, places=1, to_come=0, count=3)
    assert found[1].verdict == found[2].verdict == "open"
    assert (found[1].clinches_above, found[2].eliminated_below) == (Fraction(6), Fraction(4))


def test_discards_soften_the_last_result() -> None:
    # 10 and 1, 1 and 10: one of three is discarded, so both keep their 10 and the better of the rest.
    rounds = (a_round(["4", "3", "2", "1"]), a_round(["1", "2", "3", "4"]))
    found = needed(*rounds, places=1, scoring_options={"discards": 1})
    assert (found[1].least, found[1].most) == (Fraction(11), Fraction(20))
    assert (found[1].clinches_above, found[1].eliminated_below) == (None, None)
    assert (found[2].least, found[2].most) == (Fraction(9), Fraction(16))
    # The first has 11 at least; the second will have 6 and the better of 3 and the last result.
    assert found[2].eliminated_below == Fraction(5)


def test_who_is_gone_has_nothing_to_come() -> None:
    gone = players(4, p1={"withdrawn": 2})
    found = needed(a_round(["4", "3", "2", "1"]), places=1, entered=gone)
    assert (found[1].results_to_come, found[1].most) == (0, Fraction(10))


def test_with_more_places_than_players_everybody_is_in() -> None:
    found = needed(a_round(["4", "3", "2", "1"]), places=4)
    assert {need.verdict for need in found.values()} == {"in"}


@pytest.mark.parametrize(
    "more",
    [
        {"scoring": "medals", "ranking": ["firsts"]},
        {"scoring": "edition-1993-1"},
        {"ranking": ["wins", "points"]},
        {"scoring": "table-points"},
    ],
)
def test_where_nothing_is_certain_nothing_is_said(more: dict[str, Any]) -> None:
    # Of table points the rules know no end but the 100 of a RisiKo!: here somebody marked more.
    seen = ledger(a_round(["104", "3", "2", "1"]), **more)
    assert result_bounds(seen) is None
    assert clinch_scenarios(seen, 1, 1) == []


@st.composite
def tournaments(draw: st.DrawFn) -> tuple[list[dict[str, Any]], dict[str, Any], int]:
    """Some rounds of eight players with absences, then one last round; how many places are looked at."""
    rounds = []
    for _number in range(draw(st.integers(1, 4)) + 1):
        here = draw(st.permutations(range(1, 9)))[: draw(st.sampled_from([4, 8]))]
        scores = [str(draw(st.integers(0, 3))) for _ in here]
        rounds.append(
            {"tables": [table(scores[at : at + 4], here[at : at + 4]) for at in range(0, len(here), 4)]}
        )
    options = {"discards": draw(st.integers(0, 2))}
    return rounds, {"count": 8, "scoring_options": options}, draw(st.integers(1, 5))


@given(tournaments(), st.booleans())
def test_no_end_of_the_tournament_refutes_it(
    drawn: tuple[list[dict[str, Any]], dict[str, Any], int], paired: bool
) -> None:
    rounds, more, places = drawn
    end = ledger(*rounds, **more)
    before = rounds[:-1]
    if paired:
        before.append({"tables": [table(None, one["seats"]) for one in rounds[-1]["tables"]]})
    totals = end.points_of
    for need in clinch_scenarios(ledger(*before, **more), 0 if paired else 1, places):
        own = totals[need.player]
        others = [total for player, total in totals.items() if player != need.player]
        ahead, not_behind = sum(total > own for total in others), sum(total >= own for total in others)
        assert need.least <= own <= need.most
        if need.verdict == "in":
            assert not_behind < places
        if need.verdict == "out":
            assert ahead >= places
        last = end.round_results[need.player][-1].points
        if need.clinches_above is not None and last > need.clinches_above:
            assert not_behind < places
        if need.eliminated_below is not None and last < need.eliminated_below:
            assert ahead >= places
