"""Tables arranged by hand: what each system has against them, who is awaited, what a whole round costs."""

from decimal import Decimal
from typing import Any

import pytest

from pairing.by_hand import cost, objections, players_to_seat, reasons_by_hand
from pairing.reasons import why
from pairing.registry import SYSTEM_SPECS, pair
from pairing.simulate import Chances, SimulationRequest, simulate
from scoring.record import Record, record_before
from tests.documents import players, raw, record, stage, table


def after(
    system: str, field: int, *rounds: Any, options: dict[str, Any] | None = None, **people: Any
) -> Record:
    return record(raw(players(field, **people), stage(system, rounds, options=options or {})))


def games(*tables: Any, **more: Any) -> dict[str, Any]:
    return {"tables": list(tables), **more}


def said(of: Record, *seats: int) -> list[tuple[str, dict[str, Any]]]:
    return [(reason.code, dict(reason.facts)) for reason in objections(of, seats)]


AMALFI = after(
    "amalfi",
    5,
    games(table(1, 2, [1, 0]), table(3, 4, [1, 0]), byes=[{"player": 5, "points": 1}]),
    games(table(1, 3, [1, 0]), table(5, 2, [1, 0]), byes=[{"player": 4, "points": 1}]),
    options={"rounds": 6, "first_white": True},
)


def test_a_pair_that_may_meet_has_nothing_against_it() -> None:
    assert said(AMALFI, 4, 1) == []
    assert [reason.code for reason in reasons_by_hand(AMALFI, (4, 1))] == ["hand_made", "hand_allowed"]


def test_who_has_met_does_not_meet_again() -> None:
    assert said(AMALFI, 2, 5) == [("hand_met", {"player": 2, "opponent": 5, "round": 2})]


def test_a_game_lost_by_forfeit_was_no_meeting() -> None:
    of = after("club-swiss", 4, games(table(1, 2, [1, 0], forfeit=True), table(3, 4, [1, 0])))
    assert said(of, 1, 2) == []
    assert said(of, 3, 4)[0][0] == "hand_met"


def test_amalfi_limits_colours() -> None:
    assert said(AMALFI, 1, 4) == [("hand_white_three", {"player": 1})]
    assert said(AMALFI, 1, 2)[1:] == [
        ("hand_white_three", {"player": 1}),
        ("hand_black_three", {"player": 2}),
    ]


def test_where_the_limits_are_waived_there_is_nothing_against_colours() -> None:
    of = after("amalfi", 5, *rounds_of(AMALFI), options={"rounds": 6, "waive_colours": [3]})
    assert said(of, 1, 4) == []


def rounds_of(of: Record) -> list[dict[str, Any]]:
    return [
        games(
            *(table(*one.seats, one.shares) for one in played.tables),
            byes=[{"player": bye.player, "points": 1} for bye in played.byes],
        )
        for played in of.rounds
    ]


def test_the_bye_of_amalfi_is_for_who_has_missed_nothing() -> None:
    assert said(AMALFI, 5) == [("hand_bye_missed", {"player": 5})]
    assert said(AMALFI, 2) == []


def test_the_club_gives_a_second_bye_only_when_all_have_had_one() -> None:
    of = after("club-swiss", 3, games(table(1, 2, [1, 0]), byes=[{"player": 3, "points": 2}]))
    assert said(of, 3) == [("hand_bye_again", {"player": 3, "times": 1})]
    assert said(of, 2) == []


def test_who_is_absent_should_not_sit_there() -> None:
    of = after("amalfi", 4, options={"rounds": 3}, p4={"absent": [1]})
    assert said(of, 1, 4) == [("hand_away", {"player": 4})]
    assert players_to_seat(of) == [1, 2, 3]


def test_a_round_robin_has_a_calendar() -> None:
    of = after("round-robin", 5)
    assert said(of, 2, 5) == []
    assert said(of, 5, 2) == [("hand_calendar_colours", {"player": 2})]
    assert said(of, 1, 2) == [
        ("hand_calendar_rest", {"player": 1}),
        ("hand_calendar", {"player": 2, "opponent": 5}),
    ]
    assert said(of, 1) == []
    assert said(of, 2) == [("hand_calendar", {"player": 2, "opponent": 5})]
    assert players_to_seat(of) == [1, 2, 3, 4, 5]


def test_a_bracket_says_whom_one_meets() -> None:
    of = after("knockout", 6)  # 1 and 2 go through without playing
    assert said(of, 3, 6) == []
    assert said(of, 3, 5) == [
        ("hand_bracket", {"player": 3, "opponent": 6}),
        ("hand_bracket", {"player": 5, "opponent": 4}),
    ]
    assert said(of, 1, 3)[0] == ("hand_bracket_free", {"player": 1})
    assert said(of, 1) == []


def test_who_is_out_of_the_bracket_is_awaited_no_more() -> None:
    of = after("knockout", 4, games(table(1, 4, [1, 0]), table(2, 3, [0, 1])), options={"third_place": False})
    assert players_to_seat(of) == [1, 3]
    assert ("hand_bracket_out", {"player": 2}) in said(of, 1, 2)


def test_the_losing_semi_finalists_play_for_the_third_place() -> None:
    of = after("knockout", 4, games(table(1, 4, [1, 0]), table(2, 3, [0, 1])), options={"third_place": True})
    assert players_to_seat(of) == [1, 2, 3, 4]
    assert said(of, 4, 2) == []


def many(*seats: int, first: int = 0) -> dict[str, Any]:
    scores = [{"points": 40 if player == first else 20} for player in seats]
    return {"seats": list(seats), "result": scores if first else None}


SEATED = after(
    "seating",
    9,
    games(many(1, 2, 3, 4, first=1), many(5, 6, 7, 8, 9, first=5)),
    p1={"club": "Torre"},
    p6={"club": "Torre"},
)


def test_seating_says_who_should_be_apart() -> None:
    assert said(SEATED, 1, 5, 6, 2) == [
        ("seating_winners", {"player": 1, "opponent": 5}),
        ("seating_clubs", {"player": 1, "opponent": 6}),
        ("seating_opponents", {"player": 1, "opponent": 2}),
        ("seating_opponents", {"player": 5, "opponent": 6}),
    ]
    assert said(SEATED, 1, 6, 5)[0] == ("hand_size", {"seats": 3, "allowed": [4, 5]})
    assert said(SEATED, 3) == [("hand_bye_none", {})]


def test_the_cost_is_the_engines_own() -> None:
    drawn = pair(SEATED)
    assert cost(SEATED, [seating.seats for seating in drawn.tables]) == drawn.quality["cost"]


def test_bands_keep_the_first_of_each_apart() -> None:
    of = after("bands", 8, options={"tables": 2, "size": 4}, p1={"club": "Torre"}, p8={"club": "Torre"})
    assert said(of, 1, 3, 5, 7) == []
    assert said(of, 1, 2, 5, 8) == [
        ("bands_same", {"player": 1, "opponent": 2, "band": 1}),
        ("seating_clubs", {"player": 1, "opponent": 8}),
    ]
    assert cost(of, [(1, 2, 5, 8), (3, 4, 6, 7)]) == {"clubs": 1, "bands": 2}
    assert cost(of, [seating.seats for seating in pair(of).tables]) == pair(of).quality["cost"]


def test_in_a_second_game_the_tables_stay() -> None:
    of = after("bands", 8, games(many(1, 3, 5, 7), many(2, 4, 6, 8)), options={"tables": 2, "rounds": 2})
    assert said(of, 3, 1, 7, 5) == []
    assert said(of, 1, 3, 5, 8) == [("hand_bands_again", {"players": [1, 3, 5, 8]})]


def test_a_missing_result_leaves_at_least_who_has_met() -> None:
    of = after("seating", 8, games(many(1, 2, 3, 4), many(5, 6, 7, 8)))
    assert [code for code, _facts in said(of, 1, 2, 5, 6)] == ["hand_met", "hand_met"]
    assert cost(of, [(1, 2, 5, 6), (3, 4, 7, 8)]) is None


HARD = ["amalfi", "club-swiss", "round-robin"]


@pytest.mark.parametrize("system", HARD)
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_what_the_system_pairs_itself_has_nothing_against_it(system: str, seed: str) -> None:
    odds = Chances(forfeits=Decimal(10), absences=Decimal(10), late=Decimal(10))
    rounds = 6 if system == "round-robin" else 5
    document = simulate(SimulationRequest(system=system, players=12, rounds=rounds, seed=seed, chances=odds))
    for number in range(1, len(document.stages[0].rounds) + 1):
        before = record_before(document, SYSTEM_SPECS, 1, number)
        draw = pair(before)
        seats = [table.seats for table in draw.tables] + [(bye.player,) for bye in draw.byes]
        assert [found for one in seats for found in objections(before, one)] == []
        assert {player for one in seats for player in one} == set(players_to_seat(before))


@pytest.mark.parametrize("language", ["it", "en"])
def test_every_code_is_said(language: str) -> None:
    names = ["Ada", "Bea", "Clo", "Dea", "Eva", "Fia", "Gea", "Ida", "Lia"]
    reasons = [
        *reasons_by_hand(AMALFI, (1, 2)),
        *reasons_by_hand(AMALFI, (4, 1)),
        *objections(AMALFI, (5,)),
        *objections(SEATED, (1, 6, 5)),
        *objections(after("knockout", 6), (1, 3)),
        *objections(after("round-robin", 5), (1, 2)),
    ]
    said_ = [why(reason, lambda player: names[player - 1], language) for reason in reasons]
    assert all(len(sentence) > 10 and "{" not in sentence for sentence in said_)
