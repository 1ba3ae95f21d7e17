"""Taking a page's network away, and stopping its requests on their way."""

from collections.abc import Callable

from playwright.sync_api import Page, Route

NOTHING_ARRIVES = """async () => {
    const arrives = () => fetch("/static/favicon.svg", { cache: "no-store" }).then(() => true, () => false);
    while (await arrives());
}"""
IS_STOPPED = """async () => {
    const answer = () => fetch("/static/favicon.svg?stopped").then((answer) => answer.text(), () => "");
    while (await answer() !== "stopped");
}"""


def lose_network(page: Page) -> None:
    """Nothing that is sent from now on arrives. Chromium answers a moment before it is so."""
    page.context.set_offline(True)
    page.evaluate(NOTHING_ARRIVES)


def stop_requests(
    page: Page, address: str, handle: Callable[[Route], object], times: int | None = None
) -> None:
    """`page.route` on a page that is open, from now on. Chromium answers a moment before it is so: what is
    sent meanwhile passes, and Playwright does not even hear of it.
    """
    page.route(address, handle, times=times)
    page.route("**/favicon.svg?stopped", lambda route: route.fulfill(body="stopped"))
    page.evaluate(IS_STOPPED)
