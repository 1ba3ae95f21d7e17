"""Random ranking keys that anybody can check with a pocket program (rules/draws.md#lots).

A key is the SHA-256 (FIPS 180-4), in hexadecimal, of the UTF-8 text `seed NUL stage NUL purpose NUL id`; the
smaller key goes first. As long as the seed is secret nobody can foresee the order; once it is published,
everybody can derive it.
"""

import hashlib
from collections.abc import Iterable


def random_key(seed: str, stage: int, purpose: str, drawn: int | str) -> str:
    """The random key of an id: 64 hexadecimal digits. `stage` counts from 1; `drawn`: the id, or empty.

    >>> random_key("seed", 1, "draw", 7)[:8]
    '0d5e3a8d'
    """
    return hashlib.sha256(f"{seed}\0{stage}\0{purpose}\0{drawn}".encode()).hexdigest()


def in_random_order(players: Iterable[int], seed: str, stage: int, purpose: str) -> list[int]:
    """The ids by their random keys, which is the order in which they are drawn."""
    return sorted(players, key=lambda player: random_key(seed, stage, purpose, player))
