"""What opens near the lower edge of the window is seen, and a menu closes when one does something else."""

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.events.models import Event
from clubtornei.events.writing import writing
from clubtornei.rounds.drafts.round_actions import make_public
from clubtornei.rounds.models import Round
from tests.e2e.conftest import Visit
from tests.e2e.signing_in import sign_in
from tests.factories import make_club, make_user
from tests.rounds.drafts.draft_steps import make_draft

LAST_IN_SIGHT = "all => all.findLastIndex(one => one.getBoundingClientRect().bottom <= innerHeight)"


@pytest.fixture
def event(live_server: LiveServer) -> Event:
    """Of the tables of a draft some are below the window."""
    return make_draft(60, make_club("Circolo", owner=make_user()))


@pytest.fixture
def page(event: Event, visit: Visit, live_server: LiveServer) -> Page:
    context = visit(reduced_motion="reduce")
    sign_in(context, event.club.memberships.get().user, live_server.url)
    page = context.new_page()
    page.goto(f"/e/{event.slug}/rounds/1/")
    return page


def unfold(details: Locator) -> Locator:
    """Opens the last of them that is in sight, without scrolling; returns what it holds."""
    last = details.nth(details.locator("summary").evaluate_all(LAST_IN_SIGHT))
    last.locator("summary").click()
    return last.locator("> :last-child")


def test_what_opens_is_in_sight_and_closes_when_one_does_something_else(page: Page, event: Event) -> None:
    for kind in ("more", "why"):
        expect(unfold(page.locator(f".place details.{kind}"))).to_be_in_viewport(ratio=0.99)
        page.keyboard.press("Escape")

    player, opened = page.locator("#tables [id^=player-]"), page.locator(".more[open]")
    button = page.locator("#tables .more > summary").nth(4)
    player.first.check()
    button.click()
    page.keyboard.press("Escape")
    expect(opened).to_have_count(0)
    expect(button).to_be_focused()
    expect(player.first).to_be_checked()
    button.press("Enter")
    expect(opened).to_have_count(1)
    player.last.check()
    expect(opened).to_have_count(0)

    # The menu of a game closes in the list, and stays in the tray.
    with writing(event):
        make_public(Round.objects.get())
    page.reload()
    tray = page.locator("[aria-current] .menu > a")
    expect(tray).to_be_visible()
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(tray).to_be_visible()
    page.get_by_role("button", name="Elenco").click()
    page.locator("#tables .more > summary").nth(2).click()
    menu = page.locator("#tables .menu").nth(2)
    expect(menu).to_be_visible()
    page.get_by_role("heading", level=1).click()
    expect(menu).to_be_hidden()

    page.goto(f"/e/{event.slug}/entries/")
    page.locator(".page-head .more > summary").click()
    expect(opened).to_have_count(1)
    page.get_by_role("heading", level=1).click()
    expect(opened).to_have_count(0)
