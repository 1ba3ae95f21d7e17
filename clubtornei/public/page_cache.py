"""Public pages as they were last rendered, compressed: each is rendered once a change, not once a phone.

They lie in Django's cache, which all processes share.
"""

import gzip
import hashlib
from collections.abc import Callable
from threading import Lock

from django.core.cache import cache
from msgspec import Struct

LIFETIME = 60 * 60  # seconds
COMPRESSION = 9  # of gzip: twice the time of 6, once a change; a tenth less for each phone

RENDERING = tuple(Lock() for _ in range(64))
"""A page is rendered by one thread of a process; the others wait for it. Pages share the locks at random."""


class CachedPage(Struct):
    """A rendered page. `version`: the event's, when it was rendered; 0 for pages of no event.
    `body`: compressed by gzip.
    """

    version: int
    etag: str
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> bytes:
        return gzip.decompress(self.body)


def cached_page(parts: tuple[object, ...], version: int, render: Callable[[], CachedPage]) -> CachedPage:
    """The page that the parts name, rendered if none of at least that version is cached."""
    digest = hashlib.sha256(repr(parts).encode())
    key = f"page:{digest.hexdigest()}"
    cached = _look_up(key, version)
    if cached is None:
        with RENDERING[digest.digest()[0] % len(RENDERING)]:
            cached = _look_up(key, version)
            if cached is None:
                cached = render()
                cache.set(key, cached, LIFETIME)
    return cached


def _look_up(key: str, version: int) -> CachedPage | None:
    cached: CachedPage | None = cache.get(key)
    return cached if cached and cached.version >= version else None
