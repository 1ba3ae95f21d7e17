"""Every clause of the Swiss systems in a case made by hand (tests/golden/amalfi and its neighbours)."""

import json
from pathlib import Path
from typing import Any

import pytest

from pairing.reasons import no_round, why
from pairing.registry import pair
from pairing.system import NoLegalPairing
from scoring.reasons import LANGUAGES
from tests.documents import record
from tests.pairing.rounds import document_of, line_of

GOLDEN = Path(__file__).parents[1] / "golden"
CASES = [
    pytest.param(folder.replace("_", "-"), path, id=f"{folder}/{path.stem}")
    for folder in ("amalfi", "club_swiss", "dutch")
    for path in sorted((GOLDEN / folder).glob("*.json"))
]


def golden(path: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(path.read_text())
    return read


@pytest.mark.parametrize(("system", "path"), CASES)
def test_the_round_is_the_one_made_by_hand(system: str, path: Path) -> None:
    case = golden(path)
    seen = record(document_of(case, system))
    if case["next"] is not None:
        assert line_of(pair(seen)) == case["next"]
        return
    with pytest.raises(NoLegalPairing) as caught:
        pair(seen)
    assert caught.value.code == case["code"]
    assert caught.value.facts.get("players", []) == case.get("names", [])
    assert caught.value.facts.get("prohibited", []) == case.get("named_prohibited", [])
    for language in LANGUAGES:
        assert "{" not in no_round(caught.value, str, language)


@pytest.mark.parametrize(("system", "path"), [case for case in CASES if golden(case.values[1])["next"]])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_and_bye_says_why(system: str, path: Path, language: str) -> None:
    draw = pair(record(document_of(golden(path), system)))
    for table in draw.tables:
        said = [why(reason, "Player {}".format, language) for reason in table.why]
        assert all(f"Player {player}" in " ".join(said) for player in table.seats)
    for bye in draw.byes:
        assert f"Player {bye.player}" in why(bye.why[0], "Player {}".format, language)
