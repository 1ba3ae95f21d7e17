"""Order numbers by rating list (rules/amalfi.md#order-numbers).

The highest rating first; then the title; then drawn by lot. The unrated come after all rated, by title and
lot.
"""

from collections.abc import Iterable, Mapping

from scoring.random_keys import random_key
from scoring.record import Number, Player

TITLES = (
    ("GM", "GMI"),
    ("IM", "MI"),
    ("WGM",),
    ("FM", "MF"),
    ("WIM",),
    ("M",),
    ("CM",),
    ("WFM",),
    ("WCM",),
    ("1N", "N"),
    ("2N", "R"),
    ("3N", "P"),
)
"""Titles from the highest down: FIDE's in its order, with their Italian abbreviations and the national
masters; then the national categories of chess and of draughts. Any other counts as none."""

_RANK = {title: rank for rank, alike in enumerate(TITLES) for title in alike}


Strength = tuple[bool, Number, int]


def strength(player: Player) -> Strength:
    """What the rating list goes by, the strongest first; only among equals the lot decides."""
    rating = player.rating or 0
    title = _RANK.get((player.title or "").strip().upper(), len(TITLES))
    return not rating, -rating, title


def by_rating(players: Iterable[Player], seed: str, stage: int) -> Mapping[int, int]:
    """Order number by id, from 1. Lots are those of purpose `draw`, so anybody can check them."""

    def order(player: Player) -> tuple[Strength, str]:
        return strength(player), random_key(seed, stage, "draw", player.id)

    return {player.id: number for number, player in enumerate(sorted(players, key=order), 1)}
