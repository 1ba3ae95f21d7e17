"""Seating: its clauses in cases made by hand, every seating of small fields, and what must always hold."""

import json
from collections import Counter
from collections.abc import Iterator
from cProfile import Profile
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from pairing import seating_bound, seating_search
from pairing.assignment import assignment
from pairing.checking import check
from pairing.random_generator import Generator
from pairing.reasons import no_round
from pairing.registry import SYSTEM_SPECS, pair
from pairing.seating_search import lexicographic_weights
from pairing.system import NoLegalPairing
from scoring.record import DocumentError, Record, record_of
from scoring.texts import LANGUAGES
from tests.documents import document, players, raw, record, stage
from tests.pairing.rounds import as_round, assert_says_why

GOLDEN = Path(__file__).parents[1] / "golden" / "seating"
FULL_SEARCH = (
    (seating_search, "EVALUATIONS", seating_search.EVALUATIONS),
    (seating_search, "SEARCH_NODES", seating_search.SEARCH_NODES),
    (seating_bound, "EVALUATIONS", seating_bound.EVALUATIONS),
)
CASES = {path.stem: json.loads(path.read_text()) for path in sorted(GOLDEN.glob("*.json"))}


pytestmark = pytest.mark.usefixtures("short_search")


def round_of(tables: dict[str, list[int] | None]) -> dict[str, Any]:
    """Written as {"1 2 3 4": points of each, or null}."""
    return {
        "tables": [
            {
                "seats": [int(player) for player in seats.split()],
                "result": None if points is None else [{"points": one} for one in points],
            }
            for seats, points in tables.items()
        ]
    }


def event(case: dict[str, Any], seed: str = "seed") -> dict[str, Any]:
    more = {f"p{player}": facts for player, facts in case.get("more", {}).items()}
    rounds = [round_of(tables) for tables in case.get("rounds", [])]
    played = stage(
        "seating", rounds, options=case.get("options", {}), scoring=case.get("scoring", "conversion-150")
    )
    return raw(players(case["players"], **more), played, seed=seed)


@pytest.mark.parametrize("seed", ["a", "c"])
@pytest.mark.parametrize("name", CASES)
def test_the_seating_is_as_good_as_the_one_made_by_hand(name: str, seed: str) -> None:
    case = CASES[name]
    value = event(case, seed)
    if "code" in case:
        with pytest.raises((NoLegalPairing, DocumentError)) as caught:
            pair(record(value))
        assert isinstance(caught.value, NoLegalPairing)
        assert caught.value.code == case["code"]
        assert caught.value.facts.get("near") == case.get("near")
        assert all("{" not in no_round(caught.value, str, language) for language in LANGUAGES)
        return
    draw = pair(record(value))
    assert [len(table.seats) for table in draw.tables] == case["sizes"]
    assert draw.quality["cost"] == case["cost"]
    assert draw.quality["optimal"] == case["optimal"]
    for key in ("cost_step2", "drawn"):
        assert draw.quality[key] == case.get(key, draw.quality[key])
    for one, other in case.get("apart", []):
        assert not any({one, other} <= set(table.seats) for table in draw.tables)
    assert set(draw.quality["fifths"]) <= set(case.get("fifths_among", range(100)))


def random_event(random: Random, count: int, rounds: int) -> dict[str, Any]:
    """A stage some rounds in, seated by the system itself."""
    more = {
        str(player): {"club": random.choice([None, "a", "b", "c"]), "group": random.choice([None, None, "g"])}
        for player in range(1, count + 1)
    }
    value = event({"players": count, "more": more}, seed=str(random.random()))
    for _ in range(rounds):
        value["stages"][0]["rounds"].append(as_round(pair(record(value)), random))
    return value


def literal_costs(
    value: dict[str, Any], tables: list[tuple[int, ...]], fifths: list[int] | None = None
) -> tuple[int, ...]:
    """The criteria word for word; of `fifths` clubs, groups and `fives` are not looked at."""
    left_out = fifths or []
    rounds = value["stages"][0]["rounds"]
    fives = {player for played in rounds for table in played["tables"] if len(table["seats"]) == 5
             for player in table["seats"]}  # fmt: skip
    winners = {
        player
        for table in (rounds[-1]["tables"] if rounds else [])
        for player, score in zip(table["seats"], table["result"], strict=True)
        if score["points"] == max(one["points"] for one in table["result"])
    }
    met = Counter(
        frozenset(two)
        for played in rounds
        for table in played["tables"]
        for two in combinations(table["seats"], 2)
    )
    people = {player["id"]: player for player in value["players"]}
    cost = [0, 0, 0, 0]
    cost[0] = sum(
        player in fives for table in tables if len(table) == 5 for player in table if player not in left_out
    )
    for table in tables:
        for one, other in combinations(table, 2):
            cost[1] += one in winners and other in winners
            cost[2] += not {one, other} & set(left_out) and any(
                people[one].get(key) is not None and people[one].get(key) == people[other].get(key)
                for key in ("club", "group")
            )
            cost[3] += met[frozenset((one, other))]
    return tuple(cost)


@pytest.mark.parametrize("count", [8, 9, 10])
@pytest.mark.parametrize("rounds", [0, 1, 2, 3])
def test_no_other_way_to_seat_a_small_field_is_better(count: int, rounds: int) -> None:
    random = Random(f"{count} {rounds}")
    for _ in range(6):
        value = random_event(random, count, rounds)
        draw = pair(record(value))
        fifths, drawn = draw.quality["fifths"], draw.quality["drawn"]
        assert sorted(fifths) == sorted(drawn)
        rest = [player for player in range(1, count + 1) if player not in fifths]
        last = [[], *([fifth] for fifth in drawn)] if len(drawn) < 2 else [[fifth] for fifth in drawn]
        every = [
            [(*four, *last[0]), (*(player for player in rest if player not in four), *last[-1])]
            for four in combinations(rest, 4)
        ]
        best = min(literal_costs(value, tables, drawn) for tables in every)
        assert draw.quality["optimal"]
        assert tuple(draw.quality["bound"].values()) == best
        assert tuple(draw.quality["cost_step2"].values()) == best
        whole = [table.seats for table in draw.tables]
        assert tuple(draw.quality["cost"].values()) == literal_costs(value, whole)
        fours = [tuple(player for player in seats if player not in fifths) for seats in whole]
        ways = [
            literal_costs(
                value,
                fours[: 2 - len(fifths)]
                + [(*seats, fifth) for seats, fifth in zip(fours[2 - len(fifths) :], order, strict=True)],
            )
            for order in permutations(fifths)
        ]
        assert literal_costs(value, whole) == min(ways)


@given(st.integers(4, 45).filter(lambda count: count not in (6, 7, 11)), st.integers(0, 2), st.randoms())
def test_everybody_sits_once_and_the_quality_is_what_it_says(count: int, rounds: int, random: Random) -> None:
    value = random_event(random, count, rounds)
    draw = pair(record(value))
    seats = [table.seats for table in draw.tables]
    fives = count % 4
    assert sorted(player for table in seats for player in table) == list(range(1, count + 1))
    assert [len(table) for table in seats] == [4] * (count // 4 - fives) + [5] * fives
    quality = draw.quality
    fifths = quality["fifths"]
    assert all(fifth in table for fifth, table in zip(fifths, seats[len(seats) - fives :], strict=True))
    assert tuple(quality["cost"].values()) == literal_costs(value, seats)
    where = dict(zip(fifths, quality["drawn"], strict=True))
    as_drawn = [tuple(where.get(player, player) for player in table) for table in seats]
    assert tuple(quality["cost_step2"].values()) == literal_costs(value, as_drawn, quality["drawn"])
    assert tuple(quality["bound"].values()) <= tuple(quality["cost_step2"].values())
    assert quality["optimal"] == (quality["bound"] == quality["cost_step2"])
    value["stages"][0]["rounds"].append(as_round(draw))
    assert all(found.ok for found in check(document(value)))


def with_seeds(value: dict[str, Any], seeds: int) -> Iterator[Record]:
    """The document, read once, with each seed from 0."""
    read = document(value)
    return (record_of(replace(read, seed=str(seed)), SYSTEM_SPECS) for seed in range(seeds))


def test_over_many_seeds_everybody_is_a_fifth_equally_often() -> None:
    drawn: Counter[int] = Counter()
    more = {"1": {"club": "a"}, "2": {"club": "a"}, "3": {"club": "a"}}
    for seen in with_seeds(event({"players": 14, "more": more}), 1400):
        drawn.update(pair(seen).quality["fifths"])
    # 200 for each on the average, with a standard deviation of about 13.
    assert len(drawn) == 14
    assert all(140 < times < 260 for times in drawn.values())


def test_over_many_seeds_everybody_meets_everybody_equally_often() -> None:
    met: Counter[tuple[int, int]] = Counter()
    for seen in with_seeds(event({"players": 8}), 1400):
        for table in pair(seen).tables:
            met.update(combinations(sorted(table.seats), 2))
    # 3 of 7 others each time: 600, with a standard deviation of about 19.
    assert len(met) == 28
    assert all(510 < times < 690 for times in met.values())


def test_who_was_a_fifth_is_drawn_again_only_when_no_others_are_left() -> None:
    value = event({"players": 9})
    random = Random(1)
    seen: set[int] = set()
    for number in range(3):
        draw = pair(record(value))
        fresh = set(range(1, 10)) - seen
        assert not fresh or set(draw.quality["fifths"]) <= fresh, number
        seen |= set(draw.tables[-1].seats)
        value["stages"][0]["rounds"].append(as_round(draw, random))


def test_the_same_seed_gives_the_same_draw_and_another_a_different_one() -> None:
    case = {"players": 22}
    one, again, other = (pair(record(event(case, seed))) for seed in ("a", "a", "b"))
    assert one == again
    assert one.tables != other.tables


def test_renamed_players_have_the_same_draw() -> None:
    more = {str(player): {"club": "ab"[player % 2]} for player in range(1, 15)}
    value, renamed = event({"players": 14, "more": more}), event({"players": 14, "more": more})
    for player in renamed["players"]:
        player["id"] += 100
    assert [table.seats for table in pair(record(value)).tables] == [
        tuple(player - 100 for player in table.seats) for table in pair(record(renamed)).tables
    ]


def test_every_table_says_why() -> None:
    assert_says_why(pair(record(random_event(Random(3), 18, 2))))


def test_options_that_cannot_be_are_refused() -> None:
    for options, name in (
        ({"allow": []}, "allow"),
        ({"allow": [2, 4]}, "allow"),
        ({"allow": [4, 7]}, "allow"),
        ({"rounds": -1}, "rounds"),
        ({"tables": 0}, "tables"),
        ({"tables": 10**9}, "tables"),
    ):
        with pytest.raises(DocumentError) as caught:
            pair(record(event({"players": 8, "options": options})))
        assert caught.value.issues[0].path == f"stages[0].options.{name}"


def test_a_unit_weighs_more_than_all_that_follows() -> None:
    assert lexicographic_weights([5, 3, 9]) == [40, 10, 1]
    assert lexicographic_weights([]) == [1]


def test_the_assignment_is_the_cheapest_of_all() -> None:
    random = Generator(1)
    for _ in range(100):
        size = random.below(6)
        costs = [[random.below(9) for _ in range(size)] for _ in range(size)]
        found = assignment(costs)
        assert sorted(found) == list(range(size))
        assert sum(row[column] for row, column in zip(costs, found, strict=True)) == min(
            sum(row[column] for row, column in zip(costs, order, strict=True))
            for order in permutations(range(size))
        )


@pytest.mark.parametrize(("count", "seed"), [(31, 4), (99, 0)])
def test_the_third_round_is_searched_for_within_bounds(count: int, seed: int) -> None:
    """Ten million calls are some 1.5 s of a processor; they are the same on a slow machine."""
    third = record(random_event(Random(seed), count, 2))
    with pytest.MonkeyPatch.context() as patch:
        for module, name, most in FULL_SEARCH:
            patch.setattr(module, name, most)
        profile = Profile()
        profile.runcall(pair, third)
    assert sum(function.callcount for function in profile.getstats()) < 10_000_000
