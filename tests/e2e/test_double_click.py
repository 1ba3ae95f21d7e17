"""Who presses twice while the server is slow makes one tournament."""

from collections.abc import Callable
from itertools import product
from time import time
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.accounts.models import Role
from clubtornei.events.models import Event
from clubtornei.rounds.models import Round
from clubtornei.rounds.results.proposal_actions import propose_result
from tests.e2e.conftest import PHONE, Visit
from tests.e2e.network import stop_requests
from tests.e2e.signing_in import sign_in
from tests.e2e.test_hall import codes
from tests.factories import make_club, make_drawn_event, make_member, make_round
from tests.rounds.multiplayer import table_of

HOLD = 0.04  # seconds from down to up
CALM = 0.6  # seconds

Open = Callable[..., Page]


@pytest.fixture
def opened(visit: Visit, live_server: LiveServer) -> Open:
    """The page of a round, in its arbiter's browser."""

    def open_(round_: Round, **options: Any) -> Page:
        event = round_.stage.event
        context = visit(alone=True, reduced_motion="reduce", **options)
        sign_in(context, make_member(event.club, role=Role.ARBITER).user, live_server.url)
        page = context.new_page()
        page.goto(f"/e/{event.slug}/rounds/1/")
        expect(page.locator("#tables > [aria-current]")).to_be_attached()
        return page

    return open_


class Hand:
    """Presses at a place, whatever the page has put there, and says itself when: nobody waits for it."""

    def __init__(self, page: Page, *, touch: bool = False) -> None:
        self.browser = page.context.new_cdp_session(page)
        self.touch = touch
        self.now = time()

    def press(self, place: tuple[float, float], *, after: float = CALM, clicks: int = 1) -> None:
        self.now += after
        x, y = place
        for down, at in ((True, self.now), (False, self.now + HOLD)):
            if self.touch:
                event = {
                    "type": "touchStart" if down else "touchEnd",
                    "touchPoints": [{"x": x, "y": y}] * down,
                }
            else:
                event = {"type": "mousePressed" if down else "mouseReleased", "x": x, "y": y}
                event |= {"button": "left", "clickCount": clicks}
            name = "Input.dispatchTouchEvent" if self.touch else "Input.dispatchMouseEvent"
            self.browser.send(name, {**event, "timestamp": at})


def middle(part: Locator) -> tuple[float, float]:
    box = part.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def key(page: Page, code: str) -> tuple[float, float]:
    """Where that key is of the table that the hall shows."""
    return middle(page.locator(f"#tables > [aria-current] button[value='{code}']"))


def test_a_second_click_makes_no_second_tournament(visit: Visit, live_server: LiveServer) -> None:
    club, context = make_club("Circolo Alfiere"), visit()
    sign_in(context, make_member(club).user, live_server.url)
    page = context.new_page()
    on_their_way: list[Route] = []
    page.goto(f"/c/{club.slug}/events/new/?formula=round-robin.single")
    stop_requests(page, "**/events/new/**", lambda route: on_their_way.append(route))
    page.get_by_label("Nome", exact=True).fill("Coppa")
    button = page.get_by_role("button", name="Crea il torneo")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    with page.expect_request("**/events/new/**"):
        page.mouse.click(*place)
    page.mouse.click(*place)  # were it sent again, the browser would no longer wait for the first answer
    on_their_way[0].continue_()
    expect(page.get_by_text("Il torneo c’è")).to_be_visible()
    assert len(on_their_way) == 1
    assert Event.objects.count() == 1


def test_a_double_click_is_one_result_and_two_keys_pressed_quickly_are_two(opened: Open) -> None:
    """The keys of the next table come beneath the mouse before its second press."""
    round_ = make_round(make_drawn_event(32))
    page = opened(round_)
    hand, place, title = Hand(page), key(page, "1-0"), page.locator("[data-chosen-number]")
    entered = 0
    for pause, clicks in product((0.06, 0.15, 0.35), (1, 2)):  # some devices count clicks, some do not
        hand.press(place)
        entered += 1
        expect(title).to_have_text(f"Tavolo {entered + 1}")
        hand.press(place, after=pause, clicks=clicks)
        expect(page.locator("#progress")).to_contain_text(f"{entered} di 16")
        expect(title).to_have_text(f"Tavolo {entered + 1}")
        hand.press(place)
        entered += 1
        expect(title).to_have_text(f"Tavolo {entered + 1}")

    second = key(page, "0-1")
    hand.press(place)
    hand.press(second, after=0.1)
    hand.press(place, after=0.1)
    expect(page.locator("#progress")).to_contain_text("15 di 16")
    assert codes(round_) == {table: "0-1" if table == 14 else "1-0" for table in range(1, 16)}


def test_a_double_tap_is_one_result_where_only_what_is_missing_is_shown(opened: Open) -> None:
    """On a phone the next table comes up once the answer is there."""
    round_ = make_round(make_drawn_event(8))
    page = opened(round_, **PHONE)
    rows = page.locator("#tables > li[id]:visible")
    page.get_by_text("Solo mancanti").tap()
    hand, place = Hand(page, touch=True), middle(rows.first.locator("button[value='1-0']"))
    hand.press(place)
    expect(rows).to_have_count(3)
    hand.press(place, after=0.3)
    rows.last.scroll_into_view_if_needed()
    hand.press(middle(rows.last.locator("button[value='1-0']")))
    expect(rows).to_have_count(2)
    assert codes(round_) == {1: "1-0", 4: "1-0"}


def test_a_finger_finds_the_next_table_where_it_was(opened: Open) -> None:
    round_ = make_round(make_drawn_event(8))
    page = opened(round_, **PHONE)
    rows = page.locator("#tables > li[id]")
    second = rows.nth(1).locator("button[value='1-0']")
    hand, place = Hand(page, touch=True), middle(second)
    hand.press(middle(rows.first.locator("button[value='1-0']")))
    expect(page.locator("#progress")).to_contain_text("1 di 4")
    assert middle(second) == place


def test_a_double_click_confirms_one_proposal(opened: Open) -> None:
    """The next one takes its place."""
    round_ = make_round(make_drawn_event(8))
    for number in (2, 3, 4):
        propose_result(round_.stage.event, table_of(round_, number).pk, "1-0")
    page = opened(round_)
    proposals = page.locator("#proposals .proposal")
    hand, place = Hand(page), middle(proposals.first.get_by_role("button", name="Conferma"))
    hand.press(place)
    expect(proposals).to_have_count(2)
    hand.press(place, after=0.15)
    hand.press(key(page, "0-1"))
    expect(page.locator("#progress")).to_contain_text("2 di 4")
    assert codes(round_) == {2: "1-0", 1: "0-1"}
