"""A cache of public pages, compressed: each is rendered once a change, not once a phone.

A page is cached in the memory of the process and in the cache that all processes share. When its event has
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

from clubtornei.lru_cache import LRUCache

OLDEST = 2.0  # seconds for which a page may be served after it was last known to be the newest
LIFETIME = 60 * 60  # seconds
MOST_IN_MEMORY = 200  # pages


class CachedPage(Struct):
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
    """A page that is cached under its `key`: of an event, by primary key. `render` makes it anew."""

    key: str
    event: int
    render: Callable[[], CachedPage]


class Newest(Struct, frozen=True, kw_only=True):
    """What the newest page would show: the event's version and its club's name, as they were read `at`."""

    version: int
    club: str
    at: float


memory: LRUCache[str, CachedPage] = LRUCache(MOST_IN_MEMORY)
read: LRUCache[int, list[Newest]] = LRUCache(MOST_IN_MEMORY)
"""The latest versions of each event that this process has read, each when it read it last."""


def cached_page(
    page: Page, version: int, club: str, *, must_be_newest: bool, seen: int = 0, refreshed: bool = False
) -> CachedPage:
    """The page, rendered if it is not cached, or the event has changed and nobody renders it.

    version, club: the event's, read just now. must_be_newest: whether this request must not get an older one;
    seen: the version that its visitor has. refreshed: whether the page is rendered behind the answers.
    """
    newest = note(page.event, version, club)
    cached = look_up(page, newest)
    if cached and cached.shows(version, club):
        return cached
    may_be_old = (
        cached is not None and not must_be_newest and cached.version >= seen and _age(page, cached) <= OLDEST
    )
    if cached and may_be_old and refreshed:
        return cached
    with only_one(page, wait=not may_be_old) as alone:
        return rendered(page, newest) if alone or cached is None else cached


def note(event: int, version: int, club: str) -> Newest:
    """Remember that the event, by primary key, is at that version now."""
    newest = Newest(version=version, club=club, at=time())
    with read.lock:
        others = [other for other in read.get(event) or [] if other.version != version]
        read.put(event, [*(other for other in others if newest.at - other.at <= OLDEST), newest])
    return newest


def _age(page: Page, cached: CachedPage) -> float:
    """For how many seconds there may have been something newer."""
    times = [newest.at for newest in read.get(page.event) or [] if newest.version <= cached.version]
    return time() - max(times, default=0.0)


def look_up(page: Page, newest: Newest) -> CachedPage | None:
    """The page as it is cached, by this process or by another one; None if it is not."""
    cached = memory.get(page.key)
    if cached and cached.shows(newest.version, newest.club):
        return cached
    shared: CachedPage | None = cache.get(page.key)
    if shared and (cached is None or shared.version > cached.version or shared.club != cached.club):
        memory.put(page.key, shared)
        return shared
    return cached


def rendered(page: Page, newest: Newest) -> CachedPage:
    """The page, rendered unless another has done it. Inside `only_one`."""
    cached = look_up(page, newest)
    if cached is None or not cached.shows(newest.version, newest.club):
        cached = page.render()
        memory.put(page.key, cached)
        cache.set(page.key, cached, LIFETIME)
    return cached


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
