"""Creating an event. What happens to it afterwards is written by the actions of clubtornei.rounds."""

from typing import TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils.text import slugify
from msgspec.structs import asdict

from clubtornei.accounts.models import Club
from clubtornei.events.details import EventDetails, StageDetails
from clubtornei.events.models import Event

Row = TypeVar("Row", bound=Model)


def create_event(club: Club, details: EventDetails, stage: StageDetails) -> Event:
    """Create an event with one stage."""
    with transaction.atomic():
        event = save_new_event(Event(club=club, **asdict(details)))
        event.stages.create(number=1, **asdict(stage))
    return event


def save_new_event(event: Event) -> Event:
    """Save the event and return it. Its slug is made of name and year, and stays when the name changes."""
    return save_with_slug(event, event.name, event.starts_on.year, otherwise="torneo")


def save_with_slug(row: Row, name: str, year: int | None, *, otherwise: str) -> Row:
    """Save a new row of a model of which no two have the same `slug`, and return it. The slug is made of name
    and year; `otherwise`: what stands for a name without a letter.
    """
    words = slugify(name)[:60].strip("-") or otherwise
    wanted = words if year is None or str(year) in words.split("-") else f"{words}-{year}"
    while True:
        slug = row.slug = free_slug(type(row), wanted)  # type: ignore[attr-defined]
        try:
            with transaction.atomic():
                row.save(force_insert=True)
        except IntegrityError:
            if not type(row)._default_manager.filter(slug=slug).exists():  # by one made at the same time
                raise
        else:
            return row


def free_slug(model: type[Model], slug: str) -> str:
    """The slug if no row has it, or else sociale-2026-2, sociale-2026-3 …"""
    found, number = slug, 1
    while model._default_manager.filter(slug=found).exists():
        number += 1
        found = f"{slug[:70]}-{number}"
    return found
