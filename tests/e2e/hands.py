"""A round's page under the hands of its arbiter: its parts, and what was recorded."""

from playwright.sync_api import Locator, Page

from clubtornei.rounds.models import Round, Table
from clubtornei.rounds.state.result_codes import outcome_of
from clubtornei.rounds.state.table_state import state_of

PLACES = """() => JSON.stringify(
  [...document.querySelectorAll(".floor > ol > li[id], .round-line .others > *")].map(part => {
    const { x, y, width } = part.getBoundingClientRect();
    return [x, y, width];
  })
)"""


def places(page: Page) -> str:
    """Where the tiles stand, and what is in the line above them, once the page has its fonts."""
    page.evaluate("document.fonts.ready.then(() => 0)")
    return str(page.evaluate(PLACES))


def expect_places(page: Page, before: str) -> None:
    """They are where they were."""
    page.wait_for_function(f"before => ({PLACES})() === before", arg=before)


def tables(page: Page) -> Locator:
    return page.locator("#tables > li[id]")


def done(page: Page) -> Locator:
    """The tables with a result."""
    return page.locator("#tables > .done")


def on_its_way(page: Page) -> Locator:
    """The tables whose result is sent and not answered yet."""
    return page.locator("#tables > [data-sending]")


def said(page: Page) -> Locator:
    return page.locator("[data-announce]")


def progress(page: Page) -> Locator:
    return page.locator("#progress")


def title(page: Page) -> Locator:
    """Of the table that the tray shows."""
    return page.locator("[data-chosen-number]")


def cell(page: Page, table: Table, seat: int = 1) -> Locator:
    """The box for the points of a seat at a larger table."""
    return page.locator(f"#t{table.pk}-{seat}-points")


def row(page: Page, table: Table) -> Locator:
    return page.locator(f"#table-{table.pk}")


def go_to(page: Page, number: int) -> None:
    """To the table with that number, by the keys."""
    page.keyboard.type(f"t{number}")
    page.keyboard.press("Enter")


def write(page: Page, points: list[int], delay: float = 0) -> None:
    """Points downwards; so many milliseconds from key to key."""
    for one in points:
        page.keyboard.type(str(one), delay=delay)
        page.keyboard.press("Enter")


def news(page: Page) -> None:
    """What others have done, sooner than the next poll."""
    with page.expect_response("**/proposals/**"):
        page.evaluate("htmx.trigger('#proposals', 'decided')")


def codes(round_: Round) -> dict[int | None, str]:
    """The result of each table that has one."""
    found = round_.tables.games().with_seats()
    return {table.number: code for table in found if (code := outcome_of(state_of(table)).code)}


def middle(part: Locator) -> tuple[float, float]:
    box = part.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
