"""A draft arranged by hand in a real browser: by mouse, by finger and by keyboard."""

from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from clubtornei.accounts.models import Club
from tests.e2e.conftest import PHONE, Open
from tests.e2e.hands import middle
from tests.e2e.keyboard import Keyboard
from tests.e2e.network import ASKING_ALL_THE_TIME, stop_requests
from tests.factories import make_drawn_event, make_round
from tests.rounds.drafts.draft_steps import SEATING, latest_round, make_draft, seating_of

KEY = 20  # milliseconds from key to key: nobody is faster


def draft_seat(page: Page, entry_no: int) -> Locator:
    return page.locator(f".draft-seat:has(#player-{entry_no})")


def place_of(page: Page, entry_no: int) -> tuple[float, float]:
    draft_seat(page, entry_no).scroll_into_view_if_needed()
    return middle(draft_seat(page, entry_no))


def seated(page: Page, number: int) -> list[int]:
    inputs = page.locator(".places > .place").nth(number - 1).locator("input[name=player]")
    return [int(value) for value in inputs.evaluate_all("all => all.map(one => one.value)")]


def test_by_keyboard_from_player_to_player_and_by_mouse_one_upon_another(opened: Open, club: Club) -> None:
    """The piece of who is chosen has a ring that shows."""
    event = make_draft(7, club)
    page = opened(latest_round(event))
    keys, status, by_hand = (
        Keyboard(page),
        page.locator("main > [role=status]"),
        page.locator(".badge.by-hand"),
    )
    before = seating_of(event)
    one, other = before[1][0], before[2][1]
    expect(page.locator(f"#player-{one}")).to_be_focused()  # the arrow keys work at once
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowDown")  # scrolls nothing
    expect(page.locator(f"#player-{one}")).to_be_focused()

    keys.reach(page.locator(f"#player-{one}"))
    page.keyboard.press("Space")
    expect(status).to_contain_text("Scelto: ")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(page.locator(f"#player-{other}")).to_be_focused()
    page.keyboard.press("Enter")
    expect(by_hand).to_have_count(2)
    assert seating_of(event) == before | {1: (other, before[1][1]), 2: (before[2][0], one)}
    expect(page.locator(f"#player-{other}")).to_be_focused()

    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    expect(page.locator("input:checked")).to_have_count(0)
    expect(status).to_have_text("Nessuno scelto.")
    keys.press(page.get_by_role("button", name="Annulla l’ultima modifica"))
    expect(by_hand).to_have_count(0)
    assert seating_of(event) == before
    black = page.locator(f"#player-{before[1][1]}")
    black.check()
    ring = "seat => getComputedStyle(seat, '::before').borderColor"
    ivory = "rgb(248, 242, 227)"  # of what stands on felt
    assert page.locator(f"#player-{before[1][1]} + .seat.black").evaluate(ring) == ivory
    black.uncheck()

    other = before[3][1]
    page.mouse.move(*place_of(page, one))
    page.mouse.down()
    page.mouse.move(10, 10, steps=5)  # beside everything
    page.mouse.up()
    expect(page.locator(".flying")).to_have_count(0)
    assert seating_of(event) == before
    page.mouse.move(*place_of(page, one))
    page.mouse.down()
    page.mouse.move(*place_of(page, other), steps=8)
    expect(page.locator(".draft-seat.flying")).to_be_visible()
    expect(draft_seat(page, other)).to_have_class("draft-seat target")
    page.mouse.up()
    expect(by_hand).to_have_count(2)
    assert seated(page, 1) == [other, before[1][1]]
    assert seating_of(event)[3] == (before[3][0], one)
    expect(status).to_have_text("Giocatori scambiati.")
    expect(page.locator("input:checked")).to_have_count(0)


def test_a_finger_drags_or_taps_and_publishing_waits_for_a_swap_on_its_way(opened: Open, club: Club) -> None:
    event = make_draft(7, club)
    page = opened(latest_round(event), **PHONE)
    before = seating_of(event)
    one, other = before[1][0], before[2][1]
    place_of(page, one)
    place_of(page, other)
    start = place_of(page, one)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", start)
    expect(page.locator(".draft-seat.flying")).to_be_visible()
    end = place_of(page, other)
    touch("touchMove", ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    touch("touchMove", end)
    touch("touchEnd")
    expect(page.locator(".badge.by-hand")).to_have_count(2)
    assert seating_of(event)[1][0] == other

    first, second = before[1][1], before[2][0]
    swap = page.get_by_role("button", name="Scambia")
    draft_seat(page, first).tap()
    expect(swap).to_be_disabled()
    draft_seat(page, second).tap()
    expect(page.locator("[data-chosen]")).to_contain_text(": premi Scambia.")
    held: list[Route] = []
    stop_requests(page, "**/arrange/", lambda route: held.append(route), times=1)
    with page.expect_request("**/arrange/"):
        swap.tap()
    page.get_by_role("button", name="Pubblica").tap()
    expect(page.get_by_text("Aspetto che sia registrato")).to_be_visible()
    held[0].continue_()
    page.wait_for_url(lambda url: "arrange" not in url and "draft" not in url)
    expect(page.locator("#draft")).to_have_count(0)
    assert seating_of(event)[1] == (other, second)


def test_at_larger_tables_one_is_dropped_upon_the_table(opened: Open, club: Club) -> None:
    event = make_draft(9, club, **SEATING)
    page = opened(latest_round(event))
    four = next(number for number, seats in seating_of(event).items() if len(seats) == 4)
    moving = seating_of(event)[3 - four][0]
    page.mouse.move(*place_of(page, moving))
    page.mouse.down()
    box: Any = page.locator(".place").nth(four - 1).bounding_box()
    page.mouse.move(box["x"] + 12, box["y"] + box["height"] / 2, steps=8)
    page.mouse.up()
    expect(page.locator("main > [role=status]")).to_have_text("Seduti al tavolo.")
    assert moving in seating_of(event)[four]


def test_two_swaps_a_choice_and_a_number_typed_while_the_first_is_on_its_way(
    opened: Open, club: Club, slow: None
) -> None:
    event = make_draft(8, club)
    before = seating_of(event)
    page = opened(latest_round(event), script=ASKING_ALL_THE_TIME)
    for one, other in ((before[1][0], before[2][0]), (before[3][1], before[4][1])):
        for player, key in ((one, "Space"), (other, "Enter")):
            page.locator(f"#player-{player}").focus()
            page.keyboard.press(key)
    page.locator(f"#player-{before[2][1]}").focus()
    page.keyboard.press("Space")
    page.get_by_label("Modifica il tavolo 4").click()
    number = page.get_by_label("Diventa il tavolo").nth(3)
    number.focus()
    page.keyboard.type("12", delay=KEY)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".badge.by-hand")).to_have_count(4)
    assert seating_of(event) == {
        1: (before[2][0], before[1][1]),
        2: (before[1][0], before[2][1]),
        3: (before[3][0], before[4][1]),
        4: (before[4][0], before[3][1]),
    }
    expect(page.locator(f"#player-{before[2][1]}")).to_be_checked()
    expect(page.locator("input:checked")).to_have_count(1)
    page.keyboard.type("3")
    expect(number).to_have_value("1324")


def test_a_long_draft_is_read_down_its_columns_and_searched(opened: Open, club: Club) -> None:
    """An edit leaves what was searched, and who is chosen stays so while the other one is looked for."""
    event = make_drawn_event(60, club, system="amalfi", options={"rounds": 3})
    page = opened(make_round(event, published=False))
    search, tables = page.get_by_role("searchbox"), page.locator("#tables > .place:visible")
    expect(tables).to_have_count(30)
    first, second = (tables.nth(place).bounding_box() for place in (0, 1))
    assert first and second
    assert (second["x"], second["y"] > first["y"]) == (first["x"], True)
    page.locator(".why > summary").first.click()
    expect(page.locator(".why[open] p").first).to_be_visible()
    boxes = [tables.nth(place).bounding_box() for place in (14, 15)]
    assert [box and box["x"] == first["x"] for box in boxes] == [True, False]  # as before

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
    expect(tables).not_to_contain_text(beside.partition(",")[0])
