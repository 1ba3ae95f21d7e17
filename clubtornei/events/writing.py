"""The context managers for writes of an event: `writing` for every one, `once` for those that may come twice.

`writing` locks the event and increments its version. The lock on the event's row serialises all writes of one
event, so that two arbiters (or a double click) never interleave; the version is part of the cache keys and
ETags of everything that is shown.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from clubtornei.events.models import Event, RequestKey


class ActionRefused(Exception):
    """The action is not possible now; the message tells the arbiter why, and what to do instead."""


@contextmanager
def writing(event: Event, *, even_closed: bool = False) -> Iterator[Event]:
    """A fresh, locked copy of the event, in one transaction. Decisions must be based on data read inside.

    Raises ActionRefused if the event is closed (unless `even_closed`), Http404 if it has just been deleted.
    At the end the version is incremented.
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


@contextmanager
def once(event: Event, key: str) -> Iterator[bool]:
    """Whether the request with this key is still to be carried out, which is then remembered with what it
    writes. False: it was before, and only its answer was lost on the way. An empty key is always new.
    """
    if not key:
        yield True
        return
    with transaction.atomic():
        _request, new = RequestKey.objects.get_or_create(event=event, key=key)
        yield new
