"""A game finished another day: no dead end, and a provisional draw where points make the next round."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.drafts.round_actions import draw_round, publish
from clubtornei.rounds.models import Round
from clubtornei.rounds.results.actions import record_result
from pairing.checking import check
from tests.factories import make_drawn_event, make_result, make_round, make_user

pytestmark = pytest.mark.django_db


def text_of(client: Client, view: str, event: Event, *args: Any, query: str = "") -> str:
    response = client.get(reverse(view, args=[event.slug, *args]) + query)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())


def with_adjourned(club: Club, system: str, **options: Any) -> tuple[Event, Round]:
    """Six players; the first round is played but for table 2."""
    event = make_drawn_event(6, club, system=system, options=options, published=True)
    first = make_round(event)
    for table, code in ((1, "1-0"), (2, "adjourned"), (3, "1-0")):
        make_result(event, first, table, code)
    return event, first


def test_a_swiss_goes_on_with_a_provisional_draw_and_says_so(arbiter: Client, club: Club) -> None:
    event, first = with_adjourned(club, "amalfi", rounds=3)
    page = text_of(arbiter, "rounds:round", event, 1)
    assert "Per l’abbinamento 1 partita aggiornata vale patta" in page
    assert "Abbina il turno 2" in page
    assert f'href="#table-{first.tables.get(number=2).pk}">Tavolo 2</a>' in page
    assert "Turno 1: da finire" not in page
    second = draw_round(event, 2)
    assert Round.objects.get(pk=second.pk).provisional == [[1, 2]]
    names = " – ".join(seat.entry.name for seat in first.tables.get(number=2).seats.all())
    note = (
        f"Turno 1, tavolo 2, {names}: partita aggiornata, per questo abbinamento vale provvisoriamente patta."
    )
    assert note in text_of(arbiter, "rounds:round", event, 2)
    publish(event, 2)
    record_result(event, make_user(), first.tables.get(number=2).pk, "1-0")
    for view in ("rounds:round", "public:pairings"):
        page = text_of(arbiter, view, event, 2)
        assert f"{note} Poi è finita 1 –\N{WORD JOINER} 0." in page, view
        assert "dopo la correzione" not in page


def test_the_check_knows_the_provisional_draw_and_an_import_keeps_it(club: Club) -> None:
    event, first = with_adjourned(club, "club-swiss")
    publish(event, draw_round(event, 2).number)
    record_result(event, make_user(), first.tables.get(number=2).pk, "0-1")
    document = document_of(event)
    assert [checked.ok for checked in check(document)] == [True, True]
    copy = import_event(club, document)
    assert [checked.ok for checked in check(document_of(copy))] == [True, True]


def test_no_game_of_cards_is_adjourned(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(4, club)
    round_ = make_round(event)
    make_result(event, round_, 1, "1-0")
    address = reverse("rounds:round", args=[event.slug, 1])
    correction = reverse("rounds:correct", args=[event.slug, round_.tables.get(number=1).pk])
    for game, asked in (("Scacchi", True), ("Scopa", False)):
        Event.objects.filter(pk=event.pk).update(game=game)
        shown = arbiter.get(address).text
        assert ('value="adjourned"' in shown) is asked
        assert ("aggiornata" in shown) is asked
        assert ("Elo" in shown) is asked
        assert ('value="adjourned"' in arbiter.get(correction).text) is asked
