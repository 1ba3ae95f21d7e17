"""Direct encounter among players level on other criteria (rules/standings.md#direct-encounter)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from scoring.ledger import ZERO, Ledger, ResultKind

Levels = list[list[int]]
"""Players from first to last; those in one inner list stay level."""


def encounters(ledger: Ledger, group: Sequence[int]) -> Mapping[int, Mapping[int, Fraction]]:
    """For each player of the group his points against each opponent of the group whom he has met.

    In a round robin the points of all their games, forfeits included; else the mean of the games played.
    """
    members = set(group)
    points_against: dict[int, dict[int, list[Fraction]]] = {player: {} for player in group}
    for player in group:
        for result in ledger.round_results[player]:
            counts = result.code is ResultKind.PLAYED or (
                ledger.scheduled and result.code is ResultKind.FORFEIT
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
    """The group ranked by direct encounter, and each player's points against the whole group."""
    points_against = encounters(ledger, group)
    rank_group = _rank_by_points if ledger.scheduled else _rank_with_missing_games
    return rank_group(list(group), points_against, ledger.win), {
        player: sum(points_against[player].values(), ZERO) for player in group
    }


PointsAgainst = Mapping[int, Mapping[int, Fraction]]


def _points_within(group: list[int], points_against: PointsAgainst) -> dict[int, Fraction]:
    members = set(group)
    return {
        player: sum(
            (points for opponent, points in points_against[player].items() if opponent in members), ZERO
        )
        for player in group
    }


def _rank_by_points(group: list[int], points_against: PointsAgainst, win: Fraction) -> Levels:
    """The group ranked by the points among them; those still level are compared again among themselves."""
    points = _points_within(group, points_against)
    ranked = sorted(group, key=lambda player: -points[player])
    parts = [list(part) for _, part in groupby(ranked, key=lambda player: points[player])]
    if len(parts) == 1:
        return parts
    return [level for part in parts for level in _rank_by_points(part, points_against, win)]


def _rank_with_missing_games(group: list[int], points_against: PointsAgainst, win: Fraction) -> Levels:
    """The group where not all have met: first the player whose points no other could reach by winning the
    games not played, then the rest in the same way.
    """
    ranked: Levels = []
    rest = group
    while len(rest) > 1:
        members = set(rest)
        unplayed = {player: len(rest) - 1 - len(members & points_against[player].keys()) for player in rest}
        if not any(unplayed.values()):
            return ranked + _rank_by_points(rest, points_against, win)
        points = _points_within(rest, points_against)
        reachable = {player: points[player] + win * unplayed[player] for player in rest}
        leader = max(rest, key=lambda player: points[player])
        if points[leader] <= max(reachable[other] for other in rest if other != leader):
            return [*ranked, rest]
        ranked.append([leader])
        rest = [player for player in rest if player != leader]
    return [*ranked, rest] if rest else ranked
