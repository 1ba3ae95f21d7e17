"""What was computed of an event at one version, kept in the memory of the process for all that show it."""

from collections.abc import Callable
from threading import RLock
from typing import TypeVar, cast

from clubtornei.events.models import Event
from clubtornei.recent import Recent

KEPT = 16  # events, each at the version asked for last

Value = TypeVar("Value")


class Computed:
    """The values of one version. Its threads share them: nobody may change one.

    `before`: of the version before, what may be taken from it if it has not changed.
    """

    def __init__(self, version: int, before: "Computed | None" = None) -> None:
        self.version = version
        self.before = before
        self.values: dict[str, object] = {}
        self.carried: set[str] = set()
        self.lock = RLock()

    def get(self, key: str, make: Callable[[], Value]) -> Value:
        """The value of `make()`, computed once, by the thread that asks first."""
        if key not in self.values:
            with self.lock:
                if key not in self.values:
                    self.values[key] = make()
        return cast(Value, self.values[key])

    def carry(self, key: str, basis: str, make: Callable[[], Value]) -> Value:
        """As `get`; but the value of the version before, if what it rests on, under `basis`, is the same."""
        self.carried |= {key, basis}
        old = self.before
        if old and key in old.values and old.values[basis] == self.values[basis]:
            return self.get(key, lambda: cast(Value, old.values[key]))
        return self.get(key, make)

    def lasting(self) -> "Computed":
        """What the next version may take: the rest, which is large, goes."""
        kept = Computed(self.version)
        kept.values = {key: self.values[key] for key in tuple(self.carried) if key in self.values}
        return kept


memory: Recent[int, Computed] = Recent(KEPT)


def computed_of(event: Event) -> Computed:
    """What was computed of the event at its version.

    The version was read before anything that the values are made of, so they are never older than it says.
    """
    with memory.lock:
        computed = memory.get(event.pk)
        if computed is None or computed.version < event.version:
            computed = Computed(event.version, computed.lasting() if computed else None)
            memory.put(event.pk, computed)
    # Who read the event before its last change makes the values of then for himself.
    return computed if computed.version == event.version else Computed(event.version)
