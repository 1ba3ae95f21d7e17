"""Ties at a table: what decided them, and what is asked, in cases worked out by hand."""

from typing import Any

import pytest

from tests.commands import run_on
from tests.documents import players, raw
from tests.scoring.golden import by_hand
from tests.scoring.tables import a_round

CASES = by_hand("table_ties")


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_golden(case: dict[str, Any]) -> None:
    stage = {
        "system": "seating",
        "scoring": case["scoring"],
        "scoring_options": case.get("options", {}),
        "rounds": [a_round(case["table"])],
    }
    stages = [stage]
    if case.get("goes_on"):
        stages.append({"system": "seating", "entry": {"winners_of": 1}})
    if case.get("final"):
        stages = [{"system": "seating"}, {**stage, "entry": {"ranked": {"stage": 1, "to": 4}}}]
        stages[0]["rounds"] = [a_round(["9", "8", "7", "6"])]
    ran = run_on(raw(players(4), *stages), "scoring", "tables", "-")
    [found] = ran.answer["stages"][len(stages) - 1 if case.get("final") else 0]["rounds"][0]["tables"]
    assert found["places"] == case["places"]
    assert found["points"] == case.get("points", found["points"])
    assert found.get("decided", []) == case.get("decided", [])
    assert found.get("level", []) == case.get("level", [])
