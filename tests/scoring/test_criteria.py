"""The ranking criteria, each on a case small enough to work out by hand."""

from typing import Any

import pytest

from scoring.standings import Row, standings
from tests.documents import a_round, players, raw, record, stage, table
from tests.scoring.system_specs import SWISS

WHITE_WINS, DRAWN, BLACK_WINS = (1, 0), (0.5, 0.5), (0, 1)
KINDS = {SWISS.name: SWISS}


def swiss(entered: list[dict[str, Any]], *rounds: Any, ranking: Any, **more: Any) -> list[Row]:
    """The ranking of a Swiss stage with these rounds."""
    value = raw(
        entered, stage(system=SWISS.name, rounds=rounds, ranking=ranking, options={"rounds": 9}, **more)
    )
    return standings(record(value, KINDS))


def robin(entered: list[dict[str, Any]], *rounds: Any, ranking: Any, **more: Any) -> list[Row]:
    return standings(record(raw(entered, stage(rounds=rounds, ranking=ranking, **more))))


def values(rows: list[Row], criterion: str) -> dict[int, str]:
    return {row.player: row.values[criterion] for row in rows if row.rank is not None}


# Four players, all games: 1 beats 2 and 3, draws 4; 2 beats 3, draws 4; 3 beats 4. Points 2.5, 1.5, 1, 1.
FOUR = (
    a_round(table(1, 4, DRAWN), table(2, 3, WHITE_WINS)),
    a_round(table(4, 3, BLACK_WINS), table(1, 2, WHITE_WINS)),
    a_round(table(2, 4, DRAWN), table(3, 1, BLACK_WINS)),
)


def test_points_and_wins_of_a_round_robin() -> None:
    rows = robin(players(4), *FOUR, ranking=["points", "wins"])
    assert values(rows, "points") == {1: "2.5", 2: "1.5", 3: "1", 4: "1"}
    assert values(rows, "wins") == {1: "2", 2: "1", 3: "1", 4: "0"}


def test_the_points_of_a_win_a_draw_and_a_loss_are_options() -> None:
    options = {"win": 3, "draw": 1, "loss": 0.25}
    rows = robin(players(4), *FOUR, ranking=["points"], scoring_options=options)
    assert values(rows, "points") == {1: "7", 2: "4.25", 3: "3.5", 4: "2.25"}


def test_a_win_by_forfeit_can_be_worth_something_else() -> None:
    rounds = a_round(table(1, 2, WHITE_WINS, forfeit=True), table(3, 4, (0, 0), forfeit=True))
    rows = robin(players(4), rounds, ranking=["points"], scoring_options={"forfeit_win": 0.75, "loss": 0.1})
    assert values(rows, "points") == {1: "0.75", 2: "0.1", 3: "0.1", 4: "0.1"}


def test_sonneborn_berger_in_a_round_robin() -> None:
    # 1: 1.5 + 1 + 1/2; 2: 1 + 1/2; 3: 1; 4: 2.5/2 + 1.5/2.
    rows = robin(players(4), *FOUR, ranking=["points", "sonneborn_berger"])
    assert values(rows, "sonneborn_berger") == {1: "3", 2: "1.5", 3: "1", 4: "2"}
    assert [row.player for row in rows] == [1, 2, 4, 3]


def test_buchholz_in_a_round_robin_counts_the_scheduled_opponents() -> None:
    rounds = a_round(table(1, 4, WHITE_WINS, forfeit=True), table(2, 3, DRAWN))
    rows = robin(players(4), rounds, ranking=["buchholz", "sonneborn_berger"])
    assert values(rows, "buchholz") == {1: "0", 2: "0.5", 3: "0.5", 4: "1"}
    assert values(rows, "sonneborn_berger") == {1: "0", 2: "0.25", 3: "0.25", 4: "0"}


def test_a_cut_sonneborn_berger_leaves_out_the_opponent_with_the_fewest_points() -> None:
    # Where two opponents have as few points, the lesser product goes: for 1 the half against 4, not the 1.
    rows = robin(players(4), *FOUR, ranking=["sonneborn_berger_cut1", "sonneborn_berger_cut2"])
    assert values(rows, "sonneborn_berger_cut1") == {1: "2.5", 2: "1", 3: "0", 4: "2"}
    assert values(rows, "sonneborn_berger_cut2") == {1: "1.5", 2: "0", 3: "0", 4: "1.25"}


def test_a_cut_takes_a_voluntarily_unplayed_round_only_where_it_is_worth_no_less() -> None:
    # FIDE C.07, 16.5. 1 was absent, which is worth 0 of 1.5, and beat 2 (1 point) and 3 (2 points).
    rounds = (
        a_round(table(2, 4, WHITE_WINS), byes=[{"player": 3}]),
        a_round(table(1, 2, WHITE_WINS), table(3, 4, WHITE_WINS)),
        a_round(table(1, 3, WHITE_WINS), table(4, 2, WHITE_WINS)),
    )
    rows = swiss(players(4), *rounds, ranking=["sonneborn_berger", "sonneborn_berger_cut1"])
    assert (values(rows, "sonneborn_berger")[1], values(rows, "sonneborn_berger_cut1")[1]) == ("3", "2")
    asked = ({"byes": [{"player": 1, "points": 0.5, "requested": True}]}, *rounds[1:])
    rows = swiss(players(4), *asked, ranking=["sonneborn_berger", "sonneborn_berger_cut1"])
    # 2 has no point now, so that the half of 1.5 is more than he adds; 3 has one.
    assert (values(rows, "sonneborn_berger")[1], values(rows, "sonneborn_berger_cut1")[1]) == ("1.75", "1")


def test_standard_points_count_a_win_as_1_and_a_draw_as_half_in_any_scoring() -> None:
    rounds = (
        a_round(table(1, 2, WHITE_WINS), table(3, 4, DRAWN), byes=[{"player": 5, "points": 2}]),
        a_round(
            table(1, 3, (0, 0), forfeit=True),
            table(4, 2, WHITE_WINS, forfeit=True),
            byes=[{"player": 5, "points": 1, "requested": True}],
        ),
    )
    rows = swiss(
        players(6), *rounds, ranking=["points", "standard_points"], scoring_options={"win": 3, "draw": 1}
    )
    assert values(rows, "standard_points") == {1: "1", 2: "0", 3: "0.5", 4: "1.5", 5: "1.5", 6: "0"}


def test_absences_requested_byes_and_forfeits_are_no_elected_rounds() -> None:
    rounds = (
        a_round(table(1, 2, WHITE_WINS), table(3, 4, WHITE_WINS, forfeit=True), byes=[{"player": 5}]),
        a_round(
            table(1, 3, BLACK_WINS),
            byes=[
                {"player": 4, "points": 0.5, "requested": True},
                {"player": 5, "points": 1, "requested": True},
            ],
        ),
    )
    rows = swiss(players(5), *rounds, ranking=["elected_rounds"])
    assert values(rows, "elected_rounds") == {1: "2", 2: "1", 3: "2", 4: "0", 5: "2"}


def test_rating_and_order_number_part_the_level() -> None:
    entered = players(3, p1={"number": 3}, p2={"number": 1, "rating": 1500}, p3={"number": 2, "rating": 1700})
    by_rating = robin(entered, ranking=["rating"])
    assert [(row.player, row.values["rating"]) for row in by_rating] == [(3, "1700"), (2, "1500"), (1, "0")]
    by_number = robin(entered, ranking=["number"])
    assert [(row.player, row.values["number"]) for row in by_number] == [(2, "1"), (3, "2"), (1, "3")]


def test_the_limit_of_koya_moves_by_half_a_point() -> None:
    # Half of three is 1.5: a limit of 2 only 1 has, one of 1 everybody.
    rows = robin(players(4), *FOUR, ranking=["koya_plus1", "koya_minus1"])
    assert values(rows, "koya_plus1") == {1: "0", 2: "0", 3: "0", 4: "0.5"}
    assert values(rows, "koya_minus1") == {1: "2.5", 2: "1.5", 3: "1", 4: "1"}


def test_koya_counts_points_against_those_with_half_of_the_possible() -> None:
    # Of three possible points only 1 and 2 have one and a half.
    rows = robin(players(4), *FOUR, ranking=["koya"])
    assert values(rows, "koya") == {1: "1", 2: "0", 3: "0", 4: "1"}


def test_koya_of_an_odd_field_leaves_the_rest_out() -> None:
    # Three players: two games each; with one point everybody has half.
    rounds = (
        a_round(table(2, 3, WHITE_WINS), byes=[{"player": 1, "points": 0}]),
        a_round(table(3, 1, WHITE_WINS), byes=[{"player": 2, "points": 0}]),
        a_round(table(1, 2, WHITE_WINS), byes=[{"player": 3, "points": 0}]),
    )
    rows = robin(players(3), *rounds, ranking=["points", "koya"])
    assert values(rows, "koya") == {1: "1", 2: "1", 3: "1"}
    not_listed = [{"tables": played["tables"]} for played in rounds]
    assert values(robin(players(3), *not_listed, ranking=["points", "koya"]), "koya") == {
        1: "1",
        2: "1",
        3: "1",
    }


def test_games_won_and_games_with_black_are_those_over_the_board() -> None:
    rounds = (
        a_round(table(1, 2, BLACK_WINS), table(3, 4, BLACK_WINS, forfeit=True)),
        a_round(table(4, 1, DRAWN), table(2, 3, WHITE_WINS)),
    )
    rows = swiss(players(4), *rounds, ranking=["games_won", "black_games", "black_wins"])
    assert values(rows, "games_won") == {1: "0", 2: "2", 3: "0", 4: "0"}
    assert values(rows, "black_games") == {1: "1", 2: "1", 3: "1", 4: "0"}
    assert values(rows, "black_wins") == {1: "0", 2: "1", 3: "0", 4: "0"}
    assert {row.player: row.played for row in rows} == {1: 2, 2: 2, 3: 1, 4: 1}


def test_each_game_of_a_match_counts_with_its_own_colour() -> None:
    match = table(1, 2, WHITE_WINS, games=[DRAWN, WHITE_WINS])
    rows = swiss(players(2), a_round(match), ranking=["points", "games_won", "black_games", "black_wins"])
    assert values(rows, "points") == {1: "1", 2: "0"}
    assert values(rows, "games_won") == {1: "1", 2: "0"}
    assert values(rows, "black_games") == {1: "1", 2: "1"}
    assert values(rows, "black_wins") == {1: "1", 2: "0"}
    assert {row.played for row in rows} == {2}


def test_wins_are_rounds_that_brought_the_points_of_a_win() -> None:
    rounds = (
        a_round(
            table(1, 2, WHITE_WINS),
            table(3, 4, BLACK_WINS, forfeit=True),
            byes=[{"player": 5}, {"player": 6, "points": 0.5}, {"player": 7, "requested": True}],
        ),
    )
    rows = swiss(players(8), *rounds, ranking=["wins"])
    assert values(rows, "wins") == {1: "1", 2: "0", 3: "0", 4: "1", 5: "1", 6: "0", 7: "1", 8: "0"}


def test_a_round_with_an_open_table_counts_in_totals_and_possible_points() -> None:
    rounds = (a_round(table(1, 4, WHITE_WINS), table(2, 3, WHITE_WINS)), a_round(table(4, 3), table(1, 2)))
    # After round 2 all totals are what they were: 1 + 1 for the winners of round 1.
    assert values(swiss(players(4), *rounds, ranking=["progressive"]), "progressive") == {
        1: "2",
        2: "2",
        3: "0",
        4: "0",
    }
    # Half of the possible is 1 of 2; of a single round it would be a half, which 2 and 3 have in the end.
    drawn = (a_round(table(1, 4, WHITE_WINS), table(2, 3, DRAWN)), rounds[1])
    assert values(robin(players(4), *drawn, ranking=["koya"]), "koya") == {1: "0", 2: "0", 3: "0", 4: "0"}
    assert values(robin(players(4), drawn[0], ranking=["koya"]), "koya")[2] == "0.5"


def test_progressive_sums_the_running_totals() -> None:
    rounds = (
        a_round(table(1, 2, WHITE_WINS)),
        a_round(table(3, 1, DRAWN), byes=[{"player": 2}]),
        a_round(table(2, 3, DRAWN)),
    )
    rows = swiss(players(3, p3={"joined": 2}), *rounds, ranking=["points", "progressive"])
    # 3 enters at round 2 with half a point: 1 after round 2, 1.5 after round 3.
    assert values(rows, "points") == {1: "1.5", 2: "1.5", 3: "1.5"}
    assert values(rows, "progressive") == {1: "4", 2: "2.5", 3: "2.5"}


def test_the_points_of_a_late_entry_count_from_the_round_before() -> None:
    entered = players(3, p3={"joined": 3})
    one = a_round(table(1, 2, DRAWN))
    assert values(swiss(entered, one, ranking=["points"]), "points")[3] == "0"
    assert values(swiss(entered, one, one, ranking=["points"]), "points")[3] == "0.5"


@pytest.mark.parametrize(
    ("result", "performance"), [(WHITE_WINS, "2601"), (DRAWN, "1801"), (BLACK_WINS, "1001")]
)
def test_performance_is_the_average_rating_and_the_table_of_fide(result: Any, performance: str) -> None:
    rows = swiss(players(2, p2={"rating": 1801}), a_round(table(1, 2, result)), ranking=["aro", "tpr"])
    assert values(rows, "aro") == {1: "1801", 2: "0"}
    assert values(rows, "tpr") == {1: performance, 2: "0"}


def test_average_rating_leaves_the_unrated_and_the_unplayed_out() -> None:
    entered = players(5, p2={"rating": 1800}, p3={"rating": 1801}, p4={"rating": 0}, p5={"rating": 2500})
    rounds = (
        a_round(table(1, 2, WHITE_WINS)),
        a_round(table(3, 1, DRAWN)),
        a_round(table(1, 4, WHITE_WINS)),
        a_round(table(1, 5, WHITE_WINS, forfeit=True)),
    )
    rows = swiss(entered, *rounds, ranking=["aro", "tpr"])
    assert values(rows, "aro")[1] == "1801"  # 1800.5, .5 up
    assert values(rows, "tpr")[1] == str(1801 + 193)  # 1.5 of 2: 0.75


def test_the_share_of_points_is_rounded_to_two_decimals_half_up() -> None:
    entered = players(9, **{f"p{player}": {"rating": 2000} for player in range(2, 10)})
    results = [WHITE_WINS] * 5 + [BLACK_WINS] * 3
    rounds = [a_round(table(1, opponent, result)) for opponent, result in enumerate(results, 2)]
    rows = swiss(entered, *rounds, ranking=["tpr"])
    assert values(rows, "tpr")[1] == str(2000 + 95)  # 0.625 counts as 0.63


def test_different_opponents_are_counted_once() -> None:
    rounds = (
        a_round(table(1, 2, DRAWN), table(3, 4, WHITE_WINS, forfeit=True)),
        a_round(table(2, 1, DRAWN), table(4, 3, DRAWN)),
        a_round(table(1, 3, DRAWN)),
    )
    rows = swiss(players(4), *rounds, ranking=["distinct_opponents"])
    assert values(rows, "distinct_opponents") == {1: "2", 2: "1", 3: "2", 4: "1"}


def test_who_was_ahead_one_round_earlier_stays_ahead() -> None:
    rounds = (a_round(table(1, 2, WHITE_WINS)), a_round(table(2, 1, WHITE_WINS)))
    after_one = swiss(players(2), rounds[0], ranking=["points", "previous"])
    assert values(after_one, "previous") == {1: "1", 2: "1"}
    rows = swiss(players(2), *rounds, ranking=["points", "previous"])
    assert values(rows, "previous") == {1: "1", 2: "2"}
    assert [(row.player, row.rank) for row in rows] == [(1, 1), (2, 2)]


def test_the_previous_ranking_goes_back_round_by_round() -> None:
    # Level on points after rounds 2 and 3; only round 1 tells them apart.
    rounds = (a_round(table(1, 2, BLACK_WINS)), a_round(table(1, 2, WHITE_WINS)), a_round(table(1, 2, DRAWN)))
    rows = swiss(players(2), *rounds, ranking=["points", "previous"])
    assert [(row.player, row.values["previous"]) for row in rows] == [(2, "1"), (1, "2")]


def test_the_lot_parts_those_who_are_level_and_shows_the_place_drawn() -> None:
    rows = swiss(players(3), a_round(table(1, 2, WHITE_WINS)), ranking=["points", "lot"])
    assert [(row.player, row.values["lot"], row.rank) for row in rows] == [
        (1, "1", 1),
        (3, "1", 2),
        (2, "2", 3),
    ]


def test_open_tables_do_not_count() -> None:
    rounds = (a_round(table(1, 2), table(3, 4, WHITE_WINS)),)
    rows = swiss(players(4), *rounds, ranking=["points", "buchholz"])
    assert {row.player: row.played for row in rows} == {1: 0, 2: 0, 3: 1, 4: 1}
    assert values(rows, "buchholz") == {1: "0", 2: "0", 3: "0", 4: "1"}


@pytest.mark.parametrize(("options", "points"), [({}, "1"), ({"late_in_standings": True}, "1.5")])
def test_the_half_point_of_a_late_entry_is_for_the_pairing_unless_the_option_says_so(
    options: dict[str, Any], points: str
) -> None:
    # 4 enters for round 2 and wins it; 3, who rested then, is ahead by direct encounter only with the option.
    rounds = [{"tables": [table(1, 2, (1, 0))]}, {"tables": [table(4, 1, (1, 0)), table(2, 3, (1, 0))]}]
    entered = players(4, p3={"joined": 2}, p4={"joined": 2})
    value = raw(entered, stage("amalfi", rounds, options={"rounds": 3, **options}, ranking=["points"]))
    found = {row.player: row for row in standings(record(value))}
    assert found[4].values == {"points": points}
    assert found[3].values == {"points": "0.5" if options else "0"}
