"""Public pages as they were last rendered, compressed: each is rendered once a change, not once a phone.

A page is cached in the memory of the process and in the cache that all processes share. When its event has
changed, one request renders it anew; the others meanwhile get what was there, for `OLDEST` seconds at most,
or wait if they must have the newest. PostgreSQL's advisory locks decide which request it is, across
processes and machines. What many ask for is rendered behind the answers: see refreshing.py.
"""

import gzip
from collections.abc import Callable
from time import monotonic

from django.core.cache import cache
from msgspec import Struct

from clubtornei.advisory_locks import only_one
from clubtornei.lru_cache import LRUCache
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot

OLDEST = 2.0  # seconds for which a page may be served after it was last known to be the newest
LIFETIME = 60 * 60  # seconds
MOST_IN_MEMORY, MOST_UNSHARED = 200, 50  # pages


class CachedPage(Struct):
    """A rendered page. `version`: the event's, when it was rendered; `club`: its club's look then.
    `body`: compressed by gzip.
    """

    version: int
    club: str
    etag: str
    headers: dict[str, str]
    body: bytes

    def shows(self, wanted: "EventVersion") -> bool:
        """Whether it shows that, or something newer."""
        return self.version >= wanted.version and self.club == wanted.club

    @property
    def text(self) -> bytes:
        return gzip.decompress(self.body)


class Page(Struct, frozen=True, kw_only=True):
    """A page that is cached under its `key`: of an event, by primary key. `render` makes it anew, of the
    event as it is now, or as the snapshot has it. `shared`: with other processes, too: not where there are
    any number of such pages, each for a few readers, which would push out those of many.
    """

    key: str
    event: int
    render: Callable[[EventSnapshot | None], CachedPage]
    shared: bool = True

    def remembered(self) -> CachedPage | None:
        return self._memory.get(self.key)

    def remember(self, page: CachedPage) -> None:
        self._memory.put(self.key, page)

    @property
    def _memory(self) -> LRUCache[str, CachedPage]:
        return memory if self.shared else unshared


class EventVersion(Struct, frozen=True, kw_only=True):
    """An event at that version, with its club's look; read `at`."""

    version: int
    club: str
    at: float


memory: LRUCache[str, CachedPage] = LRUCache(MOST_IN_MEMORY)
unshared: LRUCache[str, CachedPage] = LRUCache(MOST_UNSHARED)
recent_versions: LRUCache[int, list[EventVersion]] = LRUCache(MOST_IN_MEMORY)
"""The latest versions of each event that this process has read, each when it read it last."""


def cached_page(
    page: Page,
    wanted: EventVersion,
    *,
    must_be_newest: bool = False,
    at_least: int = 0,
    snapshot: EventSnapshot | None = None,
) -> CachedPage:
    """The page, rendered if it is not cached, or the event has changed and nobody renders it.

    must_be_newest: whether this request must not get an older one. at_least: the version that its visitor
    has. snapshot: the event as it is wanted, if it is prepared.
    """
    cached = look_up(page, wanted)
    if cached and cached.shows(wanted):
        return cached
    old = (
        cached is None
        or must_be_newest
        or cached.version < at_least
        or age(page.event, cached.version) > OLDEST
    )
    with only_one(page.key, wait=old) as alone:
        return rendered(page, wanted, snapshot) if alone or cached is None else cached


def record_version(event: int, version: int, club: str) -> EventVersion:
    """Remember that the event, by primary key, is at that version now."""
    newest = EventVersion(version=version, club=club, at=monotonic())
    with recent_versions.lock:
        others = [other for other in recent_versions.get(event) or [] if other.version != version]
        recent_versions.put(event, [*(other for other in others if newest.at - other.at <= OLDEST), newest])
    return newest


def age(event: int, version: int) -> float:
    """For how many seconds there may have been something newer than that version of the event."""
    times = [shown.at for shown in recent_versions.get(event) or [] if shown.version <= version]
    return monotonic() - max(times, default=0.0)


def look_up(page: Page, wanted: EventVersion) -> CachedPage | None:
    """The page as it is cached, by this process or by another one; None if it is not."""
    cached = page.remembered()
    if not page.shared or (cached and cached.shows(wanted)):
        return cached
    shared: CachedPage | None = cache.get(page.key)
    if shared and (cached is None or shared.version > cached.version or shared.club != cached.club):
        page.remember(shared)
        return shared
    return cached


def rendered(page: Page, wanted: EventVersion, snapshot: EventSnapshot | None = None) -> CachedPage:
    """The page, rendered unless another has done it. Inside `only_one`."""
    cached = look_up(page, wanted)
    return cached if cached and cached.shows(wanted) else _render(page, snapshot)


def _render(page: Page, snapshot: EventSnapshot | None) -> CachedPage:
    made = page.render(snapshot)
    page.remember(made)
    if page.shared:
        cache.set(page.key, made, LIFETIME)
    return made
