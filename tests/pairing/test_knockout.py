"""What holds in every knockout, and the lots of its seeds."""

import copy
import hashlib
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, strategies as st

from pairing.checking import check
from pairing.grid import build_grid
from pairing.registry import SYSTEM_SPECS, SYSTEMS, pair, plan, rounds_of
from pairing.simulate import SimulationRequest, simulate
from pairing.system import NoLegalPairing
from scoring.options import build
from scoring.record import DocumentError, read, write
from scoring.standings import standings
from tests.documents import document, players, raw, record, stage
from tests.pairing.knockouts import colours_of, knockouts, seated_or_bye
from tests.pairing.rounds import line_of, round_of

Raw = dict[str, Any]


def rounds(value: Raw) -> list[Raw]:
    found: list[Raw] = value["stages"][0]["rounds"]
    return found


def there(round_: Raw) -> list[int]:
    tables = [player for table in round_["tables"] for player in table["seats"]]
    return tables + [bye["player"] for bye in round_["byes"]]


def assert_who_is_in_sits_once_until_he_loses(value: Raw) -> None:
    out: set[int] = set()
    semi_finals_losers: set[int] = set()
    entered: set[int] = set()
    for number, round_ in enumerate(rounds(value), 1):
        found = there(round_)
        assert len(set(found)) == len(found)
        last = number == len(rounds(value))
        assert not out & set(found) or (last and out & set(found) <= semi_finals_losers)
        for player in entered - out - set(found):
            # Only who has left for good and found no opponent disappears without losing a match.
            assert (value["players"][player - 1]["withdrawn"] or 99) <= number
            out.add(player)
        entered |= set(found)
        semi_finals_losers = set()
        for table in round_["tables"]:
            lost = [p for p, share in zip(table["seats"], table["result"], strict=True) if share == 0]
            semi_finals_losers |= set(lost)
            out |= set(lost)


def assert_one_match_for_each_who_goes_out(value: Raw) -> None:
    played = [table for round_ in rounds(value) for table in round_["tables"]]
    last = rounds(value)[-1]["tables"]
    assert len(played) - (len(last) - 1) == len(value["players"]) - 1
    semi_final_tables = rounds(value)[-2]["tables"] if len(rounds(value)) > 1 else []
    third = value["stages"][0]["options"]["third_place"] and len(semi_final_tables) == 2
    assert len(last) == (2 if third else 1)


def assert_what_was_planned_is_played(value: Raw) -> None:
    seen = record(value)
    assert rounds_of(seen) == len(rounds(value))
    planned = [one.players for one in plan(seen)]
    assert planned == [2 * len(round_["tables"]) for round_ in rounds(value)[:-1]] + [2]


def assert_the_ranking_is_by_the_round_of_the_defeat(value: Raw) -> None:
    lost_in = {}
    for number, round_ in enumerate(rounds(value), 1):
        for table in round_["tables"]:
            loser = table["seats"][table["result"].index(0)]
            lost_in.setdefault(loser, number)
    rows = standings(record(value))
    best = rows[0].player
    assert best not in lost_in
    assert [lost_in[row.player] for row in rows[1:]] == sorted(lost_in.values(), reverse=True)
    for upper, lower in pairwise(rows[1:]):
        same = lost_in[upper.player] == lost_in[lower.player]
        third = {upper.player, lower.player} in [set(t["seats"]) for t in rounds(value)[-1]["tables"][1:]]
        assert (upper.rank == lower.rank) == (same and not third)


def assert_no_colour_three_times_where_it_can_be_avoided(value: Raw) -> None:
    for number, round_ in enumerate(rounds(value)[1:], 1):
        for table in round_["tables"]:
            white, black = (colours_of(value, player, number)[-2:] for player in table["seats"])
            as_seated = (white == ["W", "W"]) + (black == ["B", "B"])
            turned = (white == ["B", "B"]) + (black == ["W", "W"])
            assert as_seated <= turned


@given(knockouts())
def test_every_knockout_keeps_its_rules_and_is_paired_again_alike(value: Raw) -> None:
    assert_who_is_in_sits_once_until_he_loses(value)
    assert_no_colour_three_times_where_it_can_be_avoided(value)
    assert all(one.ok for one in check(document(value)))


@given(knockouts(leaving=False))
def test_where_nobody_leaves_it_goes_as_planned_to_the_last_place(value: Raw) -> None:
    assume(rounds(value))
    assert_one_match_for_each_who_goes_out(value)
    assert_what_was_planned_is_played(value)
    assert_the_ranking_is_by_the_round_of_the_defeat(value)


@given(knockouts(), st.randoms(use_true_random=False))
def test_rounds_made_by_hand_never_seat_anybody_twice(value: Raw, random: Random) -> None:
    """Two neighbours of one round change places; the rounds after it are drawn anew."""
    assume(rounds(value))
    place = random.randrange(len(rounds(value)))
    round_ = rounds(value)[place]
    seats = [(table["seats"], seat) for table in round_["tables"] for seat in (0, 1)]
    absent = [player["id"] for player in value["players"] if player["id"] not in there(round_)]
    if seats and absent and random.random() < 0.5:
        holder, seat = random.choice(seats)
        holder[seat] = random.choice(absent)
    elif len(seats) > 1:
        (one, first), (other, second) = random.sample(seats, 2)
        one[first], other[second] = other[second], one[first]
    del rounds(value)[place + 1 :]
    try:
        drawn = pair(record(value))
    except NoLegalPairing as refused:
        assert refused.code == "all_rounds_played"
        return
    assert len(set(seated_or_bye(drawn))) == len(seated_or_bye(drawn))


@given(knockouts(), st.data())
def test_ids_renamed_rename_the_answer(value: Raw, data: st.DataObject) -> None:
    value["stages"][0]["options"]["draw"] = False
    del rounds(value)[data.draw(st.integers(0, 1)) :]
    ids = [player["id"] for player in value["players"]]
    names = dict(zip(ids, data.draw(st.permutations([i + 100 for i in ids])), strict=True))
    renamed = copy.deepcopy(value)
    for player in renamed["players"]:
        player["id"] = names[player["id"]]
    for round_ in rounds(renamed):
        for table in round_["tables"]:
            table["seats"] = [names[player] for player in table["seats"]]
        for bye in round_["byes"]:
            bye["player"] = names[bye["player"]]
    try:
        drawn, other = pair(record(value)), pair(record(renamed))
    except NoLegalPairing:
        with pytest.raises(NoLegalPairing):
            pair(record(renamed))
        return
    assert [names[player] for player in seated_or_bye(drawn)] == seated_or_bye(other)


def test_seeds_are_drawn_in_the_order_of_the_lots() -> None:
    def print_of(player: int) -> str:
        return hashlib.sha256(f"seed\0{1}\0draw\0{player}".encode()).hexdigest()

    one, two, three, four = sorted(range(1, 5), key=print_of)
    value = raw(players(4), stage("knockout", options={"draw": True}))
    assert line_of(pair(record(value))) == f"{one}-{four} {three}-{two}"
    assert pair(record(value)) == pair(record(value))
    # The exempt come first all the same, here alone with the upper half.
    for player in value["players"]:
        player["exempt"] = int(player["id"] == four)
    value["players"].append({"id": 5, "name": "Player 5", "exempt": 1})
    first, second = sorted((four, 5), key=print_of)
    opening = pair(record(value))
    assert not {first, second} & set(seated_or_bye(opening))


@pytest.mark.parametrize("count", [0, 1, 1025])
def test_fewer_than_two_or_more_than_1024_players_are_faulty(count: int) -> None:
    value = record(raw(players(count), stage("knockout")))
    for ask in (pair, plan):
        with pytest.raises(DocumentError) as caught:
            ask(value)
        assert [fault.path for fault in caught.value.issues] == ["players"]
    assert [row.rank for row in standings(value)] == [1] * count


def test_how_many_rounds_there_are_when_nobody_is_exempt() -> None:
    system = SYSTEMS["knockout"]
    options = build(system.spec.options, {})
    assert [system.rounds(options, players) for players in (2, 3, 4, 5, 8, 9)] == [1, 2, 2, 3, 3, 4]


def test_1024_players_are_seated() -> None:
    drawn = pair(record(raw(players(1024), stage("knockout"))))
    assert len(drawn.tables) == 512
    assert drawn.tables[0].seats == (1, 1024)
    assert all(sum(table.seats) == 1025 and table.seats[0] < table.seats[1] for table in drawn.tables)


def test_a_tournament_has_no_rounds_where_there_is_no_grid() -> None:
    value = record(raw(players(3, p1={"exempt": 1}, p2={"exempt": 1}), stage("knockout")))
    assert rounds_of(value) is None
    assert [row.rank for row in standings(value)] == [1, 1, 1]


def test_a_winner_by_hand_goes_where_his_board_stood() -> None:
    # 1-8 and 7-2 have changed opponents: the winners of board 1 and board 4 are 7 and 2.
    value = raw(players(8), stage("knockout", [round_of("1-7:0 5-4:1 3-6:1 2-8:1")]))
    assert {frozenset(table.seats) for table in pair(record(value)).tables} == {
        frozenset({7, 5}),
        frozenset({3, 2}),
    }
    assert [one.ok for one in check(document(value))] == [False]


def test_a_free_player_who_plays_by_hand_stands_where_he_won() -> None:
    # 1 was free and 5-4 a match; by hand 4 is free, and 5 beats 1 on the board that 1 did not have.
    value = raw(players(5), stage("knockout", [round_of("1-5:0 4:0 3:0 2:0")]))
    assert {frozenset(table.seats) for table in pair(record(value)).tables} == {
        frozenset({5, 4}),
        frozenset({3, 2}),
    }
    assert [row.player for row in standings(record(value)) if row.rank == 1] == [2, 3, 4, 5]


def test_the_match_for_third_place_never_stands_for_a_forgotten_final() -> None:
    lines = [round_of("1-4:1 3-2:1"), round_of("2-4:1")]
    value = raw(players(4), stage("knockout", lines, options={"third_place": True}))
    assert {row.player: row.rank for row in standings(record(value))} == {1: 1, 3: 1, 2: 3, 4: 4}


def test_who_plays_by_hand_before_he_is_due_is_not_called_again() -> None:
    value = raw(players(3, p3={"exempt": 1}), stage("knockout", [round_of("2-3:1 1:0")]))
    assert seated_or_bye(pair(record(value))) == [2]


@given(knockouts(leaving=False), st.data())
def test_a_correction_after_the_next_round_leaves_every_place_as_it_is(
    value: Raw, data: st.DataObject
) -> None:
    followed = [table for round_ in rounds(value)[:-1] for table in round_["tables"]]
    assume(followed)
    ranks = {row.player: row.rank for row in standings(record(value))}
    corrected = copy.deepcopy(value)
    for number, round_ in enumerate(rounds(corrected)[:-1]):
        for place in data.draw(st.sets(st.sampled_from(range(len(round_["tables"]))))):
            table = rounds(corrected)[number]["tables"][place]
            table["result"] = table["result"][::-1]
            table.pop("games", None)
    assert {row.player: row.rank for row in standings(record(corrected))} == ranks


def test_who_was_left_out_of_a_round_by_hand_is_no_second_champion() -> None:
    # 4, who had lost, was put in the final in the place of 1.
    value = raw(players(4), stage("knockout", [round_of("1-4:1 3-2:1"), round_of("3-4:0")]))
    assert {row.player: row.rank for row in standings(record(value))} == {4: 1, 3: 2, 1: 3, 2: 3}


def test_a_bye_without_points_is_worth_nothing_in_a_knockout() -> None:
    value = raw(players(3), stage("knockout", [{"tables": [], "byes": [{"player": 1}]}]))
    assert document(value).stages[0].rounds[0].byes[0].points == 0


@pytest.mark.parametrize("table", ["1-2:=1", "1-2:==", "1-2:=", "1-2:--", "1-2:+-", "1-2:0=01"])
def test_documents_may_hold_matches_drawn_games_and_forfeits(table: str) -> None:
    value = raw(players(2), stage("knockout", [round_of(table)], options={"games": 2}))
    assert read(write(document(value)), SYSTEM_SPECS) == document(value)


@pytest.mark.parametrize(
    ("table", "path"),
    [
        ({"result": [1, 0], "games": [[0.5, 0.5]]}, "games"),
        ({"result": [1, 0], "games": [[1, 0], [0, 1]]}, "games"),
        ({"result": [0, 1], "games": [[1, 0]]}, "games"),
        ({"result": [0.5, 0.5], "games": [[1, 0]]}, "games"),
        ({"result": [0, 0], "games": [[1, 0]]}, "result"),
        ({"result": [1, 0], "games": [[0, 0]]}, "games[0]"),
        ({"result": [1, 0], "games": [[1, 0], [1]]}, "games[1]"),
        ({"result": None, "forfeit": True}, "forfeit"),
        ({"result": [0.5, 0.5], "forfeit": True}, "result"),
    ],
)
def test_what_games_and_result_cannot_both_say_is_refused_with_its_path(table: Raw, path: str) -> None:
    value = raw(players(2), stage("knockout", [{"tables": [{"seats": [1, 2], **table}]}]))
    with pytest.raises(DocumentError) as caught:
        document(value)
    assert f"stages[0].rounds[0].tables[0].{path}" in [fault.path for fault in caught.value.issues]


def test_simulated_knockouts_are_complete_and_accepted() -> None:
    for count in range(2, 36, 3):
        made = simulate(SimulationRequest(system="knockout", players=count, rounds=8, seed=str(count)))
        grid = build_grid((0,) * count)
        assert grid
        assert len(made.stages[0].rounds) == len(grid.players)
        assert all(one.ok for one in check(made))
