"""Order numbers by rating, title and lot (rules/amalfi.md#order-numbers)."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from pairing.numbering import by_rating
from pairing.registry import SYSTEM_SPECS
from scoring.random_keys import in_random_order
from scoring.record import DocumentError, DocumentPlayer, read, write
from tests.documents import document, players, raw, stage


def player(player_id: int, rating: int | None = None, title: str | None = None) -> DocumentPlayer:
    return DocumentPlayer(
        id=player_id, name=f"Player {player_id}", number=player_id, rating=rating, title=title
    )


def test_the_highest_rating_comes_first_and_the_unrated_last() -> None:
    players = [player(1), player(2, 1900), player(3, 2000), player(4, 0, "GM")]
    assert by_rating(players, "seed", 1)[3] == 1
    assert by_rating(players, "seed", 1)[2] == 2
    assert by_rating(players, "seed", 1)[4] == 3
    assert by_rating(players, "seed", 1)[1] == 4


def test_level_ratings_are_ordered_by_title() -> None:
    titles = {1: None, 2: "1N", 3: "CM", 4: "MI", 5: "fm", 6: "GM"}
    numbers = by_rating([player(player_id, 2100, title) for player_id, title in titles.items()], "seed", 1)
    assert [player_id for player_id, _ in sorted(numbers.items(), key=lambda item: item[1])] == [
        6,
        4,
        5,
        3,
        2,
        1,
    ]


def listed(
    player_id: int, rating: int | None, *others: int | None, title: str | None = None
) -> DocumentPlayer:
    return DocumentPlayer(
        id=player_id,
        name=f"Player {player_id}",
        number=player_id,
        rating=rating,
        other_ratings=others,
        title=title,
    )


def in_order(players: list[DocumentPlayer]) -> list[int]:
    numbers = by_rating(players, "seed", 1)
    return sorted(numbers, key=numbers.__getitem__)


def test_amalfi_b1_the_unrated_of_the_events_list_come_after_the_rated_of_it() -> None:
    club_2200, fide_1800 = listed(1, None, None, 2200), listed(2, 1800, None, None)
    assert in_order([club_2200, fide_1800]) == [2, 1]


CASES = json.loads((Path(__file__).parents[1] / "golden" / "numbering" / "amalfi-b1.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES["cases"], ids=lambda case: case["by_hand"])
def test_amalfi_b1_golden(case: dict[str, Any]) -> None:
    players = [
        listed(number, rating, *others, title=title) for number, rating, title, others in case["players"]
    ]
    assert in_order(players) == case["order"]


def test_the_document_holds_ratings_of_other_lists() -> None:
    entered = players(2, p1={"rating": 1800, "other_ratings": [None, 1700.5]})
    read_back = document(raw(entered, stage()))
    assert read_back.players[0].other_ratings == (None, Decimal("1700.5"))
    assert read(write(read_back), SYSTEM_SPECS) == read_back
    for wrong, path in (([1, "x"], "other_ratings[1]"), ([1] * 10, "other_ratings"), (1, "other_ratings")):
        with pytest.raises(DocumentError) as faulty:
            document(raw(players(2, p2={"other_ratings": wrong}), stage()))
        assert [issue.path for issue in faulty.value.issues] == [f"players[1].{path}"]


def test_who_is_level_on_both_is_drawn() -> None:
    numbers = by_rating([player(player_id) for player_id in range(1, 30)], "seed", 2)
    drawn = in_random_order(range(1, 30), "seed", 2, "draw")
    assert [numbers[player_id] for player_id in drawn] == list(range(1, 30))
