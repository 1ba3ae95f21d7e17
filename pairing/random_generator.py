"""Random choices beyond a random order, by a generator with a published seed (rules/draws.md#generator)."""

from collections.abc import MutableSequence, Sequence
from random import Random
from typing import TypeVar

from scoring.random_keys import random_key

T = TypeVar("T")


class Generator:
    """Random choices that are the same on every machine and under every Python.

    Only the raw bits of the Mersenne Twister are used, seeded with 256 bits: how the standard library makes
    shuffles from them has changed between versions.
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def below(self, limit: int) -> int:
        """A whole number from 0 to `limit` - 1, each equally likely."""
        bits = limit.bit_length()
        while (drawn := self._random.getrandbits(bits)) >= limit:
            pass
        return drawn

    def choice(self, items: Sequence[T]) -> T:
        """A random item, each equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffles the list in place, each order equally likely (Fisher and Yates)."""
        for last in range(len(items) - 1, 0, -1):
            chosen = self.below(last + 1)
            items[last], items[chosen] = items[chosen], items[last]

    def sample(self, among: Sequence[T], count: int) -> list[T]:
        """`count` different items at random, in the order in which they are drawn."""
        items = list(among)
        self.shuffle(items)
        return items[:count]


def generator(seed: str, stage: int, system: str, round_number: int) -> Generator:
    """The generator for a system's draws in one round of a stage, seeded with their random key."""
    return Generator(int(random_key(seed, stage, system, round_number), 16))
