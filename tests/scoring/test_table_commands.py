"""python -m scoring on stages of tables (rules/commands.md#commands)."""

from typing import Any

import pytest

from tests.commands import run, run_on
from tests.documents import players, raw
from tests.scoring.tables import a_round


def evening(*rounds: dict[str, Any], count: int = 5, **more: Any) -> dict[str, Any]:
    return raw(players(count), {"system": "rotation", "rounds": list(rounds), **more})


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
