"""A bracket of eleven with two exempt players, in matches of three games, from the entries to the winner."""

import re
from collections.abc import Iterable

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.accounts.models import Role
from clubtornei.events.models import Event
from clubtornei.rounds.models import Round
from clubtornei.rounds.numbers.actions import enter_numbers
from clubtornei.rounds.pages import settings_actions
from clubtornei.rounds.participation.entries import actions as entry_actions
from tests.e2e.conftest import PHONE, Visit
from tests.e2e.signing_in import sign_in
from tests.factories import (
    make_all_results,
    make_club,
    make_drawn_event,
    make_event,
    make_member,
    make_player,
    make_result,
    make_round,
)

WON = re.compile("Vince l’incontro")
BEGINS_WITH_THE_PAGE = "round => Math.abs(round.getBoundingClientRect().x - 16) < 3"


@pytest.fixture
def event(live_server: LiveServer) -> Event:
    """Eleven players with numbers in their order, matches of three games; nothing is paired yet."""
    club = make_club("Circolo Alfiere")
    options = {"games": 3, "third_place": True}
    event = make_event(club, "Coppa", system="knockout", options=options, ranking=["round_reached"])
    entry_actions.enter(event, [make_player(club, f"Giocatore {number:02}") for number in range(1, 12)])
    enter_numbers(event, {entry.entry_no: entry.entry_no for entry in event.entries.all()})
    settings_actions.publish(event)
    return event


@pytest.fixture
def arbiter(event: Event, visit: Visit, live_server: LiveServer) -> Page:
    context = visit(reduced_motion="reduce")
    sign_in(context, make_member(event.club, role=Role.ARBITER).user, live_server.url)
    return context.new_page()


def row(page: Page, number: int) -> Locator:
    return page.locator("[data-results] > li:not([data-nobody])").nth(number - 1)


def enter(page: Page, table: int, *keys: str) -> None:
    """Each key in the row of the table: a game."""
    for key in keys:
        games = row(page, table).locator(".match-games li")
        before = games.count()
        row(page, table).press(key)
        expect(games).to_have_count(before + 1)


def win(event: Event, number: int, tables: Iterable[int]) -> None:
    """Who had White first wins both games at these tables, by the actions that the pages call."""
    round_ = Round.objects.of(event).get(number=number)
    for table in tables:
        for code in ("1-0", "0-1"):
            make_result(event, round_, table, code)


def draw(page: Page, event: Event, number: int) -> None:
    """Pair the round, look at it, and publish it."""
    page.goto(f"/e/{event.slug}/")
    page.get_by_role("button", name=f"Abbina il turno {number}").first.click()
    page.get_by_role("button", name="Pubblica il turno").click()
    expect(page.locator("[data-results]")).to_be_visible()
    page.wait_for_load_state()  # nobody types before the scripts are there


def test_eleven_players_two_of_them_exempt_to_the_final(event: Event, arbiter: Page, visit: Visit) -> None:
    page = arbiter

    # Who is exempt is typed, and the plan says which rounds that makes.
    page.goto(f"/e/{event.slug}/exemptions/")
    page.get_by_label("Giocatore 01").fill("1")
    page.get_by_label("Giocatore 02").fill("1")
    page.get_by_role("button", name="Salva le esenzioni").click()
    expect(page.locator("table.plan tbody tr")).to_have_count(4)
    expect(page.locator("table.plan tbody tr").first).to_contain_text("6")

    # The first round: a match won early, one with a draw and a replay, one by forfeit.
    draw(page, event, 1)
    enter(page, 1, "1", "0")
    expect(row(page, 1)).to_contain_text(WON)
    enter(page, 2, "5", "1", "1")
    expect(row(page, 2)).to_contain_text("4ª partita")
    enter(page, 2, "1")
    expect(row(page, 2)).to_contain_text(WON)
    expect(row(page, 2).locator(".match-games li")).to_have_count(4)

    # The last game was entered wrongly: it is taken back, and with it the end of the match.
    page.get_by_role("button", name="Annulla l’ultimo").click()
    expect(row(page, 2).locator(".match-games li")).to_have_count(3)
    expect(row(page, 2)).not_to_contain_text(WON)
    enter(page, 2, "5", "0")
    expect(row(page, 2)).to_contain_text(WON)
    row(page, 3).press("+")
    expect(row(page, 3)).to_contain_text("forfait")
    expect(page.get_by_role("button", name="Abbina il turno 2")).to_be_visible()

    # The exempt players come in now; everybody sees them, and each game.
    draw(page, event, 2)
    phone = visit(**PHONE).new_page()
    phone.goto(reverse("public:bracket", args=[event.slug]))
    expect(phone.get_by_title("esente fin qui")).to_have_count(2)
    expect(phone.locator(".bracket-match.playing")).to_have_count(4)
    enter(page, 1, "1")
    phone.reload()
    expect(phone.locator(".bracket-match.playing .match-score").first).to_have_text("1")
    enter(page, 1, "0")
    win(event, 2, (2, 3, 4))

    # A result that the semi-finals rest on is only changed after being asked.
    make_round(event)
    page.goto(f"/e/{event.slug}/rounds/2/")
    row(page, 1).click()
    row(page, 1).get_by_role("link", name="Correggi").click()
    expect(page.get_by_text("Che cosa si basa su questo risultato")).to_be_visible()
    expect(page.get_by_text("Turno 3, tavolo 1")).to_be_visible()
    win(event, 3, (1, 2))

    # The final, and the match for the third place beside it.
    make_round(event)
    page.goto(f"/e/{event.slug}/rounds/4/")
    expect(page.locator("[data-results] > li:not([data-nobody])")).to_have_count(2)
    winner = row(page, 1).locator(".seat.first .surname, .seat.first .given").all_inner_texts()
    winner = " ".join(winner)
    win(event, 4, (1, 2))

    page.goto(f"/e/{event.slug}/bracket/")
    expect(page.locator(".champion")).to_contain_text(winner)
    title, table = page.locator(".third .bracket-label").all()
    expect(title).to_contain_text("3° posto")
    above, below = title.bounding_box(), table.bounding_box()
    assert above and below
    assert above["y"] + above["height"] <= below["y"]
    page.get_by_label("Segui un giocatore").select_option(label=winner)
    expect(page.locator("path.path").first).to_be_attached()
    page.goto(f"/e/{event.slug}/close/")
    page.get_by_role("button", name=re.compile("Chiudi")).click()
    phone.goto(reverse("public:event", args=[event.slug]))
    expect(phone.locator("table.standings tbody tr:not(.group)").first).to_contain_text(winner)


def test_on_a_phone_the_bracket_opens_at_the_round_that_is_played_and_is_swiped_round_by_round(
    visit: Visit, live_server: LiveServer
) -> None:
    event = make_drawn_event(16, system="knockout", ranking=["round_reached"], published=True)
    make_all_results(event, make_round(event), "1-0")
    make_round(event)
    phone = visit(**PHONE).new_page()
    phone.goto(reverse("public:bracket", args=[event.slug]))
    now = phone.get_by_role("columnheader", name=re.compile("in corso")).element_handle()
    phone.wait_for_function(BEGINS_WITH_THE_PAGE, arg=now)
    lit = phone.locator(".bracket-rounds [aria-current]")
    expect(lit).to_have_text("Quarti")
    phone.goto(f"{reverse('public:bracket', args=[event.slug])}?player=1")  # from the first round on
    expect(phone.get_by_role("columnheader").first).to_contain_text("Ottavi")
    expect(lit).to_have_text("Quarti")
    lit.locator("xpath=../..").get_by_role("link", name="Ottavi").tap()
    expect(lit).to_have_text("Ottavi")
    rounds = phone.get_by_role("columnheader")
    phone.wait_for_function(BEGINS_WITH_THE_PAGE, arg=rounds.first.element_handle())

    expect(rounds).to_have_count(4)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), "only the tree scrolls"
    region = phone.get_by_role("region", name=re.compile("Tabellone"))
    assert region.evaluate("tree => tree.scrollWidth > tree.clientWidth")
    region.evaluate("tree => tree.scrollTo(230, 0)")
    phone.wait_for_function(BEGINS_WITH_THE_PAGE, arg=rounds.nth(1).element_handle())


def test_the_bracket_opens_at_the_match_of_who_is_followed(visit: Visit, live_server: LiveServer) -> None:
    event = make_drawn_event(32, system="knockout", ranking=["round_reached"], published=True)
    make_all_results(event, make_round(event), "1-0")
    make_round(event)
    page = visit(viewport={"width": 1280, "height": 800}).new_page()
    page.goto(reverse("public:bracket", args=[event.slug]))
    last = page.locator(".bracket-match.playing li a").last
    expect(last).not_to_be_in_viewport()
    name = last.get_attribute("title")
    page.get_by_label("Segui un giocatore").select_option(name)
    expect(page.locator(".bracket-match.playing .path")).to_contain_text(name)
    expect(page.locator(".bracket-match.playing .path")).to_be_in_viewport()
