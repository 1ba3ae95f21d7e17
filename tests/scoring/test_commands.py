"""python -m scoring, as rules/commands.md#commands has it."""

import subprocess
import sys
from typing import Any

import pytest

from tests.commands import ROOT, run, run_on
from tests.documents import players, raw, stage, table

DRAWN, WHITE_WINS = (0.5, 0.5), (1, 0)
ROUNDS = (
    {"tables": [table(1, 4, DRAWN), table(2, 3, WHITE_WINS)]},
    {"tables": [table(4, 3, (0, 1)), table(1, 2)]},
)


def four(**more: Any) -> dict[str, Any]:
    ranking = ["points", "sonneborn_berger"]
    return raw(players(4), stage(rounds=ROUNDS, ranking=ranking, **more))


def test_standings_prints_the_rows() -> None:
    ran = run_on(four(), "scoring", "standings", "-")
    assert (ran.status, ran.err) == (0, "")
    assert ran.answer == {
        "rows": [
            {"rank": 1, "player": 2, "values": {"points": "1", "sonneborn_berger": "1"}, "played": 1},
            {"rank": 2, "player": 3, "values": {"points": "1", "sonneborn_berger": "0.5"}, "played": 2},
            {"rank": 3, "player": 1, "values": {"points": "0.5", "sonneborn_berger": "0.25"}, "played": 1},
            {"rank": 3, "player": 4, "values": {"points": "0.5", "sonneborn_berger": "0.25"}, "played": 2},
        ]
    }


def test_standings_after_a_round_and_of_a_stage() -> None:
    value = raw(players(4), stage(rounds=ROUNDS), stage(entrants=[1, 2, 3]))
    first = run_on(value, "scoring", "standings", "-", "--stage", "1", "--after", "1").answer["rows"]
    assert [row["player"] for row in first] == [2, 1, 4, 3]
    assert [row["player"] for row in run_on(value, "scoring", "standings", "-").answer["rows"]] == [1, 2, 3]
    assert {
        row["rank"] for row in run_on(four(), "scoring", "standings", "-", "--after=0").answer["rows"]
    } == {1}


@pytest.mark.parametrize(
    "words",
    [
        ("--stage", "0"),
        ("--stage", "2"),
        ("--after", "3"),
        ("--after", "-1"),
        ("--after", "two"),
        ("--after", "9" * 5000),
        ("--stage",),
        ("--final", "--after", "1"),
        ("--final", "--stage", "1"),
        ("--finals",),
    ],
)
def test_a_stage_or_round_out_of_range_is_status_2(words: tuple[str, ...]) -> None:
    ran = run_on(four(), "scoring", "standings", "-", *words)
    assert ran.status == 2
    assert len(ran.err.splitlines()) == 1


def test_tables_prints_places_and_points_of_every_seat() -> None:
    ran = run_on(four(scoring_options={"win": 3, "draw": 1.25}), "scoring", "tables", "-")
    assert ran.answer == {
        "stages": [
            {
                "rounds": [
                    {
                        "tables": [
                            {"seats": [1, 4], "places": [1, 1], "points": ["1.25", "1.25"]},
                            {"seats": [2, 3], "places": [1, 2], "points": ["3", "0"]},
                        ]
                    },
                    {
                        "tables": [
                            {"seats": [4, 3], "places": [2, 1], "points": ["0", "3"]},
                            {"seats": [1, 2], "places": None, "points": None},
                        ]
                    },
                ]
            }
        ]
    }


def test_methods_lists_methods_and_criteria_with_their_options() -> None:
    answer = run("scoring", "methods", "--language", "en").answer
    game = next(method for method in answer["methods"] if method["name"] == "game")
    assert [option["name"] for option in game["options"]] == ["win", "draw", "loss", "bye", "forfeit_win"]
    assert {option["name"]: option["default"] for option in game["options"]}["draw"] == 0.5
    names = {criterion["name"]: criterion for criterion in answer["criteria"]}
    assert names["koya"]["meaning"] == "Points against opponents with at least half of the maximum score."


def test_a_wrong_command_is_status_2_in_one_line() -> None:
    for words in ((), ("standing",), ("standings",), ("methods", "x"), ("tables", "-", "--after", "1")):
        ran = run("scoring", *words, given=b"{}")
        assert (ran.status, len(ran.err.splitlines())) == (2, 1), words


def test_no_command_loads_the_site_or_anything_heavy() -> None:
    script = (
        "import sys, scoring.__main__, pairing.__main__, pairing.checking, pairing.draws;"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, cwd=ROOT, timeout=60, check=True
    )
    loaded = set(done.stdout.decode().split())
    assert not loaded & {"django", "clubtornei", "asyncio", "python_calamine", "weasyprint", "hypothesis"}
