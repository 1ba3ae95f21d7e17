"""Unplayed rounds in a Swiss, by FIDE C.07 of 1 March 2026 (rules/standings.md#unplayed-rounds)."""

from typing import Any

from scoring.standings import standings
from tests.documents import a_round, players, raw, record, stage, table
from tests.scoring.system_specs import SWISS

WHITE_WINS, DRAWN, BLACK_WINS = (1, 0), (0.5, 0.5), (0, 1)
BUCHHOLZ = ["buchholz", "buchholz_cut1", "buchholz_cut2", "median", "sonneborn_berger"]


def tie_breaks(player: int, entered: Any, *rounds: Any, **more: Any) -> dict[str, str]:
    value = raw(
        entered,
        stage(system=SWISS.name, rounds=rounds, ranking=["points", *BUCHHOLZ], options={"rounds": 9}, **more),
    )
    rows = standings(record(value, {SWISS.name: SWISS}))
    return dict(next(row.values for row in rows if row.player == player))


def test_a_bye_is_a_game_against_somebody_with_the_own_points() -> None:
    # Player 1: a bye and a win over 2: two points; the dummy has no more than a draw a round, so one.
    rounds = (a_round(byes=[{"player": 1}]), a_round(table(1, 2, WHITE_WINS)))
    found = tie_breaks(1, players(2), *rounds)
    # 2 was absent in round 1 and lost in round 2: adjusted 0, as the absence is not after his last round.
    assert found["buchholz"] == "1"
    assert found["sonneborn_berger"] == "1"


def test_the_dummy_has_the_own_points_where_they_are_less_than_a_draw_a_round() -> None:
    rounds = (a_round(byes=[{"player": 1, "points": 0.5}]), *[a_round(table(1, 2, BLACK_WINS))] * 3)
    found = tie_breaks(1, players(2), *rounds)
    # Opponent 3 points, three times; dummy 0.5, share 0.5.
    assert found["buchholz"] == "9.5"
    assert found["sonneborn_berger"] == "0.25"


def test_rounds_missed_at_the_end_count_as_draws_for_the_opponents() -> None:
    # 2 loses to 1, then stays away twice: adjusted score 0 + ½ + ½.
    rounds = (a_round(table(1, 2, WHITE_WINS)), a_round(byes=[{"player": 1}]), a_round(byes=[{"player": 1}]))
    found = tie_breaks(1, players(2), *rounds)
    # Opponent 1, two byes with the dummy at three draws.
    assert found["buchholz"] == "4"
    assert found["sonneborn_berger"] == "4"


def test_rounds_missed_before_the_last_one_played_count_as_they_are() -> None:
    rounds = (a_round(table(1, 2, WHITE_WINS)), a_round(), a_round(table(1, 2, WHITE_WINS)))
    found = tie_breaks(1, players(2), *rounds)
    # Opponent 0 twice; the own absence: two points, at most three draws, and nothing of it.
    assert found["buchholz"] == "1.5"
    assert found["sonneborn_berger"] == "0"


def test_a_bye_on_request_at_the_end_counts_as_a_draw_for_the_opponents() -> None:
    full = (a_round(table(1, 2, DRAWN)), a_round(byes=[{"player": 2, "points": 1, "requested": True}]))
    # 2 has 1.5, adjusted 0.5 + 0.5; 1 is absent in round 2: dummy min(0.5, 1).
    assert tie_breaks(1, players(2), *full)["buchholz"] == "1.5"


def test_a_bye_by_the_pairing_at_the_end_keeps_its_points() -> None:
    full = (a_round(table(1, 2, DRAWN)), a_round(byes=[{"player": 2, "points": 1}]))
    assert tie_breaks(1, players(2), *full)["buchholz"] == "2"


def test_a_loss_by_forfeit_at_the_end_stays_a_loss_for_the_opponents() -> None:
    rounds = (a_round(table(1, 2, DRAWN)), a_round(table(3, 2, WHITE_WINS, forfeit=True)))
    # 2: half a point, its round 2 has a scheduled opponent. 1: absent, dummy min(0.5, 1).
    assert tie_breaks(1, players(3), *rounds)["buchholz"] == "1"


def test_absences_before_a_loss_by_forfeit_at_the_end_are_draws() -> None:
    rounds = (a_round(table(1, 2, DRAWN)), a_round(), a_round(table(3, 2, WHITE_WINS, forfeit=True)))
    # 2: 0.5, a draw for round 2, nothing for round 3. 1: two absences, dummy 0.5 each.
    assert tie_breaks(1, players(3), *rounds)["buchholz"] == "2"


def test_a_win_by_forfeit_is_against_no_more_than_the_opponent_scheduled() -> None:
    rounds = (
        a_round(table(1, 2, WHITE_WINS, forfeit=True)),
        a_round(table(1, 3, WHITE_WINS)),
        a_round(table(1, 3, WHITE_WINS)),
    )
    found = tie_breaks(1, players(3), *rounds)
    # 2 only lost by forfeit, then two absences: adjusted 1. 3 has 0 in both games.
    assert found["buchholz"] == "1"
    assert found["sonneborn_berger"] == "1"


def test_the_share_against_the_dummy_is_what_the_round_brought() -> None:
    rounds = (a_round(byes=[{"player": 1, "points": 1.5}]), a_round(table(1, 2, WHITE_WINS)))
    found = tie_breaks(1, players(2), *rounds, scoring_options={"win": 3, "draw": 1})
    # The dummy is worth at most two draws, and half a win was made of it.
    assert (found["points"], found["buchholz"], found["sonneborn_berger"]) == ("4.5", "2", "1")


def test_the_lowest_voluntarily_unplayed_round_is_cut_first() -> None:
    rounds = (
        a_round(table(1, 2, WHITE_WINS)),  # 2 ends with 0
        a_round(table(1, 3, WHITE_WINS), byes=[{"player": 2, "points": 0}]),
        a_round(byes=[{"player": 2, "points": 0}, {"player": 3}]),  # 1 absent: dummy min(3, 2)
        a_round(table(1, 3, WHITE_WINS), byes=[{"player": 2, "points": 0}]),
    )
    found = tie_breaks(1, players(3), *rounds)
    # Contributions 0, 1, 2 (voluntary), 1: the absence goes first, then the lowest of the rest.
    assert found["buchholz"] == "4"
    assert found["buchholz_cut1"] == "2"
    assert found["buchholz_cut2"] == "2"
    assert found["median"] == "1"


def test_of_several_voluntarily_unplayed_rounds_the_lowest_goes_first() -> None:
    rounds = (
        a_round(table(1, 2, BLACK_WINS, forfeit=True)),  # 2 has 1: limit 1
        a_round(byes=[{"player": 1, "points": 0.5, "requested": True}, {"player": 2, "points": 0}]),
        a_round(table(1, 3, WHITE_WINS), byes=[{"player": 2, "points": 0}]),
        a_round(table(1, 3, WHITE_WINS), byes=[{"player": 2, "points": 0}]),
    )
    found = tie_breaks(1, players(3), *rounds)
    # Own points 2.5: 1 from the forfeit (limit), 2 from the bye (four draws), twice 0 from 3.
    assert found["buchholz"] == "3"
    assert found["buchholz_cut1"] == "2"
    assert found["buchholz_cut2"] == "0"


def test_an_open_table_is_skipped_and_is_no_absence() -> None:
    rounds = (a_round(table(1, 2, WHITE_WINS)), a_round(table(2, 3)), a_round())
    # 2: open in round 2, absent in round 3: one draw. 1: absent twice, dummy min(1, 1.5) each.
    assert tie_breaks(1, players(3), *rounds)["buchholz"] == "2.5"


def test_who_joins_late_was_absent_before() -> None:
    rounds = (a_round(table(1, 2, DRAWN)), a_round(table(3, 1, DRAWN)))
    found = tie_breaks(3, players(3, p3={"joined": 2}), *rounds)
    # 3: half a point at the start and half from 1, who has one; the missed round: dummy min(1, 1).
    assert (found["points"], found["buchholz"], found["buchholz_cut1"]) == ("1", "2", "1")
    assert found["sonneborn_berger"] == "0.5"
