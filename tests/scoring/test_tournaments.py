"""Historic round robins: points, ranking and Sonneborn-Berger as published (sources in the golden files)."""

import json
from pathlib import Path
from typing import Any

import pytest

from pairing.checking import check
from pairing.systems.round_robin import Options, meetings, total_rounds
from scoring.standings import Row, standings
from tests.documents import document, players, raw, record, stage, table

GOLDEN = sorted((Path(__file__).parents[1] / "golden" / "tournaments").glob("*.json"))
SHARES = {"1": (1, 0), "½": (0.5, 0.5), "0": (0, 1)}


def played(golden: dict[str, Any]) -> dict[str, Any]:
    """The tournament as a document: the results of the crosstable, in the rounds of the calendar."""
    cells = [row.split() for row in golden["crosstable"]]
    count = len(cells)
    options = Options(cycles=golden["cycles"], exchange_last_two=False)
    rounds = []
    for number in range(1, total_rounds(options, count) + 1):
        tables, byes = [], []
        for white, black in meetings(options, count, number):
            if max(white, black) > count:
                byes.append({"player": min(white, black), "points": 0})
                continue
            cycle = (number - 1) * golden["cycles"] // total_rounds(options, count)
            tables.append(table(white, black, SHARES[cells[white - 1][black - 1][cycle]]))
        rounds.append({"tables": tables, "byes": byes})
    return raw(
        players(count), stage(rounds=rounds, ranking=golden["ranking"], options={"cycles": golden["cycles"]})
    )


@pytest.fixture(params=GOLDEN, ids=lambda path: path.stem)
def golden(request: pytest.FixtureRequest) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(request.param.read_text())
    return read


def by_player(rows: list[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: row.player)


def test_points_and_ranks_are_those_published(golden: dict[str, Any]) -> None:
    rows = by_player(standings(record(played(golden))))
    assert [row.values["points"] for row in rows] == golden["points"]
    assert [row.rank for row in rows] == golden["ranks"]


def test_sonneborn_berger_is_the_one_published(golden: dict[str, Any]) -> None:
    rows = by_player(standings(record(played(golden))))
    found = {golden["players"][row.player - 1]: row.values["sonneborn_berger"] for row in rows}
    assert {name: found[name] for name in golden["sonneborn_berger"]} == golden["sonneborn_berger"]


def test_everybody_has_played_all_games(golden: dict[str, Any]) -> None:
    games = (len(golden["players"]) - 1) * golden["cycles"]
    assert {row.played for row in standings(record(played(golden)))} == {games}


def test_every_round_can_be_derived_again(golden: dict[str, Any]) -> None:
    assert all(checked.ok for checked in check(document(played(golden))))
