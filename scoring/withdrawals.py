"""Who leaves a calendar early: results annulled, or the rest lost by forfeit
(rules/round-robin.md#withdrawal).

Before half of his games a player's results are annulled; from half on the games that remain are lost by
forfeit. Games count, not rounds: his tables in rounds before he left, unfinished ones included, forfeited
ones not.
"""

from enum import StrEnum

from msgspec import Struct

from scoring.view import Record


class WithdrawalEffect(StrEnum):
    """What becomes of the results of who leaves; the values are those that documents and pages use."""

    ANNULLED = "annulled"
    """All results are struck out: they count for nobody."""
    FORFEITS = "forfeits"
    """Results stay, and each game still to come is lost by forfeit."""


class Withdrawal(Struct, frozen=True):
    """What leaving does; games that count as played, and games of the whole calendar (0 without one)."""

    effect: WithdrawalEffect
    played: int
    games: int


def withdrawal_effect(played: int, games: int) -> WithdrawalEffect:
    """The rule itself: `played` games of the `games` that the calendar gives the player.

    Exactly half is enough for the results to stay:

    >>> withdrawal_effect(4, 9), withdrawal_effect(5, 10)
    (<WithdrawalEffect.ANNULLED: 'annulled'>, <WithdrawalEffect.FORFEITS: 'forfeits'>)
    """
    return WithdrawalEffect.ANNULLED if 2 * played < games else WithdrawalEffect.FORFEITS


def withdrawal_of(record: Record, player: int, first_missed: int) -> Withdrawal:
    """What it does, or would do, that the player no longer plays from round `first_missed` on.

    Where the system has no calendar (`games_each`), results always stay. Time: the tables of those rounds.
    """
    games_each = record.spec.games_each
    if games_each is None:
        return Withdrawal(WithdrawalEffect.FORFEITS, 0, 0)
    games = games_each(record.options, len(record.players))
    played = sum(
        not table.forfeit
        for this in record.rounds[: first_missed - 1]
        for table in this.tables
        if player in table.seats
    )
    return Withdrawal(withdrawal_effect(played, games), played, games)


def withdrawal_effects(record: Record) -> dict[int, WithdrawalEffect]:
    """What became of each player who has left by the round to be paired, by id."""
    return {
        player.id: withdrawal_of(record, player.id, player.withdrawn).effect
        for player in record.players.values()
        if player.withdrawn is not None and player.withdrawn <= record.next_round
    }


def annulled(record: Record) -> frozenset[int]:
    """Whose results are annulled, as far as the withdrawals up to the round to be paired go."""
    if record.spec.games_each is None:
        return frozenset()
    effects = withdrawal_effects(record)
    return frozenset(player for player, effect in effects.items() if effect is WithdrawalEffect.ANNULLED)
