"""Renders the pages that many phones ask for as soon as their event has changed, behind the answers.

PostgreSQL tells the thread of each process when an event has a new version. Until the page is rendered anew,
polls get what was there (see kept_pages); a page that few ask for is rendered by the request that asks.
"""

import logging
from contextlib import closing, suppress
from threading import Event as Signal
from threading import Lock, Thread
from time import time

import psycopg
from django.conf import settings
from django.db import OperationalError, connection
from django.http import Http404
from msgspec import Struct

from clubtornei.events.models import CHANGED, Event
from clubtornei.public.kept_pages import IN_MEMORY, Page, look_up, note, only_one, rendered
from clubtornei.recent import Recent

OFTEN, FORGOTTEN = 5.0, 15.0
"""Seconds between the last two requests for a page that many ask for; and since the last one, at most."""
AGAIN = 1.0  # seconds until it is seen that the thread is to end, or the database is asked again

logger = logging.getLogger(__name__)


class Asked(Struct, frozen=True):
    """When a page was last asked for, and how many seconds after the time before."""

    page: Page
    at: float
    gap: float

    @property
    def often(self) -> bool:
        return self.gap <= OFTEN and time() - self.at <= FORGOTTEN


asked: Recent[str, Asked] = Recent(IN_MEMORY)


def is_refreshed(page: Page) -> bool:
    """Whether the page, for which there is a request, is rendered behind the answers."""
    now = time()
    before = asked.get(page.key)
    last = Asked(page, now, now - before.at if before else FORGOTTEN)
    asked.put(page.key, last)
    return last.often and settings.REFRESH_PAGES and started.get().listening


def refresh(event: int) -> None:
    """Render the event's pages that many ask for and nobody renders, those asked for most often first."""
    found = Event.objects.public().filter(pk=event).values_list("version", "club__name").first()
    if found is None:
        return
    newest = note(event, *found)
    pages = [last for last in asked.all() if last.page.event == event and last.often]
    for last in sorted(pages, key=lambda last: last.gap):
        kept = look_up(last.page, newest)
        if kept and kept.shows(newest.version, newest.club):
            continue
        with only_one(last.page, wait=False) as alone, suppress(Http404):  # a player may be gone
            if alone:
                rendered(last.page, newest)


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
                self._listen()
            except (OperationalError, psycopg.OperationalError) as error:
                logger.warning("public pages are not refreshed: %s", error)
            except Exception:
                logger.exception("public pages are not refreshed")
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
                    refresh(int(notice.payload))


class Started:
    """The thread of this process: none in the one that gunicorn forks its workers from."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.thread: Refresher | None = None

    def get(self) -> Refresher:
        with self.lock:
            if self.thread is None:
                self.thread = Refresher()
                self.thread.start()
            return self.thread


started = Started()
