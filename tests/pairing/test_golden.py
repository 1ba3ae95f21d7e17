"""Every clause of the systems for two in a case made by hand (tests/golden/amalfi and its neighbours)."""

import json
from pathlib import Path
from typing import Any

import pytest

from pairing.reasons import no_round, why
from pairing.registry import pair, plan, rounds_of
from pairing.system import NoLegalPairing
from scoring.record import Record
from scoring.standings import standings
from scoring.texts import LANGUAGES
from tests.documents import players, raw, record, stage
from tests.pairing.rounds import assert_says_why, document_of, line_of

GOLDEN = Path(__file__).parents[1] / "golden"
PUBLISHED = ("grids", "plans")  # of knockouts
CASES = {
    f"{folder.replace('_', '-')}/{path.stem}": json.loads(path.read_text())
    for folder in ("amalfi", "club_swiss", "dutch", "knockout")
    for path in sorted((GOLDEN / folder).glob("*.json"))
    if path.stem not in PUBLISHED
}


@pytest.mark.parametrize("name", CASES)
def test_the_round_is_the_one_made_by_hand(name: str) -> None:
    case, system = CASES[name], name.partition("/")[0]
    seen = record(document_of(case, system))
    if case["next"] is None:
        assert_refused(seen, case, system)
    else:
        draw = pair(seen)
        assert line_of(draw) == case["next"]
        forfeits = {
            "-".join(map(str, one.seats)): list(one.result or ()) for one in draw.tables if one.forfeit
        }
        assert forfeits == case.get("results", {})
        assert system != "knockout" or all(bye.points == 0 for bye in draw.byes)
        assert_says_why(draw)
    if "ranks" in case:
        assert {str(row.player): row.rank for row in standings(seen)} == case["ranks"]
    if "plan" in case:
        assert [[why(one.name, str), one.players] for one in plan(seen)] == case["plan"]


def assert_refused(seen: Record, case: dict[str, Any], system: str) -> None:
    with pytest.raises(NoLegalPairing) as caught:
        pair(seen)
    facts = caught.value.facts
    assert caught.value.code == case["code"]
    assert facts.get("players", []) == case.get("names", [])
    assert facts.get("prohibited", []) == case.get("named_prohibited", [])
    open_games = case.get("open", [])
    assert system != "knockout" or [game["players"] for game in facts.get("games", [])] == open_games
    said = [no_round(caught.value, "Player {}".format, language) for language in LANGUAGES]
    assert all(f"Player {player}" in sentence for sentence in said for two in open_games for player in two)
    assert len(set(said)) == len(LANGUAGES)
    assert all("{" not in sentence for sentence in said)


def test_the_published_grids_come_out_with_the_first_named_player_first() -> None:
    for size, line in json.loads((GOLDEN / "knockout/grids.json").read_text())["grids"].items():
        assert line_of(pair(record(raw(players(int(size)), stage("knockout"))))) == line, size


def test_the_published_examples_come_out_of_the_plan() -> None:
    for example in json.loads((GOLDEN / "knockout/plans.json").read_text())["plans"]:
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
