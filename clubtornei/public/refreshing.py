"""Prepares what public pages show of an event as soon as it has changed, behind the answers.

PostgreSQL tells the thread of each process when an event has a new version. The thread computes what pages
show of it and renders those that many ask for. Until then polls are answered from the version prepared
before, as long as it is not too old (see page_cache); a request that must have the newest does not wait for
the thread, and makes its page itself.
"""

import logging
from contextlib import closing, suppress
from threading import Event as Signal
from threading import Lock, Thread
from time import monotonic

import psycopg
from django.conf import settings
from django.db import Error, connection
from django.http import Http404
from msgspec import Struct

from clubtornei.advisory_locks import only_one
from clubtornei.call_stack import with_room
from clubtornei.events.models import CHANGED, Event
from clubtornei.lru_cache import LRUCache
from clubtornei.public.page_cache import (
    MOST_IN_MEMORY,
    OLDEST,
    EventVersion,
    Page,
    age,
    look_up,
    record_version,
    rendered,
)
from clubtornei.rounds.reports.clinch import clinch_table
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from scoring.record import DocumentError

OFTEN, FORGOTTEN = 5.0, 15.0
"""Seconds between the last two requests for a page that many ask for; and since the last one, at most."""
EVENTS = 16
MOST_PAGES = 100  # of an event, that are rendered behind the answers
AGAIN = 1.0  # seconds until it is seen that the thread is to end, or the database is asked again

logger = logging.getLogger(__name__)


class RecentRequest(Struct, frozen=True):
    """When a page was last asked for, and how many seconds after the time before."""

    page: Page
    at: float
    gap: float

    @property
    def forgotten(self) -> bool:
        return monotonic() - self.at > FORGOTTEN


recent_requests: LRUCache[str, RecentRequest] = LRUCache(MOST_IN_MEMORY)
prepared: LRUCache[int, EventSnapshot] = LRUCache(EVENTS)
"""The latest version prepared of each event, by primary key."""


def prepared_for(page: Page, newest: EventVersion, at_least: int) -> EventSnapshot | None:
    """The event as it was prepared, for a request that may get what is a moment old; None if that is too old,
    or nothing is prepared. `at_least`: the version that the visitor has.
    """
    now = monotonic()
    before = recent_requests.get(page.key)
    recent_requests.put(page.key, RecentRequest(page, now, now - before.at if before else FORGOTTEN))
    if not settings.REFRESH_PAGES or not started.get().listening:
        return None
    snapshot = prepared.get(page.event)
    if snapshot is None or snapshot.event.club.look != newest.club:
        return None
    version = snapshot.event.version
    return snapshot if version >= at_least and age(page.event, version) <= OLDEST else None


def refresh(event_pk: int) -> None:
    """Prepare the event's newest version, if anybody looks at it: the pages asked for most often first."""
    pages = [last for last in recent_requests.all() if last.page.event == event_pk and not last.forgotten]
    event = Event.objects.public().select_related("club").filter(pk=event_pk).first() if pages else None
    if event is None:
        return
    newest = record_version(event.pk, event.version, event.club.look)
    snapshot = EventSnapshot(event)
    for last in sorted(pages, key=lambda last: last.gap)[:MOST_PAGES]:
        cached = look_up(last.page, newest)
        if last.gap > OFTEN or (cached and cached.shows(newest)):
            continue
        with only_one(last.page.key, wait=False) as alone:
            if alone:
                _prepare(last.page, newest, snapshot)
    with suppress(DocumentError):
        snapshot.prepare()
        clinch_table(snapshot)  # each card has a line of it
    prepared.put(event.pk, snapshot)


def _prepare(page: Page, newest: EventVersion, snapshot: EventSnapshot) -> None:
    """Render the page; one that cannot be is no reason to leave the others."""
    try:
        rendered(page, newest, snapshot)
    except Http404:  # a player may be gone
        pass
    except Error:
        raise
    except Exception:
        logger.exception("%s was not prepared", page.key)


def _refresh(event_pk: str) -> None:
    """As `refresh`; an event that cannot be shown, or that is being deleted, concerns only itself."""
    try:
        refresh(int(event_pk))
    except Error:
        raise
    except Exception:
        logger.exception("event %s was not prepared", event_pk)


class Refresher(Thread):
    """Listens to PostgreSQL, with a connection of its own, until it is `stopped`. `listening`: whether it
    hears of every change.
    """

    def __init__(self) -> None:
        super().__init__(name="refresher", daemon=True)
        self.listening = False
        self.stopped = Signal()

    def run(self) -> None:
        while not self.stopped.is_set():
            try:
                with_room(self._listen)
            except (Error, psycopg.Error) as error:
                logger.warning("public pages are not refreshed: %s", error)
            finally:
                self.listening = False  # requests render their pages themselves
                connection.close()
                self.stopped.wait(AGAIN)

    def _listen(self) -> None:
        with closing(connection.copy()) as own, own.cursor() as cursor:
            cursor.execute(f"LISTEN {CHANGED}")
            self.listening = True
            while not self.stopped.is_set():
                for notice in own.connection.notifies(timeout=AGAIN, stop_after=1):
                    _refresh(notice.payload)


class Started:
    """The thread of this process, begun when it is first needed."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.thread: Refresher | None = None

    def get(self) -> Refresher:
        with self.lock:
            if self.thread is None or not self.thread.is_alive():
                self.thread = Refresher()
                self.thread.start()
            return self.thread


started = Started()
