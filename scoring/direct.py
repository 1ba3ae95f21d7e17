"""Direct encounter among players who are level (rules/standings.md#direct-encounter)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from scoring.ledger import ZERO, Ledger, ResultCode

Levels = list[list[int]]
"""Players from first to last; those in one list stay level."""


def encounters(ledger: Ledger, group: Sequence[int]) -> Mapping[int, Mapping[int, Fraction]]:
    """For each of the group the points against each other one of it he has met.

    In a round robin all points of their games, forfeits too; else the mean of the games over the board.
    """
    members = set(group)
    points_against: dict[int, dict[int, list[Fraction]]] = {player: {} for player in group}
    for player in group:
        for result in ledger.round_results[player]:
            counts = result.code is ResultCode.PLAYED or (
                ledger.scheduled and result.code is ResultCode.FORFEIT
            )
            if counts and result.opponents[0] in members:
                points_against[player].setdefault(result.opponents[0], []).append(result.points)
    return {
        player: {
            opponent: sum(points, ZERO) / (1 if ledger.scheduled else len(points))
            for opponent, points in against.items()
        }
        for player, against in points_against.items()
    }


def order(ledger: Ledger, group: Sequence[int]) -> tuple[Levels, Mapping[int, Fraction]]:
    """The group parted by direct encounter, and everybody's points against the whole group."""
    met = encounters(ledger, group)
    compare = _by_points if ledger.scheduled else _swiss
    return compare(list(group), met, ledger.win), {
        player: sum(met[player].values(), ZERO) for player in group
    }


Met = Mapping[int, Mapping[int, Fraction]]


def _among(group: list[int], met: Met) -> dict[int, Fraction]:
    members = set(group)
    return {
        player: sum((points for other, points in met[player].items() if other in members), ZERO)
        for player in group
    }


def _by_points(group: list[int], met: Met, win: Fraction) -> Levels:
    """Parted by the points among them; those still level are compared anew among themselves."""
    points = _among(group, met)
    ranked = sorted(group, key=lambda player: -points[player])
    parts = [list(part) for _, part in groupby(ranked, key=lambda player: points[player])]
    if len(parts) == 1:
        return parts
    return [level for part in parts for level in _by_points(part, met, win)]


def _swiss(group: list[int], met: Met, win: Fraction) -> Levels:
    """Where not all have met: who is ahead of whatever the others could still reach is first, then the rest
    anew.
    """
    first: Levels = []
    rest = group
    while len(rest) > 1:
        members = set(rest)
        missing = {player: len(rest) - 1 - len(members & met[player].keys()) for player in rest}
        if not any(missing.values()):
            return first + _by_points(rest, met, win)
        points = _among(rest, met)
        reach = {player: points[player] + win * missing[player] for player in rest}
        ahead = max(rest, key=lambda player: points[player])
        if points[ahead] <= max(reach[other] for other in rest if other != ahead):
            return [*first, rest]
        first.append([ahead])
        rest = [player for player in rest if player != ahead]
    return [*first, rest] if rest else first
