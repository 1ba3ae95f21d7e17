"""Historic round robins: points, ranking and Sonneborn-Berger as published (sources in the golden files)."""

import json
from pathlib import Path
from typing import Any

import pytest

from pairing.checking import check
from pairing.systems.round_robin import Options, meetings, total_rounds
from scoring.standings import standings
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


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_everything_is_as_published(path: Path) -> None:
    golden = json.loads(path.read_text())
    value = played(golden)
    rows = sorted(standings(record(value)), key=lambda row: row.player)
    assert [row.values["points"] for row in rows] == golden["points"]
    assert [row.rank for row in rows] == golden["ranks"]
    found = {golden["players"][row.player - 1]: row.values["sonneborn_berger"] for row in rows}
    assert {name: found[name] for name in golden["sonneborn_berger"]} == golden["sonneborn_berger"]
    assert {row.played for row in rows} == {(len(golden["players"]) - 1) * golden["cycles"]}
    assert all(checked.ok for checked in check(document(value)))
