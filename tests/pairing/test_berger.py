"""The tables of Berger: the published ones exactly, and what holds for any size."""

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import assume, example, given, strategies as st

from pairing.berger import berger, field_of
from pairing.systems.round_robin import FEWEST, MOST, Options, meetings, total_rounds

GOLDEN = sorted((Path(__file__).parents[1] / "golden" / "round_robin").glob("players-*.json"))
SIZES = st.integers(FEWEST, MOST)
CYCLES = st.integers(1, 4)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_formula_gives_the_published_table_board_by_board(path: Path) -> None:
    golden = json.loads(path.read_text())
    for players in golden["players"]:
        field = field_of(players)
        for number, printed in enumerate(golden["rounds"], 1):
            assert " ".join(f"{white}-{black}" for white, black in berger(field, number)) == printed


def test_all_published_tables_are_there() -> None:
    assert [json.loads(path.read_text())["players"] for path in GOLDEN] == [
        [n - 1, n] for n in range(4, 25, 2)
    ]


@given(SIZES)
def test_everybody_meets_everybody_once_in_a_cycle(players: int) -> None:
    met = Counter(
        frozenset(pair)
        for number in range(1, total_rounds(Options(), players) + 1)
        for pair in meetings(Options(), players, number)
    )
    field = field_of(players)
    assert len(met) == field * (field - 1) // 2
    assert set(met.values()) == {1}


@given(SIZES, st.data())
def test_everybody_sits_once_in_a_round(players: int, data: st.DataObject) -> None:
    number = data.draw(st.integers(1, total_rounds(Options(), players)))
    seated = [player for pair in meetings(Options(), players, number) for player in pair]
    assert sorted(seated) == list(range(1, field_of(players) + 1))


@given(SIZES)
def test_colours_of_a_cycle_differ_by_at_most_one(players: int) -> None:
    balance: Counter[int] = Counter()
    for number in range(1, total_rounds(Options(), players) + 1):
        for white, black in meetings(Options(), players, number):
            if max(white, black) <= players:
                balance[white] += 1
                balance[black] -= 1
    assert {abs(balance[player]) for player in range(1, players + 1)} <= {0, 1}


@given(SIZES)
def test_in_an_even_field_the_first_half_has_white_once_more(players: int) -> None:
    field = field_of(players)
    whites = Counter(white for number in range(1, field) for white, _ in berger(field, number))
    assert {whites[player] for player in range(1, field // 2 + 1)} == {field // 2}
    assert {whites[player] for player in range(field // 2 + 1, field + 1)} == {field // 2 - 1}


@given(st.integers(FEWEST, 60), st.integers(1, 2))
def test_two_cycles_give_everybody_both_colours_against_everybody(players: int, pairs: int) -> None:
    options = Options(cycles=2 * pairs, exchange_last_two=True)
    met = Counter(
        pair
        for number in range(1, total_rounds(options, players) + 1)
        for pair in meetings(options, players, number)
    )
    assert set(met.values()) == {pairs}


@given(SIZES, CYCLES, st.booleans(), st.data())
def test_the_second_cycle_is_the_first_with_colours_swapped(
    players: int, cycles: int, exchange: bool, data: st.DataObject
) -> None:
    plain, options = Options(), Options(cycles=cycles)
    length = total_rounds(plain, players)
    number = data.draw(st.integers(1, length))
    first = list(meetings(plain, players, number))
    for cycle in range(cycles):
        again = list(meetings(options, players, cycle * length + number))
        assert again == (first if cycle % 2 == 0 else [(black, white) for white, black in first])


@given(st.integers(FEWEST, 60), st.integers(2, 4))
def test_the_exchange_swaps_the_last_two_rounds_of_every_cycle_but_the_last(
    players: int, cycles: int
) -> None:
    plain, exchanged = Options(cycles=cycles), Options(cycles=cycles, exchange_last_two=True)
    length = total_rounds(Options(), players)
    for number in range(1, total_rounds(plain, players) + 1):
        cycle, place = divmod(number - 1, length)
        partner = number
        if cycle < cycles - 1 and place >= length - 2:
            partner = number + (1 if place == length - 2 else -1)
        assert list(meetings(exchanged, players, number)) == list(meetings(plain, players, partner))


@given(st.integers(2, 30).map(lambda half: 2 * half), st.integers(2, 4))
@example(4, 2)
def test_with_the_exchange_nobody_has_a_colour_three_times_running(players: int, cycles: int) -> None:
    assume(players > 4 or cycles == 2)  # four players in three cycles: see rules/round-robin.md#cycles
    options = Options(cycles=cycles, exchange_last_two=True)
    colours: dict[int, str] = dict.fromkeys(range(1, players + 1), "")
    for number in range(1, total_rounds(options, players) + 1):
        for white, black in meetings(options, players, number):
            colours[white] += "W"
            colours[black] += "B"
    assert not any("WWW" in run or "BBB" in run for run in colours.values())


def test_without_the_exchange_somebody_has() -> None:
    options = Options(cycles=2)
    colours: dict[int, str] = dict.fromkeys(range(1, 7), "")
    for number in range(1, total_rounds(options, 6) + 1):
        for white, black in meetings(options, 6, number):
            colours[white] += "W"
            colours[black] += "B"
    assert any("WWW" in run or "BBB" in run for run in colours.values())


def test_one_round_does_not_cost_the_whole_calendar() -> None:
    # 10 million players: a table of 10**14 games could never be made; one pair of one round is there at once.
    pairs = berger(10**7, 9_999_998)
    assert next(pairs) == (10**7, 9_999_999)
