"""The grid of a knockout against the rules done slot by slot."""

import json
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from pairing.grid import Grid, GridSection, build_grid
from tests.pairing import knockout_literal as literal

GOLDEN = Path(__file__).parents[1] / "golden" / "knockout" / "grids.json"
PRINTED: dict[str, str] = json.loads(GOLDEN.read_text())["grids"]
SIZES = [2**levels for levels in range(1, 11)]

Games = list[list[tuple[int | None, int | None]]]


def full(slots: int) -> Grid:
    grid = build_grid((0,) * slots)
    assert grid is not None
    return grid


def played(grid: Grid) -> Games:
    """The games of each level, by place in the seeding order, if the better seed always wins."""
    held: dict[GridSection, int] = {part: place for place, part in enumerate(grid.seats)}
    levels = []
    for level in range(1, grid.levels + 1):
        row = [(held.get(game.upper), held.get(game.lower)) for game in grid.games(level)]
        for game, came in zip(grid.games(level), row, strict=True):
            places = [place for place in came if place is not None]
            if places:
                held[game.winner_section] = min(places)
        levels.append(row)
    return levels


def test_the_two_of_a_first_game_add_up_to_one_more_than_the_slots() -> None:
    for slots in SIZES:
        games = [(game.upper.slot, game.lower.slot) for game in full(slots).games(1)]
        assert {sum(two) for two in games} == {slots + 1}
        assert sorted(chain(*games)) == list(range(1, slots + 1))
        assert slots <= 64 or all(upper < lower for upper, lower in games), "the lower number comes first"


@pytest.mark.parametrize("slots", SIZES)
def test_if_every_favourite_wins_the_grids_of_half_the_size_come_out(slots: int) -> None:
    for level, row in enumerate(played(full(slots)), 1):
        size = slots >> level - 1
        met = [{place + 1 for place in pair if place is not None} for pair in row]
        order = literal.flattened(size, PRINTED)
        assert met == [set(pair) for pair in zip(order[::2], order[1::2], strict=True)]


def test_the_grid_of_128_begins_as_reckoned_by_hand() -> None:
    # The grid of 64 begins 1-64 32-33 16-49: each entry s plays 129 - s.
    games = [(game.upper.slot, game.lower.slot) for game in full(128).games(1)]
    assert games[:6] == [(1, 128), (64, 65), (32, 97), (33, 96), (16, 113), (49, 80)]
    assert games[-2:] == [(2, 127), (63, 66)]


FIELDS = st.lists(st.sampled_from([0, 0, 0, 0, 1, 1, 2, 3]), min_size=2, max_size=40).map(
    lambda exempt: tuple(sorted(exempt, reverse=True))
)


@given(FIELDS)
def test_everybody_sits_where_the_rules_put_him_slot_by_slot(exempt: tuple[int, ...]) -> None:
    line = literal.seated(exempt, PRINTED)
    grid = build_grid(exempt)
    if line is None or grid is None:
        assert line is None
        assert grid is None
        return
    # Levels that everybody skips are not in the grid at all.
    expected = [[pair for pair in row if pair != (None, None)] for row in literal.rounds(line)]
    assert played(grid) == expected[-grid.levels :]
    assert not any(expected[: -grid.levels])


@given(FIELDS)
def test_a_plan_loses_half_of_those_who_play_each_round(exempt: tuple[int, ...]) -> None:
    grid = build_grid(exempt)
    if grid is None:
        return
    assert grid.players[-1] == 2
    assert all(playing and playing % 2 == 0 for playing in grid.players)
    assert sum(grid.players) == 2 * (len(exempt) - 1)


@pytest.mark.parametrize(
    "exempt", [(10**9, 10**9 - 1, 0, 0), (1100, 1, 0), (1, 1, 1), (9, *(0,) * 4), (10**9, 10**9, 10**9)]
)
def test_exemptions_that_cannot_be_filled_up_are_refused_at_once(exempt: tuple[int, ...]) -> None:
    assert build_grid(exempt) is None


def test_there_are_six_preliminary_rounds_at_most() -> None:
    # 510 of 1024 slots, 2 short of half: 128 others fit in when these are doubled six times,
    # 129 when they are doubled seven times.
    exempt = tuple(range(8, 0, -1))
    six = build_grid((*exempt, *(0,) * 128))
    assert six is not None
    assert six.preliminary == 6
    assert literal.count_and_slots((*exempt, *(0,) * 128)) == (6, 1 << 15)
    assert build_grid((*exempt, *(0,) * 129)) is None


def test_the_longest_chain_of_exemptions_that_can_be_filled_up() -> None:
    grid = build_grid((*range(1022, 0, -1), 0, 0))
    assert grid is not None
    assert grid.players == (2,) * 1023


def test_exemptions_that_everybody_has_are_left_out_however_long() -> None:
    grid = build_grid((10**9,) * 8)
    assert grid is not None
    assert grid.players == (8, 4, 2)
