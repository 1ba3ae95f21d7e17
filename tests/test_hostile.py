"""Nothing that a browser may send, by mistake or on purpose, is answered with an error of the server."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from clubtornei.events.models import Event
from tests.addresses import ANYBODY, OF_MORE, ON_PAPER, OURS, PUBLISHED, SIGNED_IN, path_of
from tests.factories import (
    make_club,
    make_drawn_event,
    make_entries,
    make_event,
    make_round,
    make_seated_event,
    make_user,
)

FIELDS = """
    after by column_0 criterion effect file formula group header homonym entry_no language mapped method move
    name next number number-1 option-cycles order page place player present published q rank ranking rating
    1-points 1-eliminated 1-order 1-risiko proposal replacing confirmed
    result role round expected starts_on take text unfinished username version
"""
SENT = {
    "nothing": "",
    "a null character": "Ada\0",
    "a number longer than int() takes": "9" * 5000,
    "a number larger than any key": "9" * 30,
    "a number below zero": "-1",
    "a digit that is no decimal": "²",
    "very long text": "x" * 70_000,
    "control characters": "\x07\x7f\x85",
}


@pytest.fixture
def owner(db: None) -> User:
    return make_user()


ENTRIES, BEGUN, SEATED = "entries", "begun", "seated"
OF_A_TABLE = {
    *OF_MORE,
    *ON_PAPER,
    *("rounds:result", "rounds:correct", "rounds:confirm", "rounds:reject"),
    *("rounds:begin_end", "rounds:take_turn"),
}
"""Which only a round brings."""
CASES = [
    (state, name)
    for state in (ENTRIES, BEGUN)
    for name in (*OURS, *PUBLISHED, *SIGNED_IN, *ANYBODY, *ON_PAPER)
    if state == BEGUN or name not in OF_A_TABLE
]
CASES += [(SEATED, name) for name in (*OF_MORE, *ON_PAPER)]


@pytest.fixture
def event(request: pytest.FixtureRequest, owner: User) -> Event:
    """Published; its entries are being taken, or its first round is being played."""
    club = make_club(owner=owner)
    if request.param in (BEGUN, SEATED):
        make = make_seated_event if request.param == SEATED else make_drawn_event
        event = make(4, club, published=True)
        make_round(event)
        return event
    event = make_event(club, published=True)
    make_entries(event, 4)
    return event


@pytest.mark.parametrize(("event", "name"), CASES, indirect=["event"])
def test_what_makes_no_sense_is_answered_all_the_same(name: str, event: Event, owner: User) -> None:
    path, fields = path_of(name, event), FIELDS.split()
    for sent in SENT.values():
        client = Client()  # a new one each time: some addresses sign out
        client.force_login(owner)
        client.get(path, dict.fromkeys(fields, sent[:3000]))
        client.post(path, dict.fromkeys(fields, sent))
