"""One Chromium for all browser tests, one context (cookies, size, language) for each visitor."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from time import sleep
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.signals import request_started
from django.db import connection
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from pytest_django import DjangoDbBlocker
from pytest_django.live_server_helper import LiveServer

from clubtornei.accounts.models import Club, Role
from clubtornei.launch.sentences import sentence
from clubtornei.launch.system import CHROMIUM, command_for, find_chromium
from clubtornei.rounds.models import Round
from tests.conftest import written_seeds
from tests.e2e.inspecting import Inspector
from tests.e2e.network import ASKING_ALL_THE_TIME, stop_requests
from tests.e2e.signing_in import sign_in
from tests.e2e.visiting import LeftBrowsers, Visitor
from tests.e2e.watching import Watcher
from tests.e2e.world import World
from tests.emptying import empty_database
from tests.factories import make_club, make_member

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    # Nobody sees the pages: they are laid out, and next to nothing of them is painted.
    "--force-gpu-mem-available-mb=1",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # No page lives long enough to earn back what its scripts cost to compile.
    "--js-flags=--no-maglev,--no-opt,--single-threaded-gc",
    # This replaces Playwright’s list. A renderer in reserve is one process more for each page.
    "--disable-features=SpareRendererForSitePerProcess,PaintHolding,HttpsUpgrades,MediaRouter,OptimizationHints",
]
LAPTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

LATE = 0.6  # seconds from a request to its answer
PATIENCE = 30_000  # milliseconds; how slow the machine is says nothing of a page

Visit = Callable[..., Visitor]
Open = Callable[..., Page]

OTHER_CONNECTIONS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


@pytest.fixture(scope="session", autouse=True)
def no_connection_is_left(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """No database can be deleted that a thread of the server is still connected to."""
    yield
    with django_db_blocker.unblock():
        connection.close()  # that of Playwright's loop is another one, and may have ended this one
        end_other_connections()


def end_other_connections() -> None:
    with connection.cursor() as cursor:
        cursor.execute(OTHER_CONNECTIONS)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The system's Chromium. Without one these tests fail, and say which command installs it."""
    path = find_chromium()
    if path is None:
        pytest.fail(sentence("chromium_needed", command=command_for(CHROMIUM, "chromium")), pytrace=False)
    # Playwright's loop runs in the thread of the tests, where Django would refuse to ask the database.
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setitem(os.environ, "DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        expect.set_options(timeout=PATIENCE)
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def watcher() -> Iterator[Watcher]:
    """What goes wrong in any page of the test: at the end there must be nothing."""
    watcher = Watcher()
    yield watcher
    assert watcher.faults == []


def new_context(
    chromium: Browser, site: str, watcher: Watcher | None = None, *, script: str = "", **options: Any
) -> BrowserContext:
    """A browser of its own (cookies, size, language), whose pages are watched and run the script first."""
    context = chromium.new_context(
        base_url=site, **{"locale": "it-IT", "reduced_motion": "no-preference", **LAPTOP, **options}
    )
    context.set_default_timeout(PATIENCE)
    if script:
        context.add_init_script(script)
    if watcher:
        watcher.watch(context)
    return context


@pytest.fixture(scope="session")
def left_browsers() -> LeftBrowsers:
    return LeftBrowsers()


@pytest.fixture
def visit(
    chromium: Browser, live_server: LiveServer, watcher: Watcher, left_browsers: LeftBrowsers
) -> Iterator[Visit]:
    """A maker of visitors, each with a browser of his own: `visit(**PHONE).new_page().goto("/")`.

    `script`: what each page runs first. `alone`: nobody has the browser after him; its clock stays moved, and
    listeners stay.
    """
    with ExitStack() as leaving:

        def arrive(*, alone: bool = False, **options: Any) -> Visitor:
            options = LAPTOP | options
            if alone:
                context = new_context(chromium, live_server.url, **options)
                leaving.callback(context.close)
            else:
                context = left_browsers.take(options, partial(new_context, chromium, live_server.url))
                leaving.callback(left_browsers.leave, options, context)
            leaving.callback(watcher.look_away, context)
            watcher.watch(context)
            return Visitor(context)

        yield arrive


@pytest.fixture
def club(live_server: LiveServer) -> Club:
    return make_club("Circolo")


@pytest.fixture
def opened(visit: Visit, live_server: LiveServer, club: Club) -> Iterator[Open]:
    """The page of a round, or of a path, to an arbiter, or a `role`, of the club: `opened(round_, **PHONE)`.

    `late`: what is sent from it is answered LATE.
    """
    late_pages = []

    def open_(what: Round | str, *, late: bool = False, role: Role = Role.ARBITER, **options: Any) -> Page:
        context = visit(**({"alone": True} if late else {}) | options)
        sign_in(context, make_member(club, role=role).user, live_server.url)
        page = context.new_page()
        page.goto(what if isinstance(what, str) else f"/e/{what.stage.event.slug}/rounds/{what.number}/")
        if late:
            late_pages.append(page)
            stop_requests(page, "**/e/**", lambda route: (sleep(LATE), route.continue_()))
        return page

    yield open_
    for page in late_pages:
        page.unroute_all(behavior="wait")


@pytest.fixture
def slow() -> Iterator[None]:
    """The server takes a second for whatever is sent to it."""

    def wait(environ: dict[str, Any], **_: Any) -> None:
        if environ["REQUEST_METHOD"] == "POST":
            sleep(1)  # the server’s own time: the test itself waits for what the page shows

    request_started.connect(wait)
    yield
    request_started.disconnect(wait)


@pytest.fixture
def unwatched(chromium: Browser, live_server: LiveServer, club: Club) -> Iterator[Page]:
    """An arbiter's laptop that asks for news all the time. Nobody watches it: it is to lose its network."""
    context = new_context(chromium, live_server.url, script=ASKING_ALL_THE_TIME, reduced_motion="reduce")
    sign_in(context, make_member(club, role=Role.ARBITER).user, live_server.url)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module")
def kept_site(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """The address of a server whose database all tests of the module share; none of them may change it."""
    with django_db_blocker.unblock(), written_seeds():
        server = LiveServer("localhost")
        yield server.url
        server.stop()
        end_other_connections()
        empty_database()


@pytest.fixture(scope="module")
def world(kept_site: str) -> World:
    """The club in every state, for tests that only look at it."""
    return World()


@pytest.fixture(scope="module")
def inspectors(chromium: Browser, kept_site: str, world: World) -> Iterator[Mapping[str, Inspector]]:
    """Who looks at the world: one browser each for the whole module. Nobody has signed in as `anybody`."""
    users = {"owner": world.owner, "helper": world.helper, "stranger": world.stranger, "anybody": None}
    inspectors = {name: new_inspector(chromium, kept_site, user) for name, user in users.items()}
    yield inspectors
    for inspector in inspectors.values():
        inspector.page.context.close()


def new_inspector(chromium: Browser, site: str, user: User | None = None) -> Inspector:
    """An inspector, signed in as `user`, who sees nothing move."""
    watcher = Watcher()
    context = new_context(chromium, site, watcher, reduced_motion="reduce")
    if user:
        sign_in(context, user, site)
    return Inspector(context, site, watcher)
