"""The round robin: rests, withdrawals, the last round, reasons."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from pairing.reasons import no_round, why
from pairing.registry import calendar, pair, rounds_of
from pairing.system import Draw, NoLegalPairing
from scoring.open_tables import awaited_tables
from scoring.record import DocumentError
from scoring.texts import LANGUAGES
from tests.documents import players, raw, record, stage, table

WHITE_WINS, DRAWN = (1, 0), (0.5, 0.5)


def entered(count: int, rounds: Any = (), options: Any = None, **by_id: Any) -> Any:
    return raw(players(count, **by_id), stage(rounds=rounds, options=options or {}))


def seats(draw: Draw) -> list[tuple[int, ...]]:
    return [one.seats for one in draw.tables]


def byes(draw: Draw) -> list[int]:
    return [bye.player for bye in draw.byes]


def as_round(draw: Draw, result: Any = DRAWN) -> dict[str, Any]:
    """The round as drawn, with this result on every table that is played."""
    return {
        "tables": [
            table(*one.seats, one.result, forfeit=True)
            if one.forfeit and one.result
            else table(one.seats[0], one.seats[1], result)
            for one in draw.tables
        ],
        "byes": [{"player": bye.player, "points": bye.points} for bye in draw.byes],
    }


def played(
    count: int, upto: int, result: Any = DRAWN, options: Any = None, **by_id: Any
) -> list[dict[str, Any]]:
    """The first rounds of the calendar, everything with this result."""
    rounds: list[dict[str, Any]] = []
    for _ in range(upto):
        rounds.append(as_round(pair(record(entered(count, rounds, options, **by_id))), result))
    return rounds


def test_players_sit_by_number_whatever_their_ids_and_order() -> None:
    shuffled = entered(4, p1={"number": 4}, p2={"number": 30}, p3={"number": 2}, p4={"number": 1})
    assert seats(pair(record(shuffled))) == [(4, 2), (3, 1)]


def test_an_odd_player_rests_with_no_points() -> None:
    draw = pair(record(entered(5)))
    assert seats(draw) == [(2, 5), (3, 4)]
    assert [(bye.player, bye.points) for bye in draw.byes] == [(1, 0)]


def test_absence_and_late_entry_do_not_change_the_calendar() -> None:
    plain = pair(record(entered(6)))
    assert seats(pair(record(entered(6, p2={"absent": [1]}, p3={"joined": 4})))) == seats(plain)


@pytest.mark.parametrize("count", [0, 1, 2, 201])
def test_sizes_beyond_three_to_two_hundred_are_a_fault_of_the_players(count: int) -> None:
    for ask in (pair, calendar):
        with pytest.raises(DocumentError) as caught:
            ask(record(entered(count)))
        assert [(fault.path, fault.code) for fault in caught.value.issues] == [("players", "players_range")]


@pytest.mark.parametrize(
    ("count", "cycles", "rounds"), [(3, 1, 3), (4, 1, 3), (7, 2, 14), (4, 40, 120), (200, 1, 199)]
)
def test_how_many_rounds_there_are(count: int, cycles: int, rounds: int) -> None:
    seen = record(entered(count, options={"cycles": cycles}))
    assert rounds_of(seen) == rounds
    assert len(calendar(seen)) == rounds


def test_more_than_forty_cycles_are_refused() -> None:
    with pytest.raises(DocumentError) as caught:
        record(entered(4, options={"cycles": 41}))
    assert [(fault.path, fault.code) for fault in caught.value.issues] == [
        ("stages[0].options.cycles", "option_value")
    ]


def test_the_calendar_goes_on_from_the_rounds_there_are() -> None:
    whole = calendar(record(entered(6)))
    rest = calendar(record(entered(6, played(6, 2))))
    assert [seats(draw) for draw in rest] == [seats(draw) for draw in whole[2:]]


def test_after_all_rounds_there_is_none() -> None:
    seen = record(entered(4, played(4, 3)))
    for ask in (pair, calendar):
        with pytest.raises(NoLegalPairing) as caught:
            ask(seen)
        assert caught.value.code == "all_rounds_played"
        assert all("3" in no_round(caught.value, str, language) for language in LANGUAGES)


def test_results_are_not_needed_before_the_last_round() -> None:
    assert seats(pair(record(entered(6, played(6, 3, result=None)))))


def test_before_the_last_round_every_game_must_be_finished() -> None:
    rounds = played(4, 2)
    rounds[0]["tables"][1]["result"] = None
    with pytest.raises(NoLegalPairing) as caught:
        pair(record(entered(4, rounds)))
    assert caught.value.code == "games_before_last_round"
    assert caught.value.facts["games"] == [{"round": 1, "table": 2, "players": [2, 3]}]
    names = {2: "Bea", 3: "Cleo"}.__getitem__
    assert "Bea – Cleo (turno 1)" in no_round(caught.value, names)
    assert "Bea – Cleo (round 1)" in no_round(caught.value, names, "en")


def test_in_two_cycles_only_the_very_last_round_waits() -> None:
    assert seats(pair(record(entered(4, played(4, 2, None, {"cycles": 2}), {"cycles": 2}))))
    with pytest.raises(NoLegalPairing):
        pair(record(entered(4, played(4, 5, None, {"cycles": 2}), {"cycles": 2})))


def test_the_calendar_asks_for_no_results() -> None:
    assert len(calendar(record(entered(4, played(4, 2, result=None))))) == 1


def test_games_of_annulled_players_are_not_missed() -> None:
    # 6 leaves at round 3 with one game of five played over the board and one left open: two of five.
    rounds = played(6, 2)
    rounds[1]["tables"][0]["result"] = None
    assert (6 in rounds[1]["tables"][0]["seats"], len(list(awaited_tables(record(entered(6, rounds)))))) == (
        True,
        1,
    )
    assert list(awaited_tables(record(entered(6, rounds, p6={"withdrawn": 3})))) == []


def test_who_is_annulled_leaves_the_tables_and_his_opponent_has_no_points() -> None:
    draw = pair(record(entered(6, played(6, 2), p6={"withdrawn": 3})))
    # Round 3 of the table for six: 2-6 3-1 4-5.
    assert seats(draw) == [(3, 1), (4, 5)]
    assert [(bye.player, bye.points, bye.why[0].code) for bye in draw.byes] == [(2, 0, "opponent_annulled")]


def test_who_is_annulled_does_not_rest_either() -> None:
    # Five players, 2 rests in round 3 (2-6 in the table for six).
    assert byes(pair(record(entered(5, played(5, 2))))) == [2]
    assert byes(pair(record(entered(5, played(5, 2), p2={"withdrawn": 2})))) == []


def test_from_half_of_the_games_on_the_rest_is_lost_by_forfeit() -> None:
    # Round 4 of the table for six: 6-5 1-4 2-3; with three games of five 6 loses by forfeit.
    draw = pair(record(entered(6, played(6, 3), p6={"withdrawn": 4})))
    assert [(one.seats, one.forfeit, one.result) for one in draw.tables] == [
        ((6, 5), True, (0, 1)),
        ((1, 4), False, None),
        ((2, 3), False, None),
    ]
    assert draw.tables[0].why[-1].code == "lost_by_forfeit"


def test_two_who_have_both_left_both_lose() -> None:
    draw = pair(record(entered(6, played(6, 3), p6={"withdrawn": 4}, p5={"withdrawn": 4})))
    assert (draw.tables[0].seats, draw.tables[0].result) == ((6, 5), (0, 0))
    assert "6 e 5 si sono ritirati" in why(draw.tables[0].why[-1], str)


def test_who_loses_by_forfeit_keeps_his_rest() -> None:
    # Five players: 5 rests in round 5 (3-6 … the table for six gives 6-3 in round 5: number 3 rests).
    rounds = played(5, 4)
    assert byes(pair(record(entered(5, rounds)))) == [3]
    assert byes(pair(record(entered(5, rounds, p3={"withdrawn": 5})))) == [3]


def test_the_opponent_of_an_annulled_player_is_listed_even_where_he_left_too() -> None:
    # 6 is annulled from round 3 on; 5 leaves at round 4 after three games, and was to meet 6 in it.
    rounds = played(6, 3, p6={"withdrawn": 3})
    draw = pair(record(entered(6, rounds, p6={"withdrawn": 3}, p5={"withdrawn": 4})))
    assert byes(draw) == [5]


def test_two_annulled_players_are_listed_nowhere() -> None:
    draw = pair(
        record(
            entered(
                6,
                played(6, 3, p6={"withdrawn": 2}, p5={"withdrawn": 2}),
                p6={"withdrawn": 2},
                p5={"withdrawn": 2},
            )
        )
    )
    placed = {player for one in draw.tables for player in one.seats} | set(byes(draw))
    assert placed == {1, 2, 3, 4}


def test_a_withdrawal_to_come_does_not_show_before_its_round() -> None:
    assert seats(pair(record(entered(6, played(6, 1), p6={"withdrawn": 3})))) == seats(
        pair(record(entered(6, played(6, 1))))
    )


def test_the_calendar_counts_games_to_come_before_a_withdrawal_as_played() -> None:
    # 6 will leave at round 4: three of five games will be played, so the rest are forfeits.
    draws = calendar(record(entered(6, p6={"withdrawn": 4})))
    assert [any(one.forfeit for one in draw.tables) for draw in draws] == [False, False, False, True, True]
    # At round 3 it would be two of five: annulled.
    draws = calendar(record(entered(6, p6={"withdrawn": 3})))
    assert [any(6 in one.seats for one in draw.tables) for draw in draws] == [True, True, False, False, False]


@given(st.integers(3, 40), st.integers(1, 3), st.booleans(), st.data())
def test_the_calendar_is_the_rounds_asked_for_one_by_one(
    count: int, cycles: int, exchange: bool, data: st.DataObject
) -> None:
    options = {"cycles": cycles, "exchange_last_two": exchange}
    draws = calendar(record(entered(count, options=options)))
    number = data.draw(st.integers(1, len(draws)))
    before = [as_round(draw) for draw in draws[: number - 1]]
    assert pair(record(entered(count, before, options))) == draws[number - 1]


@given(st.integers(3, 24), st.data())
def test_everybody_is_at_a_table_or_rests_unless_annulled(count: int, data: st.DataObject) -> None:
    withdrawn = data.draw(st.dictionaries(st.integers(1, count), st.integers(1, count), max_size=4))
    by_id = {f"p{player}": {"withdrawn": first} for player, first in withdrawn.items()}
    for number, draw in enumerate(calendar(record(entered(count, **by_id))), 1):
        placed = [player for one in draw.tables for player in one.seats] + byes(draw)
        assert len(placed) == len(set(placed))
        gone = set(range(1, count + 1)) - set(placed)
        assert gone <= {player for player, first in withdrawn.items() if first <= number}


@given(st.integers(3, 12), st.integers(1, 3), st.booleans())
def test_every_reason_has_its_sentence_in_both_languages(count: int, cycles: int, exchange: bool) -> None:
    options = {"cycles": cycles, "exchange_last_two": exchange}
    by_id: dict[str, Any] = {"p1": {"withdrawn": 2}, "p2": {"withdrawn": count}, "p3": {"withdrawn": count}}
    for draw in calendar(record(entered(count, options=options, **by_id))):
        for reason in [reason for one in (*draw.tables, *draw.byes) for reason in one.why]:
            for language in LANGUAGES:
                sentence = why(reason, lambda player: f"Player {player}", language)
                assert sentence.endswith(".")
                assert "{" not in sentence


def test_the_reasons_name_the_clause_of_the_table_and_of_the_colour() -> None:
    draw = pair(record(entered(6)))
    assert [why(reason, str) for reason in draw.tables[0].why] == [
        "Turno 1 delle tabelle di Berger per 6: il n. 1 incontra il n. 6.",
        "Il n. 6, il più alto, ha il Nero contro la metà bassa (1–3).",
    ]
    second_round = calendar(record(entered(6)))[1]
    assert [why(draw.tables[0].why[1], str, "en") for draw in (draw, second_round)] == [
        "No. 6, the highest number, has Black against the lower half (1–3).",
        "No. 6, the highest number, has White against the upper half (above 3).",
    ]
    assert [reason.code for reason in draw.tables[1].why] == ["berger", "mixed_parity"]
    second = calendar(record(entered(6, options={"cycles": 2, "exchange_last_two": True})))
    assert [reason.code for reason in second[3].tables[0].why][-1] == "rounds_exchanged"
    assert [reason.code for reason in second[5].tables[0].why][-1] == "colours_swapped"
