"""Withdrawal from a round robin: results annulled, or the remaining games lost by forfeit
(rules/round-robin.md#withdrawal).

The results of a player who has played less than half of his games are annulled; otherwise his remaining games
are lost by forfeit. Games are counted, not rounds: his tables in the rounds before the withdrawal, unfinished
ones included, forfeited ones not.
"""

from enum import StrEnum

from msgspec import Struct

from scoring.view import Record


class WithdrawalEffect(StrEnum):
    """The effect of a withdrawal on the player's results; the values are those of documents and pages."""

    ANNULLED = "annulled"
    """All his results are annulled: they count for nobody."""
    FORFEITS = "forfeits"
    """His results stay, and each remaining game is lost by forfeit."""


class Withdrawal(Struct, frozen=True):
    """The effect of a withdrawal; games counted as played, and games of the calendar (both 0 without one)."""

    effect: WithdrawalEffect
    played: int
    games: int


def withdrawal_effect(played: int, games: int) -> WithdrawalEffect:
    """The effect after `played` of the `games` that the calendar gives the player.

    Exactly half is enough for the results to stay:

    >>> withdrawal_effect(4, 9), withdrawal_effect(5, 10)
    (<WithdrawalEffect.ANNULLED: 'annulled'>, <WithdrawalEffect.FORFEITS: 'forfeits'>)
    """
    return WithdrawalEffect.ANNULLED if 2 * played < games else WithdrawalEffect.FORFEITS


def withdrawal_of(record: Record, player: int, first_missed: int) -> Withdrawal:
    """The withdrawal of a player whose first round not played is, or would be, `first_missed`.

    Where the system has no calendar (`games_each`), results always stay. Time: the tables of earlier rounds.
    """
    games_each = record.spec.games_each
    if games_each is None:
        return Withdrawal(WithdrawalEffect.FORFEITS, 0, 0)
    games = games_each(record.options, len(record.players))
    played = sum(
        not table.forfeit
        for round_ in record.rounds[: first_missed - 1]
        for table in round_.tables
        if player in table.seats
    )
    return Withdrawal(withdrawal_effect(played, games), played, games)


def withdrawal_effects(record: Record) -> dict[int, WithdrawalEffect]:
    """The effect of each withdrawal up to the round to be paired, by id."""
    return {
        player.id: withdrawal_of(record, player.id, player.withdrawn).effect
        for player in record.players.values()
        if player.withdrawn is not None and player.withdrawn <= record.next_round
    }


def annulled(record: Record) -> frozenset[int]:
    """The ids whose results are annulled by withdrawals up to the round to be paired."""
    if record.spec.games_each is None:
        return frozenset()
    effects = withdrawal_effects(record)
    return frozenset(player for player, effect in effects.items() if effect is WithdrawalEffect.ANNULLED)
