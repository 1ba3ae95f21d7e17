"""The ranking of an event's clubs: the sum of their players' points, of all or of the best so many.

No regulation fixes it. Ties are broken by the points of the best counted player, then of the second, and so
on; clubs level in all of them share the rank.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from scoring.document import DocumentPlayer


class Member(Struct, frozen=True):
    """A player of a club and his points; `counted`: whether they are part of its sum."""

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
    players: Iterable[DocumentPlayer], points: Mapping[int, Fraction], best: int | None = None
) -> list[ClubRow]:
    """The clubs from first to last. `best`: how many players of each club count; None: all.

    Players without a club count for none, and annulled players, who have no points, do not count.
    """
    members: dict[str, list[int]] = defaultdict(list)
    for player in players:
        if player.club and player.id in points:
            members[player.club].append(player.id)
    clubs = {club: _members_by_points(ids, points, best) for club, ids in members.items()}
    order = sorted(clubs)
    order.sort(key=lambda club: _ranking_key(clubs[club]), reverse=True)
    ranks: dict[object, int] = {}
    for place, club in enumerate(order, 1):
        ranks.setdefault(_ranking_key(clubs[club]), place)
    return [
        ClubRow(
            rank=ranks[_ranking_key(clubs[club])],
            club=club,
            points=_ranking_key(clubs[club])[0],
            members=clubs[club],
        )
        for club in order
    ]


def _members_by_points(
    ids: list[int], points: Mapping[int, Fraction], best: int | None
) -> tuple[Member, ...]:
    ordered = sorted(ids, key=lambda player: (-points[player], player))
    return tuple(
        Member(player, points[player], best is None or place < best) for place, player in enumerate(ordered)
    )


def _ranking_key(members: Iterable[Member]) -> tuple[Fraction, tuple[Fraction, ...]]:
    """The key by which clubs are ranked: the sum, then the points of each counted player from the best on."""
    counted = tuple(member.points for member in members if member.counted)
    return sum(counted, Fraction(0)), counted
