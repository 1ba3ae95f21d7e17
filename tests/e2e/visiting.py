"""Browsers that go from one visitor to the next.

A new context reads and compiles all of the site's files again, in a renderer of its own: that costs as much
as the page that a test looks at.
"""

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Page

# Nothing is asked any more, of an event about to go: neither by a timer, nor by htmx, which asks at once for
# what has waited behind a request that `stop()` ends.
COME_TO_REST = """() => {
    XMLHttpRequest.prototype.send = () => {};
    window.fetch = () => new Promise(() => {});
    stop();
    for (let timer = setTimeout(() => {}); timer; timer--) clearTimeout(timer);
    localStorage.clear();
    sessionStorage.clear();
}"""
EMPTY = "/static/favicon.svg"
"""Asks for nothing. Unlike about:blank it is of the site, which the browser then needs no new process for."""


class Visitor:
    """Who has a browser for one test: its context, whose first page may be the one that somebody has left."""

    def __init__(self, context: BrowserContext) -> None:
        self.context, self.left_pages = context, context.pages

    def new_page(self) -> Page:
        return self.left_pages.pop() if self.left_pages else self.context.new_page()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.context, name)


class LeftBrowsers:
    """Those whose visitor has left, by their options, each with one page that does nothing any more."""

    def __init__(self) -> None:
        self.contexts: dict[str, list[BrowserContext]] = defaultdict(list)

    def take(self, options: dict[str, Any], make: Callable[..., BrowserContext]) -> BrowserContext:
        """One with these options, or else what `make` makes with them."""
        left = self.contexts[repr(options)]
        return left.pop() if left else make(**options)

    def leave(self, options: dict[str, Any], context: BrowserContext) -> None:
        """Let it remember nothing but the site's files. It is for the next one, unless that fails."""
        page, *others = context.pages or [context.new_page()]
        for other in others:
            other.close()
        if not page.url.startswith("http"):  # an error's page, or none yet
            page.goto(EMPTY)
        page.evaluate(COME_TO_REST)
        page.unroute_all()
        page.mouse.move(-1, -1)
        page.set_viewport_size(options["viewport"])
        page.emulate_media(color_scheme="null")
        context.set_offline(False)
        context.clear_permissions()
        context.clear_cookies()
        self.contexts[repr(options)].append(context)
