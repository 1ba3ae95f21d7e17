"""python -m scoring on stages of tables (rules/commands.md#commands)."""

from typing import Any

import pytest

from tests.commands import run, run_on
from tests.documents import players, raw
from tests.scoring.tables import a_round


def evening(*rounds: dict[str, Any], count: int = 5, **more: Any) -> dict[str, Any]:
    return raw(players(count), {"system": "rotation", "rounds": list(rounds), **more})


# 21 points at a table of five: the smallest whole number from 26.25 is 27.
FIVE = a_round(["60", "54", "21", "20", "out1"])


def test_tables_prints_places_and_exact_points() -> None:
    ran = run_on(
        evening(FIVE, {"tables": [{"seats": [1, 2, 3]}]}, scoring="master"), "scoring", "tables", "-"
    )
    assert (ran.status, ran.err) == (0, "")
    first, second = ran.answer["stages"][0]["rounds"]
    assert first["tables"] == [
        {
            "seats": [1, 2, 3, 4, 5],
            "places": [1, 2, 3, 4, 5],
            "points": ["1.075", "0.068", "0.027", "0.025", "0"],
        }
    ]
    assert second["tables"] == [{"seats": [1, 2, 3], "places": None, "points": None}]


def test_standings_ranks_by_the_criteria_of_tables() -> None:
    rounds = (a_round(["30", "20", "10", "5", "0"]), a_round(["10 penalty=1", "20", "30", "5"]))
    stage = {
        "scoring": "table-points",
        "scoring_options": {"bonus": 10, "discards": 1},
        "ranking": ["points", "best_2", "penalty"],
    }
    ran = run_on(evening(*rounds, **stage), "scoring", "standings", "-")
    assert ran.answer["rows"] == [
        {"rank": 1, "player": 3, "values": {"points": "40", "best_2": "10", "penalty": "0"}, "played": 2},
        {"rank": 2, "player": 1, "values": {"points": "40", "best_2": "10", "penalty": "1"}, "played": 2},
        {"rank": 3, "player": 2, "values": {"points": "20", "best_2": "20", "penalty": "0"}, "played": 2},
        {"rank": 4, "player": 4, "values": {"points": "5", "best_2": "5", "penalty": "0"}, "played": 2},
        {"rank": 5, "player": 5, "values": {"points": "0", "best_2": "0", "penalty": "0"}, "played": 1},
    ]


@pytest.mark.parametrize(
    ("value", "path"),
    [
        (evening(ranking=["points", "buchholz"]), "stages[0].ranking[1]"),
        (evening(scoring="game"), "stages[0].scoring"),
        (evening(scoring="standard", scoring_options={"place": []}), "stages[0].scoring_options.place"),
        (evening(a_round(["1", "out1 ", "9 risiko", "8 risiko"])), "stages[0].rounds[0].tables[0].result"),
    ],
)
def test_what_cannot_be_is_status_2_with_its_path(value: dict[str, Any], path: str) -> None:
    ran = run_on(value, "scoring", "tables", "-")
    assert ran.status == 2
    assert [line.partition(": ")[0] for line in ran.err.splitlines()] == [path]


def test_methods_lists_every_method_with_options_and_usual_ranking() -> None:
    methods = {method["name"]: method for method in run("scoring", "methods").answer["methods"]}
    assert len(methods) == 22
    standard = {option["name"]: option["default"] for option in methods["standard"]["options"]}
    assert standard == {
        "ties": "rtu-2014",
        "discards": 0,
        "places": [12, 7, 5, 3, 2],
        "out": [1, 2, 3],
        "risiko": 13,
    }
    assert methods["wins"]["ranking"] == ["wins", "points", "previous"]
    assert methods["edition-1997-3"]["options"][2]["choices"] == ["in", "all"]
