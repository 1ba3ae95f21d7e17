"""The context managers for writes of an event: `writing` for every one, `once` for those that may come twice.

`writing` locks the event and increments its version, in one statement. The lock on the event's row serialises
all writes of one event, so that two arbiters (or a double click) never interleave; the version is part of the
cache keys and ETags of everything that is shown.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import connection, transaction
from django.dispatch import Signal
from django.http import Http404
from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.accounts.access import closed_words
from clubtornei.events.models import Event

LOCK = """
    UPDATE events_event SET version = version + 1 WHERE id = %s
    RETURNING *, EXISTS (SELECT FROM events_stage WHERE event_id = events_event.id AND number = 2) AS several,
    (SELECT closed_at IS NOT NULL FROM accounts_club WHERE id = events_event.club_id) AS club_closed,
    version > 1 + (SELECT version FROM events_event AS seen WHERE seen.id = events_event.id) AS waited
"""
"""`waited`: for another write, so that `club_closed` may be old: subqueries see what was there when the
statement began.
"""
inside_once: ContextVar[bool] = ContextVar("inside_once", default=False)
"""Whether this is inside `once`, whose transaction ends with an error of the write: it needs no savepoint."""
awarded_event_written = Signal()
"""Sent at the end of a write, before it is committed, of an `event` that is not closed and whose prizes were
confirmed before.
"""
REMEMBER_REQUEST = """
    WITH old AS (
        DELETE FROM events_requestkey WHERE id IN (
            SELECT id FROM events_requestkey WHERE at < now() - interval '2 days' LIMIT 100
            FOR UPDATE SKIP LOCKED
        )
    )
    INSERT INTO events_requestkey (event_id, key, content, at) VALUES (%s, %s, %s, now())
    ON CONFLICT DO NOTHING
"""
"""With it those go that no page sends again."""


class ActionRefused(Exception):
    """The action is not possible now; the message tells the arbiter why, and what to do instead."""


@contextmanager
def writing(event: Event, *, even_closed: bool = False, even_closed_club: bool = False) -> Iterator[Event]:
    """A fresh, locked copy of the event, in one transaction. Decisions must be based on data read inside.

    Raises ActionRefused if the event is closed (unless `even_closed`), or its club has been since the page
    was asked for (unless `even_closed_club`); Http404 if the event has just been deleted.
    Nobody else sees the next version before the end, and inside it is still the one before: what is computed
    there is not kept as what will be.
    """
    with transaction.atomic(savepoint=not inside_once.get()):
        locked = next(iter(Event.objects.raw(LOCK, [event.pk])), None)
        if locked is None:
            raise Http404
        locked.version -= 1
        closed = locked.club.closed if locked.waited else locked.club_closed
        if closed and not even_closed_club:
            raise ActionRefused(closed_words(locked.club))
        if locked.closed and not even_closed:
            raise ActionRefused(_("Il torneo è chiuso: prima il titolare del circolo deve riaprirlo."))
        awards = locked.awards
        yield locked
        if awards and locked.awards is awards and not locked.closed:
            awarded_event_written.send(Event, event=locked)
        locked.version += 1
    event.version, event.several = locked.version, locked.several


def lock_event(event: Event) -> None:
    """Lock the event until the transaction ends, and read it again: what a form of it is compared with is
    then what is still there when it is saved. Raises Http404 if it has just been deleted.
    """
    try:
        event.refresh_from_db(from_queryset=Event.objects.select_for_update(of=("self",)))
    except Event.DoesNotExist as error:
        raise Http404 from error


class SentRequest(Struct, frozen=True):
    """A request: its key, empty if it has none, and the digest of its address and of what it asks for."""

    key: str
    content: str


@contextmanager
def once(event: Event, sent: SentRequest) -> Iterator[bool]:
    """Whether the request is still to be carried out, whose key is then remembered with what it writes.
    False: it was before, and only its answer was lost on the way. One without a key is always new.

    Raises ActionRefused if another request had the key. What a write inside raises must leave this, too: all
    is undone together.
    """
    if not sent.key:
        yield True
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(REMEMBER_REQUEST, [event.pk, sent.key, sent.content])
            new = cursor.rowcount == 1
        if not new and not event.request_keys.filter(key=sent.key, content=sent.content).exists():
            raise ActionRefused(
                _(
                    "Non è stato salvato: con la stessa chiave è già arrivata un’altra richiesta. "
                    "Ricarica la pagina e riprova."
                )
            )
        token = inside_once.set(True)
        try:
            yield new
        finally:
            inside_once.reset(token)


def refuse_if_awarded(event: Event) -> None:
    """Raises ActionRefused once who gets which prize is confirmed. `event`: locked."""
    if event.awards:
        raise ActionRefused(
            _("I premi sono confermati: prima togli la conferma, con il pulsante della pagina «Premi».")
        )
