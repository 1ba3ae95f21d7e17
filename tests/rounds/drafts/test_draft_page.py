"""The page of a draft: one form for all edits by hand, answered with the whole page or, for htmx, a part."""

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.drafts.round_actions import discard, publish, take_back
from tests.factories import make_club, make_drawn_event, make_round
from tests.rounds.drafts.draft_steps import (
    SEATING,
    current_token,
    latest_round,
    make_draft,
    seating_of,
    stored_draft,
    table_at,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def kept_event(kept_db: None) -> Event:
    return make_draft(7, make_club("Circolo di prova"))


@pytest.fixture
def club(event: Event) -> Club:
    return event.club


def press(client: Client, event: Event, number: int = 1, *, htmx: bool = False, **form: Any) -> HttpResponse:
    """Press the button named in the form, with the token of the draft as it is now."""
    headers = {"HX-Request": "true"} if htmx else {}
    address = reverse("rounds:arrange", args=[event.slug, number])
    return client.post(address, {"expected": current_token(event), **form}, headers=headers)


def shown(client: Client, event: Event, number: int = 1) -> str:
    return client.get(reverse("rounds:round", args=[event.slug, number])).content.decode()


def test_the_plain_form_swaps_and_leads_back(event: Event, arbiter: Client) -> None:
    before = seating_of(event)

    answer = press(arbiter, event, player=[before[1][0], before[2][0]], swap="1")

    assert answer.url == reverse("rounds:round", args=[event.slug, 1])
    assert seating_of(event)[1] == (before[2][0], before[1][1])
    assert "Modificata a mano: non è più l’abbinamento del sistema." in shown(arbiter, event)
    assert "Le regole del sistema non lo vietano." in shown(arbiter, event)


def test_enter_in_the_reason_of_the_arbiter_publishes_nothing(event: Event, arbiter: Client) -> None:
    """In a field of one line browsers send its form, which is that of the button «Pubblica»."""
    press(arbiter, event, player=[each[0] for each in seating_of(event).values()][:2], swap="1")
    assert '<textarea id="by-hand-reason"' in shown(arbiter, event)


def test_a_change_sent_again_is_made_once(event: Event, arbiter: Client) -> None:
    """Its answer was lost on the way: the page sends the same again, with the token of before."""
    before, expected = seating_of(event), current_token(event)
    address = reverse("rounds:arrange", args=[event.slug, 1])
    form = {"expected": expected, "player": [before[1][0], before[2][0]], "swap": "1"}

    for _time in range(2):
        answer = arbiter.post(address, form, headers={"HX-Request": "true", "Idempotency-Key": "f6"})
        assert answer.status_code == 200
        assert seating_of(event)[1] == (before[2][0], before[1][1])


def test_refused_the_draft_comes_back_with_the_reason(event: Event, arbiter: Client) -> None:
    answer = press(arbiter, event, htmx=True, player=[seating_of(event)[1][0]], swap="1")

    assert answer.status_code == 422
    assert "Scegli due giocatori, poi scambiali." in answer.content.decode()


def test_of_two_arbiters_the_second_sees_the_draft_as_it_is(event: Event, arbiter: Client) -> None:
    old, before = current_token(event), seating_of(event)
    press(arbiter, event, player=[before[1][0], before[2][0]], swap="1")

    answer = press(arbiter, event, htmx=True, expected=old, player=[before[1][0], before[3][0]], swap="1")

    assert answer.status_code == 422
    assert "Intanto la bozza è cambiata" in answer.content.decode()
    assert f'value="{escape(current_token(event))}"' in answer.content.decode(), (
        "the next try has seen what is there now"
    )


def test_every_button_does_what_it_says(event: Event, arbiter: Client) -> None:
    first = seating_of(event)

    press(arbiter, event, turn=table_at(event, 1).pk)
    assert seating_of(event)[1] == first[1][::-1]
    press(arbiter, event, **{"break": table_at(event, 2).pk})
    assert sorted(stored_draft(event).unseated) == sorted(first[2])
    press(arbiter, event, player=first[2], together="1")
    assert seating_of(event)[2] == first[2]
    press(arbiter, event, player=first[3][:1], unseat="1")
    assert sorted(stored_draft(event).unseated) == sorted(first[3])
    press(arbiter, event, player=first[3][:1], bye="1")
    assert first[3][0] in seating_of(event)[None]
    press(arbiter, event, player=first[3][1:], requested="1", points="0,5")
    bye = latest_round(event).tables.get(requested=True)
    assert float(bye.seats.get().score) == 0.5
    press(arbiter, event, renumber=table_at(event, 2).pk, **{f"to-{table_at(event, 2).pk}": "1"})
    assert seating_of(event)[1] == first[2]
    for _change in range(7):
        press(arbiter, event, undo="1")
    assert seating_of(event) == first
    press(arbiter, event, player=first[1][:1], unseat="1")
    press(arbiter, event, again="1")
    assert seating_of(event) == first


@pytest.mark.parametrize("points", ["", "molti", "-1", "NaN", "1e9"])
def test_the_points_of_a_bye_are_a_number(event: Event, arbiter: Client, points: str) -> None:
    answer = press(arbiter, event, htmx=True, player=seating_of(event)[1][0], requested="1", points=points)

    assert answer.status_code == 422
    assert "I punti del riposo" in answer.content.decode()


@pytest.mark.parametrize(
    "form",
    [{}, {"swap": "1", "player": "x"}, {"break": "x"}, {"renumber": "1"}, {"join": "9" * 30}, {"bye": "1"}],
)
def test_whatever_is_sent_is_refused_in_words(event: Event, arbiter: Client, form: dict[str, str]) -> None:
    before = seating_of(event)

    assert press(arbiter, event, htmx=True, **form).status_code == 422
    assert seating_of(event) == before


def test_at_tables_of_more_one_sits_down_where_there_is_room(club: Club, arbiter: Client) -> None:
    event = make_draft(9, club, **SEATING)
    five, four = (
        next(table for table in latest_round(event).tables.all() if table.seats.count() == size)
        for size in (5, 4)
    )

    press(arbiter, event, player=five.seats.first().entry.entry_no, join=four.pk)

    assert len(seating_of(event)[four.number]) == 5
    assert "Siedi qui chi è scelto" in shown(arbiter, event)


def test_who_is_left_out_is_asked_about_before_publishing(event: Event, arbiter: Client) -> None:
    left_out = seating_of(event)[2]
    press(arbiter, event, **{"break": table_at(event, 2).pk})
    assert "2 giocatori da sistemare." in shown(arbiter, event)
    publish = reverse("rounds:publish", args=[event.slug, 1])

    asked = arbiter.post(publish, {"expected": current_token(event)})
    assert asked.status_code == 422
    assert "2 giocatori presenti non sono a nessun tavolo" in asked.content.decode()
    assert not latest_round(event).published

    arbiter.post(publish, {"without": left_out, **dict(asked.context["sent"][:1])})
    assert latest_round(event).published


def test_an_edit_of_a_round_that_a_colleague_published_leads_to_it(event: Event, arbiter: Client) -> None:
    """It is said what was not done; a draft that was discarded leads to the rounds."""
    token, before = current_token(event), seating_of(event)
    edit = {"expected": token, "player": [before[1][0], before[2][0]], "swap": "1"}
    address = reverse("rounds:arrange", args=[event.slug, 1])
    assert "?phase=draft" in shown(arbiter, event)

    publish(event, 1)
    answer = arbiter.post(address, edit, headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == reverse("rounds:round", args=[event.slug, 1])
    assert "Non è stato fatto: il turno 1 è pubblicato" in shown(arbiter, event)

    take_back(event, 1)
    discard(event, 1)
    answer = arbiter.post(address, edit, headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == reverse("rounds:event", args=[event.slug])


def test_a_short_name_in_a_draft_is_told_apart(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(4, club)
    for entry_no, name in ((1, "Bianchi Luca"), (2, "Bianchi Lisa")):
        event.entries.filter(entry_no=entry_no).update(name=name)
    make_round(event, published=False)
    html = arbiter.get(f"/e/{event.slug}/rounds/1/").text
    assert sorted(re.findall(r'data-short="(L[^"]*)">', html)) == ["Li.", "Lu."]
