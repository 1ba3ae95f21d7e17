"""The ranking of a whole event, in cases small enough for a pencil."""

from itertools import pairwise
from typing import Any

import pytest

from pairing.registry import SYSTEM_SPECS
from scoring.final import final_standings
from scoring.reasons import why_above
from scoring.stage_sources import finals
from scoring.standings import Row
from tests.commands import run_on
from tests.documents import document, players, raw
from tests.scoring.golden import by_hand
from tests.scoring.test_qualification import event_of, stage_of

Raw = dict[str, Any]

GOLDEN = by_hand("final")

FIRST = {"rounds": [{"1 2 3 4": [40, 30, 20, 10], "5 6 7 8": [38, 28, 18, 8]}]}
"""The ranking is 1, 5, 2, 6, 3, 7, 4, 8."""


@pytest.mark.parametrize("case", GOLDEN.values(), ids=GOLDEN)
def test_golden(case: Raw) -> None:
    found = rows(event_of(case))
    assert [[row.rank, row.player, row.decided_by] for row in found] == case["order"]
    values = {str(row.player): row.values for row in found}
    assert {player: values[player] for player in case["values"]} == case["values"]


def event(*stages: Raw, first: Raw = FIRST, count: int = 8) -> Raw:
    return event_of({"players": count, "first": first, "stages": list(stages)})


def rows(value: Raw) -> list[Row]:
    return final_standings(document(value), SYSTEM_SPECS)


def lines(value: Raw) -> list[tuple[int | None, int, str | None, str]]:
    """Rank, player, place in the final, points."""
    return [(row.rank, row.player, row.values["final"], row.values["points"] or "") for row in rows(value)]


FINAL: Raw = {
    "entry": {"ranked": {"stage": 1, "to": 4}},
    "rounds": [{"1 2 5 6": [5, 9, 7, 6]}],
    "scoring_options": {"bonus": 0},
}


def test_finalists_first_then_the_sum_of_points() -> None:
    assert lines(event(FINAL)) == [
        (1, 2, "1", "39"),
        (2, 5, "2", "45"),
        (3, 6, "3", "34"),
        (4, 1, "4", "45"),
        (5, 3, None, "20"),
        (6, 7, None, "18"),
        (7, 4, None, "10"),
        (8, 8, None, "8"),
    ]


def test_a_semi_final_counts_in_the_sum() -> None:
    # Semi-finals of the first eight; 8, last so far, gets 30 in his: the best of who is not in the final.
    semis = {
        "entry": {"ranked": {"stage": 1, "to": 8}},
        "rounds": [{"1 6 3 8": [40, 1, 2, 30], "5 2 7 4": [40, 3, 4, 5]}],
        "scoring_options": {"bonus": 0},
    }
    final = {"entry": {"winners_of": 2}, "rounds": []}
    assert [row[:3] for row in lines(event(semis, final))] == [
        (1, 1, "1"),
        (1, 5, "1"),
        (3, 8, None),
        (4, 2, None),
        (5, 6, None),
        (6, 3, None),
        (6, 7, None),
        (8, 4, None),
    ]
    assert [row[3] for row in lines(event(semis, final))] == ["80", "78", "38", "33", "29", "22", "22", "15"]


def test_best_3_looks_at_all_games_of_the_sum_the_semi_final_s_too() -> None:
    # 3: 20 + 10 and 12 in the semi-final; 7: 20 + 10 and 2; 4: 5 + 5 and 22 + 10. Sums: 3 and 4 have 42.
    first = {
        "rounds": [
            {"1 2 3 4": [40, 30, 20, 15], "5 6 7 8": [40, 30, 20, 10]},
            {"1 2 3 4": [40, 30, 10, 15], "5 6 7 8": [40, 30, 20, 10]},
        ],
        "scoring_options": {"bonus": 0},
        "ranking": ["points", "best_1", "best_2", "best_3"],
    }
    semis = {
        "entry": {"ranked": {"stage": 1, "to": 8}},
        "rounds": [{"1 6 3 8": [40, 1, 12, 3], "5 2 7 4": [40, 3, 2, 12]}],
        "scoring_options": {"bonus": 0},
    }
    final = {"entry": {"winners_of": 2}, "rounds": []}
    # 3 has 20, 12, 10 and 4 has 15, 15, 12, both 42 in all, as 7 has with 20, 20, 2: by best_1 3 and 7 are
    # level, by best_2 7 (20) is ahead of 3, whose semi-final (12) is his second result.
    found = [row for row in rows(event(semis, final, first=first)) if row.player in (3, 4, 7)]
    assert [(row.player, row.values["points"], row.decided_by) for row in found] == [
        (7, "42", "points"),
        (3, "42", "best_2"),
        (4, "42", "best_1"),
    ]


def test_level_sums_are_parted_by_the_first_stage_without_points() -> None:
    # Two games; 3 and 4 have 30 each, 3 as 20 and 10, 4 as 15 and 15; 7 and 8 have 10 and 20, as 3 has.
    first = {
        "rounds": [
            {"1 2 3 4": [40, 30, 20, 15], "5 6 7 8": [40, 30, 10, 20]},
            {"1 2 3 4": [40, 30, 10, 15], "5 6 7 8": [40, 30, 20, 10]},
        ],
        "ranking": ["points", "best_1", "penalty"],
    }
    value = event({**FINAL, "rounds": [{"1 2 5 6": [5, 9, 7, 6]}]}, first=first)
    found = rows(value)[4:]
    assert [(row.rank, row.player) for row in found] == [(5, 3), (5, 7), (5, 8), (8, 4)]
    assert [row.decided_by for row in found] == ["final", None, None, "best_1"]
    assert [why_above(one, other, str, "en") for one, other in pairwise(found)] == [
        "3 and 7 are tied on everything.",
        "7 and 8 are tied on everything.",
        "8 is above 4 on: Best result.",
    ]


def test_who_was_ahead_before_the_last_game_stays_ahead() -> None:
    first = {
        "rounds": [
            {"1 2 3 4": [40, 30, 10, 15], "5 6 7 8": [40, 30, 1, 2]},
            {"1 2 3 4": [40, 30, 15, 10], "5 6 7 8": [40, 30, 2, 1]},
        ],
        "ranking": ["points", "previous"],
    }
    found = rows(event({**FINAL, "rounds": [{"1 2 5 6": [5, 9, 7, 6]}]}, first=first))[4:]
    assert [(row.rank, row.player) for row in found] == [(5, 4), (6, 3), (7, 8), (8, 7)]


def test_discards_are_those_of_each_stage() -> None:
    first = {
        "rounds": [
            {"1 2 3 4": [40, 30, 20, 1], "5 6 7 8": [40, 30, 10, 2]},
            {"1 2 3 4": [40, 30, 1, 15], "5 6 7 8": [40, 30, 9, 8]},
        ],
        "scoring_options": {"bonus": 0, "discards": 1},
        "scoring": "table-points",
    }
    assert [row[1:] for row in lines(event(FINAL, first=first))[4:]] == [
        (3, None, "20"),
        (4, None, "15"),
        (7, None, "10"),
        (8, None, "8"),
    ]


def test_medals_rank_by_the_medals_alone() -> None:
    # 3 was second twice, 7 third and second, 8 third and fourth, 4 fourth twice.
    first = {
        "rounds": [
            {"1 2 3 4": [40, 10, 20, 1], "5 6 7 8": [40, 30, 20, 2]},
            {"1 2 3 4": [40, 10, 30, 1], "5 6 7 8": [40, 1, 30, 2]},
        ],
        "scoring": "medals",
        "ranking": ["firsts", "seconds", "thirds", "fourths"],
    }
    final = {"entry": {"ranked": {"stage": 1, "to": 2}}, "entrants": [1, 5, 2, 6]}
    assert [(row[1], row[3]) for row in lines(event(final, first=first))[4:]] == [
        (3, "4"),
        (7, "5"),
        (8, "7"),
        (4, "8"),
    ]


def test_parallel_finals_share_their_places() -> None:
    one = {"entry": {"ranked": {"stage": 1, "to": 8}, "set": [1, 2]}, "rounds": [{"1 2 3 4": [1, 9, 3, 2]}]}
    two = {"entry": {"ranked": {"stage": 1, "to": 8}, "set": [2, 2]}, "rounds": [{"5 6 7 8": [1, 9, 3, 2]}]}
    value = event(one, two)
    assert finals(document(value).stages) == [2, 3]
    assert [row[:3] for row in lines(value)] == [
        (1, 2, "1"),
        (1, 6, "1"),
        (3, 3, "2"),
        (3, 7, "2"),
        (5, 4, "3"),
        (5, 8, "3"),
        (7, 1, "4"),
        (7, 5, "4"),
    ]


def test_places_at_the_finals_table_part_who_is_level_on_its_points() -> None:
    # Both are out and have no points: who went out later is third.
    final = {**FINAL, "rounds": [{"1 2 5 6": ["out2", "9", "7", "out1"]}]}
    assert [row[:3] for row in lines(event(final))][:4] == [
        (1, 2, "1"),
        (2, 5, "2"),
        (3, 1, "3"),
        (4, 6, "4"),
    ]
    level = {**FINAL, "rounds": [{"1 2 5 6": ["9", "9", "7", "6"]}], "scoring_options": {"bonus": 50}}
    assert [row[:3] for row in lines(event(level))][:3] == [(1, 1, "1"), (1, 2, "1"), (3, 5, "3")]


def test_a_final_of_several_games_goes_by_its_ranking() -> None:
    final = {**FINAL, "rounds": [{"1 2 5 6": [5, 9, 7, 6]}, {"1 2 5 6": [9, 1, 7, 3]}]}
    # 14, 10, 14, 9.
    assert [row[:3] for row in lines(event(final))][:4] == [
        (1, 1, "1"),
        (1, 5, "1"),
        (3, 2, "3"),
        (4, 6, "4"),
    ]


def test_a_stage_without_a_rule_takes_its_players_from_the_one_before() -> None:
    second = {"entrants": [1, 2, 5, 6], "rounds": [{"1 2 5 6": [5, 9, 7, 6]}]}
    assert finals(document(event(second)).stages) == [2]
    assert [row[1] for row in lines(event(second))] == [2, 5, 6, 1, 3, 7, 4, 8]


def test_the_command_prints_null_for_who_is_not_in_the_final() -> None:
    answer = run_on(event(FINAL), "scoring", "standings", "-", "--final").answer
    assert answer["rows"][0] == {
        "rank": 1,
        "player": 2,
        "values": {"final": "1", "points": "39"},
        "played": 2,
    }
    assert answer["rows"][4] == {
        "rank": 5,
        "player": 3,
        "values": {"final": None, "points": "20"},
        "played": 1,
    }


def test_without_the_results_that_say_who_is_in_the_final_there_is_none() -> None:
    semis = {"entry": {"ranked": {"stage": 1, "to": 4}}, "rounds": [{"1 2 5 6": None}]}
    ran = run_on(event(semis, {"entry": {"winners_of": 2}}), "scoring", "standings", "-", "--final")
    assert ran.status == 3
    assert "Player 1 – Player 2 – Player 5 – Player 6" in ran.err


def games(*results: tuple[int, int, float]) -> Raw:
    """A round of games: White, Black and White's share."""
    return {
        "tables": [{"seats": [white, black], "result": [share, 1 - share]} for white, black, share in results]
    }


def robin(*rounds: Raw, **more: Any) -> Raw:
    return {"system": "round-robin", "scoring": "game", "rounds": list(rounds), **more}


def level_final(*more: Raw) -> Raw:
    """Players 1 and 3 share the first place of the final among 1, 2, 3; 4 is behind."""
    first = robin(games((1, 4, 1), (2, 3, 1)), games((4, 3, 0), (1, 2, 0.5)), games((2, 4, 1), (3, 1, 0)))
    final = robin(
        games((1, 3, 0.5)), games((3, 2, 1)), games((2, 1, 0)), entry={"ranked": {"stage": 1, "to": 3}}
    )
    return raw(players(4), first, final, *more)


def test_two_share_the_final_until_a_play_off_decides() -> None:
    assert [row[:2] for row in lines(level_final())] == [(1, 1), (1, 3), (3, 2), (4, 4)]
    play_off = robin(games((3, 1, 1)), entry={"play_off": {"stage": 2}})
    value = level_final(play_off)
    assert finals(document(value).stages) == [2]
    assert [(row.rank, row.player, row.values["final"]) for row in rows(value)] == [
        (1, 3, "1"),
        (2, 1, "2"),
        (3, 2, "3"),
        (4, 4, None),
    ]
    assert [row.values["points"] for row in rows(value)] == [
        row.values["points"] for player in (3, 1, 2, 4) for row in rows(level_final()) if row.player == player
    ]
    ran = run_on(value, "scoring", "qualify", "-")
    assert sorted(ran.answer["entrants"]) == [1, 3]
    assert ran.answer["why"]["1"] == "È fra i primi a pari merito della fase 2."


def test_a_play_off_decides_the_first_place_of_an_event_of_one_stage() -> None:
    only = robin(games((1, 2, 0.5)), games((3, 1, 0)), games((2, 3, 1)))
    assert [row.rank for row in rows(raw(players(3), only))] == [1, 1, 3]
    play_off = robin(games((2, 1, 1)), entry={"play_off": {"stage": 1}})
    assert [(row.rank, row.player) for row in rows(raw(players(3), only, play_off))] == [
        (1, 2),
        (2, 1),
        (3, 3),
    ]


def test_the_command_says_how_stages_of_different_scales_are_added() -> None:
    tables = {"rounds": [{"1 2 3 4": [40, 30, 20, 10]}], "entry": {"ranked": {"stage": 1, "to": 4}}}
    mixed = raw(players(4), level_final()["stages"][0], stage_of(tables))
    assert run_on(mixed, "scoring", "standings", "-", "--final").answer["sum_of"] == [
        {"stage": 1, "name": "", "scoring": "game"},
        {"stage": 2, "name": "", "scoring": "table-points"},
    ]
    assert "sum_of" not in run_on(level_final(), "scoring", "standings", "-", "--final").answer
    other_worth = level_final()
    other_worth["stages"][1]["scoring_options"] = {"win": 3}
    assert "sum_of" in run_on(other_worth, "scoring", "standings", "-", "--final").answer


def test_players_of_all_parallel_groups_are_ranked_by_their_sums_and_places() -> None:
    # Two groups of two by serpentine, 1 and 4, 2 and 3; the final of the firsts is not played.
    groups = [
        robin(games(result), entry={"deal": {"group": group, "of": 2}})
        for group, result in ((1, (1, 4, 1)), (2, (2, 3, 0.5)))
    ]
    final = robin(entry={"first_of": {"stages": [1, 2], "to": 1}}, ranking=["points"])
    value = raw(players(4), *groups, final)
    assert finals(document(value).stages) == [3]
    assert [(row.rank, row.player, row.values["points"]) for row in rows(raw(players(4), *groups))] == [
        (1, 1, "1"),
        (1, 2, "0.5"),
        (1, 3, "0.5"),
        (4, 4, "0"),
    ]
    assert [row.player for row in rows(value)] == [1, 2, 3, 4]
