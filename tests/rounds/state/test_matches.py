"""What the games of a match make of its result: decided, level, replayed; undone game by game."""

import pytest

from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.columns import TableState
from clubtornei.rounds.state.matches import match_in, result_of, with_outcome
from clubtornei.rounds.state.result_codes import RESULT_CODES, USUAL
from clubtornei.rounds.state.table_state import label_of

NOTHING = TableState(scores=(None, None))


def played(size: int, *codes: str) -> TableState:
    state = NOTHING
    for code in codes:
        state = with_outcome(state, size, RESULT_CODES[code], None)
    return state


@pytest.mark.parametrize(
    ("size", "games", "result"),
    [
        (1, "1", (1, 0)),
        (1, "=", (None, None)),
        (1, "=0", (0, 1)),
        (1, "===1", (1, 0)),
        (2, "1", (None, None)),
        (2, "1=", (1, 0)),
        (2, "10", (None, None)),
        (2, "10=0", (0, 1)),
        (3, "1=", (None, None)),
        (3, "11", (1, 0)),
        (3, "110", (1, 0)),
        (3, "1==", (1, 0)),
        (3, "1=0", (None, None)),
        (3, "1=01", (1, 0)),
        (4, "11=", (1, 0)),
    ],
)
def test_when_a_match_is_decided(size: int, games: str, result: tuple[int | None, int | None]) -> None:
    shares = {"1": (1, 0), "=": RESULT_CODES["=-="].scores, "0": (0, 1)}
    assert result_of(tuple(shares[game] for game in games), size) == result  # type: ignore[misc]


def test_in_even_games_the_second_seat_has_white() -> None:
    state = played(3, "1-0", "1-0")
    assert state.games == ((1, 0), (0, 1))
    match = match_in(state, 3)
    assert [game.outcome.code for game in match.games] == ["1-0", "1-0"]
    assert (match.score, match.code) == (("1", "1"), "1-0 1-0")
    assert (match.to_enter, match.turned, match.decided) == (3, False, False)


def test_a_draw_in_a_match_of_one_game_is_kept_and_replayed() -> None:
    drawn = played(1, "=-=")
    assert drawn.scores == (None, None)
    assert match_in(drawn, 1).to_enter == 2
    assert match_in(drawn, 1).replay
    won = with_outcome(drawn, 1, RESULT_CODES["1-0"], 2)
    assert (won.scores, won.games) == ((0, 1), ((RESULT_CODES["=-="].scores[0],) * 2, (0, 1)))


def test_one_game_that_says_all_is_kept_as_the_result() -> None:
    assert played(1, "1-0") == TableState(scores=(1, 0))
    assert match_in(played(1, "1-0"), 1).entered == "1-0"
    changed = with_outcome(played(1, "1-0"), 1, RESULT_CODES["0-1"], 1)
    assert changed == TableState(scores=(0, 1))


def test_a_game_that_is_changed_changes_the_result() -> None:
    state = with_outcome(played(2, "1-0", "0-1"), 2, RESULT_CODES["1-0"], 2)
    assert state.games == ((1, 0), (0, 1))
    assert state.scores == (None, None)


def test_a_game_too_far_is_refused_with_the_one_that_is_missing() -> None:
    with pytest.raises(ActionRefused, match="Prima si registra la partita 2"):
        with_outcome(played(3, "1-0"), 3, RESULT_CODES["1-0"], 3)


def test_a_forfeit_is_of_the_match_and_as_white_of_the_game_sees_it() -> None:
    state = played(3, "1-0", "+--")
    assert (state.scores, state.forfeit, state.games) == ((0, 1), True, ((1, 0),))
    assert match_in(state, 3).entered == "+--"
    assert label_of(state, USUAL) == "0\N{NO-BREAK SPACE}–\N{NO-BREAK SPACE}1\N{NO-BREAK SPACE}f."


def test_taking_away_goes_back_one_step_at_a_time() -> None:
    state = played(3, "1-0", "=-=", "adjourned")
    codes = [match_in(state, 3).code]
    for _step in range(4):
        state = with_outcome(state, 3, RESULT_CODES[""], None)
        codes.append(match_in(state, 3).code)
    assert codes == ["1-0 =-= adjourned", "1-0 =-=", "1-0", "", ""]
    assert state == NOTHING


def test_how_a_match_stands_is_said_in_points() -> None:
    assert label_of(played(3, "1-0", "=-="), USUAL) == "1½ – ½"
    assert label_of(NOTHING, USUAL) == ""
    assert label_of(played(1, "0-1"), USUAL) == "0 – 1"
    assert match_in(played(3, "1-0", "0-1"), 3).spare
    assert not match_in(played(3, "1-0", "0-1", "=-="), 3).spare
