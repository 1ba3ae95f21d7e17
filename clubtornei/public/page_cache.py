"""A cache of public pages, compressed: each is rendered once a change, not once a phone.

A page is cached in the memory of the process and in the cache that all processes share. When its event has
changed, one request renders it anew; the others meanwhile get what was there, for `OLDEST` seconds at most,
or wait if they must have the newest. PostgreSQL's advisory locks decide which request it is, across
processes and machines.
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
    `body`: compressed by gzip. `newest_at`: when it was last known to show the newest, in seconds.
    """

    version: int
    club: str
    etag: str
    headers: dict[str, str]
    body: bytes
    newest_at: float

    def shows(self, version: int, club: str) -> bool:
        """Whether nothing has changed since; a page may also be newer than the event that a request read."""
        return self.version >= version and self.club == club

    @property
    def text(self) -> bytes:
        return gzip.decompress(self.body)


Render = Callable[[], CachedPage]


memory: LRUCache[str, CachedPage] = LRUCache(MOST_IN_MEMORY)


def cached_page(key: str, version: int, club: str, render: Render, *, newest: bool) -> CachedPage:
    """The page under that key, rendered if it is not cached, or the event has changed and nobody renders it.

    version, club: the event's, read just now. newest: whether the request must not get an older one.
    """
    now = time()
    page = _look_up(key, version, club)
    if page and page.shows(version, club):
        page.newest_at = now
        return page
    wait = newest or page is None or now - page.newest_at > OLDEST
    with _only_one(key, wait=wait) as alone:
        if page and not alone:
            return page
        page = _look_up(key, version, club)  # another may have rendered it while this one waited
        if not page or not page.shows(version, club):
            page = render()
            page.newest_at = now
            _store(key, page)
    return page


def _look_up(key: str, version: int, club: str) -> CachedPage | None:
    page = memory.get(key)
    if page and page.shows(version, club):
        return page
    shared: CachedPage | None = cache.get(key)
    if shared and (page is None or shared.version > page.version or shared.club != page.club):
        memory.put(key, shared)
        return shared
    return page


def _store(key: str, page: CachedPage) -> None:
    memory.put(key, page)
    cache.set(key, page, LIFETIME)


@contextmanager
def _only_one(key: str, *, wait: bool) -> Iterator[bool]:
    """Whether this request is the only one that renders the page; always, where it waits for the others."""
    number = int.from_bytes(hashlib.sha256(key.encode()).digest()[:8], "big", signed=True)
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
