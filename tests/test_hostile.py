"""Nothing that a browser may send, by mistake or on purpose, is answered with an error of the server."""

from collections.abc import Callable
from functools import cache
from itertools import cycle
from time import thread_time
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import transaction
from django.http import QueryDict
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from clubtornei.events.models import Event
from tests.addresses import (
    ANYBODY,
    INVITED,
    OF_MORE,
    OF_THE_YEAR,
    ON_PAPER,
    OURS,
    PUBLISHED,
    SIGNED_IN,
    addresses,
    path_of,
)
from tests.factories import (
    make_club,
    make_drawn_event,
    make_entries,
    make_event,
    make_round,
    make_seated_event,
    make_user,
)
from tests.taken_back import found_at

NAMES = """
    1-eliminated 1-order 1-points 1-risiko after announcement another at_once by by_hand captain club
    code column_0 columns confirmed criterion declines do earliest effect email ending entry_no expected
    file first_name formula group groups header history_days homonym initials invited language last_name
    latest level look mapped members mend method minutes move name next number number-1 off
    option-cycles order out page part password1 place plan play_off player players present proposal
    proposals_days published q rank ranking rating rating_lists reason remedy replacing result role
    round rows shown starts_on stays table tables take text to unfinished username version whom
    wildcards without
"""
FIELDS = NAMES.split()
CONTROL = "control characters"
SENT = {
    "nothing": "",
    CONTROL: "Ada\0\x07\x7f\x85",
    "a number longer than int() takes": "9" * 5000,
    "a number larger than any key": "9" * 30,
    "a number below zero": "-1",
    "a number larger than any club": "999999",
    "a digit that is no decimal": "²",
    "very long text": "x" * 20_000,  # in all fields together not more than Django reads
}


METHODS = ("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "ANYTHING")
SLOW = 3.0  # seconds of work, not of the clock


@cache
def in_every_field(text: str) -> str:
    """The text in every field of a GET or a POST."""
    return urlencode(dict.fromkeys(FIELDS, text))


@cache
def in_cookie(text: str) -> str:
    """The text as a phone's number, which Python's own cookies would not take from a site."""
    return 'phone="{}"'.format("".join(f"\\{byte:03o}" for byte in text[:100].encode()))


@cache
def with_files(text: str) -> bytes:
    """The text in every field of a POST that might bring files; reading it takes thirty times as long."""
    return encode_multipart(BOUNDARY, dict.fromkeys(FIELDS, text))


def body_of(text: str) -> tuple[bytes, str]:
    """A POST and its type: as of a form with files, once, or without."""
    if text == SENT[CONTROL]:
        return with_files(text), MULTIPART_CONTENT
    return in_every_field(text).encode(), "application/x-www-form-urlencoded"


def is_of_an_event(name: str) -> bool:
    """A club has the same page at the same address, whatever its event is doing."""
    route = addresses()[name]
    return not route.startswith("c/") or "/events/<int:pk>/" in route


ENTRIES, BEGUN, SEATED = "entries", "begun", "seated"
OF_A_TABLE = {
    *OF_MORE,
    *ON_PAPER,
    *("rounds:result", "rounds:correct", "rounds:replay", "rounds:confirm", "rounds:reject"),
    *("rounds:begin_end", "rounds:take_turn"),
}
"""Which only a round brings."""
CASES = {
    ENTRIES: [name for name in (*OURS, *PUBLISHED) if is_of_an_event(name) and name not in OF_A_TABLE],
    BEGUN: [*OURS, *PUBLISHED, *OF_THE_YEAR, *SIGNED_IN, *ANYBODY, *INVITED, *ON_PAPER],
    SEATED: [*OF_MORE, *ON_PAPER],
}


@pytest.fixture(scope="module")
def kept_events(kept_db: None) -> dict[str, Event]:
    """Published, of one club: its entries are being taken, or its first round is being played."""
    club = make_club(owner=make_user())
    events = {
        ENTRIES: make_event(club, published=True),
        BEGUN: make_drawn_event(4, club, published=True),
        SEATED: make_seated_event(4, club, published=True),
    }
    make_entries(events[ENTRIES], 4)
    make_round(events[BEGUN])
    make_round(events[SEATED])
    return events


@pytest.fixture(scope="module")
def owner(kept_events: dict[str, Event]) -> Client:
    """Signed in."""
    client = Client()
    client.force_login(kept_events[BEGUN].club.memberships.get().user)
    return client


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names of the fields whose contents the site has asked for."""
    names: set[str] = set()

    def noting(method: Callable[..., Any]) -> Callable[..., Any]:
        def noted(fields: QueryDict, *asked: Any) -> Any:
            names.update(asked[:1] or FIELDS)  # without a name: all of them
            return method(fields, *asked)

        return noted

    for name in ("__getitem__", "getlist", "lists"):  # all other ways go through these
        monkeypatch.setattr(QueryDict, name, noting(getattr(QueryDict, name)))
    return names


@pytest.mark.django_db
@pytest.mark.parametrize("state", CASES)
def test_what_makes_no_sense_is_answered_all_the_same(
    state: str, kept_events: dict[str, Event], owner: Client, looked_at: set[str]
) -> None:
    signed_in = "; ".join(f"{name}={cookie.value}" for name, cookie in owner.cookies.items())

    def is_read(name: str) -> bool:
        """Whether that address has looked at what was sent: if not, anything else is answered alike."""
        read = name in ON_PAPER or not looked_at.isdisjoint(FIELDS)
        looked_at.clear()
        return read

    def slow_for(name: str) -> list[str]:
        path = path_of(name, kept_events[state])
        asked = sent_to = True
        slow = []
        for sent in SENT.values():
            begun = thread_time()
            with transaction.atomic():  # each finds the event as it was, and the owner signed in
                cookies = f"{signed_in}; {in_cookie(sent)}"
                looked_at.clear()
                if sent and asked:  # otherwise it is the page
                    owner.get(path, QUERY_STRING=in_every_field(sent[:3000]), HTTP_COOKIE=cookies)
                    asked = is_read(name)
                if sent_to:
                    headers = {"Idempotency-Key": sent[:3000], "Cookie": cookies}
                    owner.generic("POST", path, *body_of(sent), headers=headers)
                    sent_to = is_read(name)
                transaction.set_rollback(True)
            owner.cookies.load(signed_in)
            if thread_time() - begun >= SLOW:
                slow.append(sent[:20])
        return slow

    assert found_at(CASES[state], slow_for) == {name: [] for name in CASES[state]}


@pytest.mark.django_db
def test_a_method_that_no_page_has_is_no_error(kept_events: dict[str, Event], owner: Client) -> None:
    """Each address gets one of them in turn: no view looks at which it is."""
    others = cycle(METHODS)

    def answer(name: str) -> int:
        path = path_of(name, kept_events[SEATED if name in OF_MORE else BEGUN])
        return owner.generic(next(others), path, with_files(""), MULTIPART_CONTENT).status_code

    found = found_at(dict.fromkeys(name for names in CASES.values() for name in names), answer)
    assert {name: status for name, status in found.items() if status >= 500} == {}
