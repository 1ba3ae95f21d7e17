"""Prohibited meetings, entered on the site and honoured by the next draw."""

import html
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.models import Round
from pairing.checking import check
from scoring.record import Prohibition
from tests.factories import make_all_results, make_drawn_event, make_round

pytestmark = pytest.mark.django_db

SWISS: dict[str, Any] = {"system": "amalfi", "options": {"rounds": 5}}


def page(event: Event) -> str:
    return reverse("rounds:prohibitions", args=[event.slug])


def prohibited(event: Event) -> tuple[Prohibition, ...]:
    return document_of(event).stages[0].prohibited


def keys(client: Client, event: Event) -> list[str]:
    return [row.key for row in client.get(page(event)).context["rows"]]


def pairs(round_: Round) -> list[set[int]]:
    return [{seat.entry.entry_no for seat in table.seated} for table in round_.tables.games().with_seats()]


def test_before_round_1_a_meeting_is_prohibited_at_once_and_not_paired(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(6, club, **SWISS)
    met = next(iter(pairs(make_round(event))))
    Round.objects.all().delete()
    one, other = sorted(met)
    answer = arbiter.post(page(event), {"one": one, "other": other, "first": 1})
    assert answer.status_code == 302
    assert prohibited(event) == (Prohibition(players=(one, other)),)
    assert met not in pairs(make_round(event))


def test_later_it_asks_and_concerns_only_rounds_to_come(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(6, club, **SWISS)
    make_all_results(event, make_round(event))
    typed = {"one": 1, "other": 2, "first": 2, "last": 3}
    asked = arbiter.post(page(event), typed)
    assert asked.status_code == 422
    assert prohibited(event) == ()
    assert arbiter.post(page(event), typed | {"meant": " ".join(asked.context["doubts"])}).status_code == 302
    assert prohibited(event) == (Prohibition(players=(1, 2), first=2, last=3),)
    make_all_results(event, make_round(event))
    assert all(checked.ok for checked in check(document_of(event)))


@pytest.mark.parametrize(
    ("typed", "field", "told"),
    [
        ({"one": 1, "other": 1, "first": 2}, "other", "È lo stesso giocatore"),
        ({"one": 1, "other": 2, "first": 1}, "first", "al più presto dal turno 2"),
        ({"one": 1, "other": 2, "first": 3, "last": 2}, "last", "Viene prima"),
        ({"one": 1, "other": 99, "first": 2}, "other", ""),
    ],
)
def test_bad_input(club: Club, arbiter: Client, typed: dict[str, Any], field: str, told: str) -> None:
    event = make_drawn_event(6, club, **SWISS)
    make_round(event)
    answer = arbiter.post(page(event), typed)
    assert answer.status_code == 422
    assert told in html.unescape(str(answer.context["form"].errors[field]))
    assert prohibited(event) == ()


def test_taken_back_it_stays_for_the_rounds_paired_under_it(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(6, club, **SWISS)
    arbiter.post(page(event), {"one": 1, "other": 2, "first": 1})
    make_all_results(event, make_round(event))
    arbiter.post(page(event), {"allow": keys(arbiter, event)[0]})
    assert prohibited(event) == (Prohibition(players=(1, 2), last=1),)


def test_taken_back_before_round_1_it_is_gone(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(6, club, **SWISS)
    arbiter.post(page(event), {"one": 1, "other": 2, "first": 1})
    arbiter.post(page(event), {"allow": keys(arbiter, event)[0]})
    assert prohibited(event) == ()


def test_a_double_click_takes_no_other_back(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(6, club, **SWISS)
    for other in (2, 3):
        arbiter.post(page(event), {"one": 1, "other": other, "first": 1})
    [first, _second] = keys(arbiter, event)
    arbiter.post(page(event), {"allow": first})
    answer = arbiter.post(page(event), {"allow": first}, follow=True)
    assert prohibited(event) == (Prohibition(players=(1, 3)),)
    assert "Questo divieto è già stato tolto." in answer.content.decode()


def test_a_round_robin_says_that_everybody_meets(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(6, club)
    assert "non si può vietare un incontro" in arbiter.get(page(event)).content.decode()
    arbiter.post(page(event), {"one": 1, "other": 2, "first": 1})
    assert event.stages.get().prohibited == []
