"""Knockout events to look at, and what their pages say."""

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.results.actions import record_result
from tests.factories import make_drawn_event, make_round, make_user


def make_knockout(players: int, club: Club | None = None, rounds: int = 0, **options: Any) -> Event:
    """A published knockout with so many rounds; White wins everywhere."""
    given = {"system": "knockout", "options": options, "ranking": ["round_reached"], "published": True}
    event = make_drawn_event(players, club, **given)
    user = make_user()
    for _number in range(rounds):
        for table in make_round(event).tables.games():
            record_result(event, user, table.pk, "1-0")
    return event


def text_of(client: Client, view: str, event: Event, *args: Any, query: str = "") -> str:
    response = client.get(reverse(view, args=[event.slug, *args]) + query)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())
