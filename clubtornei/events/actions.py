"""Creating an event. What happens to it afterwards is written by the actions of clubtornei.rounds."""

from collections.abc import Iterable
from itertools import count

from django.db import transaction
from django.utils.text import slugify

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.untyped import Columns


def create_event(club: Club, details: Columns, stage: Columns) -> Event:
    """Create an event with one stage.

    `details`: fields of the event; `stage`: system, options, scoring, scoring_options, ranking.
    """
    with transaction.atomic():
        event = new_event(club, details)
        event.stages.create(number=1, **stage)
    return event


def new_event(club: Club, details: Columns) -> Event:
    """Create an event without stages. Its slug is made of name and year, and stays when the name changes."""
    for slug in _slugs(details["name"], details["starts_on"].year):
        event, created = Event.objects.get_or_create(slug=slug, defaults={"club": club, **details})
        if created:
            return event
    raise AssertionError("unreachable: there are infinitely many slugs")


def _slugs(name: str, year: int) -> Iterable[str]:
    """sociale-2026, sociale-2026-2, sociale-2026-3 …"""
    words = slugify(name)[:60].strip("-") or "torneo"
    base = words if str(year) in words.split("-") else f"{words}-{year}"
    yield base
    yield from (f"{base}-{number}" for number in count(2))
