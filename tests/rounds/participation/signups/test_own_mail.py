"""The address that somebody gives when he signs up, or on his own page."""

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from clubtornei.accounts.models import Club
from clubtornei.mail.models import Address
from clubtornei.players.models import Player
from clubtornei.rounds.participation.signups.actions import enter_sign_ups
from clubtornei.rounds.privacy.actions import forget
from tests.factories import make_drawn_event
from tests.mail.mailing import deliver, give_confirmed, mailing
from tests.rounds.participation.signups.signing_up import make_sign_ups, open_event, send, unhurried

__all__ = ["mailing", "unhurried"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mailing", "unhurried")]


def test_who_signs_up_may_leave_an_address(client: Client, club: Club) -> None:
    event = open_event(club)
    assert send(client, event, "Rossi Ada").status_code == 302
    assert deliver() == []
    answer = send(client, event, "Conti Leo", email="leo@example.org")
    page = client.get(answer["Location"]).text
    assert "apri la mail e conferma" in page
    assert "leo@example.org" not in page
    assert [one.to for one in deliver()] == [["leo@example.org"]]
    assert send(client, event, "Bianchi Eva", email="eva").status_code == 422
    assert event.sign_ups.count() == 2


def test_a_sign_up_counts_even_where_no_more_mail_may_be_asked_for(client: Client, club: Club) -> None:
    event = open_event(club)
    for name in ("Uno Ugo", "Due Dino", "Tre Tea", "Quattro Quinto"):
        assert send(client, event, name, email="ada@example.org").status_code == 302
    assert event.sign_ups.count() == 4
    assert Address.objects.count() == len(deliver()) == 3


def test_a_site_without_mail_asks_for_no_address(client: Client, club: Club, settings: Settings) -> None:
    event = open_event(club)
    settings.EMAIL_URL = ""
    assert 'name="email"' not in client.get(f"/t/{event.slug}/sign-up/").text
    [sign_up] = make_sign_ups(event, "Rossi Ada")
    page = client.get(f"/i/{sign_up.link_key}/").text
    assert 'name="email"' not in page
    assert "salvalo" in page


def test_an_address_may_be_given_on_ones_own_page_and_is_not_read_there(client: Client, club: Club) -> None:
    event = make_drawn_event(2, club)
    entry = event.entries.earliest("pk")
    path = f"/i/{entry.link_key}/"
    assert "indirizzo email valido" in client.post(f"{path}mail/", {"email": "x"}, follow=True).text
    client.post(f"{path}mail/", {"email": "ada@example.org"})
    assert "aspetta la tua conferma" in client.get(path).text
    assert len(deliver()) == 1
    give_confirmed(event, entry, "eva@example.org")
    page = client.get(path).text
    assert "Un indirizzo è confermato" in page
    assert "@example.org" not in page


def test_who_is_forgotten_gets_no_mail_any_more(club: Club) -> None:
    event = open_event(club)
    [sign_up] = make_sign_ups(event, "Rossi Ada")
    enter_sign_ups(event)
    sign_up.refresh_from_db()
    assert sign_up.entry
    give_confirmed(event, sign_up)
    give_confirmed(event, sign_up.entry, "nonna@example.org", is_own=False)
    forget(Player.objects.get())
    assert not Address.objects.exists()
