"""Games with a score: the more points win, and the criteria count them (golden cases worked by hand)."""

import json
from pathlib import Path
from typing import Any

import pytest

from pairing.registry import SYSTEM_SPECS
from scoring.record import DocumentError, read, write
from scoring.standings import standings
from tests import documents

GOLDEN = sorted((Path(__file__).parent.parent / "golden" / "games").glob("*.json"))
RANKING = ["points", "score_difference", "points_scored"]


def table(first: int, second: int, result: Any) -> dict[str, Any]:
    if result == "forfeit":
        return {"seats": [first, second], "result": [1, 0], "forfeit": True}
    return {"seats": [first, second], "score": result}


def stage(*rounds: list[dict[str, Any]]) -> dict[str, Any]:
    played = [{"tables": tables} for tables in rounds]
    return documents.stage("round-robin", played, scoring="score", ranking=RANKING)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_ranking_is_the_one_worked_by_hand(path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    rounds = [[table(*meeting) for meeting in played] for played in case["rounds"]]
    record = documents.record(documents.raw(documents.players(4), stage(*rounds)))
    found = [[row.player, *(row.values[name] for name in RANKING)] for row in standings(record)]
    assert found == case["standings"]


def test_a_score_is_written_back_with_the_result_that_follows() -> None:
    document = documents.document(documents.raw(documents.players(4), stage([table(1, 2, [85, 120])])))
    played = document.stages[0].rounds[0].tables[0]
    assert (played.result, played.score) == ((0, 1), (85, 120))
    assert read(write(document), SYSTEM_SPECS) == document


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"score": [85, 120], "result": [1, 0]}, "score_against_result"),
        ({"score": [120, 85], "result": [1, 0], "forfeit": True}, "score_against_result"),
        ({"score": [120]}, "result_length"),
        ({"score": ["120", 85]}, "type"),
    ],
)
def test_a_score_that_says_something_else_is_refused(more: dict[str, Any], code: str) -> None:
    value = documents.raw(documents.players(4), stage([{"seats": [1, 2], **more}]))
    with pytest.raises(DocumentError) as refused:
        documents.document(value)
    assert code in [issue.code for issue in refused.value.issues]
