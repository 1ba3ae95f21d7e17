"""Organisers read names in full where the public reads initials."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from clubtornei.accounts.models import Role
from clubtornei.events.models import Event
from clubtornei.players.models import Player
from tests.addresses import OURS, path_of
from tests.factories import (
    make_all_results,
    make_drawn_event,
    make_round,
    signed_in,
)

pytestmark = pytest.mark.django_db

INITIALS = re.compile(r"\bQ\. [A-H]\.")
ELSEWHERE = {"rounds:person", "rounds:entries", "rounds:entry_change", "rounds:ceremony", "rounds:trf"}
"""Where both names stand, or what is made before everybody or for a federation."""


def with_initials(**fields: Any) -> Event:
    """Everybody in it has asked for initials."""
    event = make_drawn_event(8, published=True, **fields)
    for entry, first in zip(event.entries.order_by("entry_no"), "ABCDEFGH", strict=True):
        Player.objects.filter(name=entry.name).update(name=f"Quaglia {first}lba", initials=True)
        entry.name = f"Q. {first}."
        entry.save()
    return event


def played() -> Event:
    event = with_initials(system="amalfi", options={"rounds": 4})
    make_all_results(event, make_round(event), "1-0")
    make_round(event)
    return event


def draft() -> Event:
    event = with_initials(system="knockout", options={"games": 2})
    make_round(event, published=False)
    return event


@pytest.mark.parametrize("make", [played, draft])
def test_no_page_of_organisers_has_initials(make: Callable[[], Event]) -> None:
    event = make()
    owner = signed_in(event.club, Role.OWNER)
    with_initials = []
    for name in (name for name in OURS if name.startswith("rounds:") and name not in ELSEWHERE):
        answer = owner.get(path_of(name, event, stage=1))
        if answer["Content-Type"].startswith("text/html") and INITIALS.search(answer.text):
            with_initials.append(name)
    assert with_initials == []


def test_the_public_reads_initials_whoever_looked_first() -> None:
    event = played()
    path = f"/e/{event.slug}/standings/"
    assert "Quaglia Alba" in signed_in(event.club, Role.HELPER).get(path).text
    for public in (f"/t/{event.slug}/standings/", f"/t/{event.slug}/players/1/", f"/t/{event.slug}/verify/"):
        page = Client().get(public).text
        assert "Quaglia" not in page
    assert "Q. A." in Client().get(f"/t/{event.slug}/standings/").text
    assert "Quaglia Alba" in signed_in(event.club, Role.HELPER).get(path).text
