"""Verification: every round re-derived."""

import json
from typing import Any

from hypothesis import given, settings

from pairing.checking import as_json, check, check_round
from scoring.record import to_json
from tests.documents import document, players, raw, stage, table
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


@settings(max_examples=60)
@given(round_robins())
def test_what_the_calendar_gave_is_found_again(value: dict[str, Any]) -> None:
    checked = list(check(document(value)))
    last = len(checked)
    assert all(one.ok for one in checked[: last - 1])
