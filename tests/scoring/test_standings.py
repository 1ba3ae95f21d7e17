"""From the record to the ranking."""

from fractions import Fraction
from typing import Any

import pytest

from pairing.registry import SYSTEM_SPECS
from scoring.final import final_standings
from scoring.reasons import why_above
from scoring.record import DocumentError, record_of
from scoring.standings import Row, decimal_text, standings
from scoring.withdrawals import annulled, withdrawal_of
from tests.documents import a_round, document, players, raw, record, stage, table

WHITE_WINS, DRAWN, BLACK_WINS = (1, 0), (0.5, 0.5), (0, 1)


FOUR = (
    a_round(table(1, 4, DRAWN), table(2, 3, WHITE_WINS)),
    a_round(table(4, 3, BLACK_WINS), table(1, 2, WHITE_WINS)),
    a_round(table(2, 4, DRAWN), table(3, 1, BLACK_WINS)),
)


def four(ranking: Any = ("points",), after: int | None = None, **more: Any) -> list[Row]:
    return standings(record(raw(players(4, **more), stage(rounds=FOUR, ranking=list(ranking))), after=after))


def test_level_players_share_a_rank_and_follow_by_number() -> None:
    assert [(row.rank, row.player) for row in four()] == [(1, 1), (2, 2), (3, 3), (3, 4)]
    rows = four(p3={"number": 4}, p4={"number": 3})
    assert [(row.rank, row.player) for row in rows][2:] == [(3, 4), (3, 3)]


def test_with_no_criterion_everybody_is_first() -> None:
    assert [row.rank for row in four(ranking=())] == [1, 1, 1, 1]


def test_after_no_round_everybody_is_level() -> None:
    rows = four(ranking=("points", "sonneborn_berger", "direct"), after=0)
    assert {row.rank for row in rows} == {1}
    assert {value for row in rows for value in row.values.values()} == {"0"}


def test_after_some_rounds_only_they_count() -> None:
    assert {row.player: row.values["points"] for row in four(after=1)} == {1: "0.5", 2: "1", 3: "0", 4: "0.5"}


@pytest.mark.parametrize(("stage_number", "after"), [(0, 0), (2, 0), (1, 4), (1, -1)])
def test_a_stage_or_round_out_of_range_is_a_fault(stage_number: int, after: int) -> None:
    read = document(raw(players(4), stage(rounds=FOUR)))
    with pytest.raises(DocumentError):
        record_of(read, SYSTEM_SPECS, stage_number, after)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(7, 2), "3.5"),
        (Fraction(11), "11"),
        (Fraction(0), "0"),
        (Fraction(1, 3), "0.3333"),
        (Fraction(2, 3), "0.6667"),
        (Fraction(1, 20000), "0.0001"),
        (Fraction(-5, 4), "-1.25"),
        (Fraction(1000), "1000"),
    ],
)
def test_values_are_exact_decimals_without_trailing_zeros(value: Fraction, shown: str) -> None:
    assert decimal_text(value) == shown


def test_points_come_out_exact_where_binary_fractions_would_not() -> None:
    rounds = [a_round(table(1, 2, DRAWN)) for _ in range(3)]
    rows = standings(record(raw(players(4), stage(rounds=rounds, scoring_options={"draw": 0.1}))))
    assert rows[0].values == {"points": "0.3"}


def test_each_row_says_which_criterion_puts_it_below_the_one_above() -> None:
    rows = four(ranking=("points", "sonneborn_berger"))
    assert [(row.player, row.decided_by) for row in rows] == [
        (1, None),
        (2, "points"),
        (4, "points"),
        (3, "sonneborn_berger"),
    ]


def test_why_somebody_is_above_somebody_is_told_in_both_languages() -> None:
    rows = four(ranking=("points", "sonneborn_berger"))
    names = {1: "Ada", 2: "Bea", 3: "Cleo", 4: "Dora"}.__getitem__
    assert why_above(rows[0], rows[1], names) == "Ada è davanti a Bea per: Punti (2,5 contro 1,5)."
    assert (
        why_above(rows[2], rows[3], names, "en") == "Dora is above Cleo on: Sonneborn-Berger (2 against 1)."
    )
    level = four()
    assert why_above(level[2], level[3], names) == "Cleo e Dora sono pari in tutto."


def test_why_direct_encounter_parts_players_with_the_same_value() -> None:
    games = {
        (1, 2): BLACK_WINS,
        (1, 3): WHITE_WINS,
        (1, 4): WHITE_WINS,
        (2, 3): WHITE_WINS,
        (2, 4): BLACK_WINS,
    }
    rounds = [a_round(table(*pair, result)) for pair, result in games.items()]
    rows = standings(record(raw(players(4), stage(rounds=rounds, ranking=["direct"]))))
    assert why_above(rows[0], rows[1], str) == "2 è davanti a 1 per: Scontro diretto."


# Six players; 6 plays round 1 and leaves: one of five games is fewer than half.
SIX = (
    a_round(table(1, 6, BLACK_WINS), table(2, 5, DRAWN), table(3, 4, WHITE_WINS)),
    a_round(table(5, 3, DRAWN), table(1, 2, WHITE_WINS), byes=[{"player": 4, "points": 0}]),
    a_round(table(3, 1, DRAWN), table(4, 5, DRAWN), byes=[{"player": 2, "points": 0}]),
)


def six(withdrawn: int, after: int | None = None, ranking: Any = ("points", "sonneborn_berger")) -> list[Row]:
    entered = players(6, p6={"withdrawn": withdrawn})
    return standings(record(raw(entered, stage(rounds=SIX, ranking=list(ranking))), after=after))


def test_who_leaves_before_half_of_his_games_is_annulled_and_last() -> None:
    rows = six(withdrawn=2)
    assert rows[-1] == Row(rank=None, player=6, values={}, played=0)
    by_player = {row.player: row for row in rows}
    # 1 lost to 6: that game is gone.
    assert (by_player[1].values["points"], by_player[1].played) == ("1.5", 2)
    assert by_player[4].played == 2


def test_a_withdrawal_counts_from_the_round_before() -> None:
    assert six(withdrawn=2, after=1)[-1].rank is None
    assert all(row.rank is not None for row in six(withdrawn=2, after=0))
    assert all(row.rank is not None for row in six(withdrawn=3, after=1))


def test_half_of_the_possible_points_leaves_annulled_games_out() -> None:
    # 1 has 1.5 of two games; 3 has 2 of three; 5 has 1.5 of three.
    values = {row.player: row.values for row in six(withdrawn=2, ranking=("points", "koya")) if row.rank}
    assert {player: row["koya"] for player, row in values.items()} == {
        1: "0.5",
        2: "0.5",
        3: "1",
        4: "0.5",
        5: "0.5",
    }


def leaves(first_missed: int, *rounds: Any, count: int = 5, cycles: int = 1) -> tuple[str, int, int]:
    entered = raw(players(count), stage(rounds=rounds, options={"cycles": cycles}))
    found = withdrawal_of(record(entered), 1, first_missed)
    return found.effect, found.played, found.games


def test_half_of_the_games_or_more_means_forfeits() -> None:
    one, two = a_round(table(1, 2, DRAWN)), a_round(table(3, 1, DRAWN))
    # Five players have four games each, in five rounds.
    assert leaves(2, one) == ("annulled", 1, 4)
    assert leaves(3, one, two) == ("forfeits", 2, 4)


def test_unfinished_games_count_as_played_and_forfeits_do_not() -> None:
    adjourned, forfeited = a_round(table(1, 2)), a_round(table(3, 1, WHITE_WINS, forfeit=True))
    assert leaves(3, adjourned, adjourned)[0] == "forfeits"
    assert leaves(3, adjourned, forfeited)[0] == "annulled"


def test_a_rest_is_no_game_and_all_cycles_count() -> None:
    rest, played = a_round(byes=[{"player": 1, "points": 0}]), a_round(table(1, 2, DRAWN))
    assert leaves(3, rest, played)[0] == "annulled"
    assert leaves(4, played, played, played, cycles=2) == ("annulled", 3, 8)
    assert leaves(5, played, played, played, played, cycles=2) == ("forfeits", 4, 8)


def test_only_rounds_before_the_withdrawal_count() -> None:
    played = a_round(table(1, 2, DRAWN))
    assert leaves(2, played, played, played)[0] == "annulled"


def test_nobody_is_annulled_while_nobody_left() -> None:
    assert annulled(record(raw(players(6), stage(rounds=SIX)))) == frozenset()


def test_the_final_ranking_of_a_single_stage_is_its_ranking() -> None:
    rows = final_standings(document(raw(players(4), stage(rounds=FOUR, ranking=["points"]))), SYSTEM_SPECS)
    assert [(row.rank, row.values) for row in rows] == [
        (1, {"final": "1", "points": "2.5"}),
        (2, {"final": "2", "points": "1.5"}),
        (3, {"final": "3", "points": "1"}),
        (3, {"final": "3", "points": "1"}),
    ]


def test_the_previous_ranking_is_without_who_was_annulled_by_then() -> None:
    rounds = (
        a_round(table(1, 4, WHITE_WINS), table(2, 3, DRAWN)),
        a_round(table(4, 3, BLACK_WINS), table(1, 2, DRAWN)),
        a_round(table(3, 1, DRAWN), byes=[{"player": 2, "points": 0}]),
    )
    # Two rounds of six, then 4 leaves: after round 1 his game counts, after round 2 it no longer does.
    twice = stage(rounds=rounds, options={"cycles": 2}, ranking=["points", "previous"])
    value = raw(players(4, p4={"withdrawn": 3}), twice)
    assert [(row.player, row.rank) for row in standings(record(value, after=1))] == [
        (1, 1),
        (2, 2),
        (3, 2),
        (4, 4),
    ]
    assert [(row.player, row.values.get("points")) for row in standings(record(value, after=2))] == [
        (2, "1"),
        (1, "0.5"),
        (3, "0.5"),
        (4, None),
    ]
    rows = standings(record(value))
    assert [(row.player, row.values.get("previous")) for row in rows] == [
        (2, "1"),
        (1, "2"),
        (3, "3"),
        (4, None),
    ]


def test_a_later_stage_has_its_own_entrants_absences_and_withdrawals() -> None:
    later = stage(
        rounds=FOUR[:1],
        entrants=[4, 2, 3, 1],
        absences={"2": [1, 2]},
        withdrawals={"3": 2},
        ranking=["points"],
    )
    value = raw(players(5, p4={"withdrawn": 2, "joined": 2}), stage(), later)
    seen = record(value)
    assert list(seen.players) == [4, 2, 3, 1]
    assert (seen.players[4].joined, seen.players[4].withdrawn) == (1, None)
    assert [player.id for player in seen.present(1)] == [1, 3, 4]
    assert [player.id for player in seen.present(2)] == [1, 4]
    # 3 left after one game of three, so the win of 2 against 3 is gone.
    assert [(row.player, row.rank) for row in standings(seen)] == [(1, 1), (4, 1), (2, 3), (3, None)]


def test_absences_written_in_the_first_stage_add_to_those_of_the_players() -> None:
    entered = players(4, p1={"absent": [1]}, p2={"withdrawn": 3}, p3={"withdrawn": 2})
    seen = record(raw(entered, stage(absences={"1": [2]}, withdrawals={"2": 2, "3": 4})))
    assert [player.id for player in seen.present(1)] == [2, 3, 4]
    assert [player.id for player in seen.present(2)] == [4]
