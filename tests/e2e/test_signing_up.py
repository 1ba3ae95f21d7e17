"""Sixteen places and twenty people, one of whom cancels: on their phones, and at the arbiter's desk."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.events.models import SignUp
from clubtornei.rounds.signups import forms
from tests.e2e.conftest import PHONE, Visit
from tests.e2e.signing_in import sign_in
from tests.factories import make_club, make_event, make_user
from tests.rounds.signups.signing_up import make_sign_ups

OTHERS = [f"Giocatore {letter}" for letter in "ABCDEFGHIJKLMNOPQR"]


def sign_up(page: Page, slug: str, name: str) -> None:
    page.goto(f"/t/{slug}/")
    page.get_by_role("link", name="Iscriviti").tap()
    page.get_by_label("Cognome e nome").fill(name)
    page.get_by_label("Recapito").fill("333 1234567")
    page.get_by_label("Ho letto e accetto bando e regole del torneo").check()
    page.get_by_role("button", name="Iscriviti").tap()


def test_the_waiting_list_moves_up_when_one_of_twenty_cancels(
    visit: Visit, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forms, "QUICKEST", -1)  # the browser types faster than people do
    owner = make_user()
    event = make_event(make_club(owner=owner), "Sociale", published=True)
    office, hall = visit(reduced_motion="reduce"), visit(**PHONE, reduced_motion="reduce")
    sign_in(office, owner, live_server.url)
    desk, phone, other = office.new_page(), hall.new_page(), hall.new_page()

    desk.goto(reverse("rounds:sign_up_settings", args=[event.slug]))
    desk.get_by_label("ci si iscrive dalla pagina pubblica").check()
    desk.get_by_label("Posti").fill("16")
    desk.get_by_role("button", name="Salva").click()
    expect(desk.get_by_text("Posti: 16.")).to_be_visible()

    make_sign_ups(event, *OTHERS[:15])
    sign_up(phone, event.slug, "Rossi Ada")
    expect(phone.get_by_text("Hai un posto.")).to_be_visible()
    last = make_sign_ups(event, *OTHERS[15:], "Verdi Ugo")[-1]
    other.goto(f"/i/{last.link_key}/")
    expect(other.get_by_text("Sei in lista d’attesa: numero 4.")).to_be_visible()
    assert SignUp.objects.count() == 20

    phone.get_by_text("Non vengo").tap()
    phone.get_by_role("button", name="Annulla la mia iscrizione").tap()
    expect(phone.get_by_text("Hai annullato la tua iscrizione.")).to_be_visible()
    other.reload()
    expect(other.get_by_text("Sei in lista d’attesa: numero 3.")).to_be_visible()

    desk.reload()
    desk.get_by_role("button", name="Iscrivi chi ha un posto: 16").click()
    expect(desk.get_by_text("16 iscrizioni fatte.")).to_be_visible()
    assert event.entries.count() == 16
    assert [entry.name for entry in event.entries.order_by("entry_no")] == OTHERS[:16]
