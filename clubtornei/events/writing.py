"""The one door through which an event is written: locked, refused when closed, its version moved on.

All writes of one event queue at its row, so two arbiters (or a double click) never interleave; and the
version, which every write moves, is the cache key and ETag of everything that is shown.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from clubtornei.events.models import Event


class ActionRefused(Exception):
    """The arbiter asked for something that cannot be: the message says what, and what to do instead."""


@contextmanager
def writing(event: Event, *, even_closed: bool = False) -> Iterator[Event]:
    """A fresh, locked copy of the event, in one transaction; read what you decide upon only inside.

    Raises Refused when the event is closed, Http404 when somebody has just deleted it. On the way out the
    version grows by one.
    """
    with transaction.atomic():
        fresh = Event.objects.select_for_update(of=("self",)).select_related("club")
        locked = get_object_or_404(fresh, pk=event.pk)
        if locked.closed and not even_closed:
            raise ActionRefused(_("Il torneo è chiuso: prima il titolare del circolo deve riaprirlo."))
        yield locked
        locked.version += 1
        locked.save(update_fields=["version"])
    event.version = locked.version
