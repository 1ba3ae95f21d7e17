"""A cache in memory for each event: what was computed of it at one version."""

from collections import OrderedDict
from collections.abc import Callable
from threading import RLock
from typing import TypeVar, cast

from clubtornei.events.models import Event

MOST_EVENTS = 16  # events, each at the version asked for last

Value = TypeVar("Value")


class VersionCache:
    """The values of one version. Threads share them: nobody may change one."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.values: dict[str, object] = {}
        self.lock = RLock()

    def get(self, key: str, make: Callable[[], Value]) -> Value:
        """The value of `make()`, computed once, by the thread that asks first."""
        if key not in self.values:
            with self.lock:
                if key not in self.values:
                    self.values[key] = make()
        return cast(Value, self.values[key])


memory: OrderedDict[int, VersionCache] = OrderedDict()
"""By primary key, the event asked for last at the end."""
lock = RLock()


def version_cache_of(event: Event) -> VersionCache:
    """The cache of the event at its version.

    The version was read before anything that the values are made of, so they are never older than it says.
    """
    with lock:
        cache = memory.get(event.pk)
        if cache is None or cache.version < event.version:
            cache = memory[event.pk] = VersionCache(event.version)
        memory.move_to_end(event.pk)
        while len(memory) > MOST_EVENTS:
            memory.popitem(last=False)
    # Who read the event before its last change makes the values of then for himself.
    return cache if cache.version == event.version else VersionCache(event.version)
