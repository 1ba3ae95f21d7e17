"""The hall: all tables of a round as tiles, and the chosen one's keys beside them; or as a list."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.accounts.models import Club, Role
from clubtornei.launch.system import find_chromium
from tests.e2e.conftest import FLAGS, Open, new_context
from tests.e2e.hands import codes, expect_places, middle, places, progress, tables, title
from tests.e2e.network import stop_requests
from tests.e2e.signing_in import sign_in
from tests.e2e.watching import Watcher
from tests.factories import make_drawn_event, make_member, make_round
from tests.rounds.multiplayer import table_of

OUT_OF_SIGHT = """tiles => tiles.filter(tile => {
  const { top, bottom, left, right } = tile.getBoundingClientRect();
  return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
}).length"""
EDGES = "part => { const { left, right } = part.getBoundingClientRect(); return [left, innerWidth - right]; }"
RESTS = """row => new Promise(done => {
  const look = (before, turns) => {
    const now = row.getBoundingClientRect().top, next = now === before ? turns + 1 : 0;
    if (next > 5) done(now);
    else requestAnimationFrame(() => look(now, next));
  };
  look(null, 0);
})"""
"""Where the row is once the window has scrolled to it."""


def windows(page: Page, *sizes: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The page in windows of these sizes (width, height), one after the other."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        yield width, height


def top_of(part: Locator) -> float:
    box = part.bounding_box()
    assert box
    return box["y"]


@pytest.fixture
def with_scroll_bars(chromium: Browser) -> Iterator[Browser]:
    """Those that take room, as on most arbiters' laptops."""
    browser = chromium.browser_type.launch(
        executable_path=find_chromium(), args=FLAGS, ignore_default_args=["--hide-scrollbars"]
    )
    yield browser
    browser.close()


def test_sixty_tables_are_in_sight_and_none_moves_whatever_the_tray_shows(
    with_scroll_bars: Browser, watcher: Watcher, live_server: LiveServer, club: Club
) -> None:
    event = make_drawn_event(120, club, system="amalfi", options={"rounds": 3})
    round_ = make_round(event, published=False)
    of_one_initial = ("Leone Sara", "Leone Sandro"), ("Leone Ada", "Leone Bruno")
    for number, names in enumerate(of_one_initial, 1):
        for seat, name in zip(table_of(round_, number).seats.order_by("position"), names, strict=True):
            event.entries.filter(pk=seat.entry_id).update(name=name)
    context = new_context(with_scroll_bars, live_server.url, watcher)
    sign_in(context, make_member(club, role=Role.ARBITER).user, live_server.url)
    page = context.new_page()
    page.goto(f"/e/{event.slug}/")  # leads to the round
    page.get_by_role("button", name=re.compile("^Pubblica")).click()
    told = page.locator(".just-published")
    for role, name in (
        ("link", "Stampa gli abbinamenti"),
        ("button", "Pubblica il torneo"),
        ("link", "Riporta in bozza"),
    ):
        expect(told.get_by_role(role, name=name)).to_be_in_viewport(ratio=1)
        expect(page.get_by_role(role, name=name)).to_have_count(1)
    page.wait_for_load_state()
    assert tables(page).evaluate_all(OUT_OF_SIGHT) == 0
    reasons = page.locator("[data-chosen-why]")
    expect(reasons).to_be_hidden()  # else it would cut them through a line
    published = places(page)

    page.keyboard.type("1")
    expect(told).to_have_count(0)
    expect(tables(page).first).to_contain_text("1 – 0")
    expect_places(page, published)  # after a result
    expect(reasons).to_be_hidden()  # they stay as they were until somebody asks
    page.locator(".why-chosen > summary").click()
    expect(reasons).to_be_visible()
    expect_places(page, published)  # with its reasons
    page.reload()
    expect_places(page, published)  # without the message

    # Less high than its screen, by the bars of the browser.
    expect(tables(page)).to_have_count(60)
    for size in windows(page, (1280, 660), (1366, 650), (1600, 900), (1920, 950), (1280, 800)):
        assert tables(page).evaluate_all(OUT_OF_SIGHT) == 0, size
        if size in ((1280, 800), (1920, 950)):
            expect(page.locator(".legend")).to_be_in_viewport(ratio=1)  # what the shapes of the tiles mean
    given = page.locator("#tables > li .given")
    shown = given.evaluate_all("all => all.slice(0, 4).map(one => getComputedStyle(one, '::after').content)")
    assert shown == ['"Sar."', '"San."', '"A."', '"B."']
    cut = "all => all.slice(0, 2).filter(one => one.scrollWidth > one.clientWidth).length"
    assert given.evaluate_all(cut) == 0

    # The list stands still, however late the answer is: the cursor is at the next table already. In a wide
    # window it has two columns, which the arrows follow.
    page.get_by_role("button", name="Elenco").click()
    under_way: list[Route] = []
    stop_requests(page, "**/result/", lambda route: under_way.append(route))
    sizes = windows(page, (1280, 800), (1920, 950))
    for size, numbers in zip(sizes, ((40, 22), (41, 23)), strict=True):
        for number in numbers:
            row = tables(page).nth(number - 1)
            page.locator("#go").fill(str(number))
            page.keyboard.press("Enter")
            expect(row).to_be_focused()
            expect(row).to_be_in_viewport(ratio=1)
            with page.expect_request("**/result/"):
                page.keyboard.press("1")
            expect(tables(page).nth(number)).to_be_focused()
            before = row.evaluate(RESTS)
            under_way.pop().continue_()
            expect(row).to_have_class("table done")
            assert top_of(row) == before, size
    tables(page).nth(4).locator(".table-number").click()
    page.keyboard.press("ArrowRight")
    expect(tables(page).nth(5)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(tables(page).nth(7)).to_be_focused()
    assert page.locator("#tables").evaluate(EDGES) == page.locator(".round-line").evaluate(EDGES)
    page.set_viewport_size({"width": 1280, "height": 800})
    tables(page).nth(4).locator(".table-number").click()
    page.keyboard.press("ArrowRight")
    expect(tables(page).nth(4)).to_be_focused()
    context.close()


def test_the_first_tap_on_a_tablet_counts(opened: Open, club: Club) -> None:
    """It chooses the table, which the tray shows already: no key may move under the finger."""
    round_ = make_round(make_drawn_event(24, club))
    page = opened(round_, viewport={"width": 1024, "height": 768}, has_touch=True, is_mobile=True)
    chosen = page.locator("#tables > [aria-current]")
    expect(title(page)).to_have_text("Tavolo 1")
    page.touchscreen.tap(*middle(chosen.locator("button[value='1-0']")))
    expect(progress(page)).to_contain_text("1 di 12")
    page.reload()
    expect(title(page)).to_have_text("Tavolo 2")
    page.touchscreen.tap(*middle(chosen.get_by_text("Altra decisione dell’arbitro")))
    page.wait_for_url("**/tables/**")
    assert codes(round_) == {1: "1-0"}
