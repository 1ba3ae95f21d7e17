"""The commitment announced before a draw, so that nobody can choose its outcome.

The commitment is the SHA-256 (64 hexadecimal digits) of a UTF-8 text: the seed on the first line, then one
line for each entry, by id: `id TAB name TAB club`, the club empty where there is none. Lines are joined by
one LF, with none at the end. The seed cannot be found from the commitment, and a seed and entries that give
the commitment were fixed before it was announced. Id, name and club are those of the tournament document.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.apps import apps

from clubtornei.events.models import Entry, Event

CommittedLine = tuple[int, str, str]
"""An entry in the committed text: id, name, club."""


@dataclass(frozen=True)
class DrawHistory:
    """When the draw was announced (None: not known), and how many draws were cancelled before it."""

    announced_at: datetime | None
    cancelled: int


def committed_text(seed: str, lines: Iterable[CommittedLine]) -> str:
    """The text whose SHA-256 is announced."""
    return "\n".join([seed, *(f"{entry_no}\t{name}\t{club}" for entry_no, name, club in sorted(lines))])


def commitment_of(text: str) -> str:
    """The SHA-256 of the text, as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def committed_lines(entries: Iterable[Entry]) -> list[CommittedLine]:
    """The line of each entry in the committed text."""
    return [(entry.entry_no, entry.name, entry.affiliation) for entry in entries]


def announced_text(event: Event, entries: Iterable[Entry]) -> str | None:
    """The text of the event's commitment, also if a name has changed since; None if it cannot be derived."""
    current = committed_text(event.seed, committed_lines(entries))
    if commitment_of(current) == event.commitment:
        return current
    at_draw = committed_text(event.seed, _lines_at(event, event.drawn_at))
    return at_draw if commitment_of(at_draw) == event.commitment else None


def draw_history(event: Event) -> DrawHistory:
    """When the event's draw was announced, and how often one was cancelled, from the history."""
    versions = apps.get_model("events", "EventEvent").objects.filter(pgh_obj_id=event.pk)
    announced = versions.filter(commitment=event.commitment).order_by("pgh_created_at").first()
    # Announcements count like draws: who can read the seed could cancel until the result is convenient.
    earlier = versions.exclude(seed__in=["", event.seed])
    at = announced.pgh_created_at if announced and event.commitment else None
    # An imported event was announced on another site, at a time that is not known here.
    if at and event.drawn_at and at > event.drawn_at:
        at = None
    return DrawHistory(at, earlier.values("seed").distinct().count())


def _lines_at(event: Event, moment: datetime | None) -> list[CommittedLine]:
    """The committed lines of the entries as they were at that moment, from the history."""
    versions = (
        apps.get_model("events", "EntryEvent")
        .objects.filter(event_id=event.pk, pgh_created_at__lte=moment)
        .order_by("pgh_obj_id", "-pgh_id")
        .distinct("pgh_obj_id")
    )
    return [
        (version.entry_no, version.name, version.affiliation)
        for version in versions
        if version.pgh_label != "delete"
    ]
