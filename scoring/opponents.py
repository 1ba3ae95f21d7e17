"""The addends of tie-breaks from the opponents' points: Buchholz, Sonneborn-Berger, Koya.

In a round robin every game counts against its scheduled opponent and a rest counts nowhere. Elsewhere
unplayed rounds count as FIDE's Handbook C.07 (in force since 1 March 2026) has it: see
rules/standings.md#unplayed-rounds.
"""

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from scoring.addends import Addend
from scoring.ledger import HALF, ZERO, Ledger, ResultKind, RoundResult


class Contribution(Struct, frozen=True):
    """The contribution of one round: the points of the opponent (None: the dummy), the player's own share of
    the game, and whether the round was voluntarily unplayed.
    """

    round: int
    opponent: int | None
    points: Fraction
    share: Fraction
    voluntary: bool

    def addend(self, *, times_share: bool = False, cut: bool = False) -> Addend:
        return Addend(
            points=self.points,
            round=self.round,
            share=self.share if times_share else None,
            opponent=self.opponent,
            dummy=self.opponent is None,
            cut=cut,
        )


class OpponentContributions:
    """The contributions of opponents to the tie-breaks of a ledger's players."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.scores: Mapping[int, Fraction] = ledger.points_of if ledger.scheduled else _Adjusted(ledger)

    def contributions(self, player: int) -> list[Contribution]:
        contributions = []
        for number, result in enumerate(self.ledger.round_results[player], 1):
            if result.code in (ResultKind.OPEN, ResultKind.NOTHING):
                continue
            if result.code is ResultKind.PLAYED or (self.ledger.scheduled and result.share is not None):
                share = ZERO if result.share is None else result.share
                opponent = result.opponents[0]
                contributions.append(Contribution(number, opponent, self.scores[opponent], share, False))
            elif not self.ledger.scheduled:
                contributions.append(self._against_dummy(player, number, result))
        return contributions

    def _against_dummy(self, player: int, number: int, result: RoundResult) -> Contribution:
        """The contribution of an unplayed round: a game against a dummy with the player's own points, within
        limits.
        """
        ledger = self.ledger
        limit = self.scores[result.opponents[0]] if result.opponents else ledger.draw * ledger.rounds
        share = result.points / ledger.win if ledger.win else ZERO
        points = min(ledger.points_of[player], limit)
        return Contribution(number, None, points, share, result.voluntary)


class _Adjusted(dict[int, Fraction]):
    """The adjusted points of the players who are asked for: of a card, those of a few opponents."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__()
        self.ledger = ledger

    def __missing__(self, player: int) -> Fraction:
        points = self[player] = adjusted(self.ledger, player)
        return points


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


def buchholz(contributions: list[Contribution], lowest: int, highest: int) -> list[Addend]:
    """The opponents' points, so many of the lowest and of the highest cut."""
    counting = _uncut(contributions, lowest, times_share=False)
    if highest:
        counting = sorted(counting, key=lambda place: contributions[place].points)[
            : max(0, len(counting) - highest)
        ]
    return _addends(contributions, counting, times_share=False)


def sonneborn_berger(contributions: list[Contribution], lowest: int = 0) -> list[Addend]:
    """The opponents' points, each times the own share of the result, so many of the lowest cut."""
    counting = _uncut(contributions, lowest, times_share=True)
    return _addends(contributions, counting, times_share=True)


def _addends(contributions: list[Contribution], counting: list[int], *, times_share: bool) -> list[Addend]:
    """One for each contribution; those whose place is not among the `counting` are cut."""
    if len(counting) == len(contributions):
        return [round_.addend(times_share=times_share) for round_ in contributions]
    return [
        round_.addend(times_share=times_share, cut=place not in counting)
        for place, round_ in enumerate(contributions)
    ]


def _uncut(contributions: list[Contribution], lowest: int, *, times_share: bool) -> list[int]:
    """The places of the contributions without so many of the lowest: each time the opponent with the fewest
    points (of several the least product), or the least of the voluntarily unplayed rounds where that is worth
    no less.
    """
    remaining = list(range(len(contributions)))
    if not lowest:
        return remaining
    points = [round_.points for round_ in contributions]
    values = points
    if times_share:
        values = [round_.points * round_.share for round_ in contributions]
    for _ in range(min(lowest, len(remaining))):
        least = min(remaining, key=lambda place: (points[place], values[place]))
        voluntary = (place for place in remaining if contributions[place].voluntary)
        unplayed = min(voluntary, key=values.__getitem__, default=least)
        remaining.remove(unplayed if values[unplayed] >= values[least] else least)
    return remaining


def koya(ledger: Ledger, player: int, threshold: Mapping[int, Fraction]) -> list[Addend]:
    """The points against opponents who have at least as many points as their `threshold`."""
    return [
        Addend(points=result.points, round=number, opponent=result.opponents[0])
        for number, result in enumerate(ledger.round_results[player], 1)
        if result.share is not None
        and ledger.points_of[result.opponents[0]] >= threshold[result.opponents[0]]
    ]


def koya_thresholds(ledger: Ledger, raised: Fraction = ZERO) -> dict[int, Fraction]:
    """For each player half of the points that he could have so far, and so much more.

    In a round robin the rounds do not count in which he rested (once in each full cycle of an odd field, even
    where the document does not list it) or his opponent's results are annulled.
    """
    field_size = len(ledger.record.players)
    rests = ledger.rounds // field_size if ledger.scheduled and field_size % 2 else 0
    halves = {}
    for player in ledger.players:
        not_playable = sum(result.code is ResultKind.NOTHING for result in ledger.round_results[player])
        halves[player] = (ledger.rounds - max(not_playable, rests)) * ledger.win * HALF + raised
    return halves
