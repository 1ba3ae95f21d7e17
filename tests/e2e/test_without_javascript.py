"""Everything is a form or a link first: a browser that runs no script can do it all."""

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.events.models import Event
from clubtornei.rounds.drafts.round_actions import publish
from clubtornei.rounds.participation.entries import actions as entry_actions
from clubtornei.rounds.results.table_links import address_of
from tests.e2e.conftest import Visit
from tests.e2e.signing_in import sign_in
from tests.e2e.world import PEOPLE, drawn, make_named
from tests.factories import make_club, make_player, make_round, make_user


@pytest.fixture
def event(live_server: LiveServer) -> Event:
    """Three entries; the others are on the roster."""
    club = make_club("Circolo Alfiere", owner=make_user())
    players = [make_player(club, name) for name, _affiliation in PEOPLE]
    event = make_named(club, "Sociale", system="club-swiss", options={"rounds": 3})
    entry_actions.enter(event, players[:3])
    return event


@pytest.fixture
def page(event: Event, visit: Visit, live_server: LiveServer) -> Page:
    context = visit(java_script_enabled=False, reduced_motion="reduce")
    sign_in(context, event.club.memberships.get().user, live_server.url)
    return context.new_page()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()


def table(page: Page, number: int) -> Locator:
    return page.locator("li.table").nth(number - 1)


def test_entries_draw_rounds_results_and_a_correction(event: Event, page: Page) -> None:
    page.goto(f"/e/{event.slug}/entries/")
    page.get_by_label("Cerca nell’elenco").fill("zappala")
    page.keyboard.press("Enter")
    press(page, "Zappalà Agata")
    expect(page.get_by_role("heading", name="4 iscritti", exact=True)).to_be_visible()
    page.get_by_role("link", name="Appello", exact=True).click()
    press(page, "Tutti presenti")
    page.get_by_role("link", name="Vai al sorteggio").click()
    press(page, "Annuncia il sorteggio")
    expect(page.locator("#commitment")).to_have_text(event_commitment(event))
    press(page, "Sorteggia i numeri")
    expect(page.locator(".drawn-numbers > li:visible")).to_have_count(4)
    page.get_by_role("link", name="Avanti").click()
    press(page, "Abbina il turno 1")
    for place in (0, 2):
        page.locator(".draft-seat input").nth(place).check()
    press(page, "Scambia")
    expect(page.locator(".badge.by-hand")).to_have_count(2)
    page.get_by_label("Modifica il tavolo 2").click()
    press(page, "Sciogli il tavolo")
    expect(page.get_by_text("2 giocatori da sistemare.")).to_be_visible()
    for player in page.locator(".unseated input").all():
        player.check()
    press(page, "Nuovo tavolo")
    press(page, "Pubblica il turno")

    table(page, 1).get_by_role("button", name="Vince").first.click()
    expect(table(page, 1).get_by_role("button", name="Vince").first).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#messages")).to_have_css("position", "sticky")  # the table is in the address
    press(page, "Annulla l’ultimo")
    expect(page.locator('[aria-pressed="true"]')).to_have_count(0)
    table(page, 1).get_by_label("Altri risultati").click()
    table(page, 1).get_by_role("button", name="non si è presentato").first.click()
    expect(table(page, 1)).to_contain_text("f.")
    table(page, 2).get_by_role("button", name="Patta").click()
    press(page, "Abbina il turno 2")
    expect(page.get_by_role("heading", level=1)).to_contain_text("in bozza")
    publish(event, 2)

    page.goto(f"/e/{event.slug}/rounds/1/")
    page.get_by_role("link", name="Correggi il risultato del tavolo 2").click()
    page.get_by_role("radio", name="2 – 0 · Vince", exact=False).first.check()
    press(page, "Guarda che cosa cambia")
    expect(page.get_by_role("region", name="Che cosa cambia").first).to_contain_text("1 → 2")
    press(page, "Correggi in 2 – 0")
    expect(table(page, 2)).to_contain_text("2 – 0")


def test_a_table_proposes_what_is_chosen_once_it_is_sent(event: Event, visit: Visit) -> None:
    players = [entry.player for entry in event.entries.all() if entry.player]
    begun = drawn("Torneo", event.club, players)
    round_ = make_round(begun)
    page = visit(java_script_enabled=False, reduced_motion="reduce").new_page()
    page.goto(address_of(round_.tables.select_related("round__stage").get(number=1)))
    page.get_by_role("radio", name="Patta").check()
    press(page, "Invia all’arbitro")
    expect(page.get_by_text("in attesa dell’arbitro")).to_be_visible()


def event_commitment(event: Event) -> str:
    event.refresh_from_db()
    return event.commitment
