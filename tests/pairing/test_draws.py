"""Drawing numbers: by lot, by the groups of Varma, by search."""

import hashlib
from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import given, strategies as st

from pairing.club_colouring import conflicts, fewest_edges_among, min_conflicts_colouring
from pairing.draws import VARMA, by_lot, clashes, last_round_opponents, opponents_in_line, restricted, sides
from pairing.random_generator import Generator, generator
from scoring.record import DocumentError, Record
from tests.documents import players, raw, record, stage
from tests.scoring.system_specs import SWISS


def field(count: int, *sizes: int, seed: str = "seed") -> Record:
    """A round robin whose first players are in clubs of these sizes, the others in none."""
    by_id: dict[str, Any] = {}
    first = 1
    for club, size in enumerate(sizes):
        by_id |= {f"p{player}": {"club": f"Club {club}"} for player in range(first, first + size)}
        first += size
    return record(raw(players(count, **by_id), stage(), seed=seed))


def same_club_games(seen: Record, numbers: Any) -> int:
    """Games within a club in the last three rounds, counted from the tables."""
    meets = last_round_opponents(len(seen.players))
    of = {number: seen.players[player].club for player, number in numbers.items()}
    return sum(
        1
        for first, second in combinations(of, 2)
        if of[first] and of[first] == of[second] and second in meets[first]
    )


def test_numbers_by_lot_follow_the_sha256_of_each_player() -> None:
    drawn = by_lot(field(5))
    lots = {
        player: hashlib.sha256(f"seed\0001\0draw\000{player}".encode()).hexdigest() for player in range(1, 6)
    }
    assert drawn.numbers == {
        player: number for number, player in enumerate(sorted(lots, key=lots.__getitem__), 1)
    }


def test_the_draw_depends_on_neither_later_numbers_nor_the_lists_order() -> None:
    entered = players(12, p1={"club": "a"}, p2={"club": "a"}, p3={"club": "b"}, p4={"club": "b"})
    turned = [{**player, "number": 100 - player["id"]} for player in reversed(entered)]
    for draw in (by_lot, restricted):
        before, after = (draw(record(raw(people, stage()))) for people in (entered, turned))
        assert dict(before.numbers) == dict(after.numbers)


def test_the_lot_counts_the_games_within_a_club_it_leaves_in_the_last_three_rounds() -> None:
    seen = field(4, 3)
    assert by_lot(seen).clashes == 3  # four players: the last three rounds are all rounds


def test_no_two_of_a_varma_group_meet_in_the_last_three_rounds() -> None:
    for size, groups in VARMA.items():
        assert sorted(number for group in groups.values() for number in group) == list(range(1, size + 1))
        for count in (size, size - 1):
            meets = last_round_opponents(count)
            for numbers in groups.values():
                inside = [number for number in numbers if number <= count]
                assert not any(second in meets[first] for first, second in combinations(inside, 2)), count


@given(st.integers(9, 24), st.data())
def test_clubs_that_fit_take_their_numbers_from_one_group_each(count: int, data: st.DataObject) -> None:
    sizes = data.draw(st.lists(st.integers(2, 4), max_size=2))
    seen = field(count, *sizes, seed=data.draw(st.text("abc", max_size=3)))
    drawn = restricted(seen)
    assert sorted(drawn.numbers.values()) == list(range(1, count + 1))
    assert drawn.clashes == 0 == same_club_games(seen, drawn.numbers)
    if not drawn.searched:
        groups = VARMA[count + count % 2]
        assert [row.side for row in drawn.groups] == list(sides(seen))
        for row in drawn.groups:
            assert set(row.numbers) <= set(groups[row.group])
            assert {drawn.numbers[player] for player in sides(seen)[row.side]} == set(row.numbers)


def test_the_biggest_club_draws_first_and_then_by_name() -> None:
    assert list(sides(field(12, 2, 3, 2))) == ["Club 1", "Club 0", "Club 2"]


def test_a_player_alone_in_his_club_and_blank_clubs_are_free() -> None:
    entered = players(
        9, p1={"club": "a"}, p2={"club": ""}, p3={"club": " "}, p4={"club": ""}, p5={"club": " "}
    )
    assert sides(record(raw(entered, stage()))) == {}


def test_a_nationality_restricts_like_the_club() -> None:
    more = {f"p{player}": {"group": "Francia"} for player in (2, 5, 7, 9)}
    seen = record(raw(players(12, **more), stage()))
    assert sides(seen) == {"Francia": [2, 5, 7, 9]}
    drawn = restricted(seen)
    (row,) = drawn.groups
    assert (row.side, row.group) == ("Francia", "A")  # the only group with four numbers
    assert {drawn.numbers[player] for player in (2, 5, 7, 9)} == set(VARMA[12]["A"])
    assert clashes(seen, drawn.numbers) == ()


def test_a_club_whose_players_have_a_group_with_others_is_one_side_with_them() -> None:
    entered = players(
        12, p1={"club": "a"}, p2={"club": "a", "group": "x"}, p3={"group": "x"}, p4={"club": "b"}
    )
    assert list(sides(record(raw(entered, stage()))).values()) == [[1, 2, 3]]


def test_linked_sides_have_as_few_clashes_as_clubs_and_nationalities_allow() -> None:
    """Two nationalities of five, with a club of one player of each: two games cannot be helped. Four
    nationalities of four across eight clubs of two: none must be.
    """
    nations = {f"p{player}": {"group": "Italia" if player <= 5 else "Francia"} for player in range(1, 11)}
    nations["p1"] |= {"club": "a"}
    nations["p6"] |= {"club": "a"}
    many = {f"p{player}": {"group": str(player % 4), "club": str(player // 2)} for player in range(1, 17)}
    for entered, fewest in ((players(10, **nations), 2), (players(16, **many), 0)):
        for seed in "abcd":
            seen = record(raw(entered, stage(), seed=seed))
            drawn = restricted(seen)
            assert sorted(drawn.numbers.values()) == list(range(1, len(entered) + 1))
            assert drawn.clashes == fewest == len(clashes(seen, drawn.numbers))


def test_a_group_of_more_than_half_of_the_players_is_not_looked_at() -> None:
    everybody = {f"p{player}": {"group": "Italia"} for player in range(1, 10)}
    everybody["p3"] = everybody["p4"] = {"group": "Italia", "club": "a"}
    assert sides(record(raw(players(9, **everybody), stage()))) == {"a": [3, 4]}


def test_games_of_clubmates_in_the_last_rounds_are_named_whatever_gave_the_numbers() -> None:
    # Ten players twice round: in round 9 of the table 10 meets 5, so 5 and 10 meet in rounds 9 and 18.
    entered = players(10, p5={"club": "a"}, p10={"club": "a"}, p1={"group": "x"}, p2={"group": "x"})
    seen = record(raw(entered, stage(options={"cycles": 2})))
    in_order = {player: player for player in range(1, 11)}
    assert [(clash.round, set(clash.players)) for clash in clashes(seen, in_order)] == [(18, {5, 10})]


def test_where_a_club_finds_no_group_with_room_the_numbers_are_searched() -> None:
    # Sixteen players: the largest group has six numbers.
    drawn = restricted(field(16, 7))
    assert drawn.searched
    assert (drawn.groups, drawn.clashes) == ((), 0)


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (8, (2, 2, 2)),
        (7, (3,)),
        (25, (5, 5, 5)),
        (60, (12, 12, 12, 12)),
        (200, (40, 40, 40, 40, 40)),
        (30, (2,) * 15),
    ],
)
def test_outside_the_published_sizes_clubs_are_kept_apart_too(count: int, sizes: tuple[int, ...]) -> None:
    seen = field(count, *sizes)
    drawn = restricted(seen)
    assert drawn.searched
    assert sorted(drawn.numbers.values()) == list(range(1, count + 1))
    assert drawn.clashes == 0 == same_club_games(seen, drawn.numbers)


@pytest.mark.parametrize(
    ("count", "sizes", "fewest"),
    [
        (3, (2,), 1),
        (4, (2, 2), 2),
        (4, (4,), 6),
        (5, (5,), 6),
        (24, (12, 12), 2),
        (200, (200,), 300),
    ],
)
def test_where_clashes_cannot_be_helped_there_are_the_fewest(
    count: int, sizes: tuple[int, ...], fewest: int
) -> None:
    seen = field(count, *sizes)
    drawn = restricted(seen)
    assert drawn.clashes == fewest == same_club_games(seen, drawn.numbers)


def fewest_by_trying_all(count: int, sizes: list[int]) -> int:
    colours = [colour for colour, size in enumerate(sizes) for _ in range(size)]
    colours += [-1] * (count - len(colours))
    graph = last_round_opponents(count)
    return min(conflicts(graph, dict(enumerate(order, 1))) for order in set(permutations(colours)))


@given(st.integers(3, 7), st.data())
def test_no_other_numbers_have_fewer_clashes(count: int, data: st.DataObject) -> None:
    sizes: list[int] = []
    while count - sum(sizes) >= 2 and data.draw(st.booleans()):
        sizes.append(data.draw(st.integers(2, count - sum(sizes))))
    sizes.sort(reverse=True)
    colours = min_conflicts_colouring(
        last_round_opponents(count), opponents_in_line(count), sizes, Generator(data.draw(st.integers(0, 9)))
    )
    assert conflicts(last_round_opponents(count), colours) == fewest_by_trying_all(count, sizes)


def divisions(count: int, largest: int) -> Iterator[list[int]]:
    """All ways to put up to so many players into clubs of two or more."""
    yield []
    for size in range(2, min(count, largest) + 1):
        for rest in divisions(count - size, size):
            yield [size, *rest]


@pytest.mark.parametrize("count", [9, 12, 14])
def test_the_proven_bound_is_reached_however_the_field_is_divided(count: int) -> None:
    graph, line = last_round_opponents(count), opponents_in_line(count)
    for sizes in divisions(count, count):
        bound = sum(fewest_edges_among(graph, line, size) for size in sizes)
        assert conflicts(graph, min_conflicts_colouring(graph, line, sizes, Generator(1))) == bound


@given(st.integers(3, 60), st.data())
def test_every_club_gets_its_numbers(count: int, data: st.DataObject) -> None:
    sizes: list[int] = []
    while count - sum(sizes) >= 2 and data.draw(st.booleans()):
        sizes.append(data.draw(st.integers(2, count - sum(sizes))))
    seen = field(count, *sizes)
    drawn = restricted(seen)
    assert sorted(drawn.numbers.values()) == list(range(1, count + 1))
    assert drawn.clashes == same_club_games(seen, drawn.numbers)


def test_another_seed_draws_other_numbers() -> None:
    assert (
        len({tuple(restricted(field(12, 3, 3, seed=str(seed))).numbers.items()) for seed in range(20)}) > 15
    )


def test_every_group_with_room_is_drawn_sooner_or_later() -> None:
    letters = {restricted(field(12, 2, seed=str(seed))).groups[0].group for seed in range(60)}
    assert letters == {"A", "B", "C", "D"}


def test_the_restricted_draw_is_for_round_robins() -> None:
    value = raw(players(9), stage(system=SWISS.name, options={"rounds": 3}))
    seen = record(value, {SWISS.name: SWISS})
    with pytest.raises(DocumentError) as caught:
        restricted(seen)
    assert caught.value.issues[0].path == "stages[0].system"
    assert by_lot(seen).clashes == 0


@pytest.mark.parametrize("count", [0, 1, 2, 201])
def test_numbers_of_a_round_robin_are_drawn_for_three_to_two_hundred(count: int) -> None:
    for draw in (by_lot, restricted):
        with pytest.raises(DocumentError) as caught:
            draw(field(count))
        assert [(fault.path, fault.code) for fault in caught.value.issues] == [("players", "players_range")]


def test_the_generator_is_the_same_everywhere() -> None:
    # A change here would change every draw ever made.
    rng = generator("seed", 1, "round-robin", 1)
    assert [rng.below(1000) for _ in range(8)] == FIRST_EIGHT


@given(st.integers(0, 2**256 - 1), st.integers(1, 50))
def test_shuffling_and_sampling_lose_nobody(seed: int, count: int) -> None:
    things = list(range(count))
    Generator(seed).shuffle(things)
    assert sorted(things) == list(range(count))
    taken = Generator(seed).sample(range(count), count // 2)
    assert len(set(taken)) == len(taken) == count // 2


FIRST_EIGHT = [529, 270, 31, 716, 588, 998, 120, 707]
