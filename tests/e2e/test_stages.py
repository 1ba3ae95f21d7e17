"""From the qualifying games to the final in a browser: who declines, who comes in instead, who won."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.events.models import Event
from clubtornei.rounds.models import Round
from tests.e2e.conftest import PHONE, Visit
from tests.e2e.signing_in import sign_in
from tests.factories import make_club, make_user
from tests.rounds.staged import FIRST_FOUR, make_staged_event, play, score_all


@pytest.fixture
def event(live_server: LiveServer) -> Event:
    """Nine have played at tables of four and five; the first four go on."""
    event = make_staged_event(9, FIRST_FOUR, club=make_club(owner=make_user()), published=True)
    play(event, 1, 1)
    return event


@pytest.fixture
def page(event: Event, visit: Visit, live_server: LiveServer) -> Page:
    context = visit(**PHONE)
    sign_in(context, event.club.memberships.get().user, live_server.url)
    return context.new_page()


def test_from_the_ranking_to_the_final(event: Event, page: Page, visit: Visit) -> None:
    page.goto(f"/e/{event.slug}/")
    page.get_by_role("link", name="Chi passa").click()
    entrants = page.locator("ol.entrants > li")
    expect(entrants).to_have_count(4)
    gone = entrants.first.get_by_role("link").inner_text()
    entrants.first.get_by_role("button", name="Rinuncia").click()
    expect(page.get_by_text("ripescato")).to_be_visible()
    expect(page.locator("ol.entrants").get_by_role("link", name=gone)).to_have_count(0)
    page.get_by_role("button", name="Togli la rinuncia").click()
    expect(page.get_by_text("ripescato")).to_have_count(0)
    page.get_by_role("button", name="Conferma chi entra e abbina").click()
    page.get_by_role("button", name="Pubblica il turno").click()
    expect(page.locator(".stage-switch [aria-current]")).to_have_text("Finale")

    score_all(Round.objects.of(event).get())
    page.goto(f"/e/{event.slug}/")
    page.get_by_role("link", name="Chiudi").click()
    page.get_by_role("button", name="Chiudi il torneo").click()
    expect(page.get_by_role("heading", name="Classifica finale")).to_be_visible()

    reader = visit().new_page()
    reader.goto(f"/t/{event.slug}/stages/")
    expect(reader.locator("ol.entrants > li")).to_have_count(4)
    reader.goto(f"/t/{event.slug}/")
    expect(reader.locator("table.standings tbody tr")).to_have_count(9)
    reader.get_by_role("link", name="Fase 1").click()
    expect(reader).to_have_url(f"http://{reader.url.split('/')[2]}/t/{event.slug}/stages/1/standings/")
