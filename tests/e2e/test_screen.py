"""The projector in the hall: read from ten metres, turns its pages by itself, and shows what is new."""

from datetime import datetime
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.events.models import Event
from clubtornei.rounds.models import Screen, Table
from clubtornei.rounds.pages import settings_actions
from clubtornei.rounds.results.actions import record_result
from clubtornei.rounds.screens import actions as screens
from tests.e2e.conftest import Visit
from tests.factories import make_drawn_event, make_result, make_round, make_user

POLLED = 5_000  # milliseconds, as static/js/screen.js asks
SMALLEST, NAMES = 36, 54
"""Pixels of 1,080, which can be read from ten metres."""

SIZES = """() => {
    const sizes = {smallest: 999, names: 999, lowest: 0, widest: 0};
    for (const page of document.querySelectorAll("[data-page]")) page.hidden = false;
    const text = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (text.nextNode()) {
        const parent = text.currentNode.parentElement;
        const unseen = parent.closest("script, template, noscript, title, .visually-hidden");
        if (unseen || !text.currentNode.data.trim()) continue;
        const size = parseFloat(getComputedStyle(parent).fontSize);
        sizes.smallest = Math.min(sizes.smallest, size);
        if (parent.closest("tbody .name, li .name")) sizes.names = Math.min(sizes.names, size);
    }
    for (const page of document.querySelectorAll("[data-page]")) {
        for (const other of document.querySelectorAll("[data-page]")) other.hidden = other !== page;
        sizes.lowest = Math.max(sizes.lowest, document.documentElement.scrollHeight);
        sizes.widest = Math.max(sizes.widest, document.documentElement.scrollWidth);
    }
    return sizes;
}"""


@pytest.fixture
def event(live_server: LiveServer) -> Event:
    """Of 60 tables, more than fit on one page."""
    event = make_drawn_event(120)
    make_round(event)
    settings_actions.publish(event)
    return event


def open_screen(visit: Visit, event: Event, **browser: Any) -> Page:
    page = visit(viewport={"width": 1920, "height": 1080}, **browser).new_page()
    page.clock.install(time=datetime(2026, 11, 14, 15, 0))
    page.clock.pause_at(datetime(2026, 11, 14, 15, 1))
    page.goto(f"/t/{event.slug}/screen/")
    return page


def has_fetched(screen: Page) -> None:
    """It has asked what is new, and got it."""
    with screen.expect_response(lambda response: response.url.endswith("/screen/")):
        screen.clock.run_for(POLLED)


def test_all_can_be_read_from_ten_metres(event: Event, live_server: LiveServer, visit: Visit) -> None:
    few = make_drawn_event(8, published=True)
    make_round(few)
    for shown in (event, few):
        make_result(shown, shown.stages.get().rounds.get(), 1, "+--")
        for contents in (Screen.Contents.BOARD, Screen.Contents.RESULTS, Screen.Contents.STANDINGS):
            screens.set_screen(shown, 1, contents, 12, "")
            sizes = open_screen(visit, shown).evaluate(SIZES)
            assert sizes["smallest"] >= SMALLEST, (contents, sizes)
            assert sizes["names"] >= NAMES, (contents, sizes)
            assert (sizes["lowest"], sizes["widest"]) == (1080, 1920), (contents, sizes)


def test_it_turns_its_pages_and_goes_to_a_result_that_comes_in(event: Event, visit: Visit) -> None:
    screens.set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    screen = open_screen(visit, event)
    position, shown = screen.locator("[data-screen-position]"), screen.locator("[data-page]:visible")
    expect(position).to_have_text("1 / 6")
    expect(shown.get_by_role("listitem")).to_have_count(10)
    screen.clock.run_for(12_000)
    expect(position).to_have_text("2 / 6")
    record_result(event, make_user(), Table.objects.get(number=57).pk, "1-0")
    has_fetched(screen)
    landed = screen.locator(".landed:visible")
    expect(landed).to_have_attribute("data-value", "1 – 0")
    expect(landed.locator(".table-number")).to_contain_text("57")
    screen.clock.run_for(8_000)
    expect(landed).to_have_count(0)


def test_what_the_arbiter_sets_is_shown_by_itself(event: Event, visit: Visit) -> None:
    screen = open_screen(visit, event)
    expect(screen.locator("[data-page]:visible .letter").first).to_have_text("G")
    screens.put_message(event, "Si riprende alle 16")
    has_fetched(screen)
    expect(screen.locator("[data-page]:visible")).to_have_text("Si riprende alle 16")
    screens.put_message(event, "")
    screens.set_screen(event, 1, Screen.Contents.RESULTS, 5, "")
    has_fetched(screen)
    expect(screen.locator("[data-page]:visible h2")).to_have_text("Turno 1 1/6")
    screen.clock.run_for(5_000)
    expect(screen.locator("[data-page]:visible h2")).to_have_text("Turno 1 2/6")


def test_a_result_simply_appears_where_nothing_is_to_move(event: Event, visit: Visit) -> None:
    screens.set_screen(event, 1, Screen.Contents.RESULTS, 12, "")
    screen = open_screen(visit, event, reduced_motion="reduce")
    record_result(event, make_user(), Table.objects.get(number=1).pk, "1-0")
    has_fetched(screen)
    expect(screen.locator(".landed:visible")).to_be_visible()
    assert screen.evaluate("document.getAnimations().length") == 0


def test_it_waits_when_it_is_told_to_and_hides_what_is_not_for_the_hall(event: Event, visit: Visit) -> None:
    screen = open_screen(visit, event)
    position, pause = screen.locator("[data-screen-position]"), screen.locator("[data-screen-pause]")
    screen.clock.run_for(3_000)
    expect(pause).not_to_be_visible()
    assert screen.evaluate("getComputedStyle(document.body).cursor") == "none"
    screen.keyboard.press("Space")
    expect(pause).to_be_visible()
    expect(pause).to_have_attribute("aria-pressed", "true")
    screen.clock.run_for(12_000)
    screen.keyboard.press("ArrowRight")
    expect(position).to_have_text("2 / 3")
    screen.keyboard.press("Space")
    screen.clock.run_for(12_000)
    expect(position).to_have_text("3 / 3")
