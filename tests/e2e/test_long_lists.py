"""Long lists: searched while one types, drawn where one looks, and no slower for being long."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.accounts.models import Club, Role
from clubtornei.rounds.state.result_codes import outcome_of
from clubtornei.rounds.state.table_state import state_of
from tests.e2e.conftest import Visit
from tests.e2e.signing_in import sign_in
from tests.factories import (
    make_drawn_event,
    make_entered_event,
    make_member,
    make_result,
    make_round,
)
from tests.rounds.multiplayer import table_of

Open = Callable[[str], Page]


@pytest.fixture
def opened(visit: Visit, live_server: LiveServer, club: Club) -> Open:
    def open_(path: str) -> Page:
        laptop = visit()
        sign_in(laptop, make_member(club, role=Role.ARBITER).user, live_server.url)
        page = laptop.new_page()
        page.goto(path)
        return page

    return open_


def test_a_slip_is_entered_by_the_name_that_stands_on_it(opened: Open, club: Club) -> None:
    """Some letters, Enter, the result; and the search has the focus again, for the next slip."""
    event = make_drawn_event(60, club, system="amalfi", options={"rounds": 3})
    make_round(event)
    page = opened(f"/e/{event.slug}/rounds/1/")
    search, rows = page.get_by_role("searchbox"), page.locator("[data-table]:visible")
    expect(rows).to_have_count(30)
    for player in ("017", "042"):
        search.fill(f"giocatore {player}")
        expect(rows).to_have_count(1)
        expect(rows).to_contain_text(f"Giocatore {player}")
        page.keyboard.press("Enter")
        expect(rows).to_be_focused()
        page.keyboard.press("1")
        expect(search).to_be_focused()
        expect(rows).to_have_class("table done")
        expect(rows).to_have_count(1)
    search.fill("nobody")
    expect(page.get_by_text("Nessuno con questo nome.")).to_be_visible()
    search.fill("")
    expect(rows).to_have_count(30)
    expect(page.locator("[data-table].done")).to_have_count(2)


def test_the_tray_follows_the_search(opened: Open, club: Club) -> None:
    event = make_drawn_event(60, club, system="amalfi", options={"rounds": 3})
    round_ = make_round(event)
    for number, name in ((4, "Zanetti Ada"), (9, "Zanetti Ugo"), (4, "Verdi Ugo")):
        seat = table_of(round_, number).seats.select_related("entry")[name.startswith("Verdi")]
        seat.entry.name = name
        seat.entry.save()
    make_result(event, round_, 4, "1-0")
    page = opened(f"/e/{event.slug}/rounds/1/")
    search, title = page.get_by_role("searchbox"), page.locator("[data-chosen-number]")
    rows, said = page.locator("[data-table]:visible"), page.locator("[data-announce]")

    search.fill("zanetti")
    expect(title).to_have_text("Tavolo 9")
    page.keyboard.press("Enter")
    expect(said).to_contain_text("«zanetti» si trova a più tavoli: 4, 9.")
    expect(search).to_be_focused()
    search.fill("zanetti ugo")
    page.keyboard.press("Enter")
    expect(rows).to_be_focused()
    page.keyboard.press("1")
    expect(search).to_be_focused()
    expect(page.locator("[data-table].done:visible")).to_have_count(1)
    search.fill("zanetti")  # none lacks one: the first
    expect(title).to_have_text("Tavolo 4")

    page.get_by_label("Tavolo", exact=True).focus()
    page.keyboard.type("12")
    page.keyboard.press("Enter")
    page.keyboard.type("1")
    expect(page.locator("#tables > li").nth(12)).to_be_focused()
    expect(search).to_have_value("")
    expect(rows).to_have_count(30)
    expect(page.locator("#progress")).to_contain_text("3 di 30")
    assert outcome_of(state_of(table_of(round_, 12))).code == "1-0"


def test_a_draft_is_searched_and_an_edit_leaves_what_was_searched(opened: Open, club: Club) -> None:
    """Who is chosen stays so while the other one is looked for."""
    event = make_drawn_event(60, club, system="amalfi", options={"rounds": 3})
    make_round(event, published=False)
    page = opened(f"/e/{event.slug}/rounds/1/")
    search, tables = page.get_by_role("searchbox"), page.locator("#tables > .place:visible")
    expect(tables).to_have_count(30)
    search.fill("giocatore 017")
    expect(tables).to_have_count(1)
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.closest('.place').id") == tables.get_attribute("id")
    page.get_by_label("Giocatore 017").check()
    search.fill("giocatore 042")
    expect(tables).to_have_count(1)
    beside = tables.locator(".seat").filter(has_not_text="042").first.inner_text()
    page.get_by_label("Giocatore 042").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".badge.by-hand")).not_to_have_count(0)
    expect(search).to_have_value("giocatore 042")
    expect(tables).to_have_count(1)
    expect(tables).to_contain_text("Giocatore 042")
    assert beside.partition(",")[0] not in tables.inner_text()


def test_at_the_money_desk_who_pays_is_found_and_marked(opened: Open, club: Club) -> None:
    event = make_entered_event(130, club, entry_fee=10)
    page = opened(f"/e/{event.slug}/fees/")
    search, rows = page.get_by_role("searchbox"), page.locator("#listed tbody tr:visible")
    for player in ("017", "129"):
        search.fill(player)
        expect(rows).to_have_count(1)
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        expect(rows).to_contain_text("pagati")
    search.fill("")
    expect(rows).to_have_count(130)
    assert event.entries.filter(paid=True).count() == 2
