"""The ranking of clubs, worked by hand, and what holds for all of them."""

from fractions import Fraction

from hypothesis import given, strategies as st

from scoring.clubs import ClubRow, club_ranking
from scoring.document import DocumentPlayer

FIELD = [("Aquila", "10"), ("Aquila", "7"), ("Aquila", "1"), ("Bufalo", "9"), ("Bufalo", "9"), (None, "30")]


def ranked(field: list[tuple[str | None, str]], best: int | None = None) -> list[ClubRow]:
    players = [
        DocumentPlayer(id=player_id, name=f"G{player_id}", number=player_id, club=club)
        for player_id, (club, _points) in enumerate(field, 1)
    ]
    points = {player_id: Fraction(text) for player_id, (_club, text) in enumerate(field, 1)}
    return club_ranking(players, points, best)


def table(rows: list[ClubRow]) -> list[tuple[int, str, str]]:
    return [(row.rank, row.club, str(row.points)) for row in rows]


def test_all_players_of_a_club_count_where_nothing_else_is_said() -> None:
    # Level at 18: 10, 7, 1 is ahead of 9, 9, because its best player is.
    assert table(ranked(FIELD)) == [(1, "Aquila", "18"), (2, "Bufalo", "18")]


def test_only_the_best_of_each_club_count() -> None:
    assert table(ranked(FIELD, best=2)) == [(1, "Bufalo", "18"), (2, "Aquila", "17")]
    assert table(ranked(FIELD, best=1)) == [(1, "Aquila", "10"), (2, "Bufalo", "9")]
    aquila = ranked(FIELD, best=2)[1]
    assert [(member.player, member.counted) for member in aquila.members] == [
        (1, True),
        (2, True),
        (3, False),
    ]


def test_clubs_level_in_everything_share_the_rank_and_follow_by_name() -> None:
    field = [("Zebra", "5"), ("Orso", "5"), ("Lupo", "3")]
    assert table(ranked(field)) == [(1, "Orso", "5"), (1, "Zebra", "5"), (3, "Lupo", "3")]


def test_thirds_are_summed_exactly() -> None:
    field: list[tuple[str | None, str]] = [("Orso", "19/3"), ("Orso", "19/3"), ("Orso", "19/3")]
    assert table(ranked(field)) == [(1, "Orso", "19")]


def test_who_is_annulled_counts_for_nobody() -> None:
    players = [
        DocumentPlayer(id=1, name="A", number=1, club="Orso"),
        DocumentPlayer(id=2, name="B", number=2, club="Orso"),
    ]
    (row,) = club_ranking(players, {1: Fraction(3)})
    assert [member.player for member in row.members] == [1]


@given(
    st.lists(st.tuples(st.sampled_from(["A", "B", "C", "D"]), st.integers(0, 9)), min_size=1, max_size=30),
    st.none() | st.integers(1, 5),
)
def test_more_counts_before_less_whoever_stands_first_in_the_list(
    field: list[tuple[str, int]], best: int | None
) -> None:
    rows = ranked([(club, str(points)) for club, points in field], best)
    back = ranked([(club, str(points)) for club, points in reversed(field)], best)
    assert table(rows) == table(back)
    for row in rows:
        counted = sorted((p for c, p in field if c == row.club), reverse=True)[:best]
        assert row.points == sum(counted)
        assert row.rank == 1 + sum(
            (other.points, [m.points for m in other.members if m.counted])
            > (row.points, [m.points for m in row.members if m.counted])
            for other in rows
        )
