"""Average rating of the opponents, and performance by FIDE's table (Handbook B.02, 8.1.1;
rules/standings.md#tpr).
"""

from collections.abc import Sequence
from fractions import Fraction
from math import floor

from scoring.ledger import HALF, ZERO, Ledger

# dp for 0.50, 0.51, … 1.00; below one half it is the same number, negative.
_DP = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),  # 0.50 to 0.59
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),  # 0.60 to 0.69
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),  # 0.70 to 0.79
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),  # 0.80 to 0.89
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),  # 0.90 to 0.99
    800,  # 1.00
)


def rating_difference(share: Fraction) -> int:
    """FIDE's dp for a share of the points, rounded to two decimals (.005 up)."""
    hundredths = floor(share * 100 + HALF)
    return _DP[hundredths - 50] if hundredths >= 50 else -_DP[50 - hundredths]


def mean_rating(ratings: Sequence[Fraction]) -> Fraction:
    """Their average, to the nearest whole, .5 up."""
    return Fraction(floor(sum(ratings, ZERO) / len(ratings) + HALF))


def _rated_games(ledger: Ledger, player: int) -> list[tuple[Fraction, Fraction]]:
    """(the opponent's rating, the own share) of the games over the board against rated opponents."""
    players = ledger.record.players
    return [
        (Fraction(rating), game.share)
        for result in ledger.round_results[player]
        for opponent in result.opponents
        if (rating := players[opponent].rating) is not None and rating > 0
        for game in result.games
    ]


def average(ledger: Ledger, player: int) -> Fraction:
    """The average rating of the opponents met over the board, to the nearest whole, .5 up; 0 with none
    rated.
    """
    games = _rated_games(ledger, player)
    if not games:
        return ZERO
    return mean_rating([rating for rating, _ in games])


def performance(ledger: Ledger, player: int) -> Fraction:
    """The average plus dp of the share of points in the same games; 0 with no rated opponent."""
    games = _rated_games(ledger, player)
    if not games:
        return ZERO
    share = sum((share for _, share in games), ZERO) / len(games)
    return average(ledger, player) + rating_difference(share)
