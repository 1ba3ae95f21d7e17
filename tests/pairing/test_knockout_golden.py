"""Every clause of the knockout in a case made by hand, and what the source prints (tests/golden/knockout)."""

import json
from pathlib import Path
from typing import Any

import pytest

from pairing.reasons import no_round, why
from pairing.registry import pair, plan, rounds_of
from pairing.system import NoLegalPairing
from scoring.reasons import LANGUAGES
from scoring.record import Record
from scoring.standings import standings
from tests.documents import players, raw, record, stage
from tests.pairing.rounds import document_of, line_of

GOLDEN = Path(__file__).parents[1] / "golden" / "knockout"
PUBLISHED = ("grids", "plans")
CASES = {
    path.stem: json.loads(path.read_text())
    for path in sorted(GOLDEN.glob("*.json"))
    if path.stem not in PUBLISHED
}
GRIDS = json.loads((GOLDEN / "grids.json").read_text())["grids"]
PLANS = json.loads((GOLDEN / "plans.json").read_text())["plans"]


def seen(case: dict[str, Any]) -> Record:
    return record(document_of(case, "knockout"))


@pytest.mark.parametrize("name", CASES)
def test_the_round_is_the_one_made_by_hand(name: str) -> None:
    case = CASES[name]
    if case["next"] is None:
        with pytest.raises(NoLegalPairing) as caught:
            pair(seen(case))
        assert caught.value.code == case["code"]
        assert [game["players"] for game in caught.value.facts.get("games", [])] == case.get("open", [])
        assert caught.value.facts.get("players", []) == case.get("names", [])
        return
    draw = pair(seen(case))
    assert line_of(draw) == case["next"]
    assert all(bye.points == 0 for bye in draw.byes)
    forfeits = {
        f"{table.seats[0]}-{table.seats[1]}": list(table.result or ())
        for table in draw.tables
        if table.forfeit
    }
    assert forfeits == case.get("results", {})


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if "ranks" in case])
def test_the_ranking_is_the_one_made_by_hand(name: str) -> None:
    rows = standings(seen(CASES[name]))
    assert {str(row.player): row.rank for row in rows} == CASES[name]["ranks"]


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if "plan" in case])
def test_the_plan_is_the_one_made_by_hand(name: str) -> None:
    planned = plan(seen(CASES[name]))
    assert [[why(one.name, str), one.players] for one in planned] == CASES[name]["plan"]


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case["next"]])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_and_bye_says_why(name: str, language: str) -> None:
    draw = pair(seen(CASES[name]))
    for table in draw.tables:
        said = [why(reason, "Player {}".format, language) for reason in table.why]
        assert all(f"Player {player}" in " ".join(said) for player in table.seats)
    for bye in draw.byes:
        assert f"Player {bye.player}" in why(bye.why[0], "Player {}".format, language)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if not case["next"]])
def test_why_there_is_no_round_is_said_in_both_languages(name: str) -> None:
    with pytest.raises(NoLegalPairing) as caught:
        pair(seen(CASES[name]))
    said = [no_round(caught.value, "Player {}".format, language) for language in LANGUAGES]
    named = {f"Player {player}" for pair_of in CASES[name].get("open", []) for player in pair_of}
    assert all(player in sentence for sentence in said for player in named)
    assert len(set(said)) == len(LANGUAGES)
    assert all("{" not in sentence for sentence in said)


@pytest.mark.parametrize("size", GRIDS)
def test_the_published_grids_come_out_with_the_first_named_player_first(size: str) -> None:
    draw = pair(record(raw(players(int(size)), stage("knockout"))))
    assert line_of(draw) == GRIDS[size]


@pytest.mark.parametrize("example", PLANS)
def test_the_published_examples_come_out_of_the_plan(example: dict[str, Any]) -> None:
    entered = players(example["players"])
    exempt = [int(rounds) for rounds, count in example["exempt"].items() for _ in range(count)]
    for player, rounds in zip(entered, exempt, strict=False):
        player["exempt"] = rounds
    value = record(raw(entered, stage("knockout")))
    planned = plan(value)
    assert [one.players for one in planned] == example["rounds"]
    preliminary = [why(one.name, str) == "Preliminare" for one in planned]
    assert preliminary == [place < example["preliminary"] for place in range(len(planned))]
    assert rounds_of(value) == len(planned)
