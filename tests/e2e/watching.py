"""Everything that a browser would only tell its console: errors of scripts, policies and requests."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, Response

LEFT = "net::ERR_ABORTED"  # the page was left, or the answer was a download: nobody waits for it any more
# Chromium's own hint by the clock: on a busy machine a page is looked at before the font has been drawn with.
LATE_FONT = "was preloaded using link preload but not used within a few seconds"


class Watcher:
    """Collects the `faults` of the contexts it watches: refusals (400 and more) too, unless `expected`."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.expected: set[str] = set()
        self._listeners: dict[Any, Callable[[Any], None]] = {
            "console": self._console,
            "weberror": lambda error: self.faults.append(f"script: {error.error}"),
            "requestfailed": self._failed,
            "response": self._answered,
        }

    def watch(self, context: BrowserContext) -> None:
        """Listen to all pages of the context, those to come too."""
        for event, listener in self._listeners.items():
            context.on(event, listener)

    def leave(self, context: BrowserContext) -> None:
        """Listen no longer: the next test has a watcher of its own."""
        for event, listener in self._listeners.items():
            context.remove_listener(event, listener)

    def expect_refusal(self, url: str) -> None:
        """This address answers with 400 or more, and is meant to."""
        self.expected.add(url)

    def _console(self, message: ConsoleMessage) -> None:
        about = message.location["url"] if message.location else ""
        if LATE_FONT in message.text:
            return
        if message.type in ("error", "warning") and about not in self.expected:
            self.faults.append(f"console: {message.text} ({about})")

    def _failed(self, request: Request) -> None:
        if request.failure != LEFT:
            self.faults.append(f"request: {request.failure} ({request.url})")

    def _answered(self, response: Response) -> None:
        if response.status >= 400 and response.url not in self.expected:
            self.faults.append(f"status {response.status}: {response.url}")
