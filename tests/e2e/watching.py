"""Everything that a browser would only tell its console: errors of scripts, policies and requests."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, Response, WebError

LEFT = "net::ERR_ABORTED"  # the page was left, or the answer was a download: nobody waits for it any more
# Without scripts Chromium drops what is preloaded for them. What a policy refuses is told to the console too.
DROPPED = "csp"
# Chromium's own hint by the clock: on a busy machine a page is looked at before the font has been drawn with.
LATE_FONT = "was preloaded using link preload but not used within a few seconds"
# What htmx logs when the page is left before the answer. A request that fails it logs as htmx:sendError too.
NOBODY_WAITS = ("htmx:sendAbort", "htmx:afterRequest")


class Watcher:
    """Collects the `faults` of the contexts it watches: refusals (400 and more) too, unless `expected`."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.expected: set[str] = set()
        self._listeners: dict[Any, Callable[[Any], None]] = {
            "console": self._console,
            "weberror": self._broken,
            "requestfailed": self._failed,
            "response": self._answered,
        }

    def watch(self, context: BrowserContext) -> None:
        """Listen to all pages of the context, those to come too."""
        for event, listener in self._listeners.items():
            context.on(event, listener)

    def look_away(self, context: BrowserContext) -> None:
        """What happens in the context from now on is no business of this watcher."""
        context.cookies()  # once it has told these, it has told what happened before
        for event, listener in self._listeners.items():
            context.remove_listener(event, listener)

    def expect_refusal(self, url: str) -> None:
        """This address answers with 400 or more, and is meant to."""
        self.expected.add(url)

    def _console(self, message: ConsoleMessage) -> None:
        about = message.location["url"] if message.location else ""
        if LATE_FONT in message.text or message.text.startswith(NOBODY_WAITS):
            return
        if message.type in ("error", "warning") and about not in self.expected:
            self.faults.append(f"console: {message.text} ({about})")

    def _broken(self, error: WebError) -> None:
        self.faults.append(f"script: {error.error}")

    def _failed(self, request: Request) -> None:
        if request.failure not in (LEFT, DROPPED):
            self.faults.append(f"request: {request.failure} ({request.url})")

    def _answered(self, response: Response) -> None:
        if response.status >= 400 and response.url not in self.expected:
            self.faults.append(f"status {response.status}: {response.url}")
