"""How a game ends after its time is up (rules/end-of-game.md#throws), at a table of four."""

import pytest
from hypothesis import given, strategies as st

from clubtornei.rounds.clock.end_of_game import (
    EndOfGameState,
    ImpossibleTurn,
    TurnEvent,
    end_of_game_state,
    play_order,
)

ALL = (1, 2, 3, 4)
END, HIGH, BIG_TURN = (
    TurnEvent(what="ended"),
    TurnEvent(what="ended", dice=(6, 6)),
    TurnEvent(what="ended", conquered=True),
)


def state_after(
    *turns: TurnEvent, running: int = 2, edition: str = "2014", order: tuple[int, ...] = ALL
) -> EndOfGameState:
    return end_of_game_state(order, running, edition, turns)


def thrown(first: int, second: int) -> TurnEvent:
    return TurnEvent(what="ended", dice=(first, second))


def out(player: int) -> TurnEvent:
    return TurnEvent(what="out", out=player)


def test_play_goes_clockwise_from_who_began() -> None:
    assert play_order(5, 3) == (3, 4, 5, 1, 2)


def test_in_2014_the_running_lap_is_finished_and_a_full_one_follows() -> None:
    phases = [state_after(*[END] * turns) for turns in range(7)]

    assert [(state.phase, state.turn) for state in phases] == [
        ("finishing", 2),
        ("finishing", 3),
        ("finishing", 4),
        ("last", 1),
        ("last", 2),
        ("last", 3),
        ("throwing", 4),
    ]


def test_in_2003_the_running_turn_is_finished_and_a_full_lap_follows() -> None:
    phases = [state_after(*[END] * turns, edition="2003") for turns in range(5)]

    assert [(state.phase, state.turn) for state in phases] == [
        ("finishing", 2),
        ("last", 3),
        ("last", 4),
        ("last", 1),
        ("throwing", 2),
    ]


def test_in_2014_the_limit_is_4_for_a_lap_then_5_then_6_then_7_which_stays() -> None:
    limits = [state_after(*[END] * 6, *[HIGH] * throws).limit for throws in (0, 3, 4, 7, 8, 11, 12, 20)]

    assert limits == [4, 4, 5, 5, 6, 6, 7, 7]


def test_the_quick_end_of_the_masters_has_one_limit_for_all_laps() -> None:
    states = [state_after(*[END] * 6, *[HIGH] * throws, edition="quick-6") for throws in (0, 4, 8)]
    assert [state.limit for state in states] == [6, 6, 6]


def test_in_2003_the_limit_is_4_for_the_last_player_of_the_first_extra_lap_alone() -> None:
    throws = [state_after(*[END] * 4, *[HIGH] * throws, edition="2003") for throws in range(14)]

    assert [(state.turn, state.limit) for state in throws] == [
        (2, 4),
        *((player, 5) for player in (3, 4, 1, 2)),
        *((player, 6) for player in (3, 4, 1, 2)),
        *((player, 7) for player in (3, 4, 1, 2)),
        (3, 7),
    ]


def test_in_2003_who_is_before_the_eliminated_last_player_closes_the_lap() -> None:
    begun = [END] * 4 + [HIGH]
    states = [state_after(*begun, out(2), *[HIGH] * throws, edition="2003") for throws in range(5)]

    assert [(state.turn, state.limit) for state in states] == [(3, 5), (4, 5), (1, 5), (3, 6), (4, 6)]


@pytest.mark.parametrize(("dice", "phase"), [((1, 3), "over"), ((2, 2), "over"), ((1, 4), "throwing")])
def test_a_total_not_above_the_limit_ends_the_game_at_once(dice: tuple[int, int], phase: str) -> None:
    state = state_after(*[END] * 6, thrown(*dice))

    assert state.phase == phase
    assert state.total == (sum(dice) if phase == "over" else None)


def test_who_conquered_more_than_two_territories_does_not_throw() -> None:
    state = state_after(*[END] * 6, BIG_TURN)

    assert (state.phase, state.turn, state.limit) == ("throwing", 1, 4)


def test_without_the_last_player_the_one_before_him_closes_the_lap() -> None:
    state = state_after(out(4), *[END] * 4)

    assert (state.phase, state.turn, state.limit) == ("throwing", 3, 4)


def test_without_who_threw_first_the_laps_of_throws_begin_with_the_one_after_him() -> None:
    throws = [*[END] * 6, HIGH]  # 4 has thrown first

    state = state_after(*throws, out(4), HIGH, HIGH, HIGH)  # 1 eliminates 4; 1, 2, 3 throw

    assert (state.turn, state.limit) == (1, 5)


def test_who_is_alone_has_won() -> None:
    assert state_after(out(1), out(3), out(4)).phase == "over"


@pytest.mark.parametrize(
    "turns",
    [
        [HIGH],  # nobody throws before the last lap is over
        [BIG_TURN],
        [*[END] * 7],  # who must throw has thrown, or need not
        [*[END] * 6, thrown(0, 7)],
        [*[END] * 6, TurnEvent(what="ended", dice=(3, 4), conquered=True)],
        [out(2)],  # nobody is eliminated in his own turn
        [out(5)],
        [TurnEvent(what="over"), END],
    ],
)
def test_what_cannot_happen_is_refused(turns: list[TurnEvent]) -> None:
    with pytest.raises(ImpossibleTurn):
        state_after(*turns)


@given(st.integers(2, 6), st.integers(0, 5), st.sampled_from(["2014", "2003"]), st.integers(0, 30))
def test_limits_never_fall(seats: int, running: int, edition: str, throws: int) -> None:
    order = tuple(range(1, seats + 1))
    first = running % seats + 1
    turns: list[TurnEvent] = []
    limits, threw = [], []
    while len(threw) < throws:
        state = end_of_game_state(order, first, edition, turns)
        if state.phase == "throwing":
            limits.append(state.limit or 0)
            threw.append(state.turn)
        turns.append(HIGH if state.phase == "throwing" else END)

    assert limits == sorted(limits)
    assert all(len(set(threw[at : at + seats])) == seats for at in range(0, throws - seats + 1, seats))
    later = 0 if edition == "2014" else seats - 1
    assert limits == [min(4 + (at + later) // seats, 7) for at in range(throws)]
