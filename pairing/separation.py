"""What should be kept apart at tables: pairs of a club or group, and how few of them there must be."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from pairing.seating_search import spread_over
from scoring.record import Player

Pairs = Mapping[tuple[int, int], int]
"""What each two ids, the smaller first, cost at one table; no entry: nothing."""


def cliques(groups: Iterable[Iterable[int]]) -> Counter[tuple[int, int]]:
    """Every two ids of a group, once for each group they share."""
    return Counter(two for group in groups for two in combinations(sorted(group), 2))


def club_pairs(players: Sequence[Player]) -> dict[tuple[int, int], int]:
    """Every two of the same club or group; a pair with both in common counts once."""
    return dict.fromkeys(
        cliques([*_grouped_by(players, "club").values(), *_grouped_by(players, "group").values()]), 1
    )


def club_bound(players: Sequence[Player], tables: int) -> int:
    """How many pairs of a club or group must at least share one of the tables.

    Every club spread evenly by itself, and beside it each group, of which one for each club counts: those
    pairs are not of one club. Or the other way round.
    """
    return max(
        spread_over(tables, map(len, _grouped_by(players, first).values()))
        + spread_over(tables, map(len, _one_of_each(_grouped_by(players, second), players, first)))
        for first, second in (("club", "group"), ("group", "club"))
    )


def _grouped_by(players: Sequence[Player], key: str) -> dict[str, list[int]]:
    groups = defaultdict(list)
    for player in players:
        if getattr(player, key) is not None:
            groups[getattr(player, key)].append(player.id)
    return groups


def _one_of_each(groups: Mapping[str, list[int]], players: Sequence[Player], key: str) -> list[list[int]]:
    """Of each group those who are the first of it with their `key`, or have none."""
    value = {player.id: getattr(player, key) for player in players}
    kept = []
    for group in groups.values():
        seen: set[str] = set()
        members = []
        for player in group:
            if value[player] is None or value[player] not in seen:
                members.append(player)
                seen.add(value[player] or "")
        kept.append(members)
    return kept


def within(tables: Iterable[Iterable[int]], pairs: Pairs) -> int:
    """What the pairs at these tables come to."""
    return sum(pairs.get(two, 0) for seats in tables for two in combinations(sorted(seats), 2))
