"""Direct encounter among players who are level: rules/standings.md#direct-encounter."""

from itertools import combinations
from typing import Any

from scoring.standings import standings
from tests.documents import a_round, players, raw, record, stage, table
from tests.scoring.system_specs import SWISS

RESULTS = {1: (1, 0), 0: (0, 1), 0.5: (0.5, 0.5)}


def one_game_a_round(games: dict[tuple[int, int], float], **more: Any) -> list[dict[str, Any]]:
    return [a_round(table(first, second, RESULTS[share], **more)) for (first, second), share in games.items()]


def ranked(system: str, count: int, rounds: Any) -> tuple[list[tuple[int, int | None]], dict[int, str]]:
    """The ranking by direct encounter alone, as (player, rank), and the values printed."""
    options = {"rounds": 9} if system == SWISS.name else {}
    value = raw(players(count), stage(system=system, rounds=rounds, ranking=["direct"], options=options))
    kinds = {SWISS.name: SWISS} if system == SWISS.name else None
    rows = standings(record(value, kinds) if kinds else record(value))
    return [(row.player, row.rank) for row in rows], {row.player: row.values["direct"] for row in rows}


def test_in_a_round_robin_the_points_among_them_decide_and_the_rest_is_compared_anew() -> None:
    # 1 and 2 have 2 points among the four, 3 and 4 have 1; 2 beat 1, 3 beat 4.
    games = {(1, 2): 0, (1, 3): 1, (1, 4): 1, (2, 3): 1, (2, 4): 0, (3, 4): 1}
    order, shown = ranked("round-robin", 4, one_game_a_round(games))
    assert order == [(2, 1), (1, 2), (3, 3), (4, 4)]
    assert shown == {1: "2", 2: "2", 3: "1", 4: "1"}


def test_in_a_round_robin_a_cycle_stays_level() -> None:
    games = {(1, 2): 1, (2, 3): 1, (3, 1): 1}
    order, shown = ranked("round-robin", 3, one_game_a_round(games))
    assert order == [(1, 1), (2, 1), (3, 1)]
    assert set(shown.values()) == {"1"}


def test_in_a_round_robin_forfeits_count_and_both_games_of_two_cycles() -> None:
    rounds = one_game_a_round({(1, 2): 1}, forfeit=True) + one_game_a_round({(2, 1): 0.5, (1, 3): 0})
    order, shown = ranked("round-robin", 3, rounds)
    assert order == [(1, 1), (3, 2), (2, 3)]
    assert shown == {1: "1.5", 2: "0.5", 3: "1"}


def test_in_a_swiss_the_mean_counts_where_two_met_more_than_once() -> None:
    games = {(1, 2): 1, (2, 3): 1, (3, 1): 0.5}
    rounds = one_game_a_round(games) + one_game_a_round({(2, 1): 1})
    order, shown = ranked(SWISS.name, 3, rounds)
    # 1 against 2 is worth ½ now: 2 has 1.5, 1 has 1, 3 has ½.
    assert order == [(2, 1), (1, 2), (3, 3)]
    assert shown == {1: "1", 2: "1.5", 3: "0.5"}


def test_in_a_swiss_forfeits_are_no_encounter() -> None:
    order, shown = ranked(SWISS.name, 2, one_game_a_round({(1, 2): 1}, forfeit=True))
    assert order == [(1, 1), (2, 1)]
    assert shown == {1: "0", 2: "0"}


def test_in_a_swiss_with_games_missing_who_cannot_be_caught_is_first() -> None:
    # 1 beat all; 2 and 3 have not met: each could still have one point, 4 lost to 2 and 3.
    games = {(1, 2): 1, (1, 3): 1, (1, 4): 1, (2, 4): 1, (3, 4): 1}
    order, _ = ranked(SWISS.name, 4, one_game_a_round(games))
    assert order == [(1, 1), (2, 2), (3, 2), (4, 2)]


def test_in_a_swiss_the_rest_is_compared_anew_once_the_first_is_out() -> None:
    # Without 1 the others have all met: 3 before 2 before 4. 1 has not met 4.
    games = {(1, 2): 1, (1, 3): 1, (3, 2): 1, (2, 4): 1, (3, 4): 1}
    order, _ = ranked(SWISS.name, 4, one_game_a_round(games))
    # 1 has two points, 3 has two: nobody is sure to be first.
    assert order == [(1, 1), (2, 1), (3, 1), (4, 1)]
    twice = one_game_a_round({(1, 2): 1, (1, 3): 1, (1, 5): 1, (3, 2): 1, (2, 5): 1, (3, 5): 1})
    order, _ = ranked(
        SWISS.name, 5, [*twice, *one_game_a_round({(1, 4): 1, (3, 4): 1, (2, 4): 1, (5, 4): 1})]
    )
    assert order == [(1, 1), (3, 2), (2, 3), (5, 4), (4, 5)]


def test_in_a_swiss_nobody_is_first_where_he_could_still_be_caught() -> None:
    order, _ = ranked(SWISS.name, 3, one_game_a_round({(1, 2): 1}))
    assert order == [(1, 1), (2, 1), (3, 1)]


def test_level_players_of_a_full_comparison_are_compared_among_themselves() -> None:
    # 1, 2, 3 have 2 of 4 among five, 4 has 3, 5 has 1; among 1, 2, 3: 2 beat 1 and 3, 3 beat 1.
    games = dict.fromkeys(combinations(range(1, 6), 2), 0.5)
    games |= {
        (1, 2): 0,
        (2, 3): 1,
        (1, 3): 0,
        (1, 4): 1,
        (1, 5): 1,
        (2, 4): 0,
        (2, 5): 0,
        (3, 4): 0,
        (3, 5): 1,
        (4, 5): 1,
    }
    order, shown = ranked(SWISS.name, 5, one_game_a_round(games))
    assert shown == {1: "2", 2: "2", 3: "2", 4: "3", 5: "1"}
    assert order == [(4, 1), (2, 2), (3, 3), (1, 4), (5, 5)]
