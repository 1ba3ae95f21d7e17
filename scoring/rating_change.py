"""What an event does to the ratings of its players, by FIDE's rules (Handbook B.02, 8.1.2 and 8.3;
rules/ratings.md#change). The K is the federation's: nobody can compute it from one event.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec import Struct

from scoring.document import Document, DocumentTable, GameScore, Number
from scoring.performance import mean_rating, rating_difference

MOST_DIFFERENCE = 400
"""A larger difference counts as this, unless the player has at least NO_LIMIT_FROM (8.3.1)."""
NO_LIMIT_FROM = 2650

# The largest difference for an expected score of 0.50, 0.51, … 0.99 (8.1.2); beyond the last it is 1.
_LARGEST = (
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68),  # 0.50 to 0.59
    *(76, 83, 91, 98, 106, 113, 121, 129, 137, 145),  # 0.60 to 0.69
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235),  # 0.70 to 0.79
    *(245, 256, 267, 278, 290, 302, 315, 328, 344, 357),  # 0.80 to 0.89
    *(374, 391, 411, 432, 456, 484, 517, 559, 619, 735),  # 0.90 to 0.99
)


class RatedEvent(Struct, frozen=True, kw_only=True):
    """A player's games against rated opponents. `average`: of their ratings; `expected`: the score to be
    expected, and `change`: of the rating; None without a rating of his own, or without a K.
    """

    games: int
    score: Fraction
    average: Fraction
    performance: Fraction
    expected: Fraction | None
    change: Fraction | None


def expected_score(own: Fraction, opponent: Fraction) -> Fraction:
    """The score to be expected of one game, in hundredths, by the table of 8.1.2.

    >>> expected_score(Fraction(1600), Fraction(1500)), expected_score(Fraction(1500), Fraction(2100))
    (Fraction(16, 25), Fraction(2, 25))
    """
    difference = abs(own - opponent)
    if own < NO_LIMIT_FROM:
        difference = min(difference, Fraction(MOST_DIFFERENCE))
    better = Fraction(50 + bisect_left(_LARGEST, difference), 100)
    return better if own >= opponent else 1 - better


def rated_event(document: Document, k_of: Mapping[int, int]) -> Mapping[int, RatedEvent]:
    """The rated games of all stages, by player id; only players who have any. `k_of`: the K by player id."""
    rating_of = {
        player.id: Fraction(player.rating)
        for player in document.players
        if player.rating and player.rating > 0
    }
    met: dict[int, list[tuple[Fraction, Fraction]]] = defaultdict(list)
    for seats, shares in _games(document):
        for (player, opponent), share in zip((seats, seats[::-1]), shares, strict=True):
            if opponent in rating_of:
                met[player].append((rating_of[opponent], Fraction(share)))
    return {player: _rated(games, rating_of.get(player), k_of.get(player)) for player, games in met.items()}


def _games(document: Document) -> Iterator[tuple[tuple[int, ...], GameScore]]:
    """Who met whom over the board, and the result that is reported for rating."""
    for stage in document.stages:
        for played in stage.rounds:
            for table in played.tables:
                for shares in _shares(table.as_reported):
                    yield table.seats, shares


def _shares(table: DocumentTable) -> tuple[GameScore, ...]:
    if table.shares is None or table.forfeit or table.unrated:
        return ()
    return table.games or (table.shares,)


def _rated(games: list[tuple[Fraction, Fraction]], own: Fraction | None, k: Number | None) -> RatedEvent:
    score = sum((share for _, share in games), Fraction(0))
    average = mean_rating([rating for rating, _ in games])
    expected = None if own is None else sum((expected_score(own, other) for other, _ in games), Fraction(0))
    return RatedEvent(
        games=len(games),
        score=score,
        average=average,
        performance=average + rating_difference(score / len(games)),
        expected=expected,
        change=None if expected is None or k is None else (score - expected) * Fraction(k),
    )
