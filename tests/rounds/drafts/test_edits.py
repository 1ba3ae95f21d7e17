"""Edits of a draft: swapping players, making and breaking up tables, giving byes, and undoing all of it."""

from typing import Any

import pytest

from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.drafts import edit_actions as drafting, edits
from clubtornei.rounds.drafts.refusals import UnseatedPlayers
from clubtornei.rounds.drafts.round_actions import publish, take_back
from clubtornei.rounds.models import Round
from clubtornei.rounds.results.actions import undo_result
from pairing.registry import SYSTEM_SPECS
from pairing.system import Reason
from scoring.document import SeatScore
from scoring.record import read, write
from tests.factories import make_club, make_drawn_event, make_result, make_user
from tests.rounds.drafts.draft_steps import (
    SEATING,
    codes,
    current_token,
    latest_round,
    make_draft,
    seating_of,
    stored_draft,
    table_at,
)

pytestmark = pytest.mark.django_db

# 1–4, 5–2, 3–6 in round 1 of Amalfi: with five rounds left, the first player meets the lowest possible.


@pytest.fixture(scope="module")
def kept_event(kept_db: None) -> Event:
    return make_draft(7)


def by_hand(event: Event) -> set[int | None]:
    return {table.number for table in latest_round(event).tables.all() if table.by_hand}


def test_two_players_change_seats_and_the_tables_say_so(event: Event) -> None:
    before = seating_of(event)
    one, other = before[1][0], before[2][0]

    drafting.change_draft(event, 1, edits.swap, one, other, expected=current_token(event))

    assert seating_of(event) == before | {1: (other, before[1][1]), 2: (one, before[2][1])}
    assert by_hand(event) == {1, 2}
    assert codes(table_at(event, 1)) == ["hand_made", "hand_allowed"]
    assert "hand_made" not in codes(table_at(event, 3))


def test_swapped_back_the_draft_is_the_systems_again(event: Event) -> None:
    why = {table.number: table.why for table in latest_round(event).tables.all()}
    one, other = seating_of(event)[1][0], seating_of(event)[3][1]

    for _time in range(2):
        drafting.change_draft(event, 1, edits.swap, one, other, expected=current_token(event))

    assert by_hand(event) == set()
    assert {table.number: table.why for table in latest_round(event).tables.all()} == why


def test_a_bye_is_a_seat_too(event: Event) -> None:
    dependents, playing = seating_of(event)[None][0], seating_of(event)[1][0]

    drafting.change_draft(event, 1, edits.swap, dependents, playing, expected=current_token(event))

    assert seating_of(event)[None] == (playing,)
    assert table_at(event, None).by_hand
    assert table_at(event, None).seats.get().score == 1


def test_a_table_broken_up_leaves_players_to_be_seated(event: Event) -> None:
    gone = seating_of(event)[2]

    drafting.change_draft(event, 1, edits.break_table, table_at(event, 2).pk, expected=current_token(event))

    assert sorted(stored_draft(event).unseated) == sorted(gone)
    assert set(seating_of(event)) == {1, 3, None}

    drafting.change_draft(event, 1, edits.seat_together, gone, expected=current_token(event))

    assert seating_of(event)[2] == gone
    assert by_hand(event) == set(), "together again they are as the system had paired them"


def test_who_is_taken_elsewhere_leaves_his_opponent_to_be_seated(event: Event) -> None:
    (one, left), (other, alone) = seating_of(event)[1], seating_of(event)[2]

    drafting.change_draft(event, 1, edits.seat_together, [one, other], expected=current_token(event))

    assert (one, other) in seating_of(event).values()
    assert sorted(stored_draft(event).unseated) == sorted([left, alone])
    assert codes(table_at(event, 1)) == ["hand_made", "hand_allowed"]


def test_who_sits_nowhere_takes_the_seat_of_whom_he_is_swapped_with(event: Event) -> None:
    drafting.change_draft(event, 1, edits.break_table, table_at(event, 3).pk, expected=current_token(event))
    waiting, seated = stored_draft(event).unseated[0], seating_of(event)[1][1]

    drafting.change_draft(event, 1, edits.swap, waiting, seated, expected=current_token(event))

    assert waiting in seating_of(event)[1]
    assert seated in stored_draft(event).unseated


def test_a_bye_is_given(event: Event) -> None:
    player, opponent = seating_of(event)[1]

    drafting.change_draft(event, 1, edits.give_bye, player, expected=current_token(event))

    assert set(seating_of(event)[None]) >= {player}
    assert stored_draft(event).unseated == [opponent]


def test_a_bye_on_request_has_the_points_agreed_upon(event: Event) -> None:
    player = seating_of(event)[1][0]

    drafting.change_draft(
        event, 1, edits.give_bye, player, requested=True, points=0, expected=current_token(event)
    )

    bye = next(bye for bye in document_of(event).stages[0].rounds[0].byes if bye.player == player)
    assert (bye.requested, bye.points) == (True, 0)


def test_a_table_gets_another_number_and_the_others_follow(event: Event) -> None:
    before = seating_of(event)

    drafting.change_draft(event, 1, edits.renumber, table_at(event, 3).pk, 1, expected=current_token(event))

    assert seating_of(event) == {1: before[3], 2: before[1], 3: before[2], None: before[None]}
    assert by_hand(event) == set(), "who meets whom is as it was"


def test_a_meeting_again_is_marked(event: Event) -> None:
    event = make_draft(4, rounds_played=1)
    met = tuple(
        seat.entry.entry_no for seat in Round.objects.of(event).get(number=1).tables.get(number=1).seats.all()
    )

    drafting.change_draft(event, 2, edits.seat_together, met, expected=current_token(event))

    table = latest_round(event).tables.get(by_hand=True)
    assert Reason("hand_met", {"player": met[0], "opponent": met[1], "round": 1}) in table.why


def test_the_last_change_is_undone_and_the_one_before_it(event: Event) -> None:
    first = seating_of(event)
    drafting.change_draft(event, 1, edits.swap, first[1][0], first[2][0], expected=current_token(event))
    second = seating_of(event)
    drafting.change_draft(event, 1, edits.break_table, table_at(event, 3).pk, expected=current_token(event))

    drafting.undo(event, 1, expected=current_token(event))
    assert seating_of(event) == second
    assert by_hand(event) == {1, 2}

    drafting.undo(event, 1, expected=current_token(event))
    assert seating_of(event) == first
    assert by_hand(event) == set()
    with pytest.raises(ActionRefused, match="niente da annullare"):
        drafting.undo(event, 1, expected=current_token(event))


def test_the_system_pairs_it_again_and_that_can_be_undone(event: Event) -> None:
    drawn = seating_of(event)
    drafting.change_draft(event, 1, edits.swap, drawn[1][0], drawn[2][1], expected=current_token(event))
    mine = seating_of(event)

    drafting.draw_again(event, 1, expected=current_token(event))
    assert seating_of(event) == drawn
    assert by_hand(event) == set()

    drafting.undo(event, 1, expected=current_token(event))
    assert seating_of(event) == mine
    assert by_hand(event) == {1, 2}


def test_what_somebody_else_has_changed_meanwhile_is_not_changed_blindly(event: Event) -> None:
    shown, before = current_token(event), seating_of(event)
    drafting.change_draft(event, 1, edits.swap, before[1][0], before[2][0], expected=shown)
    now = seating_of(event)

    with pytest.raises(ActionRefused, match="Intanto la bozza è cambiata") as refused:
        drafting.change_draft(event, 1, edits.swap, before[1][0], before[3][0], expected=shown)
    first, second = (f"Giocatore {player:03}" for player in now[1])
    assert f"Tavolo 1: ora {first} – {second}." in str(refused.value)
    assert "Tavolo 3" not in str(refused.value)

    assert seating_of(event) == now


def test_a_published_round_is_arranged_no_more(event: Event) -> None:
    before = seating_of(event)
    shown = current_token(event)
    publish(event, 1)

    with pytest.raises(ActionRefused, match="riportalo prima in bozza"):
        drafting.change_draft(event, 1, edits.swap, before[1][0], before[2][0], expected=shown)


def test_a_round_is_made_by_hand_from_nothing() -> None:
    event = make_drawn_event(4, system="amalfi", options={"rounds": 3})

    drafting.draw_by_hand(event, 1)
    assert stored_draft(event).unseated == [1, 2, 3, 4]
    with pytest.raises(ActionRefused, match="nessun tavolo"):
        publish(event, 1)

    drafting.change_draft(event, 1, edits.seat_together, [1, 2], expected=current_token(event))
    with pytest.raises(UnseatedPlayers, match="Giocatore 003, Giocatore 004"):
        publish(event, 1)
    drafting.change_draft(event, 1, edits.seat_together, [4, 3], expected=current_token(event))

    assert publish(event, 1).published
    assert seating_of(event) == {1: (1, 2), 2: (4, 3)}


def test_who_is_left_out_knowingly_is_absent(event: Event) -> None:
    left_out = seating_of(event)[2]
    drafting.change_draft(event, 1, edits.break_table, table_at(event, 2).pk, expected=current_token(event))

    with pytest.raises(UnseatedPlayers):
        publish(event, 1, without=left_out[:1])
    publish(event, 1, without=left_out)

    round_ = document_of(event).stages[0].rounds[0]
    assert left_out[0] not in {player for table in round_.tables for player in table.seats}


def test_taken_back_it_is_arranged_on(event: Event) -> None:
    before = seating_of(event)
    drafting.change_draft(event, 1, edits.swap, before[1][0], before[2][0], expected=current_token(event))
    publish(event, 1)
    take_back(event, 1)

    drafting.change_draft(event, 1, edits.swap, before[1][0], before[2][0], expected=current_token(event))

    assert seating_of(event) == before
    assert by_hand(event) == set()


def test_results_of_others_are_not_undone_upon_those_who_sit_there_now(event: Event) -> None:
    user, before = make_user(), seating_of(event)
    publish(event, 1)
    for code in ("1-0", ""):
        make_result(event, latest_round(event), 1, code, user)
    take_back(event, 1)
    drafting.change_draft(event, 1, edits.swap, before[1][0], before[2][0], expected=current_token(event))
    publish(event, 1)

    with pytest.raises(ActionRefused, match="Non hai altre registrazioni"):
        undo_result(event, user, latest_round(event))


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        (
            lambda event, at_: drafting.change_draft(event, 1, edits.swap, 1, 1, expected=at_),
            "Scegli due giocatori",
        ),
        (
            lambda event, at_: drafting.change_draft(event, 1, edits.seat_together, [1], expected=at_),
            "scegli 2 giocatori",
        ),
        (
            lambda event, at_: drafting.change_draft(event, 1, edits.seat_together, [1, 2, 3], expected=at_),
            "scegli 2 giocatori",
        ),
        (lambda event, at_: drafting.change_draft(event, 1, edits.unseat, [], expected=at_), "chi togliere"),
        (
            lambda event, at_: drafting.change_draft(event, 1, edits.break_table, 0, expected=at_),
            "non c’è più",
        ),
        (
            lambda event, at_: drafting.change_draft(
                event, 1, edits.renumber, table_at(event, 1).pk, 9, expected=at_
            ),
            "da 1 a 3",
        ),
        (
            lambda event, at_: drafting.change_draft(event, 1, edits.swap, 1, 99, expected=at_),
            "non gioca in questa fase",
        ),
    ],
)
def test_what_cannot_be_is_refused(event: Event, hand: Any, says: str) -> None:
    before = seating_of(event)

    with pytest.raises(ActionRefused, match=says):
        hand(event, current_token(event))

    assert seating_of(event) == before


# Tables of more than two


@pytest.fixture
def multiplayer_event() -> Event:
    return make_draft(9, **SEATING)  # a table of four, one of five


def test_a_fixed_table_outlasts_a_swap_at_tables_of_more(multiplayer_event: Event) -> None:
    one, other = seating_of(multiplayer_event)[1][0], seating_of(multiplayer_event)[2][0]
    multiplayer_event.entries.filter(entry_no=one).update(fixed_table=1)
    drafting.change_draft(
        multiplayer_event, 1, edits.swap, one, other, expected=current_token(multiplayer_event)
    )
    assert one in seating_of(multiplayer_event)[1]
    assert codes(table_at(multiplayer_event, 1))[-1] == "fixed_table"


def test_at_tables_of_more_players_come_and_go(multiplayer_event: Event) -> None:
    five = next(table for table in latest_round(multiplayer_event).tables.all() if table.seats.count() == 5)
    four = next(table for table in latest_round(multiplayer_event).tables.all() if table.seats.count() == 4)
    moving = five.seats.first().entry.entry_no

    drafting.change_draft(
        multiplayer_event, 1, edits.seat_at, [moving], four.pk, expected=current_token(multiplayer_event)
    )

    assert sorted(len(seats) for seats in seating_of(multiplayer_event).values()) == [4, 5]
    assert moving in seating_of(multiplayer_event)[four.number]
    assert by_hand(multiplayer_event) == {1, 2}

    drafting.change_draft(
        multiplayer_event,
        1,
        edits.unseat,
        seating_of(multiplayer_event)[five.number][:2],
        expected=current_token(multiplayer_event),
    )
    assert len(stored_draft(multiplayer_event).unseated) == 4, "two alone are no table"


def test_with_a_result_at_a_larger_table_the_round_is_not_taken_back(multiplayer_event: Event) -> None:
    publish(multiplayer_event, 1)
    table_at(multiplayer_event, 2).seats.update(score=SeatScore(points=40))

    with pytest.raises(ActionRefused, match="tavolo 2"):
        take_back(multiplayer_event, 1)


def test_a_bye_is_no_result_that_holds_a_round(event: Event) -> None:
    publish(event, 1)

    assert not take_back(event, 1).published


# The document


def test_the_document_keeps_what_was_made_by_hand() -> None:
    event = make_draft(5, make_club())
    before = seating_of(event)
    drafting.change_draft(event, 1, edits.swap, before[1][0], before[None][0], expected=current_token(event))
    drafting.change_draft(event, 1, edits.swap, before[2][0], before[2][1], expected=current_token(event))
    publish(event, 1)
    make_result(event, latest_round(event), 1, "1-0")
    document = document_of(event)

    copy = import_event(event.club, read(write(document), SYSTEM_SPECS))

    assert seating_of(copy) == seating_of(event)
    assert [(t.number, t.by_hand, t.why) for t in latest_round(copy).tables.all()] == [
        (t.number, t.by_hand, t.why) for t in latest_round(event).tables.all()
    ]
    assert document_of(copy).stages == document.stages


@pytest.mark.parametrize("players", [6, 30])
def test_a_swap_costs_the_same_for_every_size(players: int, django_assert_num_queries: Any) -> None:
    event = make_draft(players)
    before, shown = seating_of(event), current_token(event)

    with django_assert_num_queries(19):
        drafting.change_draft(event, 1, edits.swap, before[1][0], before[2][0], expected=shown)


def test_a_fixed_table_outlasts_a_swap_unless_the_arbiter_numbers_the_table(event: Event) -> None:
    (player, _other), (white, black) = (seating_of(event)[number] for number in (2, 1))
    event.entries.filter(entry_no=player).update(fixed_table=2)
    drafting.change_draft(event, 1, edits.swap, player, white, expected=current_token(event))
    assert seating_of(event)[2] == (player, black)
    assert codes(table_at(event, 2))[-1] == "fixed_table"
    drafting.change_draft(event, 1, edits.renumber, table_at(event, 2).pk, 1, expected=current_token(event))
    assert seating_of(event)[1] == (player, black)
    assert codes(table_at(event, 1))[-1] == "fixed_table_by_hand"
    assert "fixed_table" not in codes(table_at(event, 2))


def test_a_table_made_by_hand_gets_the_fixed_number_and_says_so(event: Event) -> None:
    event.entries.filter(entry_no=1).update(fixed_table=2)

    latest_round(event).delete()
    drafting.draw_by_hand(event, 1)
    for pair in ((1, 4), (5, 2)):
        drafting.change_draft(event, 1, edits.seat_together, pair, expected=current_token(event))
    assert seating_of(event) == {1: (5, 2), 2: (1, 4)}
    assert codes(table_at(event, 2))[-1] == "fixed_table"


def test_a_fixed_table_outlasts_a_swap_in_a_bracket_too() -> None:
    event = make_draft(8, system="knockout", options={})
    player, other = seating_of(event)[3][0], seating_of(event)[1][0]
    event.entries.filter(entry_no=player).update(fixed_table=3)
    drafting.change_draft(event, 1, edits.swap, player, other, expected=current_token(event))
    assert player in seating_of(event)[3]
    assert codes(table_at(event, 3))[-1] == "fixed_table"
