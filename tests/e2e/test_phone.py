"""A hall with two phones: the arbiter's, which enters results, and a player's, which follows."""

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Event
from clubtornei.rounds.models import Proposal, Round
from clubtornei.rounds.pages import settings_actions
from clubtornei.rounds.results.multiplayer_actions import record_scores
from clubtornei.rounds.results.table_links import address_of
from scoring.document import SeatScore
from tests.e2e.conftest import PHONE, Visit
from tests.e2e.hands import cell, row
from tests.e2e.signing_in import sign_in
from tests.e2e.world import PEOPLE, drawn
from tests.factories import (
    make_club,
    make_drawn_event,
    make_member,
    make_played_event,
    make_player,
    make_result,
    make_results,
    make_round,
    make_seated_event,
    make_user,
)
from tests.rounds.multiplayer import table_of

WITHOUT_HTTPS = "Object.defineProperty(navigator.clipboard, 'write', { value: undefined })"
"""A browser in a hall, where the site has no https, has no clipboard but that of a selection."""


@pytest.fixture
def event(live_server: LiveServer) -> Event:
    """Six players, the first round on the boards, for everybody to follow."""
    club = make_club("Circolo Alfiere")
    event = drawn("Sociale", club, [make_player(club, name, affiliation=where) for name, where in PEOPLE[:6]])
    make_round(event)
    settings_actions.publish(event)
    return event


@pytest.fixture
def phone(visit: Visit) -> Page:
    """Of somebody whom the site does not know yet."""
    return visit(**PHONE).new_page()


@pytest.fixture
def arbiter(event: Event, phone: Page, live_server: LiveServer) -> Page:
    sign_in(phone.context, make_member(event.club, role=Role.HELPER).user, live_server.url)
    phone.goto(f"/e/{event.slug}/rounds/1/")
    return phone


@pytest.fixture
def player(event: Event, phone: Page) -> Page:
    """On the public page."""
    phone.goto(f"/t/{event.slug}/")
    return phone


def test_one_tap_and_everybody_sees_the_result(event: Event, arbiter: Page, visit: Visit) -> None:
    player = visit(alone=True, **PHONE).new_page()
    player.clock.install()
    player.goto(f"/t/{event.slug}/")
    results = player.locator("#live table.pairings tbody tr .outcome")
    expect(results.last).to_be_empty()

    arbiter.get_by_role("group", name="Risultato del tavolo 1").get_by_role("button", name="Patta").tap()
    expect(arbiter.locator("[data-table].done")).to_have_count(1)
    expect(arbiter.locator("#progress")).to_contain_text("1 di 3")

    player.evaluate("window.sameAsBefore = true")
    player.clock.fast_forward(15_000)  # until the page asks again
    expect(results.last).to_contain_text("½")  # below the tables that still play
    assert player.evaluate("window.sameAsBefore"), "the page was loaded anew"


def test_at_the_table_a_tap_chooses_and_the_button_sends(event: Event, phone: Page) -> None:
    table = event.stages.get().rounds.get().tables.select_related("round__stage").get(number=1)
    white, black = (seat.entry.name for seat in table.seats.select_related("entry").order_by("position"))
    phone.goto(address_of(table))
    phone.get_by_role("radio", name=f"Vince {white}").tap()
    expect(phone.get_by_role("button", name=f"Invia: vince {white}")).to_be_visible()
    phone.get_by_role("radio", name=f"Vince {black}").tap()
    assert Proposal.objects.count() == 0
    phone.get_by_role("button", name=f"Invia: vince {black}").tap()
    expect(phone.locator(".score li")).to_have_text(
        [re.compile(f"{white}\\s+0"), re.compile(f"{black}\\s+1")]
    )
    assert Proposal.objects.count() == 1


def test_the_arbiter_has_a_line_for_the_site_and_a_line_for_the_round(event: Event, arbiter: Page) -> None:
    """No keyboard is offered where there is none; two links before everything lead to content and tables; a
    game to be finished another day takes no room from the round's number; a recorded table is left out.
    """
    expect(arbiter.get_by_text("Da tastiera")).to_be_hidden()
    assert arbiter.evaluate("document.activeElement === document.body")
    first, second, third = arbiter.locator("[data-table]").all()
    arbiter.keyboard.press("Tab")
    expect(arbiter.get_by_role("link", name="Vai al contenuto")).to_be_focused()
    arbiter.keyboard.press("Tab")
    expect(arbiter.get_by_role("link", name="Vai ai tavoli")).to_be_focused()
    arbiter.keyboard.press("Enter")
    arbiter.keyboard.press("Tab")
    expect(first).to_be_focused()
    menu = arbiter.locator(".account summary")
    brand = arbiter.locator(".site .brand").bounding_box()
    site = arbiter.locator(".site").bounding_box()
    assert brand and site and site["height"] < 2 * brand["height"]
    expect(arbiter.get_by_role("button", name="Esci")).to_be_hidden()
    menu.tap()
    expect(arbiter.get_by_role("button", name="Esci")).to_be_visible()
    menu.tap()

    third.scroll_into_view_if_needed()
    arbiter.mouse.wheel(0, 2000)
    line = arbiter.locator(".round-line .here")
    expect(line).to_be_in_viewport(ratio=1)
    box = line.bounding_box()
    assert box and box["height"] <= 48

    keys = arbiter.get_by_role("group", name="Risultato del tavolo 1")
    keys.get_by_role("button", name="Patta").tap()
    expect(keys).to_be_hidden()
    expect(first.locator(".state")).to_be_visible()
    make_result(event, Round.objects.get(stage__event=event), 3, "adjourned")
    arbiter.reload()
    count = arbiter.locator("#progress").get_by_text("aggiornate: 1", exact=True)
    assert (count.bounding_box() or {"width": 0})["width"] > 48, "in sight, and not read out alone"
    box = first.bounding_box()
    assert box and box["height"] < 80
    arbiter.get_by_label("Altri risultati del tavolo 1").tap()
    expect(keys).to_be_visible()  # to correct it
    arbiter.get_by_label("Solo mancanti").check()
    expect(first).to_be_hidden()
    expect(second).to_be_visible()
    arbiter.get_by_label("Solo mancanti").uncheck()
    arbiter.get_by_label("Altri risultati del tavolo 2").tap()
    second.get_by_role("button", name="non si è presentato").last.tap()
    expect(second).to_contain_text(" f.")


def test_nothing_moves_under_a_finger_until_it_rests_and_the_last_result_shows_the_next(
    phone: Page, live_server: LiveServer
) -> None:
    event = make_drawn_event(24)
    round_ = make_round(event)
    sign_in(phone.context, make_member(event.club, role=Role.ARBITER).user, live_server.url)
    phone.goto(f"/e/{event.slug}/rounds/1/")
    early = phone.get_by_text("si può giocare")
    expect(early).to_be_visible()
    sixth, seventh = phone.locator("#tables > li").nth(5), phone.locator("#tables > li").nth(6)
    seventh.scroll_into_view_if_needed()
    sixth.get_by_role("button", name="Patta").tap()
    expect(sixth).to_have_class(re.compile("done"))
    phone.evaluate(
        "document.dispatchEvent(new Event('scroll'))"
    )  # it rests from now, however late the answer was
    top = seventh.bounding_box()["y"]
    assert sixth.bounding_box()["height"] > 100
    expect(early).to_have_count(0)
    assert sixth.bounding_box()["height"] < 80
    assert abs(seventh.bounding_box()["y"] - top) <= 1

    make_results(event, round_, ["1-0"] * 11, make_user())
    phone.reload()
    phone.get_by_role("group", name="Risultato del tavolo 12").get_by_role("button", name="Patta").tap()
    expect(phone.get_by_role("button", name="Abbina il turno 2")).to_be_in_viewport()


def test_a_larger_table_is_folded_and_its_players_fit_above_the_keyboard(
    phone: Page, live_server: LiveServer, club: Club
) -> None:
    """A tap anywhere on its card opens it."""
    event = make_seated_event(9, club)
    round_ = make_round(event)
    four, five = table_of(round_, 1), table_of(round_, 2)
    record_scores(event, make_user(), five.pk, [SeatScore(points=points) for points in (1, 22, 33, 44, 5)])
    sign_in(phone.context, make_member(club, role=Role.HELPER).user, live_server.url)
    phone.goto(f"/e/{event.slug}/rounds/1/")
    recorded, points = row(phone, five), cell(phone, five)
    expect(points).to_be_hidden()
    expect(recorded.locator(".seats > .winner")).to_be_visible()
    recorded.locator(".unfold").tap()
    expect(points).to_be_visible()
    expect(recorded.locator(".seats")).to_be_hidden()
    points.fill("2")
    recorded.get_by_role("button", name="Salva").tap()
    expect(points).to_be_hidden()

    phone.reload()
    expect(cell(phone, four)).to_be_hidden()
    row(phone, four).get_by_text("Inserisci").tap()
    expect(cell(phone, four)).to_be_visible()
    box = row(phone, four).locator(".scores tbody").bounding_box()
    assert box and box["height"] < 380
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390

    phone.reload()
    card = row(phone, four)
    card.scroll_into_view_if_needed()
    names = card.locator(".seats").bounding_box()
    assert names
    phone.touchscreen.tap(names["x"] + 20, names["y"] + 20)
    expect(card.locator("[data-cells]")).to_be_visible()


def test_a_player_finds_himself_and_whom_he_meets(event: Event, player: Page) -> None:
    me = event.entries.get(name="De Cillis Beatrice")
    seat = me.seats.select_related("table").get(round__number=1)
    opponent = seat.table.seats.exclude(pk=seat.pk).get().entry

    player.get_by_role("link", name="Turni").tap()
    player.get_by_role("link", name="Per nome").tap()
    expect(player.locator("#live table.by-name")).to_be_visible()  # the page before has such a field, too
    player.get_by_label("Trova il tuo tavolo").fill("cillis")
    expect(player.locator("#live table.by-name tbody tr")).to_have_count(1)
    player.get_by_role("rowheader", name=me.name).get_by_role("link").tap()

    expect(player.get_by_role("heading", name=me.name)).to_be_visible()
    card = player.locator("section.next")
    expect(card).to_contain_text("Si gioca adesso")
    expect(card).to_contain_text(opponent.name)
    expect(card).to_contain_text("col Bianco" if seat.position == 1 else "col Nero")
    expect(card.get_by_role("heading")).to_have_text(f"Tavolo {seat.table.number}")


def test_the_club_of_an_entrant_has_a_line_below_the_name(phone: Page, live_server: LiveServer) -> None:
    event = make_drawn_event(4, published=True)
    event.entries.update(affiliation="Dopolavoro Ferroviario di Roccasecca", rating=1500)
    phone.goto(f"/t/{event.slug}/")
    row = phone.locator(".entered tbody tr").first
    name, club = row.locator("th").bounding_box(), row.get_by_text("Dopolavoro").bounding_box()
    assert name
    assert club
    assert (club["x"], club["height"] < 30) == (name["x"], True)
    assert club["y"] >= name["y"] + name["height"]


def test_standings_are_copied_for_a_chat_and_a_tap_on_a_line_opens_the_card(
    visit: Visit, live_server: LiveServer
) -> None:
    event = make_played_event(4, 1)
    context = visit(**PHONE | {"viewport": {"width": 820, "height": 1180}})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"/t/{event.slug}/standings/")
    for script in ("", WITHOUT_HTTPS):
        page.evaluate(f"navigator.clipboard.writeText(''); {script}")
        page.get_by_role("link", name="Copia per una chat").tap()
        expect(page.get_by_text("Copiato: incollalo nella chat.")).to_be_visible()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert "1. Giocatore 001" in copied
        assert f"/t/{event.slug}/standings/" in copied
    link = page.locator(".standings tbody th a").first
    to = link.get_attribute("href")
    link.tap()
    expect(page).to_have_url(re.compile(f"{to}$"))
