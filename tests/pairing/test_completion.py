"""PerfectMatching against trying everything, and its work where a careless search would not end."""

import sys
from collections.abc import Iterator
from functools import cache
from random import Random
from time import process_time

import pytest

from pairing.matching import PerfectMatching, first, last, nth, positions
from pairing.systems.club_swiss import FewestRepeats
from scoring.reasons import issue_text
from scoring.record import DocumentError


@pytest.fixture(autouse=True)
def at_once() -> Iterator[None]:
    """No test here takes more than some seconds of work."""
    began = process_time()
    yield
    assert process_time() - began < 10


def random_field(random: Random, count: int, density: float) -> list[int]:
    compatible = [0] * count
    for one in range(count):
        for other in range(one):
            if random.random() < density:
                compatible[one] |= 1 << other
                compatible[other] |= 1 << one
    return compatible


def most_pairs(compatible: list[int]) -> int:
    """How many pairs can be made, by trying everything."""

    @cache
    def most(rest: int) -> int:
        if not rest:
            return 0
        player = first(rest)
        rest ^= 1 << player
        return max(
            [most(rest), *(1 + most(rest ^ 1 << other) for other in positions(compatible[player] & rest))]
        )

    return most((1 << len(compatible)) - 1)


def test_complete_and_the_missing_are_those_of_trying_everything() -> None:
    random = Random(1)
    seen = set()
    for _ in range(1000):
        compatible = random_field(random, random.randint(0, 11), random.random())
        field = PerfectMatching(compatible)
        left = len(compatible) - 2 * most_pairs(compatible)
        assert field.complete == (left == 0)
        if left:
            assert field.deficiency().unmatched == left
        seen.add(left)
    assert {0, 1, 2, 3} <= seen


def test_a_deficiency_names_groups_that_cannot_meet() -> None:
    # 0, 1 and 2 can only meet 3 and 4; 5 and 6 each other.
    compatible = [0b11000, 0b11000, 0b11000, 0b00111, 0b00111, 0b1000000, 0b0100000]
    deficiency = PerfectMatching(compatible).deficiency()
    assert deficiency.components == (1, 2, 4)
    assert deficiency.barrier == 0b11000
    assert deficiency.unmatched == 1


def test_take_says_whether_the_rest_can_be_paired() -> None:
    random = Random(2)
    refused = 0
    for _ in range(700):
        compatible = random_field(random, 2 * random.randint(1, 5), random.random())
        field = PerfectMatching(compatible)
        while field.complete and field.rest:
            player = first(field.rest)
            others = list(positions(compatible[player] & field.rest))
            random.shuffle(others)
            for other in others:
                after = field.rest & ~(1 << player | 1 << other)
                expected = PerfectMatching(compatible, after).complete
                assert expected or not field.open_to(player) >> other & 1 or not field.take(player, other)
                if expected:
                    assert field.open_to(player) >> other & 1
                    assert field.take(player, other)
                    break
                refused += 1
            assert field.rest == after
    assert refused > 40


def test_positions_in_a_set() -> None:
    players = 0b1011001
    assert list(positions(players)) == [0, 3, 4, 6]
    assert [nth(players, rank) for rank in range(4)] == [0, 3, 4, 6]
    assert (first(players), last(players)) == (0, 6)


def pair_from_the_top(compatible: list[int]) -> None:
    """Pairs everybody with his last possible opponent, as the bottom of a list does."""
    field = PerfectMatching(compatible)
    assert field.complete
    while field.rest:
        player = first(field.rest)
        while not field.take(player, last(field.open_to(player))):
            pass


def by_colour(white: int, black: int, either: int, random: Random) -> list[int]:
    """Who may have White only, Black only, or either, shuffled; each has met some of those near him."""
    kinds = ["W"] * white + ["B"] * black + ["E"] * either
    random.shuffle(kinds)
    may = {kind: sum(1 << place for place, found in enumerate(kinds) if found != kind) for kind in "WB"}
    may["E"] = (1 << len(kinds)) - 1
    compatible = [may[kind] & ~(1 << place) for place, kind in enumerate(kinds)]
    for place in range(len(kinds)):
        other = min(len(kinds) - 1, place + random.randint(1, 9))
        if other != place:
            compatible[place] &= ~(1 << other)
            compatible[other] &= ~(1 << place)
    return compatible


@pytest.mark.parametrize(
    ("white", "black", "either"),
    [(0, 0, 2000), (1000, 1000, 0), (1000, 0, 1000), (900, 100, 1000), (999, 1, 1000)],
)
def test_two_thousand_players_are_paired_at_once(white: int, black: int, either: int) -> None:
    pair_from_the_top(by_colour(white, black, either, Random(4)))


def test_two_thousand_with_three_possible_opponents_each_do_not_crawl() -> None:
    random = Random(6)
    compatible = [0] * 2000
    for _ in range(3):
        order = random.sample(range(2000), 2000)
        for one, other in zip(order[::2], order[1::2], strict=True):
            compatible[one] |= 1 << other
            compatible[other] |= 1 << one
    pair_from_the_top(compatible)


def repeated_from_the_top(met: list[dict[int, int]]) -> list[int]:
    """Pairs everybody where repeats are needed; gives the rounds that are repeated."""
    everybody = (1 << len(met)) - 1
    not_met = [
        everybody & ~(1 << place) & ~sum(1 << other for other in others) for place, others in enumerate(met)
    ]
    field = FewestRepeats(met, not_met)
    repeated = []
    while field.rest:
        player = first(field.rest)
        other = field.take_first(player, [*positions(field.rest & ~(1 << player))][::-1])
        if other in met[player]:
            repeated.append(met[player][other])
    return repeated


def test_where_all_have_met_the_oldest_round_comes_again() -> None:
    """A whole round robin of 40 is over: its first round is repeated, every meeting of it."""
    met: list[dict[int, int]] = [{} for _ in range(40)]
    for number in range(1, 40):
        for one in range(39):
            other = (2 * number - one) % 39
            other = 39 if other == one else other
            met[one][other] = met[other][one] = number
    assert repeated_from_the_top(met) == [1] * 20


def test_one_who_has_met_all_of_two_hundred_meets_the_oldest() -> None:
    met: list[dict[int, int]] = [{} for _ in range(200)]
    for other in range(1, 200):
        met[0][other] = met[other][0] = 1 + other * 7 % 199
    assert repeated_from_the_top(met) == [1]


def test_all_met_in_random_rounds_is_no_wall() -> None:
    random = Random(9)
    met: list[dict[int, int]] = [{} for _ in range(60)]
    for one in range(60):
        for other in range(one):
            met[one][other] = met[other][one] = random.randint(1, 60)
    assert len(repeated_from_the_top(met)) == 30


def test_without_networkx_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(DocumentError) as caught:
        repeated_from_the_top([{1: 1}, {0: 1}])
    assert "pip install networkx" in issue_text(caught.value.issues[0], "en")
