"""The hall: all tables of a round as tiles, and the chosen one's keys beside them."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.accounts.models import Club, Role
from clubtornei.launch.system import find_chromium
from clubtornei.rounds.models import Round, Table
from clubtornei.rounds.results.proposal_actions import propose_result, propose_scores
from clubtornei.rounds.state.result_codes import outcome_of
from clubtornei.rounds.state.table_state import state_of
from scoring.document import SeatScore
from tests.e2e.conftest import FLAGS, Visit, new_context
from tests.e2e.network import stop_requests
from tests.e2e.signing_in import sign_in
from tests.e2e.watching import Watcher
from tests.factories import (
    make_drawn_event,
    make_member,
    make_round,
    make_seated_event,
)
from tests.rounds.multiplayer import table_of

OUT_OF_SIGHT = """tiles => tiles.filter(tile => {
  const { top, bottom, left, right } = tile.getBoundingClientRect();
  return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
}).length"""

PLACES = """page => [...page.querySelectorAll(".floor > ol > li[id], .round-line .others > *")].map(part => {
  const { x, y, width } = part.getBoundingClientRect();
  return [x, y, width];
})"""


@pytest.fixture(scope="module")
def with_scroll_bars(chromium: Browser) -> Iterator[Browser]:
    """Those that take room, as on most arbiters' laptops."""
    browser = chromium.browser_type.launch(
        executable_path=find_chromium(), args=FLAGS, ignore_default_args=["--hide-scrollbars"]
    )
    yield browser
    browser.close()


def windows(page: Page, *sizes: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The page in windows of these sizes (width, height), one after the other."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        yield width, height


def places(page: Page) -> Any:
    """Where the tiles stand, and what is in the line above them."""
    return page.locator("body").evaluate(PLACES)


def top_of(part: Locator) -> float:
    box = part.bounding_box()
    assert box
    return box["y"]


def opened(visit: Visit, live_server: LiveServer, round_: Round) -> Page:
    event = round_.stage.event
    context = visit()
    sign_in(context, make_member(event.club, role=Role.ARBITER).user, live_server.url)
    page = context.new_page()
    page.goto(f"/e/{event.slug}/")  # leads to the round
    return page


def codes(round_: Round) -> dict[int | None, str]:
    tables = round_.tables.games().with_seats()
    return {table.number: code for table in tables if (code := outcome_of(state_of(table)).code)}


def test_sixty_tables_are_in_sight_in_every_window(visit: Visit, live_server: LiveServer, club: Club) -> None:
    """Less high than its screen, by the bars of the browser."""
    round_ = make_round(make_drawn_event(120, club, system="amalfi", options={"rounds": 3}))
    page = opened(visit, live_server, round_)
    tiles = page.locator("#tables > li[id]")
    expect(tiles).to_have_count(60)
    for size in windows(page, (1280, 660), (1366, 650), (1600, 900), (1920, 950)):
        assert tiles.evaluate_all(OUT_OF_SIGHT) == 0, size
    for _size in windows(page, (1280, 800), (1920, 950)):
        expect(page.locator(".legend")).to_be_in_viewport(ratio=1)  # what the shapes of the tiles mean


def test_two_of_one_initial(visit: Visit, live_server: LiveServer, club: Club) -> None:
    event = make_drawn_event(120, club, system="amalfi", options={"rounds": 3})
    round_ = make_round(event)
    for number, names in enumerate((("Leone Sara", "Leone Sandro"), ("Leone Ada", "Leone Bruno")), 1):
        for seat, name in zip(table_of(round_, number).seats.order_by("position"), names, strict=True):
            event.entries.filter(pk=seat.entry_id).update(name=name)
    page = opened(visit, live_server, round_)
    given = page.locator("#tables > li .given")
    sizes = given.evaluate_all(
        "all => all.slice(0, 4).map(one => parseFloat(getComputedStyle(one).fontSize) > 0)"
    )
    assert sizes == [True, True, False, False]
    cut = "all => all.slice(0, 2).filter(one => one.scrollWidth > one.clientWidth).length"
    assert given.evaluate_all(cut) == 0


def test_the_second_game_of_a_match_is_told(visit: Visit, live_server: LiveServer, club: Club) -> None:
    round_ = make_round(make_drawn_event(4, club, system="knockout"))
    page = opened(visit, live_server, round_)
    white = page.locator("[data-chosen-first]").text_content()
    first, second = page.locator("#tables > li").first.locator(".seat").all()
    assert top_of(first) < top_of(second)
    page.keyboard.press("5")  # then the next board
    expect(page.locator("#tables > li").first.locator(".state")).to_have_text("2ª partita")
    expect(page.locator("#tables > li").nth(1)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-chosen-game]")).to_have_text("2ª partita (½ – ½)")
    expect(page.locator("[data-chosen-second]")).to_contain_text(str(white))
    assert top_of(first) < top_of(second), "the tile has White first, too"
    expect(page.locator("[data-entered]")).to_contain_text("partita 1: Patta")
    expect(page.locator("#tables > li").first.locator(".due")).to_be_hidden()  # said above, and why
    expect(page.locator("[data-chosen-game-why]")).to_contain_text("Si gioca la partita 2: sono ½ – ½")
    expect(page.locator("[data-chosen-why]")).to_contain_text("Prima partita. ")  # the reasons of the table


def press(page: Page, part: Locator) -> None:
    """As a hand does: down and up at one place, whatever the page does between them."""
    box = part.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if page.evaluate("matchMedia('(pointer: coarse)').matches"):
        page.touchscreen.tap(x, y)
        return
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.up()


@pytest.mark.parametrize(
    "options",
    [{}, {"viewport": {"width": 1024, "height": 768}, "has_touch": True, "is_mobile": True}],
    ids=["mouse", "touch"],
)
def test_the_first_press_counts(visit: Visit, live_server: LiveServer, club: Club, options: Any) -> None:
    """It chooses the table, which the tray shows already: no key may move under the press."""
    round_ = make_round(make_drawn_event(24, club))
    address = f"/e/{round_.stage.event.slug}/rounds/1/"
    context = visit(**options)
    sign_in(context, make_member(club, role=Role.ARBITER).user, live_server.url)
    page = context.new_page()
    chosen = page.locator("#tables > [aria-current]")

    page.goto(address)
    expect(page.locator("[data-chosen-number]")).to_have_text("Tavolo 1")
    press(page, chosen.locator("button[value='1-0']"))
    expect(page.locator("#progress")).to_contain_text("1 di 12")
    page.goto(address)
    expect(page.locator("[data-chosen-number]")).to_have_text("Tavolo 2")
    press(page, chosen.get_by_text("Altra decisione dell’arbitro"))
    page.wait_for_url("**/tables/**")
    assert codes(round_) == {1: "1-0"}


def resting_top_of(row: Locator) -> float:
    """Once the window has scrolled to it."""
    before, now = None, top_of(row)
    while now != before:
        row.page.wait_for_timeout(100)
        before, now = now, top_of(row)
    return now


def test_the_list_stands_still(visit: Visit, live_server: LiveServer, club: Club) -> None:
    """However late the answer is: the cursor is at the next table already. In a wide window the list has two
    columns.
    """
    page = opened(visit, live_server, make_round(make_drawn_event(120, club)))
    page.get_by_role("button", name="Elenco").click()
    rows = page.locator("#tables > li[id]")
    under_way: list[Route] = []
    stop_requests(page, "**/result/", lambda route: under_way.append(route))
    sizes = windows(page, (1280, 800), (1920, 950))
    for size, numbers in zip(sizes, ((40, 22), (41, 23)), strict=True):
        for number in numbers:
            row = rows.nth(number - 1)
            page.locator("#go").fill(str(number))
            page.keyboard.press("Enter")
            expect(row).to_be_focused()
            expect(row).to_be_in_viewport(ratio=1)
            with page.expect_request("**/result/"):
                page.keyboard.press("1")
            expect(rows.nth(number)).to_be_focused()
            before = resting_top_of(row)
            under_way.pop().continue_()
            expect(row).to_have_class("table done")
            assert top_of(row) == before, size


def test_arrows_follow_two_columns(visit: Visit, live_server: LiveServer, club: Club) -> None:
    page = opened(visit, live_server, make_round(make_drawn_event(24, club)))
    page.get_by_role("button", name="Elenco").click()
    rows, line = page.locator("#tables > li[id]"), page.locator(".round-line")
    rows.first.locator(".table-number").click()
    page.keyboard.press("ArrowRight")
    expect(rows.first).to_be_focused()
    page.set_viewport_size({"width": 1920, "height": 1080})
    assert rows.evaluate_all(TOPS)[:2] == [top_of(rows.first)] * 2
    page.keyboard.press("ArrowRight")
    expect(rows.nth(1)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(rows.nth(3)).to_be_focused()
    edges = (
        "part => { const { left, right } = part.getBoundingClientRect(); return [left, innerWidth - right]; }"
    )
    assert page.locator("#tables").evaluate(edges) == line.evaluate(edges)


def test_no_tile_moves_whatever_the_tray_shows(
    with_scroll_bars: Browser, watcher: Watcher, live_server: LiveServer, club: Club
) -> None:
    event = make_drawn_event(120, club, system="amalfi", options={"rounds": 3})
    round_ = make_round(event, published=False)
    context = new_context(with_scroll_bars, live_server.url, watcher)
    page = opened(lambda: context, live_server, round_)
    page.goto(f"/e/{event.slug}/rounds/1/")
    page.get_by_role("button", name=re.compile("^Pubblica")).click()
    told, tiles = page.locator(".just-published"), page.locator("#tables > li[id]")
    for role, name in (
        ("link", "Stampa gli abbinamenti"),
        ("button", "Pubblica il torneo"),
        ("link", "Riportalo in bozza"),
    ):
        expect(told.get_by_role(role, name=name)).to_be_in_viewport(ratio=1)
        expect(page.get_by_role(role, name=name)).to_have_count(1)
    page.wait_for_load_state()
    assert tiles.evaluate_all(OUT_OF_SIGHT) == 0
    reasons = page.locator("[data-chosen-why]")
    expect(reasons).to_be_hidden()  # else it would cut them through a line
    published = places(page)

    page.keyboard.type("1")
    expect(told).to_have_count(0)
    expect(tiles.first).to_contain_text("1 – 0")
    assert places(page) == published, "after a result"
    expect(reasons).to_be_hidden()  # they stay as they were until somebody asks
    page.locator(".why-chosen > summary").click()
    expect(reasons).to_be_visible()
    assert places(page) == published, "with its reasons"
    page.reload()
    assert places(page) == published, "without the message"
    context.close()


def test_proposals_are_confirmed_at_once(visit: Visit, live_server: LiveServer, club: Club) -> None:
    """Beside the tiles, where a result typed by hand is told, and no tile moves."""
    event = make_drawn_event(24, club, system="amalfi", options={"rounds": 3})
    round_ = make_round(event)
    for number in (1, 7):
        propose_result(event, table_of(round_, number).pk, "1-0")
    page = opened(visit, live_server, round_)
    everything = page.get_by_role("button", name="Conferma tutte")
    expect(page.locator(".proposal.of-chosen")).to_be_visible()
    expect(everything).to_be_in_viewport(ratio=1)
    before = places(page)
    page.locator("#go").fill("11")
    page.keyboard.press("Enter")
    page.keyboard.type("0")
    expect(page.locator("[data-entered]")).to_contain_text("Tavolo 11:")
    everything.click()
    expect(page.locator("[data-entered] > span")).to_contain_text("2 proposte confermate. Tavolo 7:")
    expect(page.locator("[data-entered]")).to_be_in_viewport(ratio=1)
    expect(page.locator("#tables > .done")).to_have_count(3)
    expect(page.locator("#progress")).to_contain_text("3 di 12")
    assert places(page) == before
    page.keyboard.type("t2")  # nothing has to be clicked first
    page.keyboard.press("Enter")
    page.keyboard.type("0")
    expect(page.locator("[data-entered]")).to_contain_text("Tavolo 2:")
    assert codes(round_) == {1: "1-0", 7: "1-0", 11: "0-1", 2: "0-1"}


def test_a_complete_round_offers_the_next(visit: Visit, live_server: LiveServer, club: Club) -> None:
    round_ = make_round(make_drawn_event(8, club))
    page = opened(visit, live_server, round_)
    page.keyboard.type("1051")
    step = page.get_by_role("region", name="Si può abbinare il turno 2")
    draw = step.get_by_role("button", name="Abbina il turno 2")
    for _size in windows(page, (1280, 800), (1366, 650)):
        expect(draw).to_be_visible()
        expect(step).to_be_in_viewport(ratio=1)
    page.locator("#tables > li").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-chosen-number]")).to_have_text("Tavolo 2")
    page.keyboard.type("c5")
    expect(page.locator("#tables > li").nth(1).locator(".state")).to_have_text("½ – ½")


def two_tables_of_which_one_proposes(club: Club) -> tuple[Round, Table]:
    """A round of ten at tables of five, and its first table."""
    round_ = make_round(make_seated_event(10, club))
    first = table_of(round_, 1)
    propose_scores(round_.stage.event, first.pk, [SeatScore(points=points) for points in (1, 22, 33, 44, 5)])
    return round_, first


def test_a_proposal_is_corrected(visit: Visit, live_server: LiveServer, club: Club) -> None:
    round_, first = two_tables_of_which_one_proposes(club)
    page = opened(visit, live_server, round_)
    tile, box = page.locator(f"#table-{first.pk}"), page.locator(f"#t{first.pk}-1-points")
    own, why = page.locator(".proposal.of-chosen"), page.locator(".why-chosen")
    expect(tile).to_be_focused()
    expect(own).to_be_visible()
    expect(box).to_be_hidden()
    expect(why).to_be_in_viewport(ratio=0.9)
    proposal = own.bounding_box()
    assert proposal
    assert top_of(why) - (proposal["y"] + proposal["height"]) < 60

    page.keyboard.type("t2")
    page.keyboard.press("Enter")
    expect(page.locator(f"#t{table_of(round_, 2).pk}-1-points")).to_be_focused()
    expect(page.locator(".tray .proposal")).to_have_count(1)
    expect(own).to_have_count(0)
    page.keyboard.type("t1")
    page.keyboard.press("Enter")
    expect(own).to_be_visible()
    expect(tile).to_be_focused()
    page.keyboard.press("Enter")
    expect(box).to_be_focused()
    expect(box).to_have_value("1")
    expect(page.locator(".proposal")).to_have_count(1)  # and it waits still


TOPS = "all => all.map(one => one.getBoundingClientRect().top)"
