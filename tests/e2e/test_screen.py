"""The projector in the hall: read from ten metres, turns its pages by itself, and shows what is new."""

from collections.abc import Iterator
from datetime import datetime

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.events.models import Event
from clubtornei.rounds.models import Screen, Table
from clubtornei.rounds.pages import screen_actions as screens, settings_actions
from clubtornei.rounds.results.actions import record_result
from tests.e2e.conftest import new_context
from tests.e2e.halls import CLOCKS, EVENTS
from tests.e2e.network import stop_requests
from tests.e2e.watching import Watcher
from tests.factories import make_drawn_event, make_round, make_seated_event, make_user
from tests.screens import set_screen

HALL: ViewportSize = {"width": 1920, "height": 1080}
SMALL: ViewportSize = {"width": 1280, "height": 720}
POLLED = 5_000  # milliseconds, as static/js/screen.js asks
DARK = "rgb(15, 51, 37)"  # on the brass of a result that has just come in

READ = """async () => {
    await document.fonts.ready;
    let largest = 0;
    const faults = [], names = new Set(), edge = innerWidth / 40, of = 1080 / innerHeight;
    const unseen = "script, template, .visually-hidden, .skip, svg, button, section > h2";
    const foot = document.querySelector(".screen-foot").getBoundingClientRect().top;
    const pages = [...document.querySelectorAll("[data-page]")];
    pages.forEach((page, number) => {
        for (const other of pages) other.hidden = other !== page;
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), boxes = [];
        while (walker.nextNode()) {
            const node = walker.currentNode, parent = node.parentElement, text = node.data.trim();
            if (!text || parent.closest(unseen)) continue;
            const range = document.createRange(), inPage = page.contains(parent);
            range.selectNodeContents(node);
            const size = parseFloat(getComputedStyle(parent).fontSize) * of;
            largest = Math.max(largest, size);
            const isName = inPage && parent.matches(".name, .name b");
            const least = !isName ? 36 : parent.closest(".tree") ? 45 : 53.9;
            for (const { left, right, top, bottom, width } of range.getClientRects()) {
                if (width < 1) continue;
                const slack = (bottom - top) / 4; // of a line, above and below its letters
                boxes.push([text, left, right, top + slack, bottom - slack]);
                const isBeyond = left < edge || right > innerWidth - edge + 1 || top < 0;
                if (isBeyond) faults.push([number, "beyond the edge", text]);
                if (inPage && bottom - slack > foot) faults.push([number, "too low", text]);
                if (size < least) faults.push([number, "too small", text, size]);
            }
        }
        for (const name of page.querySelectorAll(".name")) {
            names.add(name.textContent.trim().replace(/\\s+/g, " "));
        }
        boxes.forEach(([text, left, right, top, bottom], place) => {
            for (const [other, ...box] of boxes.slice(place + 1)) {
                if (left < box[1] - 1 && box[0] < right - 1 && top < box[3] - 1 && box[2] < bottom - 1) {
                    faults.push([number, "over another", text, other]);
                }
            }
        });
        const { scrollHeight } = document.documentElement;
        if (scrollHeight > innerHeight) faults.push([number, "longer than the window"]);
    });
    return { faults, largest, names: [...names] };
}"""


@pytest.fixture
def screen(chromium: Browser, live_server: LiveServer, watcher: Watcher) -> Iterator[Page]:
    """One whose time stands still and is moved by hand."""
    context = new_context(chromium, live_server.url, watcher, viewport=HALL, reduced_motion="reduce")
    page = context.new_page()
    page.clock.install(time=datetime(2026, 11, 14, 15, 0))
    page.clock.pause_at(datetime(2026, 11, 14, 15, 1))
    yield page
    context.close()


def show(screen: Page, event: Event, at: str = "screen") -> None:
    screen.goto(f"/t/{event.slug}/{at}/")


@pytest.fixture
def event(live_server: LiveServer) -> Event:
    """Of 60 tables, more than fit on one page."""
    event = make_drawn_event(120)
    make_round(event)
    settings_actions.publish(event)
    return event


def ask(screen: Page, at: str = "screen") -> None:
    """It has asked what is new, and shows it."""
    with screen.expect_response(lambda response: response.url.endswith(f"/{at}/")) as asked:
        screen.clock.run_for(POLLED)
    asked.value.finished()
    screen.evaluate("() => Promise.resolve()")


def test_all_can_be_read_from_ten_metres(screen: Page) -> None:
    for name, make in (EVENTS | CLOCKS).items():
        event = make()
        show(screen, event, at="clock" if name in CLOCKS else "screen")
        for size in (SMALL, HALL):
            screen.set_viewport_size(size)
            screen.evaluate("dispatchEvent(new Event('resize'))")
            read = screen.evaluate(READ)
            assert read["faults"][:4] == [], (name, size, len(read["faults"]))
            entered = set(event.entries.values_list("name", flat=True))
            if name == "four-024-results":
                expect(screen.locator("[data-page]")).to_have_count(2)
            if name == "message":
                assert read["largest"] > 100
            if not name.startswith(("closed", "message", "clock")):
                assert entered <= set(read["names"]), (name, size)


def test_the_head_of_the_seats_takes_no_room_of_the_names(live_server: LiveServer, screen: Page) -> None:
    event = make_seated_event(35, published=True)
    make_round(event)
    show(screen, event)
    expect(screen.locator("thead .at").first).to_contain_text("sedia")
    cell = screen.locator("tbody .at").first
    room, number = cell.bounding_box(), cell.locator("b").bounding_box()
    assert room
    assert number
    assert room["width"] < 2 * number["width"]


def test_it_turns_its_pages_and_goes_to_a_result_that_comes_in(event: Event, screen: Page) -> None:
    set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    show(screen, event)
    position, landed = screen.locator("[data-screen-position]"), screen.locator(".landed:visible")
    expect(position).to_have_text("1 di 3")
    expect(screen.locator("[data-screen-next]")).to_contain_text("22–42 di 60")
    screen.clock.run_for(12_000)
    expect(position).to_have_text("2 di 3")
    record_result(event, make_user(), Table.objects.get(number=57).pk, "1-0")
    ask(screen)
    expect(landed.locator(".table-number")).to_contain_text("57")
    expect(landed.locator(".won .points")).to_have_css("color", DARK)
    expect(landed.locator(".table-number")).to_have_css("color", DARK)
    record_result(event, make_user(), Table.objects.get(number=3).pk, "1-0")
    ask(screen)  # news call away once in a turn of the pages
    expect(landed.locator(".table-number")).to_contain_text("57")
    screen.clock.run_for(120_000)
    expect(landed).to_have_count(0)


def test_what_is_shown_stays_without_a_network(event: Event, screen: Page) -> None:
    set_screen(event, 1, Screen.Contents.BOARD, 120, "")
    show(screen, event)
    position = screen.locator("[data-screen-position]")
    screen.keyboard.press("ArrowRight")
    expect(position).to_have_text("2 di 4")
    page = screen.locator("[data-page]:visible").element_handle()
    ask(screen)
    assert page
    assert page.is_visible()
    stop_requests(screen, "**/screen/", lambda route: route.abort("aborted"))
    screen.clock.run_for(30_000)
    assert page.is_visible()
    screen.unroute("**/screen/")
    screens.put_message(event, "Si riprende alle <b>16</b>")
    ask(screen)
    expect(screen.locator("[data-page]:visible")).to_have_text("Si riprende alle <b>16</b>")
    screens.put_message(event, "")
    ask(screen)
    expect(screen.locator("[data-page]:visible .name").first).to_be_visible()


def test_it_waits_when_it_is_told_to(event: Event, screen: Page) -> None:
    show(screen, event)
    position, pause = screen.locator("[data-screen-position]"), screen.locator("[data-screen-pause]")
    expect(pause).to_have_css("opacity", "0")
    screen.locator(".screen-foot").hover()
    expect(pause).to_have_css("opacity", "1")
    screen.keyboard.press("Space")
    expect(pause).to_have_text("Riprendi")
    screen.clock.run_for(60_000)
    expect(position).to_have_text("1 di 4")
    expect(screen.get_by_text("In pausa")).to_be_visible()
    screen.keyboard.press("Space")
    screen.clock.run_for(12_000)
    expect(position).to_have_text("2 di 4")
