"""Closing an event stores its ranking; only the owner opens it again."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Event, NumberingMethod
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.drafts import round_actions as pairing
from clubtornei.rounds.models import Round, Table
from clubtornei.rounds.numbers import actions as numbers
from clubtornei.rounds.participation.withdrawals import actions as withdrawals
from clubtornei.rounds.results import actions as results
from clubtornei.rounds.stages.closing_actions import close, reopen
from clubtornei.rounds.stages.closing_queries import MissingResult, closing_state_in
from tests.at_once import TIMES, at_once
from tests.factories import (
    make_drawn_event,
    make_event,
    make_played_event,
    make_result,
    make_round,
    make_user,
    signed_in,
)
from tests.rounds.changes import change_settings
from tests.rounds.staged import FIRST_FOUR, make_staged_event, play

pytestmark = pytest.mark.django_db


def words(response: Any) -> str:
    return " ".join(response.content.decode().split())


def address(event: Event, name: str = "close") -> str:
    return reverse(f"rounds:{name}", args=[event.slug])


def test_closing_freezes_the_ranking() -> None:
    event = make_played_event(4, 3)
    close(event)
    event.refresh_from_db()
    assert event.closed
    assert [row["rank"] for row in event.final_ranking] == [1, 2, 3, 4]
    assert sorted(row["player"] for row in event.final_ranking) == [1, 2, 3, 4]


def test_what_is_missing_must_be_given_up_explicitly() -> None:
    event = make_played_event(4, 2)
    with pytest.raises(ActionRefused, match="Manca ancora 1 turno"):
        close(event)
    close(event, unfinished=True, level=True)
    event.refresh_from_db()
    assert event.closed


def test_an_event_with_an_open_game_is_not_closed() -> None:
    event = make_played_event(4, 2)
    last = make_round(event)
    make_result(event, last, 1, "1-0")
    with pytest.raises(ActionRefused, match="Mancano risultati: turno 3 tavolo 2"):
        close(event, unfinished=True)
    with override("en"), pytest.raises(ActionRefused, match="Results are missing: round 3 table 2"):
        close(event, unfinished=True)
    make_result(event, last, 2, "+--")
    close(event)


def test_while_a_game_is_adjourned_no_ranking_is_final() -> None:
    event = make_played_event(4, 2)
    last = make_round(event)
    make_result(event, last, 1, "1-0")
    make_result(event, last, 2, "adjourned")
    with pytest.raises(ActionRefused, match="Partite aggiornate: turno 3 tavolo 2"):
        close(event, unfinished=True)
    make_result(event, last, 2, "0-1")
    close(event)


def test_the_games_of_the_annulled_are_not_missed() -> None:
    event = make_drawn_event(6)
    round_ = make_round(event)
    place = next(t.number for t in round_.tables.games() if t.seats.filter(entry__entry_no=6))
    for table in round_.tables.games().exclude(number=place):
        make_result(event, round_, table.number or 0, "1-0")
    assert closing_state_in(document_of(event)).games == [MissingResult(1, 1, place)]
    withdrawals.withdraw(event, event.entries.get(entry_no=6).pk, 2)
    assert closing_state_in(document_of(event)).games == []


def test_a_draft_is_published_or_discarded_first() -> None:
    event = make_played_event(4, 2)
    pairing.draw_round(event, 3)
    with pytest.raises(ActionRefused, match="turno 3 è ancora una bozza"):
        close(event, unfinished=True)


def test_an_event_without_anything_is_closed_only_explicitly() -> None:
    event = make_event()
    with pytest.raises(ActionRefused, match="alcun turno"):
        close(event)
    close(event, unfinished=True)


def test_another_ranking_than_the_one_seen_is_not_frozen() -> None:
    event = make_played_event(4, 3)
    expected = Event.objects.get(pk=event.pk).version
    results.record_result(event, make_user(), Table.objects.games().first().pk, "=-=", correcting=True)
    with pytest.raises(ActionRefused, match="guarda di nuovo"):
        close(event, expected=expected)
    close(event, expected=expected + 1)


def test_reopening_gives_the_ranking_up() -> None:
    event = make_played_event(4, 3)
    close(event)
    reopen(event)
    event.refresh_from_db()
    assert (event.closed, event.final_ranking) == (False, None)


WRITES: dict[str, Callable[[Event], Any]] = {
    "close": lambda event: close(event),
    "result": lambda event: results.record_result(event, make_user(), Table.objects.first().pk, "1-0"),
    "correction": lambda event: results.record_result(
        event, make_user(), Table.objects.first().pk, "0-1", correcting=True
    ),
    "undo": lambda event: results.undo_result(event, make_user(), Round.objects.first()),
    "draw round": lambda event: pairing.draw_round(event, 4),
    "publish": lambda event: pairing.publish(event, 3),
    "discard": lambda event: pairing.discard(event, 3),
    "take back": lambda event: pairing.take_back(event, 3),
    "announce": lambda event: numbers.announce_draw(event),
    "draw numbers": lambda event: numbers.draw_numbers(event, NumberingMethod.RANDOM),
    "numbers by hand": lambda event: numbers.enter_numbers(event, {}),
    "cancel draw": lambda event: numbers.cancel_draw(event),
    "withdraw": lambda event: withdrawals.withdraw(event, event.entries.first().pk, 3),
    "come back": lambda event: withdrawals.come_back(event, event.entries.first().pk),
    "settings": lambda event: change_settings(event, name="Altro"),
}


def test_after_closing_every_write_refuses() -> None:
    event = make_played_event(4, 3)
    close(event)
    before = Event.objects.values().get(pk=event.pk)
    written = []
    for name, write in WRITES.items():
        try:
            write(Event.objects.get(pk=event.pk))
        except ActionRefused as refused:
            if "Il torneo è chiuso" in str(refused):
                continue
        written.append(name)
    assert written == []
    assert Event.objects.values().get(pk=event.pk) == before


# Pages


def test_the_page_shows_the_final_ranking_and_closes(arbiter: Client, club: Club) -> None:
    event = make_played_event(4, 3, club)
    page = arbiter.get(address(event))
    podium, ranking = words(page).split("Tutta la classifica: 4 giocatori")
    assert podium.count('scope="row"') == 3
    assert ranking.count('scope="row"') == 4
    assert "Chiudi lo stesso" not in words(page)

    version = Event.objects.get(pk=event.pk).version
    done = arbiter.post(address(event), {"version": version}, follow=True)
    assert done.redirect_chain == [(address(event, "event"), 302)]
    assert "La classifica è quella finale." in words(done)
    assert '<span class="badge closed">chiuso</span>' in words(done)
    assert arbiter.get(address(event)).url == address(event, "event")


def test_what_is_missing_is_named_and_wants_a_choice(arbiter: Client, club: Club) -> None:
    event = make_played_event(4, 1, club)
    make_result(event, make_round(event), 2, "1-0")
    text = words(arbiter.get(address(event)))
    assert "Manca ancora 1 turno." in text
    assert "Turno 2</a>, tavolo 1: senza risultato." in text
    refused = arbiter.post(address(event))
    assert refused.status_code == 422
    assert "Mancano risultati: turno 2 tavolo 1" in words(refused)
    assert 'name="unfinished"' not in text
    make_result(event, event.stages.get().rounds.get(number=2), 1, "1-0")
    assert "Manca ancora 1 turno." in words(arbiter.post(address(event)))
    assert arbiter.post(address(event), {"unfinished": "on"}).status_code == 302
    event.refresh_from_db()
    assert event.closed


def test_while_a_stage_is_to_come_closing_is_not_offered_and_names_it(arbiter: Client, club: Club) -> None:
    for later in ([FIRST_FOUR], []):
        event = make_staged_event(12, *later, club=club)
        play(event, 1, 1)
        offered = address(event) in words(arbiter.get(address(event, "standings"))).partition("<main")[2]
        closing = words(arbiter.get(address(event)))
        assert offered is not bool(later)
        assert ("Chiudi senza giocare Finale: quello che manca" in closing) is bool(later)


def test_only_the_owner_reopens(arbiter: Client, club: Club) -> None:
    event = make_played_event(4, 3, club)
    close(event)
    assert arbiter.get(address(event, "reopen")).status_code == 403
    assert arbiter.post(address(event, "reopen")).status_code == 403
    assert address(event, "reopen") not in words(arbiter.get(address(event, "standings")))

    owner = signed_in(club, Role.OWNER)
    assert address(event, "reopen") in words(owner.get(address(event, "standings")))
    page = owner.get(address(event, "reopen"))
    assert "Riaprire il torneo?" in words(page)
    assert "Giocatore 001" in words(page)
    done = owner.post(address(event, "reopen"), follow=True)
    assert "Torneo riaperto" in words(done)
    event.refresh_from_db()
    assert not event.closed
    assert owner.get(address(event, "reopen")).status_code == 302


# Two at the same time


@pytest.mark.django_db(transaction=True)
def test_a_result_entered_while_one_closes_is_in_the_ranking_or_refused() -> None:
    for _ in range(TIMES):
        event = make_played_event(4, 3)
        table = Table.objects.games().filter(round__stage__event=event).order_by("round__number").last()
        user = make_user()
        _closed, entered = at_once(
            lambda event=event: close(event),
            lambda event=event, table=table, user=user: results.record_result(event, user, table.pk, "0-1"),
        )
        event.refresh_from_db()
        assert event.closed
        points = sum(float(row["values"]["points"]) for row in event.final_ranking)
        assert points == 6
        frozen = event.final_ranking
        reopen(event)
        close(event)
        event.refresh_from_db()
        assert event.final_ranking == frozen, entered


@pytest.mark.django_db(transaction=True)
def test_who_leaves_while_a_round_is_drawn_is_out_of_it() -> None:
    for _ in range(TIMES):
        event = make_played_event(6, 1)
        pk = event.entries.get(entry_no=6).pk
        drawn, left = at_once(
            lambda event=event: pairing.draw_round(event, 2),
            lambda event=event, pk=pk: withdrawals.withdraw(event, pk, 2),
        )
        assert not isinstance(drawn, ActionRefused), drawn
        assert not isinstance(left, ActionRefused), left
        seated = Round.objects.get(stage__event=event, number=2).seats.values_list(
            "entry__entry_no", flat=True
        )
        assert sorted(seated) == [1, 2, 3, 4, 5]
