"""Creating an event. What happens to it afterwards is written by the actions of clubtornei.rounds."""

from collections.abc import Iterable
from itertools import count

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from msgspec.structs import asdict

from clubtornei.accounts.models import Club
from clubtornei.events.details import EventDetails, StageDetails
from clubtornei.events.models import Event


def create_event(club: Club, details: EventDetails, stage: StageDetails) -> Event:
    """Create an event with one stage."""
    with transaction.atomic():
        event = save_new_event(Event(club=club, **asdict(details)))
        event.stages.create(number=1, **asdict(stage))
    return event


def save_new_event(event: Event) -> Event:
    """Save the event and return it. Its slug is made of name and year, and stays when the name changes."""
    for slug in _slugs(event.name, event.starts_on.year):
        event.slug = slug
        if not _is_taken(slug):
            try:
                with transaction.atomic():
                    event.save(force_insert=True)
            except IntegrityError:
                if not _is_taken(slug):  # by an event made at the same time
                    raise
            else:
                return event
    raise AssertionError("unreachable: there are infinitely many slugs")


def _is_taken(slug: str) -> bool:
    return Event.objects.filter(slug=slug).exists()


def _slugs(name: str, year: int) -> Iterable[str]:
    """sociale-2026, sociale-2026-2, sociale-2026-3 …"""
    words = slugify(name)[:60].strip("-") or "torneo"
    base = words if str(year) in words.split("-") else f"{words}-{year}"
    yield base
    yield from (f"{base}-{number}" for number in count(2))
