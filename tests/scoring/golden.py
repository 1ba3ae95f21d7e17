"""Golden cases, worked by hand: those of any folder, and those of scoring methods (places, risiko)."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

from msgspec import Struct

from tests.scoring.tables import scored, shown

GOLDEN = Path(__file__).parents[1] / "golden"


def by_hand(folder: str) -> dict[str, dict[str, Any]]:
    """The cases of the folder, each by its file and how it was worked out. Numbers are exact."""
    return {
        f"{path.stem}: {case['by_hand']}": case
        for path in sorted((GOLDEN / folder).glob("*.json"))
        for case in json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)["cases"]
    }


class Case(Struct, frozen=True):
    """One case: a table, or all tables of a round, with places (and points) for each."""

    method: str
    case: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.method}: {self.case['case']}"

    def found(self) -> list[Any]:
        tables = self.case["tables"] if "tables" in self.case else [self.case["table"]]
        answers = [shown(one) for one in scored(self.method, self.case.get("options", {}), tables)]
        if "points" in self.case:
            return answers
        return [answer and answer[0] for answer in answers]

    def expected(self) -> list[Any]:
        many = "tables" in self.case
        places = self.case["places"] if many else [self.case["places"]]
        if "points" not in self.case:
            return list(places)
        points = self.case["points"] if many else [self.case["points"]]
        return [one and (one, worth) for one, worth in zip(places, points, strict=True)]


def cases(folder: str) -> list[Case]:
    found = []
    for path in sorted((GOLDEN / folder).glob("*.json")):
        golden = json.loads(path.read_text(encoding="utf-8"))
        found += [Case(golden["method"], case) for case in golden["cases"]]
    return found
