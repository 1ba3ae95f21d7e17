"""One line a request, with what helps to find a fault and nothing that lets anybody in."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings as site_settings
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Role
from clubtornei.text.untyped import JsonObject
from clubtornei.web.log_records import LARGEST_FILE, BoundedFileHandler
from tests.addresses import addresses, path_of
from tests.factories import make_club, make_drawn_event, make_member, make_round, make_user, signed_in

pytestmark = pytest.mark.django_db


class Lines(logging.Handler):
    """Keeps what is logged, as it would be written."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.written.append(self.format(record))

    @property
    def last(self) -> JsonObject:
        found: JsonObject = json.loads(self.written[-1])
        return found


@pytest.fixture
def log() -> Iterator[Lines]:
    """What is written of requests, and what Django writes of those that fail, after the site's filters."""
    lines = Lines()
    loggers = [logging.getLogger(name) for name in ("clubtornei.requests", "django")]
    for logger in loggers:
        logger.addHandler(lines)
    yield lines
    for logger in loggers:
        logger.removeHandler(lines)


def test_a_line_says_who_asked_for_what_and_how_it_ended(log: Lines) -> None:
    club = make_club()
    owner = signed_in(club, Role.OWNER)
    owner.get(reverse("accounts:members", args=[club.slug]), REMOTE_ADDR="2001:db8::7")
    line = log.last
    assert line.pop("ms") > 0
    assert line.pop("time")
    assert len(line.pop("id")) == 12
    assert line == {
        "method": "GET",
        "route": "c/<slug:slug>/members/",
        "address": "2001:db8::7",
        "user": str(club.memberships.get().user.pk),
        "club": club.slug,
        "status": 200,
    }


def test_a_page_of_the_public_costs_no_session_for_it(log: Lines, client: Client) -> None:
    assert client.get("/health/").status_code == 200
    assert (log.last["user"], log.last["club"]) == (None, None)


@pytest.mark.parametrize("method", ["get", "post"])
def test_no_token_of_any_address_is_in_any_line(log: Lines, client: Client, method: str) -> None:
    """Neither in the lines of requests nor in what Django says of those it refuses."""
    event = make_drawn_event(4, make_club(owner=make_user()), published=True)
    make_round(event)
    secret = [name for name, route in addresses().items() if "<uuid:key>" in route or "<token>" in route]
    assert len(secret) >= 6
    for name in secret:
        path = path_of(name, event)
        for changed in (path, path[:-2] + "x/", f"{path}”"):
            getattr(client, method)(changed, {"result": "?"})
            tokens = [part for part in changed.split("/") if len(part) > 20]
            assert tokens
            assert not [line for line in log.written for token in tokens if token in line], name


def test_no_password_is_in_any_line(log: Lines, client: Client) -> None:
    make_member(make_club(), make_user("ada", "re-bianco-42"))
    for password in ("re-bianco-42", "re-nero-43"):
        client.post("/login/?next=/geheim/", {"username": "ada", "password": password})
    text = "\n".join(log.written)
    assert text.count('"route": "login/"') == 2
    assert not [word for word in ("re-bianco", "re-nero", "geheim", "ada") if word in text]


def test_the_file_on_a_laptop_has_an_end(tmp_path: Path) -> None:
    file = tmp_path / "requests.log"
    file.write_bytes(b"x" * (LARGEST_FILE + 1))
    writers = [BoundedFileHandler(file, delay=True) for _process in range(2)]
    for writer in writers:
        writer.emit(logging.makeLogRecord({"msg": "a line"}))
        writer.close()
    assert file.read_text() == "a line\na line\n"
    assert (tmp_path / "requests.log.1").stat().st_size == LARGEST_FILE + 1


def test_it_is_the_outermost_so_that_nothing_is_left_out() -> None:
    assert site_settings.MIDDLEWARE[0] == "clubtornei.operations.request_log.RequestLogMiddleware"
