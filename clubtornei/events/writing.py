"""The context manager for every write of an event: it locks the event and increments its version, in one
statement.

The lock on the event's row serialises all writes of one event, so that two arbiters (or a double click) never
interleave; the version is part of the cache keys and ETags of everything that is shown.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _

from clubtornei.events.models import Event

LOCK = "UPDATE events_event SET version = version + 1 WHERE id = %s RETURNING *"


class ActionRefused(Exception):
    """The action is not possible now; the message tells the arbiter why, and what to do instead."""


@contextmanager
def writing(event: Event, *, even_closed: bool = False) -> Iterator[Event]:
    """A fresh, locked copy of the event, in one transaction. Decisions must be based on data read inside.

    Raises ActionRefused if the event is closed (unless `even_closed`), Http404 if it has just been deleted.
    Nobody else sees the next version before the end, and inside it is still the one before: what is computed
    there is not kept as what will be.
    """
    with transaction.atomic():
        locked = next(iter(Event.objects.raw(LOCK, [event.pk])), None)
        if locked is None:
            raise Http404
        locked.version -= 1
        if locked.closed and not even_closed:
            raise ActionRefused(_("Il torneo è chiuso: prima il titolare del circolo deve riaprirlo."))
        yield locked
        locked.version += 1
    event.version = locked.version
