"""Lots anybody can check with a pocket program (rules/draws.md#lots).

A lot is the SHA-256, in hexadecimal, of the UTF-8 text `seed NUL stage NUL purpose NUL id`; the smaller goes
first.
"""

import hashlib
from collections.abc import Iterable


def lot(seed: str, stage: int, purpose: str, drawn: int | str) -> str:
    """The lot of one thing: 64 hexadecimal digits. `stage` counts from 1; `drawn` is the id, or empty."""
    return hashlib.sha256(f"{seed}\0{stage}\0{purpose}\0{drawn}".encode()).hexdigest()


def in_order_of_lots(players: Iterable[int], seed: str, stage: int, purpose: str) -> list[int]:
    """The ids in the order in which they are drawn."""
    return sorted(players, key=lambda player: lot(seed, stage, purpose, player))
