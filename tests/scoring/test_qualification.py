"""Who enters a stage: the clauses of the rule in cases made by hand, and what cannot be told."""

from fractions import Fraction
from typing import Any

import pytest

from pairing.registry import SYSTEM_SPECS
from scoring.qualification import QualificationReason, Undecided, qualify
from scoring.qualification_reasons import qualification_text, undecided_text
from scoring.record import DocumentError, record_of
from scoring.stages import with_entrants
from scoring.texts import LANGUAGES
from tests.commands import run_on
from tests.documents import document, players, raw, stage
from tests.scoring.golden import by_hand
from tests.scoring.tables import table

CASES = by_hand("qualification")

Raw = dict[str, Any]


def round_of(tables: dict[str, list[Any] | None]) -> Raw:
    """Written as {"1 2 3 4": what each has, as in tests/scoring/tables.py, or null}."""
    return {
        "tables": [
            table(scores and [str(score) for score in scores], [int(player) for player in seats.split()])
            for seats, scores in tables.items()
        ]
    }


def in_order(count: int) -> Raw:
    """A first stage whose ranking is 1, 2, 3 …; tables of four."""
    ids = list(range(1, count + 1))
    rest = count % 4 if count > 4 else 0
    tables = [ids[first : first + 4] for first in range(0, count - rest, 4)]
    tables[-1] += ids[count - rest :]
    scores = {" ".join(map(str, seats)): [98 - 2 * player for player in seats] for seats in tables}
    return {"rounds": [scores], "scoring_options": {"bonus": 0}}


def stage_of(golden: Raw) -> Raw:
    rounds = [round_of(tables) for tables in golden.get("rounds", [])]
    return {"system": "seating", "scoring": "table-points", **golden, "rounds": rounds}


def event_of(case: Raw) -> Raw:
    first = case.get("first") or in_order(case["in_order"])
    if "scoring" not in first:
        first = {**first, "scoring_options": {"bonus": 0}}
    count = case.get("players") or case["in_order"]
    return raw(players(count), stage_of(first), *map(stage_of, case["stages"]))


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_golden(case: Raw) -> None:
    event = document(event_of(case))
    last = len(event.stages)
    found = qualify(with_entrants(event, SYSTEM_SPECS, last - 1), SYSTEM_SPECS, last)
    assert found is not None
    assert list(found.entrants) == case["entrants"]
    assert list(found.direct) == case["direct"]
    assert {player: found.why[int(player)].code for player in case["codes"]} == case["codes"]
    if "undecided" in case:
        answer = run_on(event_of(case), "scoring", "qualify", "-").answer
        listed = [[tie["players"], tie["places"], tie["at"]] for tie in answer.get("undecided", [])]
        assert listed == case["undecided"]
    for language in LANGUAGES:
        for player in found.entrants:
            said = qualification_text(found.why[player], event, language)
            assert said.endswith(".") and "{" not in said
    assert list(record_of(event, SYSTEM_SPECS).players) == case["entrants"]


def test_the_command_prints_who_enters_and_why() -> None:
    case = next(case for name, case in CASES.items() if "declines the final only" in name)
    ran = run_on(event_of(case), "scoring", "qualify", "-", "--language", "en")
    assert ran.status == 0
    assert ran.answer["entrants"] == [6, 2, 3, 5]
    assert ran.answer["direct"] == []
    assert list(ran.answer["why"]) == ["6", "2", "3", "5"]
    assert ran.answer["why"]["6"].startswith("Player 1 had qualified directly and declined")
    assert ran.answer["why"]["2"] == "Won table 1 of stage 2."


def test_points_are_written_as_in_the_language() -> None:
    event = document(event_of(next(iter(CASES.values()))))
    why = QualificationReason("wildcard", {"stage": 1, "best": Fraction("150.09"), "place": 5})
    assert "(150,09)" in qualification_text(why, event, "it")
    assert "(150.09)" in qualification_text(why, event, "en")


def test_a_stage_without_a_rule_is_a_wrong_command() -> None:
    for stages in ([], [{"entrants": [1, 2, 3, 4]}], [{"entry": {}}]):
        ran = run_on(event_of({"in_order": 8, "stages": stages}), "scoring", "qualify", "-")
        assert (ran.status, ran.err.partition(":")[0]) == (2, f"stages[{len(stages)}].entry")


@pytest.mark.parametrize(
    "entry",
    [
        {"ranked": {"stage": 1, "to": 4}},
        {"direct": {"stage": 1, "to": 1}},
        {"winners_of": 1},
        {"losers_of": [1]},
        {"wildcards": {"stage": 1, "count": 1}},
        {"best_of": {"stage": 1, "count": 4}},
    ],
)
def test_results_that_are_missing_are_named(entry: Raw) -> None:
    first = {"rounds": [{"1 2 3 4": [9, 1, 2, 3], "5 6 7 8": None}]}
    with pytest.raises(Undecided) as caught:
        record_of(
            document(event_of({"players": 8, "first": first, "stages": [{"entry": entry}]})), SYSTEM_SPECS
        )
    assert [(one.round, one.table, one.players) for one in caught.value.tables] == [(1, 2, (5, 6, 7, 8))]
    first["rounds"] = []
    with pytest.raises(Undecided) as caught:
        record_of(
            document(event_of({"players": 8, "first": first, "stages": [{"entry": entry}]})), SYSTEM_SPECS
        )
    assert caught.value.tables == ()
    assert "stage 1 has not been played" in undecided_text(caught.value, "en")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("Qualificazione", "stage 1 (Qualifying)"),
        ("Gruppo B", "stage 1 (Group B)"),
        ("Serata dei soci", "stage 1 (Serata dei soci)"),
    ],
)
def test_sentences_name_a_stage_in_their_language_if_a_formula_gave_the_name(given: str, said: str) -> None:
    event = event_of({"players": 8, "first": {"rounds": []}, "stages": [{"entry": {"winners_of": 1}}]})
    event["stages"][0]["name"] = given
    with pytest.raises(Undecided) as caught:
        record_of(document(event), SYSTEM_SPECS)
    assert f"{said} has not been played" in undecided_text(caught.value, "en")


def test_commands_that_need_a_missing_result_are_status_3() -> None:
    first = {"rounds": [{"1 2 3 4": [9, 1, 2, 3], "5 6 7 8": None}]}
    event = event_of({"players": 8, "first": first, "stages": [{"entry": {"winners_of": 1}}]})
    for command in (("pairing", "next"), ("scoring", "qualify"), ("scoring", "standings")):
        ran = run_on(event, *command, "-")
        assert ran.status == 3
        assert "Player 5 – Player 6 – Player 7 – Player 8" in ran.err
        assert "Player 1" not in ran.err
    assert run_on(event, "scoring", "standings", "-", "--stage", "1").status == 0
    assert run_on(event, "scoring", "tables", "-").status == 0


def test_an_adjourned_game_of_an_annulled_player_is_not_missed() -> None:
    # 4 withdraws after one of three games: his results are annulled, and his adjourned game with 3 too.
    seats = [[{"seats": [1, 4], "result": [1, 0]}, {"seats": [2, 3], "result": [1, 0]}]]
    seats += [[{"seats": [4, 3], "result": None, "adjourned": True}, {"seats": [1, 2], "result": [1, 0]}]]
    girone = {"system": "round-robin", "scoring": "game", "rounds": [{"tables": tables} for tables in seats]}
    final = {"system": "round-robin", "entry": {"ranked": {"stage": 1, "to": 2}}}
    found = qualify(document(raw(players(4, p4={"withdrawn": 2}), girone, final)), SYSTEM_SPECS, 2)
    assert found is not None and found.entrants == (1, 2)


def test_only_the_last_round_decides_who_won() -> None:
    first = {"rounds": [{"1 2 3 4": [9, 1, 2, 3], "5 6 7 8": None}, {"1 2 5 6": [1, 9, 2, 3]}]}
    event = document(event_of({"players": 8, "first": first, "stages": [{"entry": {"winners_of": 1}}]}))
    assert list(record_of(event, SYSTEM_SPECS).players) == [2]


def test_entrants_that_are_written_down_count_whatever_the_rule() -> None:
    stages = [{"entry": {"ranked": {"stage": 1, "to": 4}}, "entrants": [8, 7, 6, 5]}]
    event = document(event_of({"in_order": 8, "stages": stages}))
    assert list(record_of(event, SYSTEM_SPECS).players) == [8, 7, 6, 5]


def test_who_sits_without_having_entered_is_a_fault_and_check_says_so() -> None:
    stages = [{"entry": {"ranked": {"stage": 1, "to": 4}}, "rounds": [{"1 2 3 5": [1, 2, 3, 4]}]}]
    event = event_of({"in_order": 8, "stages": stages})
    with pytest.raises(DocumentError) as caught:
        record_of(document(event), SYSTEM_SPECS)
    assert [fault.path for fault in caught.value.issues] == ["stages[1].rounds[0].tables[0].seats"]
    ran = run_on(event, "pairing", "check", "-")
    assert ran.status == 1
    found = ran.answer["rounds"][-1]
    assert found["ok"] is False
    assert sorted(found["expected"]["tables"][0]["seats"]) == [1, 2, 3, 4]


def test_a_chain_of_rules_is_followed_to_its_end() -> None:
    case = next(case for name, case in CASES.items() if name.startswith("direct: 1 goes straight in"))
    event = event_of(case)
    final = round_of({"1 2 3 5": [1, 9, 3, 4]})
    event["stages"][-1]["rounds"] = [final]
    prize = {"system": "seating", "scoring": "table-points", "entry": {"winners_of": 3}}
    event["stages"].append(prize)
    assert run_on(event, "scoring", "qualify", "-").answer["entrants"] == [2]
    # Another result in the first round changes the ranking, and with it everything that follows.
    event["stages"][0]["rounds"][0]["tables"][0]["result"][1]["points"] = 97
    assert run_on(event, "scoring", "qualify", "-").status == 2


def dealt(count: int, groups: int, by: str) -> list[list[int]]:
    """The groups of so many players, whose numbers are their ids."""
    stages = [
        stage(system="round-robin", entry={"deal": {"group": group, "of": groups, "by": by}})
        for group in range(1, groups + 1)
    ]
    event = with_entrants(document(raw(players(count), *stages)), SYSTEM_SPECS)
    return [list(one.entrants or ()) for one in event.stages]


def test_parallel_groups_are_dealt_by_serpentine_by_numbers_or_by_lot() -> None:
    assert dealt(10, 3, "serpentine") == [[1, 6, 7], [2, 5, 8], [3, 4, 9, 10]]
    assert dealt(10, 3, "numbers") == [[1, 4, 7, 10], [2, 5, 8], [3, 6, 9]]
    by_lot = dealt(10, 3, "lot")
    assert sorted(player for group in by_lot for player in group) == list(range(1, 11))
    assert [len(group) for group in by_lot] == [4, 3, 3]
    assert by_lot == dealt(10, 3, "lot") != dealt(10, 3, "numbers")


def test_the_first_of_each_group_enter_firsts_before_seconds() -> None:
    groups = [
        stage(
            system="round-robin",
            entry={"deal": {"group": group, "of": 2, "by": "numbers"}},
            rounds=[{"tables": [{"seats": seats, "result": [1, 0]}]}],
        )
        for group, seats in ((1, [1, 3]), (2, [4, 2]))
    ]
    final = stage(system="round-robin", entry={"first_of": {"stages": [1, 2], "to": 2}})
    ran = run_on(raw(players(4), *groups, final), "scoring", "qualify", "-", "--language", "en")
    assert ran.answer["entrants"] == [1, 4, 3, 2]
    assert ran.answer["why"]["4"] == "1st in stage 2."
    third = run_on(raw(players(4), *groups), "scoring", "qualify", "-")
    assert third.answer["why"]["2"].startswith("Ha il numero 2: i numeri si danno in giro ai 2 gruppi")


@pytest.mark.parametrize(
    ("entry", "path"),
    [
        ({"deal": {"group": 3, "of": 2}}, "deal.of"),
        ({"deal": {"group": 1, "of": 1}}, "deal.of"),
        ({"deal": {"of": 2}}, "deal.group"),
        ({"deal": {"group": 1, "of": 2, "by": "rating"}}, "deal.by"),
        ({"first_of": {"stages": [1], "to": 0}}, "first_of.to"),
        ({"first_of": {"stages": [2], "to": 1}}, "first_of.stages[0]"),
        ({"first_of": {"to": 1}}, "first_of.stages"),
        ({"first_of": {"stages": 1, "to": 1}}, "first_of.stages"),
        ({"first_of": {"stages": [], "to": 1}}, "first_of.stages"),
        ({"play_off": {}}, "play_off.stage"),
        ({"play_off": {"stage": [1]}}, "play_off.stage"),
    ],
)
def test_rules_of_groups_and_play_offs_that_cannot_be(entry: Raw, path: str) -> None:
    ran = run_on(raw(players(4), stage(), stage(entry=entry)), "scoring", "qualify", "-")
    assert (ran.status, ran.err.partition(": ")[0]) == (2, f"stages[1].entry.{path}")
