"""Pairs of a club or group, to be kept apart at tables, and the least number that must share one."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from pairing.seating_search import spread_over
from scoring.record import DocumentPlayer

Pairs = Mapping[tuple[int, int], int]
"""The cost of each two ids, the smaller first, at one table; pairs without an entry cost nothing."""


def cliques(groups: Iterable[Iterable[int]]) -> Counter[tuple[int, int]]:
    """For every two ids the number of groups that they share."""
    return Counter(pair for group in groups for pair in combinations(sorted(group), 2))


def club_pairs(players: Sequence[DocumentPlayer]) -> dict[tuple[int, int], int]:
    """Every two players of the same club or group; a pair with both in common counts once."""
    return dict.fromkeys(
        cliques([*_grouped_by(players, "club").values(), *_grouped_by(players, "group").values()]), 1
    )


def club_bound(players: Sequence[DocumentPlayer], tables: int) -> int:
    """A lower bound for the pairs of a club or group that share a table.

    It is the sum for every club, spread evenly, and for every group with only one member of each club, whose
    pairs are not of one club; or the same with clubs and groups exchanged.
    """
    return max(
        spread_over(tables, map(len, _grouped_by(players, first).values()))
        + spread_over(tables, map(len, _one_per_value(_grouped_by(players, second), players, first)))
        for first, second in (("club", "group"), ("group", "club"))
    )


def _grouped_by(players: Sequence[DocumentPlayer], key: str) -> dict[str, list[int]]:
    groups = defaultdict(list)
    for player in players:
        if getattr(player, key) is not None:
            groups[getattr(player, key)].append(player.id)
    return groups


def _one_per_value(
    groups: Mapping[str, list[int]], players: Sequence[DocumentPlayer], key: str
) -> list[list[int]]:
    """For each group its first member of each value of `key`, and all its members without one."""
    value_of = {player.id: getattr(player, key) for player in players}
    reduced_groups = []
    for group in groups.values():
        seen: set[str] = set()
        members = []
        for player in group:
            if value_of[player] is None or value_of[player] not in seen:
                members.append(player)
                seen.add(value_of[player] or "")
        reduced_groups.append(members)
    return reduced_groups


def within(tables: Iterable[Iterable[int]], pairs: Pairs) -> int:
    """The total cost of the pairs at these tables."""
    return sum(pairs.get(pair, 0) for seats in tables for pair in combinations(sorted(seats), 2))
