"""Two arbiters at the same moment, each in a thread with its own connection, on PostgreSQL."""

from functools import partial
from threading import Thread

import pytest
from django.core.exceptions import PermissionDenied

from clubtornei.accounts.club_actions import close_club
from clubtornei.events.models import Event, NumberingMethod
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.players.actions import save_player
from clubtornei.players.models import Player
from clubtornei.rounds.drafts.round_actions import draw_round
from clubtornei.rounds.models import ResultEntry, Round, Table
from clubtornei.rounds.numbers.actions import announce_draw, draw_numbers
from clubtornei.rounds.privacy.actions import forget
from clubtornei.rounds.results.actions import record_result, undo_result
from clubtornei.rounds.state.result_codes import outcome_of
from clubtornei.rounds.state.table_state import state_of
from tests.at_once import at_once, in_a_thread, until_one_waits_for_a_lock
from tests.factories import make_drawn_event, make_entered_event, make_result, make_round, make_user

pytestmark = pytest.mark.django_db(transaction=True)


def marked(table: Table) -> str:
    table = Table.objects.get(pk=table.pk)
    return outcome_of(state_of(table)).code


def test_who_waits_for_the_event_while_its_club_is_closed_does_not_write() -> None:
    event = make_drawn_event(4)
    make_round(event)
    owner, answers = Thread(target=lambda: in_a_thread(lambda: close_club(event.club))), []
    arbiter = Thread(target=lambda: in_a_thread(lambda: answers.append(refusal_of_a_result(event))))
    with writing(event):
        arbiter.start()
        until_one_waits_for_a_lock()
        owner.start()
        owner.join(timeout=30)
    arbiter.join(timeout=30)
    assert "è chiuso: si legge, ma non cambia" in answers[0]
    assert not ResultEntry.objects.exists()


def test_who_was_let_in_before_the_club_was_closed_does_not_write() -> None:
    event = make_drawn_event(4)
    make_round(event)
    assert not event.club.closed
    owner = Thread(target=lambda: in_a_thread(lambda: close_club(event.club)))
    owner.start()
    owner.join(timeout=30)
    assert "è chiuso: si legge, ma non cambia" in refusal_of_a_result(event)
    with pytest.raises(PermissionDenied, match="è chiuso: si legge, ma non cambia"):
        save_player(Player(club=event.club, name="Rossi Maria"))
    assert not Player.objects.filter(name="Rossi Maria").exists()


def test_who_is_forgotten_is_locked_after_his_events() -> None:
    """As by who enters or merges him: each would wait for the other."""
    event = make_entered_event(4)
    player = event.entries.get(entry_no=1).player
    owner = Thread(target=lambda: in_a_thread(lambda: forget(player)))
    with writing(event):
        owner.start()
        until_one_waits_for_a_lock()
        assert Player.objects.select_for_update(nowait=True).get(pk=player.pk)
    owner.join(timeout=30)
    assert not Player.objects.filter(pk=player.pk).exists()


def refusal_of_a_result(event: Event) -> str:
    try:
        make_result(event, Round.objects.get(stage__event=event), 1, "1-0", make_user())
    except ActionRefused as refused:
        return str(refused)
    return ""


def test_two_arbiters_drawing_get_one_round() -> None:
    event = make_drawn_event(6)

    first, second = at_once(lambda: draw_round(event, 1), lambda: draw_round(event, 1))

    assert first.pk == second.pk
    assert Round.objects.filter(stage__event=event).count() == 1
    assert Table.objects.filter(round=first).count() == 3


def test_two_arbiters_drawing_numbers_get_one_draw() -> None:
    event = make_entered_event(9)
    announce_draw(event)

    answers = at_once(
        lambda: draw_numbers(event, NumberingMethod.RANDOM),
        lambda: draw_numbers(event, NumberingMethod.VARMA),
    )

    drawn = [answer for answer in answers if answer is not None]
    assert len(drawn) == 1
    assert dict(event.entries.values_list("entry_no", "number")) == drawn[0].numbers


def test_two_announcements_make_one_commitment() -> None:
    event = make_entered_event(4)

    at_once(lambda: announce_draw(event), lambda: announce_draw(event))

    commitments = [version.commitment for version in Event.pgh_event_model.objects.filter(pgh_obj=event)]
    assert len(set(commitments) - {""}) == 1


def test_results_of_different_tables_are_all_kept() -> None:
    event = make_drawn_event(8)
    round_ = make_round(event)
    tables = list(round_.tables.games())
    codes = ["1-0", "=-=", "0-1", "+--"]

    at_once(
        *(
            partial(record_result, event, make_user(), table.pk, code, expected="")
            for table, code in zip(tables, codes, strict=True)
        )
    )

    assert [marked(table) for table in tables] == codes
    assert ResultEntry.objects.count() == 4


def test_of_two_results_for_one_table_the_second_to_come_is_told() -> None:
    event = make_drawn_event(4)
    table = make_round(event).tables.get(number=1)
    user, other = make_user(), make_user()

    answers = at_once(
        lambda: record_result(event, user, table.pk, "1-0", expected=""),
        lambda: record_result(event, other, table.pk, "0-1", expected=""),
    )

    refused = [answer for answer in answers if isinstance(answer, ActionRefused)]
    assert len(refused) == 1
    winner = "1-0" if answers[1] in refused else "0-1"
    assert marked(table) == winner
    label = {"1-0": "1 – 0", "0-1": "0 – 1"}[winner]
    assert label in str(refused[0])
    assert ResultEntry.objects.count() == 1


def test_of_two_arbiters_at_one_game_of_a_match_the_second_to_come_is_told() -> None:
    event = make_drawn_event(2, system="knockout", options={"games": 3})
    table = make_round(event).tables.get()

    answers = at_once(
        lambda: record_result(event, make_user(), table.pk, "1-0", game=1, expected=""),
        lambda: record_result(event, make_user(), table.pk, "=-=", game=1, expected=""),
    )

    assert sum(isinstance(answer, ActionRefused) for answer in answers) == 1
    assert len(Table.objects.get(pk=table.pk).games) == ResultEntry.objects.count() == 1


def test_one_game_of_a_match_entered_twice_at_once_is_one_game() -> None:
    event = make_drawn_event(2, system="knockout", options={"games": 3})
    table = make_round(event).tables.get()

    answers = at_once(
        *[partial(record_result, event, make_user(), table.pk, "1-0", game=1, expected="") for _ in range(3)]
    )

    assert not any(isinstance(answer, ActionRefused) for answer in answers)
    assert Table.objects.get(pk=table.pk).games == [[1, 0]]
    assert ResultEntry.objects.count() == 1


def test_two_undos_of_one_user_take_back_two_entries() -> None:
    event = make_drawn_event(4)
    round_ = make_round(event)
    user = make_user()
    tables = [make_result(event, round_, number, "1-0", user) for number in (1, 2)]

    at_once(lambda: undo_result(event, user, round_), lambda: undo_result(event, user, round_))

    assert [marked(table) for table in tables] == ["", ""]


def test_every_write_moves_the_version() -> None:
    event = make_drawn_event(8)
    round_ = make_round(event)
    before = Event.objects.get(pk=event.pk).version

    at_once(*(partial(record_result, event, make_user(), table.pk, "1-0") for table in round_.tables.games()))

    assert Event.objects.get(pk=event.pk).version == before + 4
