"""Pages that no club of the tests has: of a new site, of the demo club, of something broken."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.timezone import now
from django_otp.oath import totp
from django_otp.plugins.otp_totp.models import TOTPDevice
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests.addresses import path_of
from tests.e2e.conftest import new_inspector
from tests.e2e.inspecting import Inspector
from tests.e2e.signing_in import sign_in
from tests.e2e.visiting import EMPTY
from tests.factories import make_club, make_drawn_event, make_event, make_user
from tests.rounds.participation.signups.signing_up import make_sign_ups, open_event


@pytest.fixture(scope="module")
def browser_of_the_inspector(chromium: Browser, live_server: LiveServer) -> Iterator[Inspector]:
    inspector = new_inspector(chromium, live_server.url)
    yield inspector
    inspector.context.close()


@pytest.fixture
def inspector(browser_of_the_inspector: Inspector, live_server: LiveServer) -> Iterator[Inspector]:
    """Not signed in."""
    inspector = browser_of_the_inspector
    yield inspector
    inspector.page.unroute_all()
    inspector.page.goto(EMPTY)
    inspector.context.clear_cookies()
    inspector.watcher.expected.clear()
    assert inspector.faults() == []


def test_first_run(inspector: Inspector) -> None:
    for path in ("/", "/start/", "/login/"):
        inspector.visit(path)
    inspector.refuse("/start/", "main form")
    inspector.refuse("/login/", "main form")


def test_mail(inspector: Inspector, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "EMAIL_URL", "console:///?from=torneo@example.org")
    inspector.visit("/password/forgotten/")
    inspector.refuse("/password/forgotten/", "main form")


def test_mail_of_an_event(inspector: Inspector, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its pages where the site sends mail."""
    monkeypatch.setattr(settings, "EMAIL_URL", "console:///?from=torneo@example.org")
    user = make_user("eva", "re-bianco-42")
    event = open_event(make_club(owner=user))
    for one in make_sign_ups(event, "Rossi Ada", "Conti Leo"):
        event.addresses.create(sign_up=one, is_own=True, email=f"{one.pk}@example.org", confirmed_at=now())
    event.messages.create(kind="written", key="1", subject="Domenica", text="Alle nove")
    sign_in(inspector.page.context, user, inspector.site)
    inspector.visit(path_of("rounds:mail", event))
    inspector.visit(path_of("rounds:mail_write", event))
    inspector.refuse(path_of("rounds:mail_write", event), "main form")
    inspector.visit(path_of("rounds:own", event))
    inspector.visit(path_of("rounds:sign_up", event))
    drawn = make_drawn_event(2, published=True)
    inspector.visit(path_of("rounds:follow", drawn))
    inspector.refuse(path_of("rounds:follow", drawn), "main form")


def test_second_factor(inspector: Inspector) -> None:
    """The codes after it is set up, and the page on which one of them is asked for."""
    user = make_user("ada", "re-bianco-42")
    codes = inspector.page.context
    sign_in(codes, user, inspector.site)
    inspector.visit("/account/second-factor/")
    device = TOTPDevice.objects.get()
    inspector.page.get_by_label("Codice").fill(f"{totp(device.bin_key):06}")
    inspector.page.get_by_label("La tua password").fill("re-bianco-42")
    inspector.page.get_by_role("button", name="Attiva").click()
    inspector.page.get_by_role("heading", name="I tuoi codici di riserva").wait_for()
    inspector.look("the recovery codes")
    inspector.visit("/account/second-factor/")
    codes.clear_cookies()
    inspector.page.goto("/login/")
    inspector.page.get_by_label("Nome utente").fill("ada")
    inspector.page.get_by_label("Password", exact=True).fill("re-bianco-42")
    inspector.page.get_by_role("button", name="Entra").click()
    inspector.page.get_by_role("heading", name="Ora il codice").wait_for()
    inspector.look("the second page of signing in")


def test_demo_club(inspector: Inspector) -> None:
    demo = make_club("Circolo di prova", owner=make_user(), demo=True)
    sign_in(inspector.page.context, demo.memberships.get().user, inspector.site)
    inspector.visit(path_of("rounds:club", make_event(demo)))
    inspector.visit("/demo/leave/")


def test_error_of_the_server(inspector: Inspector, db: None) -> None:
    """The page is what Django shows when something broke, which here nothing does: it is put in its place."""
    inspector.page.route(
        "**/broken/", lambda route: route.fulfill(status=500, body=render_to_string("500.html"))
    )
    inspector.visit("/broken/", status=500)
