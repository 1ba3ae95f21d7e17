"""The projector in the hall turns its pages by itself, and fetches what is new."""

from datetime import datetime

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.events.models import Event
from clubtornei.public.screen import SECONDS
from clubtornei.rounds.models import Table
from clubtornei.rounds.pages import settings_actions
from clubtornei.rounds.results.actions import record_result
from tests.e2e.conftest import Visit
from tests.factories import make_drawn_event, make_result, make_round, make_user


@pytest.fixture
def event(live_server: LiveServer) -> Event:
    """Twenty-four players: more tables and more places than fit on one page."""
    event = make_drawn_event(24)
    make_result(event, make_round(event), 12, "1-0")
    settings_actions.publish(event)
    return event


@pytest.fixture
def screen(event: Event, visit: Visit) -> Page:
    page = visit(viewport={"width": 1920, "height": 1080}).new_page()
    page.clock.install(time=datetime(2026, 11, 14, 15, 0))
    page.clock.pause_at(datetime(2026, 11, 14, 15, 1))
    page.goto(f"/t/{event.slug}/screen/")
    return page


def pass_time(screen: Page) -> None:
    """As long as a page of the screen stays."""
    screen.clock.run_for(SECONDS * 1000)


def test_the_screen_turns_its_pages_and_fetches_results(event: Event, screen: Page) -> None:
    position = screen.locator("[data-screen-position]")
    shown = screen.locator("[data-page]:visible")
    expect(position).to_have_text("1 / 6")
    expect(shown.get_by_role("row")).to_have_count(7)  # six tables below their headings
    expect(shown).to_contain_text("Turno 1 1/2")
    record_result(event, make_user(), Table.objects.get(number=1).pk, "1-0")
    for page in range(2, 7):
        pass_time(screen)
        expect(position).to_have_text(f"{page} / 6")
        expect(shown).to_have_count(1)
    expect(shown.get_by_role("img")).to_be_visible()  # the code that leads to the pages on the phone
    pass_time(screen)
    expect(position).to_have_text("1 / 6")
    expect(shown.locator(".outcome").nth(1)).to_contain_text("1")


def test_everything_on_a_page_of_the_screen_fits(screen: Page) -> None:
    for _page in range(6):
        expect(screen.locator("[data-page]:visible")).to_have_count(1)
        height = screen.evaluate("document.documentElement.scrollHeight")
        assert height <= 1080
        screen.keyboard.press("ArrowRight")


def test_the_screen_waits_when_it_is_told_to(screen: Page) -> None:
    position = screen.locator("[data-screen-position]")
    screen.keyboard.press("Space")
    expect(screen.get_by_role("button", name="Pausa")).to_have_attribute("aria-pressed", "true")
    pass_time(screen)
    screen.keyboard.press("ArrowRight")
    expect(position).to_have_text("2 / 6")
    screen.keyboard.press("Space")
    pass_time(screen)
    expect(position).to_have_text("3 / 6")
