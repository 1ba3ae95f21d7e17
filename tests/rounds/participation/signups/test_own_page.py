"""What players do without the arbiter, where he has allowed it: arrive, miss a round, leave."""

import pytest
from django.test import Client

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event, SignUpSettings
from tests.factories import make_all_results, make_drawn_event, make_entered_event, make_round

pytestmark = pytest.mark.django_db


def allow(event: Event, **allowed: bool) -> None:
    SignUpSettings.objects.update_or_create(event=event, defaults=allowed)


def own(event: Event, entry_no: int = 1) -> str:
    return f"/i/{event.entries.get(entry_no=entry_no).link_key}/"


def swiss(club: Club) -> Event:
    return make_drawn_event(6, club, system="amalfi", options={"rounds": 4}, ranking=["points"])


def test_who_arrives_is_present_by_the_code_in_the_hall(client: Client, club: Club) -> None:
    event = make_entered_event(3, club)
    hall = f"/h/{event.hall_key}/"
    assert "vai dall’arbitro" in client.get(hall).text
    assert client.post(hall, {"entry_no": "2"}).status_code == 422
    allow(event, self_check_in=True)
    assert "Giocatore 002" in client.get(hall).text
    answer = client.post(hall, {"entry_no": "2"})
    assert "Giocatore 002: presente." in answer.text
    assert event.entries.get(entry_no=2).present is True
    assert client.post(hall, {"entry_no": "9"}).status_code == 422
    assert client.post(hall, {"entry_no": "x"}).status_code == 422
    assert client.get(hall[:-2] + "~/").status_code == 404
    for entry_no in (1, 3):
        client.post(hall, {"entry_no": entry_no})
    assert "Ci siete tutti." in client.get(hall).text


def test_one_misses_the_next_round_and_plays_it_after_all(client: Client, club: Club) -> None:
    event = swiss(club)
    make_round(event)
    assert "Al turno 2 non ci sono" not in client.get(own(event)).text
    allow(event, self_leaving=True)
    assert "Al turno 2 non ci sono" in client.get(own(event)).text
    client.post(own(event), {"do": "miss"})
    assert event.entries.get(entry_no=1).absent == [2]
    assert "Invece ci sono" in client.get(own(event)).text
    client.post(own(event), {"do": "play"})
    assert event.entries.get(entry_no=1).absent == []


def test_once_the_round_is_drawn_one_speaks_to_the_arbiter(client: Client, club: Club) -> None:
    event = swiss(club)
    allow(event, self_leaving=True)
    make_all_results(event, make_round(event))
    make_round(event, published=False)
    client.post(own(event), {"do": "miss"})
    assert event.entries.get(entry_no=1).absent == [3]


def test_one_leaves_for_good(client: Client, club: Club) -> None:
    event = swiss(club)
    make_round(event)
    refused = client.post(own(event), {"do": "leave"}, follow=True).text
    assert "Questo lo fa l’arbitro: parla con lui." in refused
    allow(event, self_leaving=True)
    assert "Sì, mi ritiro dal torneo" in client.get(own(event)).text
    left = client.post(own(event), {"do": "leave"}, follow=True).text
    assert "dal turno 2 non giochi più" in left
    assert "Per tornare in gioco parla con l’arbitro." in left
    assert "Sì, mi ritiro dal torneo" not in left
    assert event.entries.get(entry_no=1).withdrawn == 2
    assert event.entries.get(entry_no=2).withdrawn is None


def test_from_a_round_robin_one_may_leave_only(client: Client, club: Club) -> None:
    event = make_drawn_event(6, club)
    make_round(event)
    allow(event, self_leaving=True)
    page = client.get(own(event)).text
    assert "non ci sono" not in page
    assert "Sì, mi ritiro dal torneo" in page
