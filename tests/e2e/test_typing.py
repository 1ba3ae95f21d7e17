"""Typing faster than the server answers: every letter lands where the eye was, and none is lost.

The server takes a second for whatever is sent to it; the page asks for news every 200 ms, and gets some.
"""

from collections.abc import Callable, Iterator
from time import sleep
from typing import Any

import pytest
from django.core.signals import request_started
from playwright.sync_api import Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Event
from clubtornei.rounds.models import Round, Table
from clubtornei.rounds.state.result_codes import outcome_of
from clubtornei.rounds.state.table_state import state_of
from scoring.document import SeatScore
from tests.e2e.conftest import Visit
from tests.e2e.signing_in import sign_in
from tests.e2e.watching import Watcher
from tests.factories import (
    make_drawn_event,
    make_event,
    make_member,
    make_player,
    make_round,
    make_seated_event,
)
from tests.rounds.drafts.draft_steps import make_draft, seating_of
from tests.rounds.multiplayer import scores_at, table_of

ANSWER = 1  # second
KEY = 20  # milliseconds from key to key: nobody is faster
PATIENCE = 30_000  # milliseconds, for several answers

ASKING_ALL_THE_TIME = """
const often = (text) => text.replaceAll("every 5s", "every 200ms");
document.addEventListener("DOMContentLoaded", () => {
  for (const one of document.querySelectorAll("[hx-trigger^=every]"))
    one.setAttribute("hx-trigger", often(one.getAttribute("hx-trigger")));
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  detail.serverResponse = often(detail.serverResponse);
});
document.addEventListener("htmx:configRequest", ({ detail }) => {
  detail.path = detail.path.replace(/expected=\\d+/, "expected=0");
});
"""

Open = Callable[[Club, str], Page]


@pytest.fixture
def slow() -> Iterator[None]:
    def wait(environ: dict[str, Any], **_: Any) -> None:
        if environ["REQUEST_METHOD"] == "POST":
            sleep(ANSWER)  # the server’s own time: the test itself waits for what the page shows

    request_started.connect(wait)
    yield
    request_started.disconnect(wait)


@pytest.fixture
def opened(visit: Visit, live_server: LiveServer) -> Open:
    def open_(club: Club, path: str) -> Page:
        context = visit(script=ASKING_ALL_THE_TIME)
        sign_in(context, make_member(club, role=Role.ARBITER).user, live_server.url)
        page = context.new_page()
        page.goto(path)
        return page

    return open_


def open_round(opened: Open, event: Event) -> Page:
    return opened(event.club, f"/e/{event.slug}/rounds/1/")


def results(round_: Round) -> list[str]:
    tables = round_.tables.games().order_by("number").with_seats()
    return [outcome_of(state_of(table)).code for table in tables]


def row(page: Page, table: Table) -> Locator:
    return page.locator(f"#table-{table.pk}")


def tables_of(round_: Round) -> list[Table]:
    return [table_of(round_, number) for number in range(1, round_.tables.games().count() + 1)]


def write(page: Page, numbers: list[int]) -> None:
    """Points downwards, as fast as the keys go; then the table is saved."""
    for number in numbers:
        page.keyboard.type(str(number), delay=KEY)
        page.keyboard.press("Enter")
    page.keyboard.press("Control+Enter")


def polls(page: Page) -> int:
    """How often the page has asked for news."""
    names = page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
    return sum("/proposals/" in name for name in names)


def at_once(page: Page, target: Locator) -> None:
    """The focus is there before anything was answered."""
    assert target.evaluate("element => element === document.activeElement")


def test_keys_while_the_page_arrives(visit: Visit, live_server: LiveServer, club: Club) -> None:
    """The row has the focus, and the last script is under way: nothing takes the buttons over yet."""
    event = make_drawn_event(6, club)
    round_ = make_round(event)
    context = visit()
    sign_in(context, make_member(club, role=Role.ARBITER).user, live_server.url)
    page = context.new_page()
    under_way: list[Route] = []
    page.route("**/js/filter.js", lambda route: under_way.append(route))

    page.goto(f"/e/{event.slug}/rounds/1/", wait_until="commit")
    expect(page.locator("[data-table]").first).to_be_focused()
    for key in "105":
        page.keyboard.press(key)
    for route in under_way:
        route.continue_()

    expect(page.locator("[data-table].done")).to_have_count(3)
    assert results(round_) == ["1-0", "0-1", "=-="]


def test_players_while_the_page_arrives(visit: Visit, live_server: LiveServer, club: Club) -> None:
    context = visit()
    sign_in(context, make_member(club).user, live_server.url)
    page = context.new_page()
    under_way: list[Route] = []
    page.route("**/htmx*.js", lambda route: under_way.append(route))

    page.goto(f"/c/{club.slug}/events/new/", wait_until="commit")
    page.get_by_label("Quanti giocatori aspetti?").fill("12")
    for route in under_way:
        route.continue_()

    expect(page.locator("#offers a[href$='players=12']").first).to_be_visible()


def shown_early(route: Route) -> None:
    """The page as a browser shows it that does not know `blocking`."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace('blocking="render"', ""))


def test_scores_while_the_page_arrives(visit: Visit, live_server: LiveServer, club: Club) -> None:
    event = make_seated_event(5, club)
    round_ = make_round(event)
    (table,) = tables_of(round_)
    context = visit(viewport={"width": 700, "height": 800})  # the list
    sign_in(context, make_member(club, role=Role.ARBITER).user, live_server.url)
    page = context.new_page()
    under_way: list[Route] = []
    page.route("**/js/desk/scores.js", lambda route: under_way.append(route))

    page.route("**/rounds/1/", shown_early)
    page.goto(f"/e/{event.slug}/rounds/1/", wait_until="commit")
    cell = page.locator(f"#t{table.pk}-1-points")
    expect(cell).to_be_attached()
    page.keyboard.press("7")
    page.get_by_text("Inserisci", exact=True).click()
    cell.click()
    page.keyboard.type("10")
    page.keyboard.press("Enter")
    page.keyboard.type("5")
    for route in under_way:
        route.continue_()
    page.wait_for_load_state()

    expect(cell).to_have_value("105")
    expect(page.locator("[data-announce]")).to_contain_text("I tasti premuti prima")
    expect(page.get_by_role("alert")).to_have_count(0)
    cell.press("Enter")
    write(page, [20, 30, 40, 50])
    expect(page.locator(".multiplayer-table.done")).to_have_count(1)
    assert scores_at(table) == [SeatScore(points=points) for points in (105, 20, 30, 40, 50)]


def test_tables_of_five(
    opened: Open, club: Club, slow: None, watcher: Watcher, live_server: LiveServer
) -> None:
    """The first is refused while the second is typed, and does not take the focus from it."""
    round_ = make_round(make_seated_event(10, club))
    first, second = tables_of(round_)
    event = round_.stage.event
    page = open_round(opened, event)
    watcher.expect_refusal(f"{live_server.url}/e/{event.slug}/tables/{first.pk}/scores/")

    write(page, [1000, 20, 30, 40, 50])  # far more than anybody else
    at_once(page, page.locator(f"#t{second.pk}-1-points"))
    page.keyboard.type("1", delay=KEY)
    expect(row(page, first)).to_have_attribute("data-refused", "", timeout=PATIENCE)
    expect(page.locator("[data-announce]")).to_contain_text("Non salvati, da aprire: Tavolo 1 (")
    expect(page.locator("[data-undo]")).to_be_disabled()  # nothing is saved
    at_once(page, page.locator(f"#t{second.pk}-1-points"))
    write(page, [1, 22, 33, 44, 5])
    at_once(page, page.locator(f"#t{first.pk}-1-points"))
    expect(row(page, first).get_by_role("alert")).to_be_visible()
    write(page, [10])
    page.keyboard.type("999")  # no table is left

    expect(page.locator(".multiplayer-table.done")).to_have_count(2, timeout=PATIENCE)
    assert [scores_at(table) for table in (first, second)] == [
        [SeatScore(points=points) for points in (10, 20, 30, 40, 50)],
        [SeatScore(points=points) for points in (11, 22, 33, 44, 5)],
    ]
    assert polls(page) > 3


def test_the_box_that_signs_up(opened: Open, club: Club, slow: None) -> None:
    """The second name is typed before the first is in, and the third stays in the box."""
    for name in ("Gatti Anna", "Neri Dora", "Rossi Bea", "Verdi Carlo"):
        make_player(club, name)
    event = make_event(club)
    page = opened(club, f"/e/{event.slug}/entries/")

    page.keyboard.type("rossi", delay=KEY)
    page.keyboard.press("Enter")
    page.keyboard.type("gatti", delay=KEY)
    page.keyboard.press("Enter")
    page.keyboard.type("ner", delay=KEY)

    expect(page.get_by_role("heading", name="2 iscritti", exact=True)).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#q")).to_have_value("ner")
    expect(page.locator("#q")).to_be_focused()
    expect(page.locator("#found")).to_contain_text("Neri Dora")
    expect(page.locator("#found")).not_to_contain_text("Verdi")
    assert set(event.entries.values_list("name", flat=True)) == {"Gatti Anna", "Rossi Bea"}


def test_the_search_for_who_plays(opened: Open, club: Club, slow: None) -> None:
    """Others are searched for while a tap is on its way: its answer finds its place, and the figures."""
    event = make_seated_event(8, club)
    for number, name in ((2, "D’Angelo Nicolò"), (5, "Zanè")):
        entry = event.entries.get(entry_no=number)
        entry.name = name
        entry.save()
    page = opened(club, f"/e/{event.slug}/attendance/")
    chip = page.get_by_role("button", name="D’Angelo Nicolò")

    page.locator("#q").press_sequentially("nicolo dan", delay=KEY)
    expect(page.locator("#players [data-key]:visible")).to_have_count(1)
    chip.click()
    page.locator("#q").fill("zane")
    expect(page.locator("#players [data-key]:visible")).to_have_text(["Zanè"])
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Zanè")).to_be_focused()
    page.locator("#q").fill("giocatore")
    page.keyboard.press("Enter")
    expect(page.locator("#q")).to_be_focused()
    assert "Più d’uno con questo nome" in page.locator("#q").evaluate("field => field.validationMessage")
    page.locator("#q").fill("zz")
    expect(page.get_by_text("Nessuno con questo nome.")).to_be_visible()

    expect(page.locator("#figures dd").nth(1)).to_have_text("1", timeout=PATIENCE)
    page.locator("#q").fill("")
    expect(chip).to_have_attribute("aria-pressed", "false")


def test_a_draft(opened: Open, club: Club, slow: None) -> None:
    """Two swaps, a choice and a number, typed on while the first swap is on its way."""
    event = make_draft(8, club)
    before = seating_of(event)
    page = open_round(opened, event)

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

    expect(page.locator(".badge.by-hand")).to_have_count(4, timeout=PATIENCE)
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


def test_in_a_2_1_0_event_the_keys_are_what_the_results_are_worth(opened: Open, club: Club) -> None:
    round_ = make_round(make_drawn_event(8, club, scoring_options={"win": 2, "draw": 1}))
    page = open_round(opened, round_.stage.event)
    first = row(page, tables_of(round_)[0])
    for label in ("2 – 0", "1 – 1", "0 – 2"):
        expect(first.locator("[aria-hidden=true]", has_text=label)).to_be_visible()

    page.keyboard.type("2105")

    expect(page.locator("[data-table].done")).to_have_count(3)
    expect(page.locator("[data-announce]")).to_contain_text("Il tasto 5 non è un risultato")
    assert results(round_) == ["1-0", "=-=", "0-1", ""]
