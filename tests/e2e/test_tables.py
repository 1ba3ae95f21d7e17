"""Tables of more than two: a helper’s phone at the table, the arbiter’s screen, and a keyboard alone."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.accounts.models import Role
from clubtornei.events.models import Event
from clubtornei.rounds.models import Table
from clubtornei.rounds.results.multiplayer_actions import record_scores
from clubtornei.rounds.results.table_links import address_of
from scoring.document import SeatScore
from tests.e2e.conftest import PHONE, Visit
from tests.e2e.signing_in import sign_in
from tests.e2e.watching import Watcher
from tests.factories import make_club, make_member, make_round, make_seated_event, make_user
from tests.rounds.multiplayer import scores_at, table_of


@pytest.fixture
def event(live_server: LiveServer) -> Event:
    """Nine players at two tables: four and five."""
    event = make_seated_event(9, make_club("Circolo RisiKo!"))
    make_round(event)
    return event


@pytest.fixture
def tables(event: Event) -> list[Table]:
    round_ = event.stages.get().rounds.get()
    return [table_of(round_, number) for number in (1, 2)]


@pytest.fixture
def arbiter(event: Event, visit: Visit, live_server: LiveServer) -> Page:
    context = visit(alone=True, reduced_motion="reduce")
    sign_in(context, make_member(event.club, role=Role.ARBITER).user, live_server.url)
    page = context.new_page()
    page.clock.install()
    page.goto(f"/e/{event.slug}/rounds/1/")
    return page


def test_a_table_proposes(arbiter: Page, tables: list[Table], visit: Visit) -> None:
    phone = visit(alone=True, **PHONE).new_page()
    phone.clock.install()
    phone.goto(address_of(tables[0]))
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    for seat, points in enumerate(("54", "31", "22"), 1):
        phone.locator(f"[name='{seat}-points']").fill(points)
    phone.locator("[name='4-eliminated']").select_option("1")
    phone.clock.fast_forward(1_000)
    expect(phone.locator(f"#place-{tables[0].pk}-1")).to_have_text("1°")
    expect(phone.locator(f"#points-{tables[0].pk}-1")).to_have_text("150,23")
    phone.get_by_role("button", name="Invia all’arbitro").tap()
    expect(phone.get_by_text("in attesa dell’arbitro")).to_be_visible()
    assert scores_at(tables[0]) == [None] * 4

    arbiter.clock.fast_forward(5_000)
    expect(arbiter.locator("#proposals-status")).to_have_text("Un tavolo propone il suo risultato")
    arbiter.set_viewport_size({"width": 768, "height": 1024})
    confirm = arbiter.get_by_role("button", name="Conferma del tavolo 1")
    names, button = arbiter.locator(".proposal .finish").bounding_box(), confirm.bounding_box()
    assert names and button and names["y"] + names["height"] < button["y"], "they leave room for the names"
    confirm.click()
    expect(arbiter.locator(".multiplayer-table.done")).to_have_count(1)
    expect(arbiter.locator("#progress")).to_contain_text("1 di 2")
    expect(arbiter.locator("#proposals-status")).to_be_empty()

    phone.clock.fast_forward(10_000)
    expect(phone.get_by_text("Confermato dall’arbitro")).to_be_visible()


def test_a_table_of_five_with_the_keyboard_alone(
    arbiter: Page, event: Event, tables: list[Table], watcher: Watcher, live_server: LiveServer
) -> None:
    """Points downwards, then on to the other columns; a slip is shown at its field, and put right there."""
    first, second = tables
    keys = arbiter.keyboard
    expect(arbiter.locator(f"#t{first.pk}-1-points")).to_be_focused()
    for points in ("10", "20", "30", "40"):
        keys.type(points)
        keys.press("Enter")
    keys.press("Control+Enter")
    expect(arbiter.locator(f"#table-{first.pk}.done")).to_be_visible()

    expect(arbiter.locator(f"#t{second.pk}-1-points")).to_be_focused()
    for points in ("54", "31", "22", "12", "0"):
        keys.type(points)
        keys.press("Enter")
    expect(arbiter.locator(f"#t{second.pk}-1-outside")).to_be_focused()
    keys.type("7")
    keys.press("ArrowRight")
    expect(arbiter.locator(f"#t{second.pk}-1-eliminated")).to_be_focused()
    for _row in range(4):
        keys.press("Enter")
    expect(arbiter.locator(f"#t{second.pk}-5-eliminated")).to_be_focused()
    keys.press("2")  # nobody was first out
    watcher.expect_refusal(f"{live_server.url}/e/{event.slug}/tables/{second.pk}/scores/")
    keys.press("Control+Enter")
    expect(arbiter.get_by_role("alert")).to_contain_text("senza salti")
    expect(arbiter.locator(f"#t{second.pk}-5-eliminated")).to_be_focused()
    assert scores_at(second) == [None] * 5
    keys.press("1")
    arbiter.clock.fast_forward(1_000)
    expect(arbiter.locator(f"#place-{second.pk}-5")).to_have_text("5°")
    keys.press("Control+Enter")
    expect(arbiter.locator(f"#table-{second.pk}.done")).to_be_visible()
    expect(arbiter.locator("#progress")).to_contain_text("2 di 2")
    assert scores_at(second) == [
        SeatScore(points=54, outside=7), SeatScore(points=31), SeatScore(points=22), SeatScore(points=12),
        SeatScore(points=0, eliminated=1),
    ]  # fmt: skip


def test_an_unsaved_correction_is_seen(arbiter: Page, tables: list[Table]) -> None:
    """Who leaves the page before is asked."""
    table = tables[0]
    asked = []
    arbiter.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    for seat, points in enumerate(("54", "31", "22", "12"), 1):
        arbiter.locator(f"#t{table.pk}-{seat}-points").fill(points)
    arbiter.keyboard.press("Control+Enter")
    saved = arbiter.locator(f"#table-{table.pk}.done")
    expect(saved).to_be_visible()
    expect(saved.locator(".seats")).not_to_contain_text("150,24")
    mark = saved.get_by_text("non salvato")
    in_tray = arbiter.locator(".chosen .not-saved")
    save = saved.locator("[data-save]")
    saved.click()
    expect(mark).to_be_hidden()
    expect(save).to_be_hidden()

    cell = arbiter.locator(f"#t{table.pk}-1-points")
    arbiter.keyboard.press("c")
    cell.fill("55")

    expect(mark).to_be_visible()
    expect(in_tray).to_be_visible()
    expect(save).to_be_visible()
    arbiter.locator(f"#table-{tables[1].pk}").click()
    expect(mark).to_be_visible()
    expect(in_tray).to_be_hidden()
    arbiter.get_by_role("button", name="Elenco").click()
    expect(mark).to_be_visible()
    expect(saved.get_by_text("registrato")).to_be_hidden()
    arbiter.get_by_role("button", name="Sala").click()
    saved.click()
    cell.fill("54")
    expect(mark).to_be_hidden()
    expect(in_tray).to_be_hidden()
    cell.fill("55")
    arbiter.keyboard.press("Control+Enter")
    expect(saved.locator(".seats")).to_contain_text("150,24")
    expect(mark).to_be_hidden()

    arbiter.locator(f"#t{tables[1].pk}-1-points").press_sequentially("54")
    arbiter.get_by_role("link", name="Classifica").click()
    arbiter.wait_for_url("**/standings/")
    assert asked == ["beforeunload"]


def test_a_correction_that_comes_too_late_says_why_and_what_was_typed(
    arbiter: Page, event: Event, tables: list[Table], watcher: Watcher, live_server: LiveServer
) -> None:
    """A colleague has drawn the next round meanwhile: the row has no form any more."""
    for table in tables:
        scores = [SeatScore(points=points) for points in range(10, 10 + table.seats.count())]
        record_scores(event, make_user(), table.pk, scores)
    arbiter.reload()
    arbiter.locator(f"#table-{tables[0].pk}").click()
    arbiter.keyboard.press("c")
    arbiter.locator(f"#t{tables[0].pk}-1-points").fill("77")
    make_round(event)
    watcher.expect_refusal(f"{live_server.url}/e/{event.slug}/tables/{tables[0].pk}/scores/")
    arbiter.keyboard.press("Control+Enter")
    refused = arbiter.locator(f"#table-{tables[0].pk}").get_by_role("alert")
    expect(refused).to_contain_text("Avevi scritto: 77 · 11 · 12 · 13.")
    expect(refused).to_be_visible()


def test_a_tap_anywhere_on_a_card_opens_it(arbiter: Page, tables: list[Table]) -> None:
    arbiter.set_viewport_size({"width": 390, "height": 844})
    card = arbiter.locator(f"#table-{tables[1].pk}")
    card.scroll_into_view_if_needed()
    names = card.locator(".seats").bounding_box()
    assert names
    arbiter.mouse.click(names["x"] + 20, names["y"] + 20)
    expect(card.locator("[data-cells]")).to_be_visible()


def test_no_head_of_a_column_breaks_a_word(arbiter: Page, tables: list[Table]) -> None:
    arbiter.locator("[aria-current] .aside-switch").click()
    heads = arbiter.locator("[aria-current] .scores thead th")
    broken = "all => all.filter(one => one.scrollWidth > one.clientWidth).length"
    assert heads.evaluate_all("all => getComputedStyle(all[1]).overflowWrap") == "normal"
    assert heads.evaluate_all(broken) == 0
