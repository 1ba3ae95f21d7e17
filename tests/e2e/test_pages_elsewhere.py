"""Pages that no club of the tests has: of a new site, of the demo club, of something broken."""

from collections.abc import Iterator

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests.addresses import path_of
from tests.e2e.conftest import new_inspector
from tests.e2e.inspecting import Inspector
from tests.e2e.signing_in import sign_in
from tests.factories import make_club, make_event, make_user


@pytest.fixture
def inspector(chromium: Browser, live_server: LiveServer) -> Iterator[Inspector]:
    """Not signed in."""
    inspector = new_inspector(chromium, live_server.url)
    yield inspector
    inspector.page.context.close()


def test_first_run(inspector: Inspector) -> None:
    for path in ("/", "/start/", "/login/"):
        inspector.visit(path)
    inspector.refuse("/start/", "main form")
    inspector.refuse("/login/", "main form")
    assert inspector.faults() == []


def test_demo_club(inspector: Inspector) -> None:
    demo = make_club("Circolo di prova", owner=make_user(), demo=True)
    sign_in(inspector.page.context, demo.memberships.get().user, inspector.site)
    inspector.visit(path_of("rounds:club", make_event(demo)))
    inspector.visit("/demo/leave/")
    assert inspector.faults() == []


def test_error_of_the_server(inspector: Inspector, db: None) -> None:
    """The page is what Django shows when something broke, which here nothing does: it is put in its place."""
    inspector.page.route(
        "**/broken/", lambda route: route.fulfill(status=500, body=render_to_string("500.html"))
    )
    inspector.visit("/broken/", status=500)
    assert inspector.faults() == []
