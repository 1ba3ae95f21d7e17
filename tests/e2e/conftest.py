"""One Chromium for all browser tests, one context (cookies, size, language) for each visitor."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from clubtornei.launch.sentences import sentence
from clubtornei.launch.system import CHROMIUM, command_for, find_chromium
from tests.e2e.watching import Watcher

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LAPTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

Visit = Callable[..., BrowserContext]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The system's Chromium. Without one these tests fail, and say which command installs it."""
    path = find_chromium()
    if path is None:
        pytest.fail(sentence("chromium_needed", command=command_for(CHROMIUM, "chromium")), pytrace=False)
    # Playwright's loop runs in the thread of the tests, where Django would refuse to ask the database.
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setitem(os.environ, "DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def watcher() -> Iterator[Watcher]:
    """What goes wrong in any page of the test: at the end there must be nothing."""
    watcher = Watcher()
    yield watcher
    assert watcher.faults == []


@pytest.fixture
def visit(chromium: Browser, live_server: Any, watcher: Watcher) -> Iterator[Visit]:
    """A maker of visitors, each with a browser of his own: `visit(**PHONE).new_page().goto("/")`."""
    contexts = []

    def arrive(**options: Any) -> BrowserContext:
        context = chromium.new_context(
            base_url=live_server.url,
            **{"locale": "it-IT", "reduced_motion": "no-preference", **LAPTOP, **options},
        )
        context.set_default_timeout(10_000)
        watcher.watch(context)
        contexts.append(context)
        return context

    yield arrive
    for context in contexts:
        context.close()
