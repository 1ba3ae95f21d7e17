"""Random choices beyond a plain random order, by a generator anybody can seed again
(rules/draws.md#generator)."""

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

    def choice(self, among: Sequence[T]) -> T:
        """One of these, each equally likely."""
        return among[self.below(len(among))]

    def shuffle(self, things: MutableSequence[T]) -> None:
        """Puts them in random order, each order equally likely (Fisher and Yates)."""
        for last in range(len(things) - 1, 0, -1):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]

    def sample(self, among: Sequence[T], count: int) -> list[T]:
        """So many of these, in the order they were drawn."""
        things = list(among)
        self.shuffle(things)
        return things[:count]


def generator(seed: str, stage: int, system: str, round_number: int) -> Generator:
    """The generator for a system's draws in one round of a stage: seeded with the random key of that text."""
    return Generator(int(random_key(seed, stage, system, round_number), 16))
