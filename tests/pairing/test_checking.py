"""Verification: every round re-derived."""

import json
from typing import Any

import pytest
from hypothesis import given

from pairing.checking import as_json, check, check_round
from pairing.registry import SYSTEM_SPECS, pair
from pairing.system import NoLegalPairing
from scoring.record import DocumentError, read, to_json, write
from scoring.standings import standings
from tests.documents import Raw, document, players, raw, record, stage, table
from tests.pairing.rounds import round_of
from tests.strategies import round_robins

DRAWN = (0.5, 0.5)


def four(**changes: Any) -> dict[str, Any]:
    """Four players, all three rounds; `r2=…` replaces a round."""
    rounds = {
        "r1": {"tables": [table(1, 4, DRAWN), table(2, 3, DRAWN)]},
        "r2": {"tables": [table(4, 3, DRAWN), table(1, 2, DRAWN)]},
        "r3": {"tables": [table(2, 4), table(3, 1)]},
    }
    rounds.update(changes)
    return raw(players(4), stage(rounds=list(rounds.values())))


def ok(value: Any) -> list[bool]:
    return [checked.ok for checked in check(document(value))]


def test_a_round_by_the_rules_is_ok_whatever_the_order_of_its_tables() -> None:
    assert ok(four()) == [True, True, True]
    assert ok(four(r1={"tables": [table(2, 3, DRAWN), table(1, 4, DRAWN)]})) == [True, True, True]


def test_no_rounds_are_ok() -> None:
    assert ok(raw(players(4), stage())) == []


def test_colours_count() -> None:
    assert ok(four(r1={"tables": [table(4, 1, DRAWN), table(2, 3, DRAWN)]})) == [False, True, True]


def test_other_pairings_are_shown_beside_those_expected() -> None:
    value = document(four(r2={"tables": [table(4, 1, DRAWN), table(3, 2, DRAWN, by_hand=True)]}))
    assert json.loads(to_json(as_json(check_round(value, 1, 2)))) == {
        "stage": 1,
        "round": 2,
        "ok": False,
        "by_hand": True,
        "expected": {"tables": [{"seats": [4, 3]}, {"seats": [1, 2]}], "byes": []},
        "found": {"tables": [{"seats": [4, 1]}, {"seats": [3, 2], "by_hand": True}], "byes": []},
    }


def test_a_table_arranged_by_hand_as_the_rules_have_it_is_ok() -> None:
    assert ok(four(r1={"tables": [table(1, 4, DRAWN, by_hand=True), table(2, 3, DRAWN)]})) == [
        True,
        True,
        True,
    ]


def test_a_last_round_paired_while_a_result_was_missing_is_not_ok() -> None:
    value = document(four(r2={"tables": [table(4, 3), table(1, 2, DRAWN)]}))
    assert [checked.ok for checked in check(value)] == [True, True, False]
    assert check_round(value, 1, 3).expected is None


def test_a_round_beyond_the_calendar_is_not_ok() -> None:
    value = four(
        r4={"tables": [table(1, 4), table(2, 3)]}, r3={"tables": [table(2, 4, DRAWN), table(3, 1, DRAWN)]}
    )
    assert ok(value) == [True, True, True, False]
    assert check_round(document(value), 1, 4).expected is None


def test_byes_are_compared_by_player_and_those_asked_for_left_aside() -> None:
    rest = {"tables": [table(2, 3)], "byes": [{"player": 1, "points": 0}]}
    assert ok(raw(players(3), stage(rounds=[rest]))) == [True]
    assert ok(raw(players(3), stage(rounds=[{"tables": [table(2, 3)]}]))) == [False]
    asked = {"tables": [table(2, 3)], "byes": [{"player": 1, "points": 0, "requested": True}]}
    assert ok(raw(players(3), stage(rounds=[asked]))) == [False]


def test_a_round_keeps_the_order_numbers_of_its_day() -> None:
    turned = players(4, p1={"number": 2}, p2={"number": 1})
    rounds = [{"tables": [table(1, 4), table(2, 3)]}]
    assert ok(raw(turned, stage(rounds=rounds))) == [False]
    assert ok(raw(turned, stage(rounds=[{**rounds[0], "numbers": {"1": 1, "2": 2}}]))) == [True]


def test_all_stages_are_checked() -> None:
    first, second = four()["stages"][0], stage(rounds=[{"tables": [table(2, 3)]}], entrants=[1, 2, 3])
    checked = list(check(document(raw(players(4), first, second))))
    assert [(one.stage, one.round, one.ok) for one in checked] == [
        (1, 1, True),
        (1, 2, True),
        (1, 3, True),
        (2, 1, False),
    ]


@given(round_robins())
def test_what_the_calendar_gave_is_found_again(value: dict[str, Any]) -> None:
    checked = list(check(document(value)))
    last = len(checked)
    assert all(one.ok for one in checked[: last - 1])


# Adjourned games (rules/games.md#adjourned)


def swiss(adjourned: str, second: str, **more: Any) -> Raw:
    """Six players of the club's Swiss; `adjourned`: what 2-5 of round 1 is now."""
    rounds = [round_of(f"1-4:1 2-5:{adjourned} 3-6:0"), round_of(second) | more]
    return raw(players(6), stage("club-swiss", rounds))


AS_DRAWN = "1-6 2-3 5-4"


def test_a_round_paired_while_a_game_is_adjourned_is_ok() -> None:
    assert ok(swiss("a", AS_DRAWN)) == [True, True]


@pytest.mark.parametrize("result", ["1", "0", "=", "+-", "--"])
def test_a_round_paired_on_a_provisional_draw_is_ok_whatever_its_end(result: str) -> None:
    assert ok(swiss(result, AS_DRAWN, provisional=[[1, 2]])) == [True, True]


def test_without_the_mark_the_game_counts_as_it_stands_now() -> None:
    assert ok(swiss("0", AS_DRAWN)) == [True, False]


def test_an_adjourned_game_does_not_count_in_the_standings() -> None:
    rows = standings(record(swiss("a", AS_DRAWN), after=1))
    assert {row.player: row.values["points"] for row in rows} == {
        1: "2",
        6: "2",
        2: "0",
        3: "0",
        4: "0",
        5: "0",
    }


def test_where_matches_need_a_winner_an_adjourned_one_is_awaited() -> None:
    value = raw(players(4), stage("knockout", [round_of("1-4:1 3-2:a")]))
    with pytest.raises(NoLegalPairing) as refused:
        pair(record(value))
    assert refused.value.code == "matches_open"


@pytest.mark.parametrize("provisional", [[[2, 1]], [[1, 4]], [[0, 1]], [[1]], ["1-2"], 7, [[1, "2"]]])
def test_a_mark_that_names_no_earlier_game_is_refused_with_its_path(provisional: Any) -> None:
    with pytest.raises(DocumentError) as refused:
        document(swiss("1", AS_DRAWN, provisional=provisional))
    assert refused.value.issues[0].path.startswith("stages[0].rounds[1].provisional")


def test_an_adjourned_game_with_a_result_is_refused() -> None:
    value = swiss("1", AS_DRAWN)
    value["stages"][0]["rounds"][0]["tables"][1]["adjourned"] = True
    with pytest.raises(DocumentError) as refused:
        document(value)
    assert refused.value.issues[0].path == "stages[0].rounds[0].tables[1].adjourned"


def test_both_marks_are_written_and_read_again() -> None:
    value = document(swiss("a", AS_DRAWN, provisional=[[1, 2]]))
    assert read(write(value), SYSTEM_SPECS) == value
