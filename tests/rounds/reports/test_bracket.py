"""The bracket as a picture: every match in its place, for any field."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from clubtornei.rounds.reports.bracket import Bracket, BracketMatch
from clubtornei.rounds.reports.bracket_layout import bracket_of
from clubtornei.rounds.state.table_words import BOARD
from pairing.registry import pair, plan
from pairing.system import NoLegalPairing
from tests.documents import players, raw, record, stage
from tests.pairing.knockouts import knockouts
from tests.pairing.rounds import round_of

Raw = dict[str, Any]


def field_of(count: int, exempt: dict[int, int], rounds: list[Raw] | None = None, **options: Any) -> Raw:
    entered = players(count, **{f"p{player}": {"exempt": skipped} for player, skipped in exempt.items()})
    return raw(entered, stage("knockout", rounds or [], options=options))


def picture(value: Raw) -> Bracket:
    found = bracket_of(record(value))
    assert found is not None
    return found


def names(match: BracketMatch) -> list[str | None]:
    return [side.player.name if side.player else None for side in match.sides]


def assert_is_a_tree(found: Bracket) -> None:
    """Every match but the final leads to one of the next round, which stands in the middle of its rows;
    and no two of a round share a row.
    """
    for before, after in zip(found.rounds, found.rounds[1:], strict=False):
        led = [feeder for match in after.matches for feeder in match.feeders]
        assert sorted(led) == [match.place for match in before.matches]
        for match in after.matches:
            fed = [before.matches[place - 1] for place in match.feeders]
            if fed:
                assert match.row == fed[0].row
                assert match.rows == sum(one.rows for one in fed)
            else:
                assert match.rows == 1
    for round_ in found.rounds:
        rows = [row for match in round_.matches for row in range(match.row, match.row + match.rows)]
        assert rows == sorted(set(rows))
        assert all(0 <= row < found.rows for row in rows)
        assert [match.place for match in round_.matches] == list(range(1, len(round_.matches) + 1))
    final = found.rounds[-1].matches
    assert len(final) == 1
    assert (final[0].row, final[0].rows) == (0, found.rows)


@pytest.mark.parametrize("count", range(2, 65))
def test_everybody_comes_in_once_and_every_winner_goes_somewhere(count: int) -> None:
    value = field_of(count, {})
    found = picture(value)
    assert_is_a_tree(found)
    coming = [side.player for round_ in found.rounds for match in round_.matches for side in match.sides]
    assert sorted(player.id for player in coming if player) == list(range(1, count + 1))
    assert [round_.players for round_ in found.rounds] == [one.players for one in plan(record(value))]
    for round_ in found.rounds:
        assert 2 * sum(len(match.sides) == 2 for match in round_.matches) == round_.players


@given(st.integers(2, 64), st.dictionaries(st.integers(1, 12), st.integers(1, 3), max_size=8))
def test_exempt_players_come_in_where_it_is_their_turn(count: int, exempt: dict[int, int]) -> None:
    exempt = {player: skipped for player, skipped in exempt.items() if player <= count}
    value = field_of(count, exempt)
    try:
        planned = plan(record(value))
    except NoLegalPairing:
        with pytest.raises(NoLegalPairing):
            picture(value)
        return
    found = picture(value)
    assert_is_a_tree(found)
    for round_, one in zip(found.rounds, planned, strict=True):
        assert 2 * sum(len(match.sides) == 2 for match in round_.matches) == round_.players == one.players
    entered = {
        side.player.id: side.skipped
        for round_ in found.rounds
        for match in round_.matches
        for side in match.sides
        if side.player
    }
    assert sorted(entered) == list(range(1, count + 1))
    assert all(skipped == 0 for player, skipped in entered.items() if player not in exempt)


@given(knockouts())
def test_a_played_bracket_shows_every_table_and_who_plays_next(value: Raw) -> None:
    expected = record(value)
    try:
        found = picture(value)
    except NoLegalPairing:
        return
    assert_is_a_tree(found)
    for number, played in enumerate(expected.rounds, 1):
        shown = {match.table: match for match in found.rounds[number - 1].matches if match.table}
        if found.third is not None and found.third.table and number == len(found.rounds):
            shown[found.third.table] = found.third
        assert set(shown) == set(range(1, len(played.tables) + 1))
        for place, table in enumerate(played.tables, 1):
            assert {side.player.id for side in shown[place].sides if side.player} == {*table.seats}
            assert shown[place].forfeit == table.forfeit
    assert found.rounds[-1].published
    for player in expected.players.values():
        path = found.path(player.id)
        assert path, player
        assert sum(match.winner != player for match in path[:-1]) <= (1 if path[-1] is found.third else 0)


def test_the_next_round_of_the_engine_is_the_next_column() -> None:
    value = field_of(6, {}, [round_of("5-4:1 3-6:0 1:0 2:0")])
    column = picture(value).rounds[1]
    tables = pair(record(value)).tables
    assert [set(names(match)) for match in column.matches] == [
        {f"Player {player}" for player in table.seats} for table in tables
    ]


def test_who_has_no_opponent_goes_through_without_playing() -> None:
    found = picture(field_of(3, {}, [round_of("3-2:1 1:0")]))
    free, played = found.rounds[0].matches
    assert (free.free, names(free), free.winner and free.winner.id) == (True, ["Player 1"], 1)
    assert (played.table, played.winner and played.winner.id) == (1, 3)
    assert names(found.rounds[1].matches[0]) == ["Player 1", "Player 3"]
    assert not found.rounds[1].published


def test_a_match_shows_its_games_and_who_leads() -> None:
    open_ = {"seats": [1, 2], "result": None, "games": [[1, 0], [0.5, 0.5]]}
    found = picture(field_of(2, {}, [{"tables": [open_]}], games=3))
    match = found.rounds[0].matches[0]
    assert [side.games for side in match.sides] == [("1", "½"), ("0", "½")]
    assert [side.score for side in match.sides] == ["1.5", "0.5"]
    assert (match.playing, match.winner, found.champion) == (True, None, None)


def test_a_forfeit_is_marked_and_a_double_one_lets_nobody_through() -> None:
    tables = [
        {"seats": [1, 4], "result": [1, 0], "forfeit": True},
        {"seats": [3, 2], "result": [0, 0], "forfeit": True},
    ]
    found = picture(field_of(4, {}, [{"tables": tables}]))
    one, none = found.rounds[0].matches
    assert [side.score for side in one.sides] == ["+", "−"]
    assert (none.over, none.winner) == (True, None)
    assert names(found.rounds[1].matches[0]) == ["Player 1", None]


def test_a_table_by_hand_shows_who_sat_there() -> None:
    by_hand = [{"seats": [1, 3], "result": [1, 0], "by_hand": True}, {"seats": [2, 4], "result": [0, 1]}]
    found = picture(field_of(4, {}, [{"tables": by_hand}]))
    assert [names(match) for match in found.rounds[0].matches] == [
        ["Player 1", "Player 3"],
        ["Player 2", "Player 4"],
    ]
    assert found.rounds[0].matches[0].by_hand
    assert names(found.rounds[1].matches[0]) == ["Player 1", "Player 4"]


def test_the_match_for_the_third_place_waits_for_the_semi_finals() -> None:
    assert picture(field_of(4, {})).third is None
    waiting = picture(field_of(4, {}, third_place=True)).third
    assert waiting is not None
    assert names(waiting) == [None, None]
    semis = [round_of("1-4:1 3-2:1")]
    due = picture(field_of(4, {}, semis, third_place=True)).third
    assert due is not None
    assert (names(due), due.table) == (["Player 4", "Player 2"], None)
    played = picture(field_of(4, {}, [*semis, round_of("1-3:1 2-4:1")], third_place=True)).third
    assert played is not None
    assert (played.table, played.winner and played.winner.id) == (2, 2)


def test_an_open_place_says_whose_winner_it_awaits() -> None:
    bracket = picture(field_of(4, {}, third_place=True))
    assert [side.awaited(BOARD) for side in bracket.rounds[1].matches[0].sides] == [
        "Vincente semifinale 1",
        "Vincente semifinale 2",
    ]
    assert bracket.third is not None
    assert [side.awaited(BOARD) for side in bracket.third.sides] == [
        "Perdente semifinale 1",
        "Perdente semifinale 2",
    ]


def test_a_system_without_a_bracket_has_none() -> None:
    assert bracket_of(record(raw(players(4), stage("round-robin")))) is None
