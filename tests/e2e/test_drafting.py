"""A draft arranged by hand in a real browser: by mouse, by finger and by keyboard."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.events.models import Event
from tests.e2e.conftest import PHONE, Visit
from tests.e2e.keyboard import Keyboard
from tests.e2e.network import stop_requests
from tests.e2e.signing_in import sign_in
from tests.factories import make_club, make_user
from tests.rounds.drafts.draft_steps import SEATING, make_draft, seating_of

Open = Callable[..., Page]


@pytest.fixture
def event(live_server: LiveServer) -> Event:
    return make_draft(7, make_club("Circolo Alfiere", owner=make_user()))


def draft_of(event: Event, window: Page, site: str) -> Page:
    """The page of the draft, to the owner of its club."""
    sign_in(window.context, event.club.memberships.get().user, site)
    window.goto(f"/e/{event.slug}/rounds/1/")
    return window


@pytest.fixture
def opened(visit: Visit, live_server: LiveServer) -> Open:
    return partial(draft_of, window=visit().new_page(), site=live_server.url)


@pytest.fixture
def opened_on_a_phone(visit: Visit, live_server: LiveServer) -> Open:
    return partial(draft_of, window=visit(**PHONE).new_page(), site=live_server.url)


def draft_seat(page: Page, entry_no: int) -> Any:
    return page.locator(f".draft-seat:has(#player-{entry_no})")


def middle(page: Page, entry_no: int) -> tuple[float, float]:
    draft_seat(page, entry_no).scroll_into_view_if_needed()
    box = draft_seat(page, entry_no).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def seated(page: Page, number: int) -> list[int]:
    inputs = page.locator(".places > .place").nth(number - 1).locator("input[name=player]")
    return [int(value) for value in inputs.evaluate_all("all => all.map(one => one.value)")]


def test_one_is_dragged_upon_another_with_the_mouse(event: Event, opened: Open) -> None:
    page = opened(event)
    before = seating_of(event)
    one, other = before[1][0], before[3][1]

    page.mouse.move(*middle(page, one))
    page.mouse.down()
    page.mouse.move(10, 10, steps=5)  # beside everything
    page.mouse.up()
    expect(page.locator(".flying")).to_have_count(0)
    assert seating_of(event) == before

    page.mouse.move(*middle(page, one))
    page.mouse.down()
    page.mouse.move(*middle(page, other), steps=8)
    expect(page.locator(".draft-seat.flying")).to_be_visible()
    expect(draft_seat(page, other)).to_have_class("draft-seat target")
    page.mouse.up()

    expect(page.locator(".badge.by-hand")).to_have_count(2)
    assert seated(page, 1) == [other, before[1][1]]
    assert seating_of(event)[3] == (before[3][0], one)
    expect(page.locator("main > [role=status]")).to_have_text("Giocatori scambiati.")
    expect(page.locator("input:checked")).to_have_count(0)


def test_a_finger_holds_and_drags(event: Event, opened_on_a_phone: Open) -> None:
    page = opened_on_a_phone(event)
    before = seating_of(event)
    one, other = before[1][0], before[2][1]
    middle(page, one)
    start, end = middle(page, one), middle(page, other)
    start = middle(page, one)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", start)
    expect(page.locator(".draft-seat.flying")).to_be_visible()
    end = middle(page, other)
    touch("touchMove", ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    touch("touchMove", end)
    touch("touchEnd")

    expect(page.locator(".badge.by-hand")).to_have_count(2)
    assert seating_of(event)[1][0] == other


def test_tap_and_tap_and_swap(event: Event, opened_on_a_phone: Open) -> None:
    page = opened_on_a_phone(event)
    before = seating_of(event)
    one, other = before[1][0], before[2][0]

    swap = page.get_by_role("button", name="Scambia")
    draft_seat(page, one).tap()
    expect(swap).to_be_disabled()
    draft_seat(page, other).tap()
    expect(page.locator("[data-chosen]")).to_contain_text(": premi Scambia.")
    swap.tap()

    expect(page.locator(".badge.by-hand")).to_have_count(2)
    assert seating_of(event)[1][0] == other


def test_publishing_waits_for_a_swap_on_its_way(event: Event, opened_on_a_phone: Open) -> None:
    page = opened_on_a_phone(event)
    before = seating_of(event)
    one, other = before[1][0], before[2][0]
    draft_seat(page, one).tap()
    draft_seat(page, other).tap()
    held: list[Route] = []
    stop_requests(page, "**/arrange/", lambda route: held.append(route), times=1)

    page.get_by_role("button", name="Scambia").tap()
    page.get_by_role("button", name="Pubblica").tap()
    expect(page.get_by_text("Aspetto che sia registrato")).to_be_visible()
    held[0].continue_()

    page.wait_for_url(lambda url: "arrange" not in url and "draft" not in url)
    expect(page.locator("#draft")).to_have_count(0)
    assert seating_of(event)[1][0] == other


def test_the_keyboard_goes_from_player_to_player(event: Event, opened: Open) -> None:
    """The piece of who is chosen has a ring that shows."""
    page = opened(event)
    keys = Keyboard(page)
    before = seating_of(event)
    one, other = before[1][0], before[2][1]
    expect(page.locator(f"#player-{one}")).to_be_focused()  # the arrow keys work at once
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowDown")  # scrolls nothing
    expect(page.locator(f"#player-{one}")).to_be_focused()

    keys.reach(page.locator(f"#player-{one}"))
    page.keyboard.press("Space")
    expect(page.locator("main > [role=status]")).to_contain_text("Scelto: ")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(page.locator(f"#player-{other}")).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.locator(".badge.by-hand")).to_have_count(2)
    assert seating_of(event) == before | {1: (other, before[1][1]), 2: (before[2][0], one)}
    expect(page.locator(f"#player-{other}")).to_be_focused()

    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    expect(page.locator("input:checked")).to_have_count(0)
    expect(page.locator("main > [role=status]")).to_have_text("Nessuno scelto.")

    keys.press(page.get_by_role("button", name="Annulla l’ultima modifica"))
    expect(page.locator(".badge.by-hand")).to_have_count(0)
    assert seating_of(event) == before

    page.locator(f"#player-{before[1][1]}").check()
    ring = "seat => getComputedStyle(seat, '::before').borderColor"
    ivory = "rgb(248, 242, 227)"  # of what stands on felt
    assert page.locator(f"#player-{before[1][1]} + .seat.black").evaluate(ring) == ivory


def test_at_larger_tables_one_is_dropped_upon_the_table(live_server: LiveServer, opened: Open) -> None:
    event = make_draft(9, make_club("Circolo", owner=make_user()), **SEATING)
    page = opened(event)
    four = next(number for number, seats in seating_of(event).items() if len(seats) == 4)
    moving = seating_of(event)[3 - four][0]

    page.mouse.move(*middle(page, moving))
    page.mouse.down()
    box = page.locator(".place").nth(four - 1).bounding_box()
    page.mouse.move(box["x"] + 12, box["y"] + box["height"] / 2, steps=8)
    page.mouse.up()

    expect(page.locator("main > [role=status]")).to_have_text("Seduti al tavolo.")
    assert moving in seating_of(event)[four]


def test_a_long_draft_is_read_down_its_columns(live_server: LiveServer, opened: Open) -> None:
    page = opened(make_draft(30, make_club("Circolo", owner=make_user())))
    page.set_viewport_size({"width": 1280, "height": 800})
    first, second = (page.locator(".place").nth(place).bounding_box() for place in (0, 1))
    assert first and second
    assert (second["x"], second["y"] > first["y"]) == (first["x"], True)
