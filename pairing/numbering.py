"""Order numbers by rating list (rules/amalfi.md#order-numbers, rules/dutch.md#order-numbers).

The highest rating in the event's list first; among equals by title, then by the other lists in their order,
then in some systems by name, then drawn by lot. Who is not in the event's list comes after all who are, in
the same order.
"""

from collections.abc import Iterable, Mapping

from scoring.folded_names import folded
from scoring.random_keys import random_key
from scoring.record import MOST_OTHER_LISTS, DocumentPlayer, Number

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
"""Titles from the highest down, equal ones together: FIDE's with their Italian abbreviations and the national
masters, then the national categories of chess and of draughts. Any other title counts as none."""

_RANK = {title: rank for rank, alike in enumerate(TITLES) for title in alike}


Listed = tuple[bool, Number]
"""A rating as a sort key: the highest first, none last."""
Strength = tuple[Listed, int, tuple[Listed, ...], str]


def strength(player: DocumentPlayer, *, by_name: bool = False) -> Strength:
    """The sort key of the order numbers, strongest player first; equals are ordered by lot."""
    others = [*player.other_ratings, *[None] * (MOST_OTHER_LISTS - len(player.other_ratings))]
    title = _RANK.get((player.title or "").strip().upper(), len(TITLES))
    name = folded(player.name) if by_name else ""
    return _listed(player.rating), title, tuple(map(_listed, others)), name


def _listed(rating: Number | None) -> Listed:
    return not rating, -(rating or 0)


def by_rating(
    players: Iterable[DocumentPlayer], seed: str, stage: int, *, by_name: bool = False
) -> Mapping[int, int]:
    """Order numbers from 1, by id. Equals are ordered by name if `by_name`, then by their random keys of
    purpose `draw`.
    """

    def order(player: DocumentPlayer) -> tuple[Strength, str]:
        return strength(player, by_name=by_name), random_key(seed, stage, "draw", player.id)

    return {player.id: number for number, player in enumerate(sorted(players, key=order), 1)}
