"""Tie-breaks from the opponents' points: Buchholz, Sonneborn-Berger, Koya.

In a round robin every game counts against its scheduled opponent and a rest counts nowhere. Elsewhere
unplayed rounds count as FIDE's Handbook C.07 (in force since 1 March 2026) has it: see
rules/standings.md#unplayed-rounds.
"""

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from scoring.ledger import HALF, ZERO, Ledger, ResultCode, RoundResult


class Contribution(Struct, frozen=True):
    """What one round adds: the opponent's (or dummy's) points, the own share, and whether it was
    voluntarily unplayed.
    """

    points: Fraction
    share: Fraction
    voluntary: bool


class Opponents:
    """The contributions of all rounds of all players, worked out once for a ledger."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        if ledger.scheduled:
            self.scores = ledger.points_of
        else:
            self.scores = {player: adjusted(ledger, player) for player in ledger.players}

    def contributions(self, player: int) -> list[Contribution]:
        contributions = []
        for result in self.ledger.round_results[player]:
            if result.code in (ResultCode.OPEN, ResultCode.NOTHING):
                continue
            if result.code is ResultCode.PLAYED or (self.ledger.scheduled and result.share is not None):
                share = ZERO if result.share is None else result.share
                contributions.append(Contribution(self.scores[result.opponents[0]], share, False))
            elif not self.ledger.scheduled:
                contributions.append(self._against_dummy(player, result))
        return contributions

    def _against_dummy(self, player: int, result: RoundResult) -> Contribution:
        """An own unplayed round: a game against somebody with the own points, within limits."""
        ledger = self.ledger
        limit = self.scores[result.opponents[0]] if result.opponents else ledger.draw * ledger.rounds
        share = result.points / ledger.win if ledger.win else ZERO
        return Contribution(min(ledger.points_of[player], limit), share, result.voluntary)


def adjusted(ledger: Ledger, player: int) -> Fraction:
    """The points the opponents' tie-breaks use.

    Of the voluntarily unplayed rounds after the last round that is not such, those without a scheduled
    opponent count as draws.
    """
    points = ledger.points_of[player]
    for result in reversed(ledger.round_results[player]):
        if not result.voluntary:
            break
        if not result.opponents:
            points += ledger.draw - result.points
    return points


def cut(contributions: list[Contribution], lowest: int, highest: int = 0) -> Fraction:
    """The sum of the opponents' points without some of the lowest and the highest.

    The lowest of the voluntarily unplayed rounds goes first, while there is one; then the lowest of all.
    """
    left = sorted(contributions, key=lambda round_: round_.points)
    for _ in range(min(lowest, len(left))):
        left.remove(next((round_ for round_ in left if round_.voluntary), left[0]))
    kept = left[: len(left) - highest] if highest else left
    return sum((round_.points for round_ in kept), ZERO)


def sonneborn_berger(contributions: list[Contribution]) -> Fraction:
    """The sum of the opponents' points, each times the own share of the result."""
    return sum((round_.points * round_.share for round_ in contributions), ZERO)


def koya(ledger: Ledger, player: int, threshold: Mapping[int, Fraction]) -> Fraction:
    """The points against opponents who have at least half of what they could have (`threshold`)."""
    return sum(
        (
            result.points
            for result in ledger.round_results[player]
            if result.share is not None
            and ledger.points_of[result.opponents[0]] >= threshold[result.opponents[0]]
        ),
        ZERO,
    )


def half_of_the_possible(ledger: Ledger) -> dict[int, Fraction]:
    """For each player half of the rounds so far in which he could play, all won.

    In a round robin he could not play where he rested, once in each whole cycle of an odd field even where
    the document does not list it, or where his opponent's results are annulled.
    """
    field = len(ledger.record.players)
    at_least = ledger.rounds // field if ledger.scheduled and field % 2 else 0
    halves = {}
    for player in ledger.players:
        idle = sum(result.code is ResultCode.NOTHING for result in ledger.round_results[player])
        halves[player] = (ledger.rounds - max(idle, at_least)) * ledger.win * HALF
    return halves
