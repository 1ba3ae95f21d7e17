"""Every page of the site, in every state that looks different, is for everybody to read."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.test import Client
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from clubtornei.rounds.demo.club import make_demo
from tests.addresses import addresses, path_of
from tests.e2e.conftest import Visit
from tests.e2e.inspecting import Inspector
from tests.e2e.pages import (
    DEMO,
    FILES,
    FIRST_RUN,
    FRAGMENTS,
    ONLY_POSTED,
    ORGANISERS,
    PUBLIC,
    REFUSED,
    path_in,
    paths,
)
from tests.e2e.signing_in import sign_in
from tests.e2e.watching import Watcher
from tests.e2e.world import World

Inspect = Callable[..., Inspector]


@pytest.fixture
def inspect(visit: Visit, live_server: LiveServer, watcher: Watcher) -> Inspect:
    """An inspector, signed in as `user`, who sees nothing move."""

    def arrive(user: User | None = None) -> Inspector:
        context = visit(reduced_motion="reduce")
        if user:
            sign_in(context, user, live_server.url)
        return Inspector(context, live_server.url, watcher)

    return arrive


def test_every_address_is_a_page_that_is_looked_at_or_none() -> None:
    looked_at = {*ORGANISERS, *PUBLIC, *FIRST_RUN, *DEMO}
    assert looked_at | ONLY_POSTED | FRAGMENTS | FILES == set(addresses())
    assert not looked_at & (ONLY_POSTED | FRAGMENTS | FILES)


@pytest.mark.django_db
def test_what_is_no_page_answers_no_reader() -> None:
    world = World()
    client = Client()
    client.force_login(world.owner)
    for name in ONLY_POSTED:
        assert client.get(path_of(name, world.events["playing"])).status_code in {302, 405}, name
    for name in FILES:
        answer = client.get(path_of(name, world.events["playing"]))
        assert not answer["Content-Type"].startswith("text/html"), name


def test_organisers_pages(inspect: Inspect) -> None:
    world = World()
    inspector = inspect(world.owner)
    for path in paths(world, ORGANISERS):
        inspector.visit(path)
    assert not inspector.faults, "\n".join(inspector.faults)


def test_public_pages(inspect: Inspect) -> None:
    world = World()
    inspector = inspect()
    for path in paths(world, PUBLIC):
        inspector.visit(path)
    assert not inspector.faults, "\n".join(inspector.faults)


def test_forms_that_come_back(inspect: Inspect) -> None:
    world = World()
    inspector = inspect(world.owner)
    for name, state, form in REFUSED:
        inspector.refuse(path_in(world, name, state), form)
    assert not inspector.faults, "\n".join(inspector.faults)


def test_helpers_pages_and_what_is_not_theirs(inspect: Inspect) -> None:
    world = World()
    inspector = inspect(world.helper)
    for name in ("rounds:club", "rounds:overview", "rounds:rounds", "rounds:round", "rounds:standings"):
        inspector.visit(path_of(name, world.events["playing"]))
    inspector.visit(path_of("rounds:settings", world.events["playing"]), status=403)
    inspector.visit(path_of("rounds:club", world.events["playing"], club=world.bare_club), status=404)
    assert not inspector.faults, "\n".join(inspector.faults)


def test_for_whom_there_is_nothing_here(inspect: Inspect) -> None:
    world = World()
    inspector = inspect(world.stranger)
    inspector.visit("/")
    inspector.visit(path_of("rounds:overview", world.events["playing"]), status=404)
    assert not inspector.faults, "\n".join(inspector.faults)


def test_first_run(inspect: Inspect) -> None:
    inspector = inspect()
    for path in ("/", "/start/", "/login/"):
        inspector.visit(path)
    inspector.refuse("/start/", "main form")
    inspector.refuse("/login/", "main form")
    assert not inspector.faults, "\n".join(inspector.faults)


def test_demo_club(inspect: Inspect) -> None:
    demo = make_demo("password")
    inspector = inspect(demo.memberships.get().user)
    inspector.visit(path_of("rounds:club", demo.events.earliest("pk")))
    inspector.visit("/demo/leave/")
    assert not inspector.faults, "\n".join(inspector.faults)


def test_dialogs(inspect: Inspect) -> None:
    world = World()
    inspector = inspect(world.owner)
    inspector.page.goto(path_of("rounds:entries", world.events["entered"]))
    inspector.page.get_by_role("link", name="Togli Fumagalli Ada").click()
    expect(inspector.page.get_by_role("dialog")).to_be_visible()
    inspector.look("the dialog that asks before an entry is removed")
    assert not inspector.faults, "\n".join(inspector.faults)


def test_error_of_the_server(inspect: Inspect, db: None) -> None:
    """The page is what Django shows when something broke, which here nothing does: it is put in its place."""
    inspector = inspect()
    inspector.page.route(
        "**/broken/", lambda route: route.fulfill(status=500, body=render_to_string("500.html"))
    )
    inspector.visit("/broken/", status=500)
    assert not inspector.faults, "\n".join(inspector.faults)
