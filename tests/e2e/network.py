"""Taking a page's network away, stopping its requests on their way, and asking sooner than the site does."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, Route

NOTHING_ARRIVES = """async () => {
    const arrives = () => fetch("/static/favicon.svg", { cache: "no-store" }).then(() => true, () => false);
    while (await arrives());
}"""
IS_STOPPED = """async () => {
    const answer = () => fetch("/static/favicon.svg?stopped").then((answer) => answer.text(), () => "");
    while (await answer() !== "stopped");
}"""
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
"""What a page runs first that asks for news every 200 ms, and gets some."""


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


@contextmanager
def answers_lost(page: Page, address: str) -> Iterator[None]:
    """The first request to it reaches the server, no later one does, and the page hears of none."""
    reached = []

    def handle(route: Route) -> None:
        if not reached:
            reached.append(route.fetch())
        route.abort()

    stop_requests(page, address, handle)
    yield
    page.unroute(address)
