"""Bands: the clauses in cases made by hand, every seating of small fields, and what must always hold."""

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from pairing.checking import check
from pairing.reasons import no_round
from pairing.registry import pair
from pairing.system import NoLegalPairing
from scoring.texts import LANGUAGES
from tests.documents import document, players, raw, record, stage
from tests.pairing.rounds import as_round, assert_says_why

GOLDEN = Path(__file__).parents[1] / "golden" / "bands"
CASES = {path.stem: json.loads(path.read_text()) for path in sorted(GOLDEN.glob("*.json"))}


pytestmark = pytest.mark.usefixtures("short_search")


def event(case: dict[str, Any], seed: str = "seed") -> dict[str, Any]:
    more = {f"p{player}": facts for player, facts in case.get("more", {}).items()}
    rounds = [
        {"tables": [{"seats": seats, "result": None} for seats in tables]}
        for tables in case.get("rounds", [])
    ]
    return raw(players(case["players"], **more), stage("bands", rounds, options=case["options"]), seed=seed)


@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize("name", CASES)
def test_the_tables_are_as_good_as_those_made_by_hand(name: str, seed: str) -> None:
    case = CASES[name]
    if "code" in case:
        with pytest.raises(NoLegalPairing) as caught:
            pair(record(event(case, seed)))
        assert caught.value.code == case["code"]
        assert caught.value.facts.get("near") == case.get("near")
        assert all("{" not in no_round(caught.value, str, language) for language in LANGUAGES)
        return
    draw = pair(record(event(case, seed)))
    assert draw.quality["cost"] == draw.quality["bound"] == case["cost"]
    assert draw.quality["optimal"]
    for one, other in case.get("apart", []):
        assert not any({one, other} <= set(table.seats) for table in draw.tables)
    for one, other in case.get("together", []):
        assert any({one, other} <= set(table.seats) for table in draw.tables)
    if "next" in case:
        assert [list(table.seats) for table in draw.tables] == case["next"]


def random_event(random: Random, tables: int, size: int, first: str, rounds: int = 1) -> dict[str, Any]:
    more = {
        str(player): {"club": random.choice([None, "a", "b"]), "group": random.choice([None, None, "g"])}
        for player in range(1, tables * size + 1)
    }
    options = {"tables": tables, "size": size, "first": first, "rounds": rounds}
    value = event({"players": tables * size, "more": more, "options": options}, str(random.random()))
    entrants = list(range(1, tables * size + 1))
    random.shuffle(entrants)
    value["stages"][0]["entrants"] = entrants
    return value


def literal_cost(value: dict[str, Any], tables: list[tuple[int, ...]]) -> dict[str, int]:
    people = {player["id"]: player for player in value["players"]}
    entrants = value["stages"][0]["entrants"]
    clubs = sum(
        any(
            people[one][key] is not None and people[one][key] == people[two][key] for key in ("club", "group")
        )
        for table in tables
        for one, two in combinations(table, 2)
    )
    bands = sum(
        len(table) - len({entrants.index(player) // len(tables) for player in table}) for table in tables
    )
    return {"clubs": clubs, "bands": bands}


@pytest.mark.parametrize("first", ["bands", "clubs"])
@pytest.mark.parametrize("size", [3, 4, 5])
def test_no_other_way_to_fill_two_tables_is_better(first: str, size: int) -> None:
    random = Random(f"{first} {size}")
    order = ("bands", "clubs") if first == "bands" else ("clubs", "bands")
    for _ in range(20):
        value = random_event(random, 2, size, first)
        everybody = value["stages"][0]["entrants"]
        every = [
            literal_cost(value, [one, tuple(player for player in everybody if player not in one)])
            for one in combinations(everybody, size)
        ]
        best = min(every, key=lambda cost: tuple(cost[name] for name in order))
        draw = pair(record(value))
        assert draw.quality == {"cost": best, "bound": best, "optimal": True}
        assert literal_cost(value, [table.seats for table in draw.tables]) == best


@given(st.integers(1, 6), st.integers(3, 6), st.sampled_from(["bands", "clubs"]), st.randoms())
def test_everybody_sits_once_and_the_quality_is_what_it_says(
    tables: int, size: int, first: str, random: Random
) -> None:
    value = random_event(random, tables, size, first, rounds=3)
    rounds = value["stages"][0]["rounds"]
    for number in range(3):
        draw = pair(record(value))
        seats = [table.seats for table in draw.tables]
        assert [len(table) for table in seats] == [size] * tables
        assert sorted(player for table in seats for player in table) == list(range(1, tables * size + 1))
        cost, bound = draw.quality["cost"], draw.quality["bound"]
        assert cost == literal_cost(value, seats)
        assert bound["clubs"] <= cost["clubs"]
        assert draw.quality["optimal"] == (cost == bound)
        assert first == "clubs" or cost["bands"] == 0
        if number:
            before = [table["seats"] for table in rounds[-1]["tables"]]
            assert [[*table[1:], table[0]] for table in seats] == before
        rounds.append(as_round(draw))
    assert all(found.ok for found in check(document(value)))


def test_over_many_seeds_everybody_meets_those_of_another_band_equally_often() -> None:
    met: Counter[tuple[int, int]] = Counter()
    for seed in range(900):
        for table in pair(record(event({"players": 12, "options": {"tables": 3}}, str(seed)))).tables:
            met.update(combinations(sorted(table.seats), 2))
    # One of three of each other band: 300, with a standard deviation of about 14.
    assert len(met) == 54
    assert all(230 < times < 370 for times in met.values())


@pytest.mark.parametrize("first", ["bands", "clubs"])
@pytest.mark.parametrize("tables", [1, 3])
def test_every_table_says_why(tables: int, first: str) -> None:
    value = random_event(Random(1), tables, 4, first, rounds=2)
    for _ in range(2):
        draw = pair(record(value))
        assert_says_why(draw)
        value["stages"][0]["rounds"].append(as_round(draw))
