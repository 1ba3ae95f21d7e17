"""Circuits of real clubs: points of each event, what is left out, totals and ranks as published (sources in
the golden files)."""

import json
from fractions import Fraction
from math import floor
from pathlib import Path
from typing import Any

import pytest

from scoring.circuit import CircuitRow, ResultUse
from tests.circuits import by_name, circuit, results, totals

GOLDEN = sorted((Path(__file__).parents[1] / "golden" / "circuit").glob("*.json"))


def season(golden: dict[str, Any]) -> dict[str, Any]:
    """The circuit of these places in the events."""
    places = {person["name"]: person["places"].split() for person in golden["people"]}
    events = [
        results(
            f"Event {number + 1}",
            **{name: {"place": int(each[number])} for name, each in places.items() if each[number] != "-"},
        )
        for number in range(len(next(iter(places.values()))))
    ]
    return circuit(*events, counting=golden["counting"], rules=golden["rules"])


def printed(value: Fraction, decimals: int) -> str:
    """As the club prints it, half up."""
    tens = 10**decimals
    rounded = Fraction(floor(value * tens + Fraction(1, 2)), tens)
    return str(float(rounded)).removesuffix(".0")


def line(row: CircuitRow, events: int, decimals: int) -> str:
    """The row's results, event by event; those that do not count in brackets."""
    cells = ["-"] * events
    for result in row.results:
        text = printed(result.points, decimals)
        cells[result.event - 1] = text if result.use is ResultUse.COUNTED else f"({text})"
    return " ".join(cells)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_points_discards_totals_and_ranks_are_those_published(path: Path) -> None:
    golden = json.loads(path.read_text(encoding="utf-8"))
    value, decimals = season(golden), golden["decimals"]
    found = [
        {
            "name": name,
            "rank": row.rank,
            "points": line(row, len(value["events"]), decimals),
            "total": printed(row.values["points"][0], decimals),
        }
        for name, row in by_name(value).items()
    ]
    published = [
        {key: person[key] for key in ("name", "rank", "points", "total")} for person in golden["people"]
    ]
    assert len(published) > 10
    assert found == published


def test_the_examples_of_a_risiko_club_s_player_of_the_year() -> None:
    """RCU Barletta, “Giocatore dell’anno 2022”: 501 less a discard of 51 and 402 less 50 make 802; 1.050 and
    0.041 in the qualifying games of a Master are 109.1, its points being multiplied by 100.
    """
    own = [results("Torneo 1", Carlo=450), results("Torneo 2", Carlo=352)]
    master = results("Master", Carlo={"games": [1.050, 0.041]}) | {"kind": "external"}
    assert totals(circuit(*own)) == {"Carlo": (802,)}
    weighted = circuit(*own, master, rules={"external_weight": 100})
    assert totals(weighted) == {"Carlo": (802 + Fraction("109.1"),)}
