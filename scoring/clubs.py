"""The ranking of an event's clubs: the sum of their players' points, of all or of the best so many.

No source fixes it. Level clubs are parted by their players: whose best counted player has more, then the
second, and so on; level in all of them, clubs share the rank.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from scoring.document import Player


class Member(Struct, frozen=True):
    """A player of a club and his points; `counted`: are they part of its sum?"""

    player: int
    points: Fraction
    counted: bool


class ClubRow(Struct, frozen=True, kw_only=True):
    """A club with its players from the best on. Clubs that share a rank follow by name."""

    rank: int
    club: str
    points: Fraction
    members: tuple[Member, ...]


def club_ranking(
    players: Iterable[Player], points: Mapping[int, Fraction], best: int | None = None
) -> list[ClubRow]:
    """The clubs from first to last. `best`: only so many of each count, from 1; None: all do.

    Who has no club counts for none, and nobody without points (the annulled) for his own.
    """
    members: dict[str, list[int]] = defaultdict(list)
    for player in players:
        if player.club and player.id in points:
            members[player.club].append(player.id)
    clubs = {club: _from_the_best(ids, points, best) for club, ids in members.items()}
    order = sorted(clubs)
    order.sort(key=lambda club: _strength(clubs[club]), reverse=True)
    ranks: dict[object, int] = {}
    for place, club in enumerate(order, 1):
        ranks.setdefault(_strength(clubs[club]), place)
    return [
        ClubRow(
            rank=ranks[_strength(clubs[club])],
            club=club,
            points=_strength(clubs[club])[0],
            members=clubs[club],
        )
        for club in order
    ]


def _from_the_best(ids: list[int], points: Mapping[int, Fraction], best: int | None) -> tuple[Member, ...]:
    ordered = sorted(ids, key=lambda player: (-points[player], player))
    return tuple(
        Member(player, points[player], best is None or place < best) for place, player in enumerate(ordered)
    )


def _strength(members: Iterable[Member]) -> tuple[Fraction, tuple[Fraction, ...]]:
    """What orders clubs: the sum, then the points of each who counts, from the best on."""
    counted = tuple(member.points for member in members if member.counted)
    return sum(counted, Fraction(0)), counted
