"""The rotation: what its clauses give in cases made by hand, and what must hold for every field."""

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from pairing import rotations
from pairing.checking import check
from pairing.difference_matrix import meeting_free_games
from pairing.reasons import no_round, why
from pairing.registry import SYSTEMS, calendar, pair
from pairing.rotations import RotationProblem, most_pairs
from pairing.system import Draw, NoLegalPairing
from pairing.table_sizes import table_sizes
from scoring.options import build
from scoring.record import DocumentError
from scoring.texts import LANGUAGES
from tests.documents import document, players, raw, record, stage
from tests.pairing.rounds import as_round, assert_says_why

GOLDEN = Path(__file__).parents[1] / "golden" / "rotation"
STEPS_A_GAME = rotations.STEPS_A_GAME
CASES = {path.stem: json.loads(path.read_text()) for path in sorted(GOLDEN.glob("*.json"))}


pytestmark = pytest.mark.usefixtures("short_search")


@pytest.fixture
def whole_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rotations, "STEPS_A_GAME", STEPS_A_GAME)


def event(count: int, seed: str = "seed", **options: Any) -> dict[str, Any]:
    return raw(players(count), stage("rotation", options=options), seed=seed)


@pytest.mark.usefixtures("whole_search")
@pytest.mark.parametrize("name", CASES)
def test_the_plan_is_the_one_made_by_hand(name: str) -> None:
    case = CASES[name]
    value = event(case["players"], seed="golden", **case.get("options", {}))
    if "code" in case:
        with pytest.raises(NoLegalPairing) as caught:
            calendar(record(value))
        assert caught.value.code == case["code"]
        assert all("{" not in no_round(caught.value, str, language) for language in LANGUAGES)
        return
    draws = calendar(record(value))
    for draw in draws:
        assert [len(table.seats) for table in draw.tables] == case["sizes"]
        assert len(draw.byes) == case.get("resting", 0)
    assert draws[0].quality == case["quality"]
    if "winds" in case:
        assert all(winds_of(draw) == winds_of(draws[0]) for draw in draws)
        assert [Counter(winds_of(draws[0]).values())[wind] for wind in range(len(case["winds"]))] == case[
            "winds"
        ]


def winds_of(draw: Draw) -> dict[int, int]:
    """For each player at a table his wind, from 0."""
    return {player: wind for table in draw.tables for wind, player in enumerate(table.seats)}


@given(
    st.integers(3, 23),
    st.integers(1, 4),
    st.integers(3, 5),
    st.sets(st.integers(3, 5), min_size=1),
    st.booleans(),
    st.text("ab", max_size=2),
)
def test_everybody_sits_once_and_the_quality_is_what_it_says(
    count: int, rounds: int, size: int, allow: set[int], swap: bool, seed: str
) -> None:
    options = {"rounds": rounds, "size": size, "allow": sorted(allow), "swap_winds": swap}
    seen = record(event(count, seed=seed, **options))
    sizes = table_sizes(count, size, allow)
    if not sizes:
        with pytest.raises(NoLegalPairing):
            calendar(seen)
        return
    draws = calendar(seen)
    assert len(draws) == rounds
    met: Counter[tuple[int, int]] = Counter()
    rested: Counter[int] = Counter()
    for draw in draws:
        resting = [bye.player for bye in draw.byes]
        seated = [player for table in draw.tables for player in table.seats]
        assert sorted(seated + resting) == list(range(1, count + 1))
        assert sorted(len(table.seats) for table in draw.tables) == sorted(sizes)
        assert all(bye.points == 0 for bye in draw.byes)
        rested.update(resting)
        for table in draw.tables:
            met.update(combinations(sorted(table.seats), 2))
    times = [rested[player] for player in range(1, count + 1)]
    assert max(times) - min(times) <= 1
    quality = draws[0].quality
    assert quality["distinct"] == 2 * len(met) <= quality["bound"]
    assert quality["repeats"] == sum(times > 1 for times in met.values())
    assert quality["most"] == max(met.values())
    if not swap and sum(sizes) == count:
        assert all(winds_of(draw) == winds_of(draws[0]) for draw in draws)


def test_who_stays_keeps_the_wind_when_somebody_leaves() -> None:
    value = event(24, rounds=3)
    first = calendar(record(value))[0]
    value["stages"][0]["rounds"] = [as_round(first)]
    leaver = next(player for player, wind in winds_of(first).items() if wind == 0)
    value["players"][leaver - 1]["withdrawn"] = 2
    second = pair(record(value))
    moved = [player for player, wind in winds_of(second).items() if winds_of(first)[player] != wind]
    assert len(moved) == 1
    assert winds_of(first)[moved[0]] == 3


def test_after_a_game_that_was_not_played_as_planned_the_rest_is_planned_again() -> None:
    value = event(20, rounds=3)
    first = as_round(calendar(record(value))[0])
    for place in range(3):
        one, two = first["tables"][place]["seats"], first["tables"][place + 1]["seats"]
        one[place], two[place] = two[place], one[place]
    value["stages"][0]["rounds"] = [first]
    later = calendar(record(value))
    value["stages"][0]["rounds"] += [as_round(draw) for draw in later]
    met = {
        pair_of
        for played in value["stages"][0]["rounds"]
        for table in played["tables"]
        for pair_of in combinations(sorted(table["seats"]), 2)
    }
    assert later[0].quality["distinct"] == 2 * len(met)
    assert [found.ok for found in check(document(value))] == [False, True, True]


def test_pairs_that_meet_three_times_are_named() -> None:
    draws = calendar(record(event(4, rounds=3)))
    said = [why(reason, str, language) for reason in draws[2].tables[0].why for language in LANGUAGES]
    assert sum("3ª volta" in sentence for sentence in said) == 6
    assert sum("meet 3 times" in sentence for sentence in said) == 6


@pytest.mark.parametrize(("count", "rounds"), [(4, 4), (4, 3), (8, 4), (8, 3), (12, 4), (16, 5)])
def test_swapped_winds_are_even(count: int, rounds: int) -> None:
    held: Counter[tuple[int, int]] = Counter()
    for draw in calendar(record(event(count, rounds=rounds, swap_winds=True))):
        held.update((player, seat) for table in draw.tables for seat, player in enumerate(table.seats))
    for player in range(1, count + 1):
        times = [held[player, seat] for seat in range(4)]
        assert max(times) - min(times) <= 1


CONSTRUCTIONS = [
    *((tables, 3) for tables in range(4, 31)),
    *((tables, 4) for tables in (*range(4, 13), 15)),
    *((tables, tables) for tables in (5, 7, 11, 13, 17, 25)),
]


def test_a_construction_lets_nobody_meet_twice() -> None:
    for tables, games in CONSTRUCTIONS:
        frame = meeting_free_games(tables, games)
        assert len(frame) == games
        met: set[tuple[int, int]] = set()
        for game in frame:
            assert sorted(position for row in game for position in row) == list(range(4 * tables))
            for row in game:
                assert [position // tables for position in row] == [0, 1, 2, 3]
                pairs = set(combinations(sorted(row), 2))
                assert met.isdisjoint(pairs), (tables, games)
                met |= pairs


def test_the_rounds_are_those_of_the_calendar_one_by_one() -> None:
    value = event(14, rounds=3)
    planned = calendar(record(value))
    for draw in planned:
        now = pair(record(value))
        assert (now.tables, now.byes, now.quality) == (draw.tables, draw.byes, draw.quality)
        value["stages"][0]["rounds"].append(as_round(now))
    with pytest.raises(NoLegalPairing, match="all_rounds_played"):
        pair(record(value))
    assert all(found.ok for found in check(document(value)))


def test_who_leaves_changes_only_what_is_still_to_come() -> None:
    value = event(13, rounds=4)
    value["stages"][0]["rounds"] = [as_round(draw) for draw in calendar(record(value))[:2]]
    value["players"][4]["withdrawn"] = 3
    for _ in range(2):
        draw = pair(record(value))
        assert sorted(player for table in draw.tables for player in table.seats) == [
            1,
            2,
            3,
            4,
            *range(6, 14),
        ]
        value["stages"][0]["rounds"].append(as_round(draw))
    assert all(found.ok for found in check(document(value)))


def test_renamed_players_have_the_same_plan() -> None:
    value = event(14, rounds=3)
    renamed = event(14, rounds=3)
    for player in renamed["players"]:
        player["id"] += 100
    plain = [[table.seats for table in draw.tables] for draw in calendar(record(value))]
    assert plain == [
        [tuple(player - 100 for player in table.seats) for table in draw.tables]
        for draw in calendar(record(renamed))
    ]


def test_points_by_wind_are_refused_for_a_final_at_one_table() -> None:
    final = stage(
        "rotation",
        options={"rounds": 4, "swap_winds": True},
        scoring="winds",
        entry={"ranked": {"stage": 1, "to": 4}},
        entrants=[1, 2, 3, 4],
    )
    value = raw(players(8), stage("rotation", scoring="winds"), final)
    assert pair(record(value, stage=1)).tables
    with pytest.raises(NoLegalPairing, match="winds_one_table") as caught:
        pair(record(value, stage=2))
    assert all("{" not in no_round(caught.value, str, language) for language in LANGUAGES)
    final["entrants"] = list(range(1, 9))
    assert len(pair(record(value, stage=2)).tables) == 2


@pytest.mark.parametrize("options", [{}, {"swap_winds": True}, {"allow": [4]}, {"rounds": 5}])
def test_every_table_and_rest_says_why(options: dict[str, Any]) -> None:
    for draw in calendar(record(event(10, **options))):
        assert_says_why(draw)


def test_sizes_that_are_no_tables_are_refused() -> None:
    for allow in ([], [4, 6], [2]):
        with pytest.raises(DocumentError) as caught:
            pair(record(event(8, allow=allow)))
        assert caught.value.issues[0].path == "stages[0].options.allow"


def test_the_bound_counts_who_must_meet_again() -> None:
    nobody = [[0] * 12 for _ in range(12)]
    assert most_pairs(RotationProblem(12, (4, 4, 4), 1), nobody) == 18
    assert most_pairs(RotationProblem(12, (4, 4, 4), 2), nobody) == 33
    assert most_pairs(RotationProblem(12, (4, 4, 4), 9), nobody) == 66
    assert most_pairs(RotationProblem(12, (4, 4, 4), 9, keep_winds=True), nobody) == 54


@pytest.mark.parametrize(
    ("players", "options", "near"),
    [
        (12, {}, None),
        (13, {}, None),
        (5, {"allow": [3, 4]}, [3, 4, 6, 7, 8, 9]),
        (13, {"allow": [4], "swap_winds": True}, None),
        (13, {"allow": [4]}, [12, 16]),
    ],
)
def test_for_which_numbers_winds_cannot_be_kept_is_said(players: int, options: Any, near: Any) -> None:
    system = SYSTEMS["rotation"]
    found = system.notice(build(system.spec.options, options), players)
    assert (found and found.facts["near"]) == near
    if found is not None:
        for language in LANGUAGES:
            sentence = why(found, str, language)
            assert str(players) in sentence
            assert "{" not in sentence
