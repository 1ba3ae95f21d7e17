"""Nothing that a browser may send, by mistake or on purpose, is answered with an error of the server."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import cycle
from time import thread_time
from typing import Any
from urllib.parse import urlencode

import pytest
from django import forms
from django.db import transaction
from django.http import QueryDict
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import get_resolver
from pytest_django.fixtures import Settings

from clubtornei.events.models import Event, SignUpSettings
from tests.addresses import (
    ANYBODY,
    BETWEEN_SITES,
    BY_LINK,
    FOLLOWING,
    IN_THE_HALL,
    INVITED,
    OF_MORE,
    OF_THE_YEAR,
    ON_PAPER,
    OURS,
    PUBLISHED,
    SIGNED_IN,
    SIGNING_UP,
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

CONTROL, LARGE, ODD = (
    "control characters",
    "a number larger than any key",
    "a number below zero, or no decimal",
)
SENT = {
    "nothing": "",
    CONTROL: "Ada\0\x07\x7f\x85",
    LARGE: "9" * 30,
    ODD: "-1",
    # Longer than int() takes, too; in all fields together not more than Django reads.
    "very long text": "9" * 20_000,
}
"""In an address, very long text is cut to 3,000 digits: a number larger than any key again, sent once."""


FIRST = ("nothing", CONTROL)
"""Those for an event that is not drawn yet, whose addresses are asked again with all of them once it is."""
SLOW = 3.0  # seconds of work, not of the clock


def filled(fields: Iterable[str], text: str) -> str:
    """The text in each of these fields, as a query or as the body of a form. A number below zero is a digit
    that is no decimal in every other field: what reads a number is asked for both somewhere.
    """
    texts = cycle([text, "²"] if text == SENT[ODD] else [text])
    return urlencode(dict(zip(sorted(fields), texts)))  # noqa: B905 (without end)


@cache
def in_cookie(text: str) -> str:
    """The text as a phone's number, which Python's own cookies would not take from a site."""
    return 'phone="{}"'.format("".join(f"\\{byte:03o}" for byte in text[:100].encode()))


def body_of(fields: Iterable[str], text: str) -> tuple[bytes, str]:
    """A POST and its type: as of a form with files, once, or without; reading those takes much longer."""
    if text == SENT[CONTROL]:
        return encode_multipart(BOUNDARY, dict.fromkeys(fields, text)), MULTIPART_CONTENT
    return filled(fields, text).encode(), "application/x-www-form-urlencoded"


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
    ENTRIES: [
        *(name for name in (*OURS, *PUBLISHED) if is_of_an_event(name) and name not in OF_A_TABLE),
        *(*BY_LINK, *SIGNING_UP, *FOLLOWING),
    ],
    BEGUN: [
        *(*OURS, *PUBLISHED, *OF_THE_YEAR, *SIGNED_IN, *ANYBODY, *INVITED, *ON_PAPER),
        *(*BY_LINK, *IN_THE_HALL, *BETWEEN_SITES),
    ],
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
    for event in events.values():
        SignUpSettings.objects.create(event=event, enabled=True, self_check_in=True, self_leaving=True)
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
    """The names of the fields that the site has asked for, whether they were sent or not."""
    names: set[str] = set()

    def noting(method: Callable[..., Any]) -> Callable[..., Any]:
        def noted(fields: QueryDict, *asked: Any) -> Any:
            names.update(asked[:1])
            return method(fields, *asked)

        return noted

    for name in ("__contains__", "__getitem__", "getlist"):  # all other ways go through these
        monkeypatch.setattr(QueryDict, name, noting(getattr(QueryDict, name)))
    return names


@pytest.mark.django_db
@pytest.mark.parametrize("state", CASES)
def test_what_makes_no_sense_is_answered_all_the_same(
    state: str,
    kept_events: dict[str, Event],
    owner: Client,
    looked_at: set[str],
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In each field that the address looks at; again if it looks at others because of that."""
    # What a sheet says is laid out by WeasyPrint, which is slow.
    monkeypatch.setattr("clubtornei.rounds.printing.pdf_responses.render", lambda *_, **__: b"")
    settings.EMAIL_URL = "console:///?from=torneo@example.org"
    signed_in = "; ".join(f"{name}={cookie.value}" for name, cookie in owner.cookies.items())

    def send(fields: set[str], ask: Callable[[], object]) -> None:
        """Ask, with what is in `fields` by then, until the address has looked at nothing else."""
        known = -1
        while known < len(fields):
            known = len(fields)
            looked_at.clear()
            with transaction.atomic():  # each finds the event as it was, and the owner signed in
                ask()
                transaction.set_rollback(True)
            owner.cookies.load(signed_in)
            fields |= looked_at

    def slow_for(name: str) -> list[str]:
        path = path_of(name, kept_events[state])
        queried: set[str] = set()
        posted: set[str] = set()
        slow = []

        def get() -> None:
            owner.get(path, QUERY_STRING=filled(queried, text[:3000]), HTTP_COOKIE=cookies)

        def post() -> None:
            headers = {"Idempotency-Key": text[:3000], "Cookie": cookies}
            owner.generic("POST", path, *body_of(posted, text), headers=headers)

        for text in SENT.values() if state != ENTRIES else [SENT[name] for name in FIRST]:
            cookies = f"{signed_in}; {in_cookie(text)}"
            begun = thread_time()
            # What looks at nothing answers everything alike.
            if not text or (queried and text != SENT[LARGE]):
                send(queried, get)
            if not text or posted or name in ON_PAPER:
                send(posted, post)
            if thread_time() - begun >= SLOW:
                slow.append(text[:20])
        return slow

    assert found_at(CASES[state], slow_for) == {name: [] for name in CASES[state]}


def forms_of_ours(base: type[forms.BaseForm] = forms.BaseForm) -> Iterator[type[forms.BaseForm]]:
    """Every class of forms of the site."""
    for form in base.__subclasses__():
        yield from forms_of_ours(form)
        if form.__module__.startswith("clubtornei"):
            yield form


NOT_STORED = {
    *(
        "DeleteClubForm.name",
        "DeleteForm.name",
        "ForgetForm.name",
        "SignInForm.username",
        "SignUpForm.website",
    ),
    *("NewMemberForm.username", "StartForm.username"),  # refused by Django's validator
}


def test_a_field_of_one_line_takes_one_line() -> None:
    """A line break, forged into it, would stand in a document, in a commitment, on a screen."""

    def takes_two(field: forms.Field) -> bool:
        with suppress(forms.ValidationError):
            return "\n" in str(field.to_python("Ada\nBice"))
        return False

    get_resolver().url_patterns  # noqa: B018 (imports the views, and with them all forms)
    taken = {
        f"{form.__name__}.{name}"
        for form in forms_of_ours()
        for name, field in getattr(form, "base_fields", {}).items()
        if isinstance(field.widget, forms.TextInput)
        and not isinstance(field, forms.RegexField)
        and takes_two(field)
    }
    assert taken == NOT_STORED
