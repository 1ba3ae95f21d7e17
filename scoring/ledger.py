"""What every round brought every player: the one reading of the record that all criteria share."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from msgspec import Struct

from scoring.document import Number, Shares, Table
from scoring.method import Scored
from scoring.view import Record
from scoring.withdrawals import annulled

WHITE, BLACK = "W", "B"
ZERO = Fraction(0)
HALF = Fraction(1, 2)
ONE = Fraction(1)


class Game(Struct, frozen=True):
    """One game over the board, seen from one side: the colour, and the own share (1, ½ or 0)."""

    colour: str
    share: Fraction


class ResultCode(StrEnum):
    """What a round was for a player; the values are those that pages use."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    """A table that was not played."""
    BYE = "bye"
    """A bye given by the pairing."""
    REQUESTED = "requested"
    """A bye the player asked for."""
    ABSENT = "absent"
    OPEN = "open"
    """A table without a result."""
    NOTHING = "nothing"
    """A round that counts nowhere: a rest, a game with an annulled player."""


class RoundResult(Struct, frozen=True, kw_only=True):
    """What one round was for one player.

    `share`: what he had of the table, 1, ½ or 0 (two seats). `games`: those over the board. `place`: at the
    table (or wind), where it was played; `penalty`: what he was given there.
    """

    code: ResultCode
    points: Fraction = ZERO
    opponents: tuple[int, ...] = ()
    share: Fraction | None = None
    games: tuple[Game, ...] = ()
    place: int | None = None
    penalty: Fraction = ZERO

    @property
    def voluntary(self) -> bool:
        """Voluntarily unplayed, in the sense of FIDE C.07: absent, a bye on request, a loss by forfeit."""
        return self.code in (ResultCode.ABSENT, ResultCode.REQUESTED) or (
            self.code is ResultCode.FORFEIT and self.share == 0
        )


_ABSENT = RoundResult(code=ResultCode.ABSENT)
_NOTHING = RoundResult(code=ResultCode.NOTHING)


class Ledger:
    """All results of a record: `round_results[player][r - 1]` is round r. `players`: all but the annulled.

    `earlier`: everybody's rank one round before, for the criterion that asks for it. `before`: the ledger of
    the same stage after fewer rounds, whose rounds need not be read again.
    """

    def __init__(
        self, record: Record, earlier: Mapping[int, int] | None = None, before: "Ledger | None" = None
    ) -> None:
        self.record = record
        self.earlier = earlier or {}
        self.annulled = annulled(record)
        self.players = tuple(player.id for player in record.by_number if player.id not in self.annulled)
        # Somebody annulled since takes his games out of rounds already read.
        same = before if before is not None and before.annulled == self.annulled else None
        self.round_results: Mapping[int, list[RoundResult]] = {
            player: list(same.round_results[player]) if same else [] for player in self.players
        }
        for number in range(same.rounds + 1 if same else 1, record.rounds_played + 1):
            self._enter(number)

    @property
    def scheduled(self) -> bool:
        """Does every game count against the opponent of the calendar (round robin)?"""
        return self.record.spec.family == "round-robin"

    @property
    def rounds(self) -> int:
        return self.record.rounds_played

    @cached_property
    def points_of(self) -> Mapping[int, Fraction]:
        """Everybody's tournament points after discards, with those a late entry starts with."""
        return {player: self._points(player) for player in self.players}

    def _points(self, player: int) -> Fraction:
        total = sum((result.points for result in self.round_results[player]), self.head_start(player))
        return total - sum(
            (self.round_results[player][number - 1].points for number in self.discarded(player)), ZERO
        )

    def results_of(self, player: int) -> list[Fraction]:
        """What each round with a result brought the player; an absence 0, an open table nothing."""
        return [self.round_results[player][number - 1].points for number in self._results(player)]

    def discarded(self, player: int) -> tuple[int, ...]:
        """The rounds (from 1) whose results do not count: the worst, of equal ones absences and then the
        earliest first.
        """
        if not self._discards:
            return ()
        mine = self.round_results[player]

        def worst_first(number: int) -> tuple[Fraction, bool]:
            return mine[number - 1].points, mine[number - 1].code is not ResultCode.ABSENT

        return tuple(sorted(sorted(self._results(player), key=worst_first)[: self._discards]))

    def _results(self, player: int) -> list[int]:
        """The rounds that brought the player a result, if only 0."""
        return [
            number
            for number, (result, counts) in enumerate(
                zip(self.round_results[player], self._with_result, strict=True), 1
            )
            if counts and result.code not in (ResultCode.OPEN, ResultCode.NOTHING)
        ]

    @cached_property
    def _with_result(self) -> tuple[bool, ...]:
        """Of each round: does any table have a result?"""
        return tuple(any(table.result is not None for table in this.tables) for this in self.record.rounds)

    @cached_property
    def _discards(self) -> int:
        """How many of the worst results do not count: at least one always does."""
        allowed = self.record.method.discards(self.record.scoring_options)
        return min(allowed, max(0, sum(self._with_result) - 1))

    def head_start(self, player: int) -> Fraction:
        """The points a late entry starts with."""
        joined = self.record.players[player].joined
        if joined == 1 or joined > self.rounds + 1:
            return ZERO
        return Fraction(self.record.spec.late_points(self.record.options))

    def games_of(self, player: int) -> Iterator[Game]:
        """The player's games over the board, in order."""
        return (game for result in self.round_results[player] for game in result.games)

    @cached_property
    def win(self) -> Fraction:
        return Fraction(self.record.scoring_options.win)

    @cached_property
    def draw(self) -> Fraction:
        return Fraction(self.record.scoring_options.draw)

    def _enter(self, number: int) -> None:
        """Adds the results of one round."""
        this = self.record.rounds[number - 1]
        results: dict[int, RoundResult] = {}
        scored = self.record.method.score(this.tables, self.record.scoring_options)
        for table, counted in zip(this.tables, scored, strict=True):
            if not self.annulled.isdisjoint(table.seats):
                results.update(dict.fromkeys(table.seats, _NOTHING))
            else:
                results.update(_at_table(table, counted))
        for bye in this.byes:
            if self.scheduled and not bye.points:
                results[bye.player] = _NOTHING
            else:
                code = ResultCode.REQUESTED if bye.requested else ResultCode.BYE
                results[bye.player] = RoundResult(code=code, points=Fraction(bye.points))
        for player in self.players:
            self.round_results[player].append(results.get(player, _ABSENT))


def _at_table(table: Table, counted: Scored | None) -> dict[int, RoundResult]:
    results: dict[int, RoundResult] = {}
    for seat, player in enumerate(table.seats):
        opponents = tuple(other for other in table.seats if other != player)
        if counted is None:
            results[player] = RoundResult(code=ResultCode.OPEN, opponents=opponents)
        elif table.shares is None:
            results[player] = RoundResult(
                code=ResultCode.PLAYED,
                points=counted.points[seat],
                opponents=opponents,
                place=counted.places[seat],
                penalty=_penalty(table, seat),
            )
        else:
            results[player] = RoundResult(
                code=ResultCode.FORFEIT if table.forfeit else ResultCode.PLAYED,
                points=counted.points[seat],
                opponents=opponents,
                share=_share(table.shares[seat]),
                games=_games(table, table.shares, seat),
                place=None if table.forfeit else counted.places[seat],
            )
    return results


def _penalty(table: Table, seat: int) -> Fraction:
    return Fraction(table.seat_scores[seat].penalty or 0) if table.seat_scores else ZERO


def _games(table: Table, shares: Shares, seat: int) -> tuple[Game, ...]:
    """The games over the board from one seat; in a match the colours alternate, the first seat having White
    first.
    """
    played = table.games or (() if table.forfeit else (shares,))
    return tuple(
        Game(WHITE if (seat + place) % 2 == 0 else BLACK, _share(game[seat]))
        for place, game in enumerate(played)
    )


def _share(number: Number) -> Fraction:
    """A share is 1, ½ or 0: the reader lets nothing else in."""
    return ONE if number == 1 else ZERO if number == 0 else HALF
