"""The results of every player in every round, computed once from the record for all criteria."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Final, Literal

from msgspec import Struct

from scoring.document import DocumentTable, GameScore, Number
from scoring.method import Scored
from scoring.stage_record import Record
from scoring.withdrawals import annulled

Colour = Literal["white", "black"]
WHITE: Final[Colour] = "white"
BLACK: Final[Colour] = "black"
ZERO = Fraction(0)
HALF = Fraction(1, 2)
ONE = Fraction(1)


class Game(Struct, frozen=True):
    """One game over the board for one of its players: his colour and his score (1, ½ or 0)."""

    colour: Colour
    share: Fraction


class ResultKind(StrEnum):
    """The kind of result that a round gave a player; the values are those that pages use."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    """A table that was not played."""
    BYE = "bye"
    """A bye given by the pairing."""
    REQUESTED = "requested"
    """A bye that the player requested."""
    ABSENT = "absent"
    OPEN = "open"
    """A table without a result."""
    NOTHING = "nothing"
    """A round that counts for nothing: a rest in a round robin, a game with an annulled player."""

    @property
    def is_bye(self) -> bool:
        """Whether it is a bye, given or requested."""
        return self in (ResultKind.BYE, ResultKind.REQUESTED)

    @property
    def is_absence(self) -> bool:
        return self is ResultKind.ABSENT

    @property
    def is_missing(self) -> bool:
        """Whether the player had nothing to play."""
        return self in (ResultKind.ABSENT, ResultKind.NOTHING)

    @property
    def is_open(self) -> bool:
        return self is ResultKind.OPEN


class RoundResult(Struct, frozen=True, kw_only=True):
    """The result of one round for one player.

    `points`: tournament points. `share`: 1, ½ or 0 at a table of two. `games`: those over the board. `place`:
    at the table (or wind), None if it was not played; `penalty`: the penalty points given there. `scored`,
    `conceded`: the score of a game of two, of the player and of the opponent.
    """

    code: ResultKind
    points: Fraction = ZERO
    opponents: tuple[int, ...] = ()
    share: Fraction | None = None
    games: tuple[Game, ...] = ()
    place: int | None = None
    penalty: Fraction = ZERO
    scored: Fraction = ZERO
    conceded: Fraction = ZERO

    @property
    def voluntary(self) -> bool:
        """Voluntarily unplayed, in the sense of FIDE C.07: absence, requested bye, or loss by forfeit."""
        return self.code in (ResultKind.ABSENT, ResultKind.REQUESTED) or (
            self.code is ResultKind.FORFEIT and self.share == 0
        )


_ABSENT = RoundResult(code=ResultKind.ABSENT)
_NOTHING = RoundResult(code=ResultKind.NOTHING)


class Ledger:
    """All results of a record: `round_results[player][r - 1]` is round r. `players`: all but the annulled.

    `earlier`: the rank of each player one round earlier, for the criterion `previous`. `previous_ledger`:
    that of the same stage after fewer rounds, whose results are taken over. `single_results`: for each player
    the results among which the best are sought; None: all of the stage.
    """

    def __init__(
        self,
        record: Record,
        earlier: Mapping[int, int] | None = None,
        previous_ledger: "Ledger | None" = None,
        single_results: Mapping[int, Sequence[Fraction]] | None = None,
    ) -> None:
        self.record = record
        self.earlier = earlier or {}
        self._single_results = single_results
        self.annulled = annulled(record)
        self.players = tuple(player.id for player in record.by_number if player.id not in self.annulled)
        # Where more players are annulled, their games no longer count in the earlier rounds either.
        reusable = (
            previous_ledger
            if previous_ledger is not None and previous_ledger.annulled == self.annulled
            else None
        )
        self.round_results: Mapping[int, list[RoundResult]] = {
            player: list(reusable.round_results[player]) if reusable else [] for player in self.players
        }
        for number in range(reusable.rounds + 1 if reusable else 1, record.rounds_played + 1):
            self._append_round(number)

    @property
    def scheduled(self) -> bool:
        """Is it a round robin, where games count against the scheduled opponent, played or not?"""
        return self.record.spec.family == "round-robin"

    @property
    def rounds(self) -> int:
        return self.record.rounds_played

    @cached_property
    def points_of(self) -> Mapping[int, Fraction]:
        """The tournament points of each player after discards, with those that a late entry starts with and
        those that the arbiter gave or took.
        """
        return {player: self._points(player) for player in self.players}

    def _points(self, player: int) -> Fraction:
        results = self.round_results[player]
        discarded = sum(results[number - 1].points for number in self.discarded(player))
        added = self.head_start(player)
        if self.record.adjustments:
            added += self.record.adjustment_of(player)
        return sum((result.points for result in results), added) - discarded

    def single_results(self, player: int) -> Sequence[Fraction]:
        """The player's points in each round with a result: 0 for an absence, none for an open table."""
        if self._single_results is not None:
            return self._single_results[player]
        return [self.round_results[player][number - 1].points for number in self._rounds_with_result(player)]

    def counted_results(self, player: int) -> list[Fraction]:
        """The single results that are not discarded."""
        discarded = self.discarded(player)
        return [
            self.round_results[player][number - 1].points
            for number in self._rounds_with_result(player)
            if number not in discarded
        ]

    def discarded(self, player: int) -> tuple[int, ...]:
        """The rounds (from 1) whose results are discarded: the worst; of equal ones absences first, then the
        earliest.
        """
        if not self._number_of_discards:
            return ()
        results = self.round_results[player]

        def worst_first(number: int) -> tuple[Fraction, bool]:
            return results[number - 1].points, results[number - 1].code is not ResultKind.ABSENT

        return tuple(
            sorted(sorted(self._rounds_with_result(player), key=worst_first)[: self._number_of_discards])
        )

    def _rounds_with_result(self, player: int) -> list[int]:
        """The rounds (from 1) in which the player has a result, be it 0."""
        return [
            number
            for number, (result, has_result) in enumerate(
                zip(self.round_results[player], self._has_result, strict=True), 1
            )
            if has_result and result.code not in (ResultKind.OPEN, ResultKind.NOTHING)
        ]

    @cached_property
    def _has_result(self) -> tuple[bool, ...]:
        """For each round: does any of its tables have a result?"""
        return tuple(
            any(table.result is not None for table in round_.tables) for round_ in self.record.rounds
        )

    @cached_property
    def _number_of_discards(self) -> int:
        """How many of the worst results are discarded; at least one always counts."""
        allowed = self.record.method.discards(self.record.scoring_options)
        return min(allowed, max(0, sum(self._has_result) - 1))

    def head_start(self, player: int) -> Fraction:
        """The points of the ranking that a late entry starts with."""
        joined = self.record.players[player].joined
        spec, options = self.record.spec, self.record.options
        if joined == 1 or joined > self.rounds + 1 or not spec.late_in_standings(options):
            return ZERO
        return Fraction(spec.late_points(options))

    def games_of(self, player: int) -> Iterator[Game]:
        """The player's games over the board, in order."""
        return (game for result in self.round_results[player] for game in result.games)

    @cached_property
    def win(self) -> Fraction:
        return Fraction(self.record.scoring_options.win)

    @cached_property
    def draw(self) -> Fraction:
        return Fraction(self.record.scoring_options.draw)

    def _append_round(self, number: int) -> None:
        """Appends the results of one round (from 1)."""
        round_ = self.record.rounds[number - 1]
        results: dict[int, RoundResult] = {}
        scored = self.record.method.score(round_.tables, self.record.scoring_options)
        for table, counted in zip(round_.tables, scored, strict=True):
            if not self.annulled.isdisjoint(table.seats):
                results.update(dict.fromkeys(table.seats, _NOTHING))
            else:
                results.update(_table_results(table, counted))
        for bye in round_.byes:
            if self.scheduled and not bye.points:
                results[bye.player] = _NOTHING
            else:
                code = ResultKind.REQUESTED if bye.requested else ResultKind.BYE
                results[bye.player] = RoundResult(code=code, points=Fraction(bye.points))
        for player in self.players:
            self.round_results[player].append(results.get(player, _ABSENT))


def _table_results(table: DocumentTable, scored_table: Scored | None) -> dict[int, RoundResult]:
    results: dict[int, RoundResult] = {}
    for seat, player in enumerate(table.seats):
        opponents = tuple(opponent for opponent in table.seats if opponent != player)
        if scored_table is None:
            results[player] = RoundResult(code=ResultKind.OPEN, opponents=opponents)
        elif table.shares is None:
            results[player] = RoundResult(
                code=ResultKind.PLAYED,
                points=scored_table.points[seat],
                opponents=opponents,
                place=scored_table.places[seat],
                penalty=_penalty(table, seat),
            )
        else:
            results[player] = RoundResult(
                code=ResultKind.FORFEIT if table.forfeit else ResultKind.PLAYED,
                points=scored_table.points[seat],
                opponents=opponents,
                share=_share(table.shares[seat]),
                games=_games(table, table.shares, seat),
                place=None if table.forfeit else scored_table.places[seat],
                scored=ZERO if table.score is None else Fraction(table.score[seat]),
                conceded=ZERO if table.score is None else Fraction(table.score[1 - seat]),
            )
    return results


def _penalty(table: DocumentTable, seat: int) -> Fraction:
    return Fraction(table.seat_scores[seat].penalty or 0) if table.seat_scores else ZERO


def _games(table: DocumentTable, shares: GameScore, seat: int) -> tuple[Game, ...]:
    """The games over the board for one seat; in a match colours alternate, the first seat beginning with
    White.
    """
    played = table.games or (() if table.forfeit else (shares,))
    return tuple(
        Game(WHITE if (seat + game_number) % 2 == 0 else BLACK, _share(game[seat]))
        for game_number, game in enumerate(played)
    )


def _share(number: Number) -> Fraction:
    """The share as a Fraction; documents have only 1, ½ and 0."""
    return ONE if number == 1 else ZERO if number == 0 else HALF
