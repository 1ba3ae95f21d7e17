"""A cache in the memory of the process, for all of its threads, of the values used last."""

from collections import OrderedDict
from threading import RLock
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class LRUCache(Generic[Key, Value]):
    """At most `most` values by key. Who reads one and then puts another holds the `lock`."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.lock = RLock()
        self.values: OrderedDict[Key, Value] = OrderedDict()

    def get(self, key: Key) -> Value | None:
        with self.lock:
            if key in self.values:
                self.values.move_to_end(key)
            return self.values.get(key)

    def put(self, key: Key, value: Value) -> None:
        with self.lock:
            self.values[key] = value
            self.values.move_to_end(key)
            while len(self.values) > self.most:
                self.values.popitem(last=False)

    def all(self) -> list[Value]:
        with self.lock:
            return list(self.values.values())

    def clear(self) -> None:
        with self.lock:
            self.values.clear()
