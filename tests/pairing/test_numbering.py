"""Order numbers by rating, title and lot (rules/amalfi.md#order-numbers)."""

from pairing.numbering import by_rating
from scoring.random_keys import in_random_order
from scoring.record import Player


def player(ident: int, rating: int | None = None, title: str | None = None) -> Player:
    return Player(id=ident, name=f"Player {ident}", number=ident, rating=rating, title=title)


def test_the_highest_rating_comes_first_and_the_unrated_last() -> None:
    players = [player(1), player(2, 1900), player(3, 2000), player(4, 0, "GM")]
    assert by_rating(players, "seed", 1)[3] == 1
    assert by_rating(players, "seed", 1)[2] == 2
    assert by_rating(players, "seed", 1)[4] == 3
    assert by_rating(players, "seed", 1)[1] == 4


def test_level_ratings_are_ordered_by_title() -> None:
    titles = {1: None, 2: "1N", 3: "CM", 4: "MI", 5: "fm", 6: "GM"}
    numbers = by_rating([player(ident, 2100, title) for ident, title in titles.items()], "seed", 1)
    assert [ident for ident, _ in sorted(numbers.items(), key=lambda item: item[1])] == [6, 4, 5, 3, 2, 1]


def test_who_is_level_on_both_is_drawn() -> None:
    numbers = by_rating([player(ident) for ident in range(1, 30)], "seed", 2)
    drawn = in_random_order(range(1, 30), "seed", 2, "draw")
    assert [numbers[ident] for ident in drawn] == list(range(1, 30))
