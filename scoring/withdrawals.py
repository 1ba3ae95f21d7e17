"""Withdrawal from a round robin: results annulled, or the remaining games lost by forfeit
(rules/round-robin.md#withdrawal).

The results of a player who has played less than half of his games are annulled; otherwise his remaining games
are lost by forfeit. Games are counted, not rounds: his tables in the rounds before the withdrawal, unfinished
ones included, forfeited ones not.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct

from scoring.stage_record import Record


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

    @property
    def annuls(self) -> bool:
        """Whether all his results are annulled."""
        return self.effect is WithdrawalEffect.ANNULLED


class SeatTaken(NamedTuple):
    """A player's seat at a table of a round (from 1); `forfeit`: the table has a result without play."""

    round: int
    player: int
    forfeit: bool


def withdrawal_effect(played: int, games: int) -> WithdrawalEffect:
    """The effect after `played` of the `games` that the calendar gives the player.

    Exactly half is enough for the results to stay:

    >>> withdrawal_effect(4, 9), withdrawal_effect(5, 10)
    (<WithdrawalEffect.ANNULLED: 'annulled'>, <WithdrawalEffect.FORFEITS: 'forfeits'>)
    """
    return WithdrawalEffect.ANNULLED if 2 * played < games else WithdrawalEffect.FORFEITS


def withdrawals(
    seats: Iterable[SeatTaken], games: int | None, first_missed: Mapping[int, int]
) -> dict[int, Withdrawal]:
    """The withdrawals of the players in `first_missed`, which has the first round that each does not play.

    `seats`: those taken in the stage, at least theirs; `games`: how many the calendar gives each player. If
    there is no calendar (None), results always stay.
    """
    if games is None:
        return dict.fromkeys(first_missed, Withdrawal(WithdrawalEffect.FORFEITS, 0, 0))
    played = Counter(
        seat.player for seat in seats if not seat.forfeit and seat.round < first_missed.get(seat.player, 0)
    )
    return {
        player: Withdrawal(withdrawal_effect(played[player], games), played[player], games)
        for player in first_missed
    }


def effects_after(
    rounds: int, seats: Iterable[SeatTaken], games: int | None, first_missed: Mapping[int, int]
) -> dict[int, WithdrawalEffect]:
    """The effect of each withdrawal up to the round after `rounds` rounds, by player."""
    effective = {player: missed for player, missed in first_missed.items() if missed <= rounds + 1}
    return {player: found.effect for player, found in withdrawals(seats, games, effective).items()}


def annulled_by(effects: Mapping[int, WithdrawalEffect]) -> frozenset[int]:
    """The players whose results are annulled by these effects."""
    return frozenset(player for player, effect in effects.items() if effect is WithdrawalEffect.ANNULLED)


def withdrawal_of(record: Record, player: int, first_missed: int) -> Withdrawal:
    """The withdrawal of a player whose first round not played is, or would be, `first_missed`.

    Time: all tables of the record.
    """
    return withdrawals(_seats(record), _games_each(record), {player: first_missed})[player]


def withdrawal_effects(record: Record) -> dict[int, WithdrawalEffect]:
    """The effect of each withdrawal up to the round to be paired, by id."""
    first_missed = {
        player.id: player.withdrawn for player in record.players.values() if player.withdrawn is not None
    }
    if not first_missed:
        return {}
    return effects_after(record.rounds_played, _seats(record), _games_each(record), first_missed)


def annulled(record: Record) -> frozenset[int]:
    """The ids whose results are annulled by withdrawals up to the round to be paired."""
    return annulled_by(withdrawal_effects(record))


def _seats(record: Record) -> Iterator[SeatTaken]:
    for number, round_ in enumerate(record.rounds, 1):
        for table in round_.tables:
            for player in table.seats:
                yield SeatTaken(number, player, table.forfeit)


def _games_each(record: Record) -> int | None:
    games_each = record.spec.games_each
    return None if games_each is None else games_each(record.options, len(record.players))
