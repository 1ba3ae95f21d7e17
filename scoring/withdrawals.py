"""Who leaves a calendar early: results annulled, or the rest lost by forfeit
(rules/round-robin.md#withdrawal).

Before half of his games a player's results are annulled; from half on the games that remain are lost by
forfeit. Games count, not rounds: his tables in rounds before he left, unfinished ones included, forfeited
ones not.
"""

from typing import Literal

from msgspec import Struct

from scoring.view import Record


class Leaving(Struct, frozen=True):
    """What leaving does: `annulled` or `forfeits`; games that count as played, and games of the whole
    calendar.
    """

    effect: Literal["annulled", "forfeits"]
    played: int
    games: int


def leaving(record: Record, player: int, first_missed: int) -> Leaving:
    """What it does, or would do, that the player no longer plays from round `first_missed` on."""
    games_each = record.kind.games_each
    if games_each is None:
        return Leaving("forfeits", 0, 0)
    games = games_each(record.options, len(record.players))
    played = sum(
        not table.forfeit
        for this in record.rounds[: first_missed - 1]
        for table in this.tables
        if player in table.seats
    )
    return Leaving("annulled" if 2 * played < games else "forfeits", played, games)


def annulled(record: Record) -> frozenset[int]:
    """Whose results are annulled, as far as the withdrawals up to the round to be paired go."""
    if record.kind.games_each is None:
        return frozenset()
    return frozenset(
        player.id
        for player in record.players.values()
        if player.withdrawn is not None
        and player.withdrawn <= record.next_round
        and leaving(record, player.id, player.withdrawn).effect == "annulled"
    )
