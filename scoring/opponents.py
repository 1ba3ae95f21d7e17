"""Tie-breaks from the opponents' points: Buchholz, Sonneborn-Berger, Koya.

In a round robin every game counts against its scheduled opponent and a rest counts nowhere. Elsewhere
unplayed rounds count as FIDE's Handbook C.07 (in force since 1 March 2026) has it: see
rules/standings.md#unplayed-rounds.
"""

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from scoring.ledger import HALF, ZERO, Ledger, ResultKind, RoundResult


class Contribution(Struct, frozen=True):
    """The contribution of one round: the opponent's (or dummy's) points, the player's own share of the game,
    and whether the round was voluntarily unplayed.
    """

    points: Fraction
    share: Fraction
    voluntary: bool


class Opponents:
    """The contributions of opponents to the tie-breaks of a ledger's players."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        if ledger.scheduled:
            self.scores = ledger.points_of
        else:
            self.scores = {player: adjusted(ledger, player) for player in ledger.players}

    def contributions(self, player: int) -> list[Contribution]:
        contributions = []
        for result in self.ledger.round_results[player]:
            if result.code in (ResultKind.OPEN, ResultKind.NOTHING):
                continue
            if result.code is ResultKind.PLAYED or (self.ledger.scheduled and result.share is not None):
                share = ZERO if result.share is None else result.share
                contributions.append(Contribution(self.scores[result.opponents[0]], share, False))
            elif not self.ledger.scheduled:
                contributions.append(self._against_dummy(player, result))
        return contributions

    def _against_dummy(self, player: int, result: RoundResult) -> Contribution:
        """The contribution of an unplayed round: a game against a dummy with the player's own points, within
        limits.
        """
        ledger = self.ledger
        limit = self.scores[result.opponents[0]] if result.opponents else ledger.draw * ledger.rounds
        share = result.points / ledger.win if ledger.win else ZERO
        return Contribution(min(ledger.points_of[player], limit), share, result.voluntary)


def adjusted(ledger: Ledger, player: int) -> Fraction:
    """The player's points as they count in the tie-breaks of his opponents.

    Of his voluntarily unplayed rounds at the end, those without a scheduled opponent count as draws.
    """
    points = ledger.points_of[player]
    for result in reversed(ledger.round_results[player]):
        if not result.voluntary:
            break
        if not result.opponents:
            points += ledger.draw - result.points
    return points


def cut(contributions: list[Contribution], lowest: int, highest: int = 0) -> Fraction:
    """The sum of the opponents' points without so many of the lowest and of the highest.

    Of the lowest, voluntarily unplayed rounds are cut first.
    """
    remaining = sorted(contributions, key=lambda round_: round_.points)
    for _ in range(min(lowest, len(remaining))):
        remaining.remove(next((round_ for round_ in remaining if round_.voluntary), remaining[0]))
    counting = remaining[: len(remaining) - highest] if highest else remaining
    return sum((round_.points for round_ in counting), ZERO)


def sonneborn_berger(contributions: list[Contribution]) -> Fraction:
    """The sum of the opponents' points, each times the own share of the result."""
    return sum((round_.points * round_.share for round_ in contributions), ZERO)


def koya(ledger: Ledger, player: int, threshold: Mapping[int, Fraction]) -> Fraction:
    """The points against opponents who have at least as many points as their `threshold`."""
    return sum(
        (
            result.points
            for result in ledger.round_results[player]
            if result.share is not None
            and ledger.points_of[result.opponents[0]] >= threshold[result.opponents[0]]
        ),
        ZERO,
    )


def koya_thresholds(ledger: Ledger) -> dict[int, Fraction]:
    """For each player half of the points that he could have so far.

    In a round robin the rounds do not count in which he rested (once in each full cycle of an odd field, even
    where the document does not list it) or his opponent's results are annulled.
    """
    field_size = len(ledger.record.players)
    rests = ledger.rounds // field_size if ledger.scheduled and field_size % 2 else 0
    halves = {}
    for player in ledger.players:
        not_playable = sum(result.code is ResultKind.NOTHING for result in ledger.round_results[player])
        halves[player] = (ledger.rounds - max(not_playable, rests)) * ledger.win * HALF
    return halves
