"""Tables of more than two: a helper’s phone at the table, the arbiter’s screen, and a keyboard alone."""

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.models import Table
from clubtornei.rounds.results.multiplayer_actions import record_scores
from clubtornei.rounds.results.proposal_actions import propose_scores
from clubtornei.rounds.results.table_links import address_of
from clubtornei.rounds.stages.closing_actions import close
from scoring.document import SeatScore
from tests.e2e.conftest import PHONE, Open, Visit
from tests.e2e.hands import cell, done, go_to, progress, row, said, write
from tests.e2e.watching import Watcher
from tests.factories import make_round, make_seated_event, make_user
from tests.rounds.multiplayer import FOUR, scores_at, table_of
from tests.rounds.staged import make_staged_event

INSIDE = """() => {
  const { left, right } = document.querySelector(".rounds-bar .menu").getBoundingClientRect();
  return left >= 0 && right <= innerWidth;
}"""


@pytest.fixture
def event(live_server: LiveServer, club: Club) -> Event:
    """Nine players at two tables: four and five."""
    event = make_seated_event(9, club)
    make_round(event)
    return event


@pytest.fixture
def tables(event: Event) -> list[Table]:
    round_ = event.stages.get().rounds.get()
    return [table_of(round_, number) for number in (1, 2)]


@pytest.fixture
def arbiter(event: Event, opened: Open) -> Page:
    """At the round, with a clock that is moved by hand."""
    page = opened("/", alone=True, reduced_motion="reduce")
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
    expect(phone.locator(f"#place-{tables[0].pk}-1")).to_be_hidden()  # it is of before
    phone.clock.fast_forward(1_000)
    expect(phone.locator(f"#place-{tables[0].pk}-1")).to_be_visible()
    expect(phone.locator(f"#place-{tables[0].pk}-1")).to_have_text("1°")
    expect(phone.locator(f"#points-{tables[0].pk}-1")).to_have_text("150,23")
    phone.get_by_role("button", name="Invia all’arbitro").tap()
    expect(phone.get_by_text("in attesa dell’arbitro")).to_be_visible()
    assert scores_at(tables[0]) == [None] * 4

    arbiter.clock.fast_forward(5_000)
    expect(arbiter.locator("#proposals-status")).to_have_text("Un tavolo propone il suo risultato")
    arbiter.set_viewport_size({"width": 768, "height": 1024})
    confirm = arbiter.get_by_role("button", name="Conferma del tavolo 1")
    expect(confirm).to_be_visible()
    names, button = arbiter.locator(".proposal .finish").bounding_box(), confirm.bounding_box()
    assert names and button and names["y"] + names["height"] < button["y"], "they leave room for the names"
    confirm.click()
    expect(done(arbiter)).to_have_count(1)
    expect(progress(arbiter)).to_contain_text("1 di 2")
    expect(arbiter.locator("#proposals-status")).to_be_empty()

    phone.clock.fast_forward(10_000)
    expect(phone.get_by_text("Confermato dall’arbitro")).to_be_visible()


def test_the_notice_names_what_u_takes_back_and_the_proposal_returns(opened: Open, club: Club) -> None:
    """And it can be corrected."""
    event = make_seated_event(12, club)
    round_ = make_round(event)
    first, second, third = (table_of(round_, one) for one in (1, 2, 3))
    propose_scores(event, first.pk, FOUR)
    page = opened(round_)
    undo, notice = page.locator("[data-undo]"), page.locator("[data-entered]")
    own, why = page.locator(".proposal.of-chosen"), page.locator(".why-chosen")
    confirm, box = page.get_by_role("button", name="Conferma del tavolo 1"), cell(page, first)
    expect(undo).to_be_disabled()
    expect(row(page, first)).to_be_focused()
    expect(own).to_be_visible()
    expect(box).to_be_hidden()
    expect(why).to_be_in_viewport(ratio=0.9)
    proposal, below = own.bounding_box(), why.bounding_box()
    assert proposal and below and below["y"] - (proposal["y"] + proposal["height"]) < 60

    go_to(page, 2)
    expect(cell(page, second)).to_be_focused()
    expect(page.locator(".tray .proposal")).to_have_count(1)
    expect(own).to_have_count(0)
    write(page, [10, 20, 30, 40])
    page.keyboard.press("Control+Enter")
    expect(notice).to_contain_text("Tavolo 2: 1°")
    confirm.click()
    expect(notice).to_contain_text("Tavolo 1: 1°")
    undo.click()
    expect(notice).to_contain_text("Annullato. Tavolo 1: senza risultato.")
    expect(notice.get_by_role("button")).to_be_hidden()
    expect(confirm).to_be_visible()
    assert scores_at(second)[0] == SeatScore(points=10)
    page.locator(".legend").click()
    expect(notice.locator("> span")).to_be_empty()

    go_to(page, 3)
    expect(cell(page, third)).to_be_focused()
    go_to(page, 1)
    expect(own).to_be_visible()
    expect(row(page, first)).to_be_focused()
    page.keyboard.press("Enter")
    expect(box).to_be_focused()
    expect(box).to_have_value("54")
    expect(page.locator(".proposal")).to_have_count(1)  # and it waits still


def test_a_table_of_five_with_the_keyboard_alone(
    arbiter: Page, event: Event, tables: list[Table], watcher: Watcher, live_server: LiveServer
) -> None:
    """Points downwards, then on to the other columns; a slip is shown at its field, and put right there."""
    first, second = tables
    keys = arbiter.keyboard
    expect(cell(arbiter, first)).to_be_focused()
    write(arbiter, [10, 20, 30, 40])
    keys.press("Control+Enter")
    expect(row(arbiter, first)).to_have_class(re.compile("done"))

    expect(cell(arbiter, second)).to_be_focused()
    write(arbiter, [54, 31, 22, 12, 0])
    expect(arbiter.locator(f"#t{second.pk}-1-outside")).to_be_focused()
    keys.type("7")
    keys.press("ArrowRight")
    expect(arbiter.locator(f"#t{second.pk}-1-eliminated")).to_be_focused()
    for _row in range(4):
        keys.press("Enter")
    last = arbiter.locator(f"#t{second.pk}-5-eliminated")
    expect(last).to_be_focused()
    keys.press("2")  # nobody was first out
    watcher.expect_refusal(f"{live_server.url}/e/{event.slug}/tables/{second.pk}/scores/")
    keys.press("Control+Enter")
    expect(arbiter.get_by_role("alert")).to_contain_text("senza salti")
    expect(last).to_be_focused()
    assert scores_at(second) == [None] * 5
    keys.press("1")
    arbiter.clock.fast_forward(1_000)
    expect(arbiter.locator(f"#place-{second.pk}-5")).to_have_text("5°")
    keys.press("Control+Enter")
    expect(row(arbiter, second)).to_have_class(re.compile("done"))
    expect(progress(arbiter)).to_contain_text("2 di 2")
    assert scores_at(second) == [
        SeatScore(points=54, outside=7), SeatScore(points=31), SeatScore(points=22), SeatScore(points=12),
        SeatScore(points=0, eliminated=1),
    ]  # fmt: skip


def test_a_table_with_a_tie_that_must_be_decided_is_not_left(opened: Open, club: Club) -> None:
    round_ = make_round(make_staged_event(8, {"winners_of": 1}, club=club))
    first = table_of(round_, 1)
    page = opened(round_)
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(cell(page, first)).to_be_focused()
    write(page, [75, 75, 75, 20])
    expect(page.locator(f"#note-{first.pk}")).to_contain_text("che qui va deciso")
    page.keyboard.press("Control+Enter")
    expect(page.locator(f"#t{first.pk}-1-outside")).to_be_focused()
    expect(said(page)).to_have_text("Tavolo 1: manca che cosa decide il pari.")
    beside, below = said(page).bounding_box(), row(page, first).locator("details").bounding_box()
    assert beside and below and beside["x"] + beside["width"] < below["x"], "it covers nothing of the form"
    write(page, [20, 10, 5])
    page.keyboard.press("Control+Enter")
    expect(page.locator(f"#table-{first.pk}.done")).to_be_visible()


def test_a_tie_is_not_left_where_one_saves_before_the_server_has_counted(
    opened: Open, club: Club, watcher: Watcher, live_server: LiveServer, slow: None
) -> None:
    round_ = make_round(make_staged_event(12, {"winners_of": 1}, club=club))
    first, second, third = (table_of(round_, one) for one in (1, 2, 3))
    page = opened(round_)
    watcher.expect_refusal(f"{live_server.url}/e/{round_.stage.event.slug}/tables/{first.pk}/scores/")
    write(page, [75, 75, 40, 20])
    page.keyboard.press("Control+Enter")
    page.keyboard.type("9")  # enters nothing anywhere
    expect(page.locator(f"#t{first.pk}-1-outside")).to_be_focused()
    write(page, [20, 10])
    page.keyboard.press("Control+Enter")
    expect(cell(page, second)).to_be_focused()
    write(page, [40, 30, 20, 10])
    page.keyboard.press("Control+Enter")  # no tie: it moves on at once
    assert cell(page, third).evaluate("element => element === document.activeElement")
    expect(done(page)).to_have_count(2)
    assert scores_at(third) == [None] * 4


def test_an_unsaved_correction_is_seen(arbiter: Page, tables: list[Table]) -> None:
    """Who leaves the page before is asked."""
    table, other = tables
    asked = []
    arbiter.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    arbiter.locator("[aria-current] .aside-switch").click()
    heads = arbiter.locator("[aria-current] .scores thead th")  # which break no word
    assert heads.evaluate_all("all => getComputedStyle(all[1]).overflowWrap") == "normal"
    assert heads.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth).length") == 0

    for seat, points in enumerate(("54", "31", "22", "12"), 1):
        cell(arbiter, table, seat).fill(points)
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

    arbiter.keyboard.press("c")
    cell(arbiter, table).fill("55")
    expect(mark).to_be_visible()
    expect(in_tray).to_be_visible()
    expect(save).to_be_visible()
    row(arbiter, other).click()
    expect(mark).to_be_visible()
    expect(in_tray).to_be_hidden()
    arbiter.get_by_role("button", name="Elenco").click()
    expect(mark).to_be_visible()
    expect(saved.get_by_text("registrato")).to_be_hidden()
    arbiter.get_by_role("button", name="Sala").click()
    saved.click()
    cell(arbiter, table).fill("54")
    expect(mark).to_be_hidden()
    expect(in_tray).to_be_hidden()
    cell(arbiter, table).fill("55")
    arbiter.keyboard.press("Control+Enter")
    expect(saved.locator(".seats")).to_contain_text("150,24")
    expect(mark).to_be_hidden()

    cell(arbiter, other).press_sequentially("54")
    arbiter.get_by_role("link", name="Classifica").click()
    arbiter.wait_for_url("**/standings/")
    assert asked == ["beforeunload"]


def record_all(tables: list[Table]) -> None:
    for table in tables:
        scores = [SeatScore(points=points) for points in range(10, 10 + table.seats.count())]
        record_scores(table.round.stage.event, make_user(), table.pk, scores)


def test_c_says_that_the_event_is_closed(opened: Open, event: Event, tables: list[Table]) -> None:
    record_all(tables)
    close(event, unfinished=True, level=True)
    page = opened(tables[0].round)
    row(page, tables[1]).click()
    page.keyboard.press("c")
    expect(said(page)).to_have_text("Il torneo è chiuso: prima il titolare del circolo deve riaprirlo.")


def test_a_correction_that_comes_too_late_says_why_and_what_was_typed(
    opened: Open, event: Event, tables: list[Table], watcher: Watcher, live_server: LiveServer
) -> None:
    """A colleague has drawn the next round meanwhile: the row has no form any more."""
    record_all(tables)
    page = opened(tables[0].round)
    row(page, tables[0]).click()
    page.keyboard.press("c")
    cell(page, tables[0]).fill("77")
    make_round(event)
    watcher.expect_refusal(f"{live_server.url}/e/{event.slug}/tables/{tables[0].pk}/scores/")
    page.keyboard.press("Control+Enter")
    refused = row(page, tables[0]).get_by_role("alert")
    expect(refused).to_contain_text("Avevi scritto: 77 · 11 · 12 · 13.")
    expect(refused).to_be_visible()


@pytest.mark.parametrize("width", [390, 768, 1280])
def test_the_menu_of_a_round_stays_in_the_window_and_seats_who_comes_late(arbiter: Page, width: int) -> None:
    arbiter.set_viewport_size({"width": width, "height": 800})
    arbiter.get_by_label("Altro per i turni").click()
    menu = arbiter.locator(".rounds-bar .menu")
    expect(menu.get_by_role("link").first).to_have_text("Ritardatario o assenza di questo turno")
    arbiter.wait_for_function(INSIDE, timeout=5_000)
    menu.get_by_role("link").first.click()
    expect(arbiter).to_have_url(re.compile("/missed/"))
