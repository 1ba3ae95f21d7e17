"""Long lists: searched while one types, drawn where one looks, and no slower for being long."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.accounts.models import Club, Role
from clubtornei.rounds.core.result_codes import outcome_of
from clubtornei.rounds.core.table_state import state_of
from clubtornei.rounds.participation.entries.actions import enter
from tests.e2e.conftest import Visit
from tests.e2e.signing_in import sign_in
from tests.factories import (
    make_all_results,
    make_club,
    make_drawn_event,
    make_entries,
    make_event,
    make_member,
    make_player,
    make_result,
    make_round,
)
from tests.rounds.multiplayer import table_of

Open = Callable[[str], Page]

SUBTREES_LOOKED_AT = """
window.touched = new Set();
new MutationObserver((changes) => {
  for (const { target } of changes) {
    const row = target.closest?.("[data-results] > [data-table]");
    if (row) window.touched.add(row.id);
  }
}).observe(document, { subtree: true, childList: true, attributes: true });
"""


@pytest.fixture
def club(live_server: LiveServer) -> Club:
    return make_club("Circolo")


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


def test_the_tray_follows_the_search_which_asks_which_of_two_and_a_number_ends_it(
    opened: Open, club: Club
) -> None:
    event = make_drawn_event(60, club, system="amalfi", options={"rounds": 3})
    round_ = make_round(event)
    for number, name in ((4, "Zanetti Ada"), (9, "Zanetti Ugo")):
        seat = table_of(round_, number).seats.select_related("entry")[0]
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
    expect(page.get_by_label("Tavolo", exact=True)).to_be_focused()
    expect(search).to_have_value("")
    expect(rows).to_have_count(30)
    expect(page.locator("#progress")).to_contain_text("3 di 30")
    assert outcome_of(state_of(table_of(round_, 12))).code == "1-0"


def test_a_key_touches_its_row_and_the_next_and_rows_out_of_sight_are_not_drawn(
    opened: Open, club: Club
) -> None:
    event = make_drawn_event(120, club, system="amalfi", options={"rounds": 3})
    make_round(event)
    page = opened(f"/e/{event.slug}/rounds/1/")
    page.get_by_role("button", name="Elenco").click()
    page.reload()  # the browser remembers it
    rows = page.locator("[data-table]")
    page.keyboard.press("Enter")  # in the order of the tables
    expect(rows.first).to_be_focused()
    drawn = "row => row.querySelector('.seat').checkVisibility({ contentVisibilityAuto: true })"
    assert rows.first.evaluate(drawn)
    assert not rows.last.evaluate(drawn)
    page.evaluate(SUBTREES_LOOKED_AT)
    page.keyboard.press("1")
    expect(page.locator("[data-table].done")).to_have_count(1)
    ids = [rows.nth(place).get_attribute("id") for place in (0, 1)]
    assert set(page.evaluate("[...window.touched]")) <= set(ids)
    menu = rows.nth(1).locator("summary")
    menu.click()
    expect(rows.nth(1)).to_have_css("content-visibility", "visible")


def test_standings_are_searched_while_one_types(opened: Open, club: Club) -> None:
    event = make_drawn_event(120, club, system="amalfi", options={"rounds": 3})
    make_all_results(event, make_round(event), "1-0")
    page = opened(f"/e/{event.slug}/standings/")
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(100)
    page.get_by_role("searchbox").press_sequentially("giocatore 11")
    expect(rows).to_have_count(10)
    expect(page.get_by_role("searchbox")).to_be_focused()
    expect(page).to_have_url(re.compile("[?]q=giocatore.*11$"))
    page.goto(f"/e/{event.slug}/standings/")
    page.get_by_role("link", name="Successiva").click()
    expect(rows).to_have_count(20)


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


def test_numbers_typed_stay_while_another_player_is_searched(opened: Open, club: Club) -> None:
    event = make_event(club)
    make_entries(event, 25)
    page = opened(f"/e/{event.slug}/draw/by-hand/")
    search, rows = page.get_by_role("searchbox"), page.locator("#numbers > tr:visible")
    for player in ("007", "019"):
        search.fill(player)
        expect(rows).to_have_count(1)
        page.keyboard.press("Enter")
        page.keyboard.type(player)
    search.fill("")
    expect(rows).to_have_count(25)
    for player in ("007", "019"):
        expect(page.get_by_label(f"Giocatore {player}")).to_have_value(player)


def test_the_calendar_is_searched_in_all_its_rounds(opened: Open, club: Club) -> None:
    event = make_drawn_event(8, club)
    page = opened(f"/e/{event.slug}/calendar/")
    rows = page.locator("#calendar tbody > tr:visible")
    expect(rows).to_have_count(28)
    page.get_by_role("searchbox").fill("giocatore 003")
    expect(rows).to_have_count(7)


def test_names_of_a_calendar_are_one_line_where_there_is_room(opened: Open, club: Club) -> None:
    event = make_drawn_event(4, club)
    event.entries.filter(entry_no=1).update(name="Costantini Massimiliano")
    event.entries.filter(entry_no=2).update(name="Montecuccoli Alessandra")
    make_round(event)
    page = opened(f"/e/{event.slug}/calendar/")
    rows = page.locator("#calendar tbody > tr:visible")
    lines = rows.locator("a").evaluate_all("all => all.map(one => one.getClientRects().length)")
    assert lines == [1] * 4


def test_at_the_roll_call_no_name_moves_under_the_first_tap_and_what_is_next_stays_in_sight(
    opened: Open, club: Club
) -> None:
    event = make_event(club)
    make_entries(event, 60)
    page = opened(f"/e/{event.slug}/entries/presence/")
    first, last = (page.get_by_role("button", name=f"Giocatore {number}") for number in ("001", "060"))
    before = first.bounding_box()
    first.click()
    following = page.get_by_role("link", name="Togli gli assenti")
    expect(following).to_be_visible()
    assert first.bounding_box() == before
    last.click()
    expect(last).to_have_attribute("aria-pressed", "true")
    expect(following).to_be_in_viewport()


def test_at_the_money_desk_who_pays_is_found_and_marked(opened: Open, club: Club) -> None:
    event = make_event(club, entry_fee=10)
    make_entries(event, 130)
    page = opened(f"/e/{event.slug}/fees/")
    search, rows = page.get_by_role("searchbox"), page.locator("#fees tbody tr:visible")
    assert not rows.last.evaluate(
        "row => row.querySelector('form').checkVisibility({ contentVisibilityAuto: true })"
    )
    for player in ("017", "129"):
        search.fill(player)
        expect(rows).to_have_count(1)
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        expect(rows).to_contain_text("pagati")
    search.fill("")
    expect(rows).to_have_count(130)
    assert event.entries.filter(paid=True).count() == 2


def test_members_ticked_stay_ticked_while_another_is_searched(opened: Open, club: Club) -> None:
    make_entries(make_event(club), 130)
    page = opened(f"/c/{club.slug}/circuits/people/")
    for player in ("017", "129"):
        page.get_by_role("searchbox").fill(player)
        page.get_by_label(f"Giocatore {player}: socio").check()
    page.get_by_role("button", name="Salva").click()
    page.get_by_text("salvato").wait_for()
    assert club.players.filter(member=True).count() == 2


def test_what_is_known_of_somebody_has_low_rows_on_a_phone(opened: Open, club: Club) -> None:
    """However many columns its tables have, and however much stands in one out of sight."""
    player = make_player(club, "Lo Turco Davide")
    for _time in range(2):
        event = make_event(club, "Trofeo delle Quattro Torri")
        enter(event, [player])
        lists = [{"list": one, "rating": 1866, "k": 20} for one in ("fide", "national", "club")]
        event.entries.update(identity={"ratings": lists})
    page = opened(f"/c/{club.slug}/players/{player.pk}/known/")
    page.set_viewport_size({"width": 390, "height": 844})
    heights = page.locator("[aria-labelledby=known-entries] tbody tr").evaluate_all(
        "rows => rows.map((row) => row.clientHeight)"
    )
    assert len(heights) == 2
    assert max(heights) < 100
