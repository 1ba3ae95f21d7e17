"""Everything that a browser would only tell its console: errors of scripts, policies and requests."""

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, Response

LEFT = "net::ERR_ABORTED"  # the page was left, or the answer was a download: nobody waits for it any more
# Chromium's own hint by the clock: on a busy machine a page is looked at before the font has been drawn with.
LATE_FONT = "was preloaded using link preload but not used within a few seconds"


class Watcher:
    """Collects the `faults` of the contexts it watches: refusals (400 and more) too, unless `expected`."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.expected: set[str] = set()

    def watch(self, context: BrowserContext) -> None:
        """Listen to all pages of the context, those to come too."""
        context.on("console", self._console)
        context.on("weberror", lambda error: self.faults.append(f"script: {error.error}"))
        context.on("requestfailed", self._failed)
        context.on("response", self._answered)

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
