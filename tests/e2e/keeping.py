"""A page that the tests of a module open one after the other: what it has loaded and compiled once stays."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize

from tests.e2e.conftest import LAPTOP, new_context
from tests.e2e.watching import Watcher

FORGET = "localStorage.clear(), sessionStorage.clear()"
PAUSE = "/static/favicon.svg"
"""Asks for nothing. Unlike about:blank it is of the site, which the browser then needs no new process for."""


class KeptPage:
    """One window of one browser, lent to one test at a time, who leaves it as a new one would be."""

    def __init__(self, chromium: Browser, site: str, **options: Any) -> None:
        self.watcher = Watcher()
        self.size: ViewportSize = {**LAPTOP, **options}["viewport"]
        self.context = new_context(chromium, site, self.watcher, **options)
        self.page = self.context.new_page()

    @contextmanager
    def lent(self) -> Iterator[Page]:
        """To somebody whom the site does not know. In the end nothing in it must have gone wrong."""
        yield self.page
        self.page.unroute_all()
        self.page.goto(PAUSE)  # before what the page asks for has gone
        self.page.evaluate(FORGET)
        self.page.set_viewport_size(self.size)
        self.page.emulate_media(color_scheme="null")
        self.context.clear_cookies()
        faults, self.watcher.faults = self.watcher.faults, []
        self.watcher.expected.clear()
        assert faults == []


@contextmanager
def kept_page(chromium: Browser, site: str, **options: Any) -> Iterator[KeptPage]:
    """For a module; closed behind its last test."""
    kept = KeptPage(chromium, site, **options)
    yield kept
    kept.context.close()
