"""Public pages as they were last rendered, compressed: each is rendered once a change, not once a phone.

A page is kept in the memory of the process and in the cache that all processes share. When its event has
changed, one request renders it anew; the others meanwhile get what was there, for `OLDEST` seconds at most,
or wait if they must have the newest. PostgreSQL's advisory locks decide which request it is, across
processes and machines. What many ask for is rendered behind the answers: see refreshing.py.
"""

import gzip
import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import time

from django.core.cache import cache
from django.db import connection
from msgspec import Struct

from clubtornei.recent import Recent

OLDEST = 2.0  # seconds for which a page may be served after it was last known to be the newest
KEPT_FOR = 60 * 60  # seconds
IN_MEMORY = 200  # pages


class KeptPage(Struct):
    """A rendered page. `version`: the event's, when it was rendered; `club`: what the club was called.
    `body`: compressed by gzip.
    """

    version: int
    club: str
    etag: str
    headers: dict[str, str]
    body: bytes

    def shows(self, version: int, club: str) -> bool:
        """Whether nothing has changed since; a page may also be newer than the event that a request read."""
        return self.version >= version and self.club == club

    @property
    def text(self) -> bytes:
        return gzip.decompress(self.body)


class Page(Struct, frozen=True, kw_only=True):
    """A page that is kept under its `key`: of an event, by primary key. `render` makes it anew."""

    key: str
    event: int
    render: Callable[[], KeptPage]


class Newest(Struct, frozen=True, kw_only=True):
    """What the newest page would show: the event's version and its club's name, as they were read `at`."""

    version: int
    club: str
    at: float


memory: Recent[str, KeptPage] = Recent(IN_MEMORY)
read: Recent[int, list[Newest]] = Recent(IN_MEMORY)
"""The latest versions of each event that this process has read, each when it read it last."""


def kept_page(
    page: Page, version: int, club: str, *, must_be_newest: bool, seen: int = 0, refreshed: bool = False
) -> KeptPage:
    """The page, rendered if it is not kept, or the event has changed and nobody renders it.

    version, club: the event's, read just now. must_be_newest: whether this request must not get an older one;
    seen: the version that its visitor has. refreshed: whether the page is rendered behind the answers.
    """
    newest = note(page.event, version, club)
    kept = look_up(page, newest)
    if kept and kept.shows(version, club):
        return kept
    may_be_old = (
        kept is not None and not must_be_newest and kept.version >= seen and _age(page, kept) <= OLDEST
    )
    if kept and may_be_old and refreshed:
        return kept
    with only_one(page, wait=not may_be_old) as alone:
        return rendered(page, newest) if alone or kept is None else kept


def note(event: int, version: int, club: str) -> Newest:
    """Remember that the event, by primary key, is at that version now."""
    newest = Newest(version=version, club=club, at=time())
    with read.lock:
        others = [other for other in read.get(event) or [] if other.version != version]
        read.put(event, [*(other for other in others if newest.at - other.at <= OLDEST), newest])
    return newest


def _age(page: Page, kept: KeptPage) -> float:
    """For how many seconds there may have been something newer."""
    times = [newest.at for newest in read.get(page.event) or [] if newest.version <= kept.version]
    return time() - max(times, default=0.0)


def look_up(page: Page, newest: Newest) -> KeptPage | None:
    """The page as it is kept, by this process or by another one; None if it is not."""
    kept = memory.get(page.key)
    if kept and kept.shows(newest.version, newest.club):
        return kept
    shared: KeptPage | None = cache.get(page.key)
    if shared and (kept is None or shared.version > kept.version or shared.club != kept.club):
        memory.put(page.key, shared)
        return shared
    return kept


def rendered(page: Page, newest: Newest) -> KeptPage:
    """The page, rendered unless another has done it. Inside `only_one`."""
    kept = look_up(page, newest)
    if kept is None or not kept.shows(newest.version, newest.club):
        kept = page.render()
        memory.put(page.key, kept)
        cache.set(page.key, kept, KEPT_FOR)
    return kept


@contextmanager
def only_one(page: Page, *, wait: bool) -> Iterator[bool]:
    """Whether nobody else renders the page; always, where this waits for the others."""
    number = int.from_bytes(hashlib.sha256(page.key.encode()).digest()[:8], "big", signed=True)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_advisory_lock(%s) IS NOT NULL" if wait else "SELECT pg_try_advisory_lock(%s)",
            [number],
        )
        alone = bool(cursor.fetchone()[0])
    try:
        yield alone
    finally:
        if alone:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [number])
