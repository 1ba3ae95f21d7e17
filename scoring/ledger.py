"""What every round brought every player: the one reading of the record that all criteria share."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Literal

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


class Outcome(Struct, frozen=True, kw_only=True):
    """What one round was for one player.

    `kind`: "played"; "forfeit", a table that was not played; "bye", by the pairing; "requested", a bye he
    asked for; "absent"; "open", a table without a result; "nothing", a round that counts nowhere (a rest, an
    annulled game). `share`: what he had of the table, 1, ½ or 0 (two seats). `games`: those over the board.
    `place`: at the table (or wind), where it was played; `penalty`: what he was given there.
    """

    kind: Literal["played", "forfeit", "bye", "requested", "absent", "open", "nothing"]
    points: Fraction = ZERO
    opponents: tuple[int, ...] = ()
    share: Fraction | None = None
    games: tuple[Game, ...] = ()
    place: int | None = None
    penalty: Fraction = ZERO

    @property
    def voluntary(self) -> bool:
        """Voluntarily unplayed (rules/standings.md#voluntary): absent, bye on request, loss by forfeit."""
        return self.kind in ("absent", "requested") or (self.kind == "forfeit" and self.share == 0)


_ABSENT = Outcome(kind="absent")
_NOTHING = Outcome(kind="nothing")


class Ledger:
    """All outcomes of a record: `outcomes[player][r - 1]` is round r. `players`: all but the annulled.

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
        self.outcomes: Mapping[int, list[Outcome]] = {
            player: list(same.outcomes[player]) if same else [] for player in self.players
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
        total = sum((outcome.points for outcome in self.outcomes[player]), self.head_start(player))
        return total - sum(
            (self.outcomes[player][number - 1].points for number in self.discarded(player)), ZERO
        )

    def results_of(self, player: int) -> list[Fraction]:
        """What each round with a result brought the player; an absence 0, an open table nothing."""
        return [self.outcomes[player][number - 1].points for number in self._results(player)]

    def discarded(self, player: int) -> tuple[int, ...]:
        """The rounds (from 1) whose results do not count: the worst, of equal ones absences and then the
        earliest first.
        """
        if not self._discards:
            return ()
        mine = self.outcomes[player]

        def worst_first(number: int) -> tuple[Fraction, bool]:
            return mine[number - 1].points, mine[number - 1].kind != "absent"

        return tuple(sorted(sorted(self._results(player), key=worst_first)[: self._discards]))

    def _results(self, player: int) -> list[int]:
        """The rounds that brought the player a result, if only 0."""
        return [
            number
            for number, (outcome, counts) in enumerate(
                zip(self.outcomes[player], self._with_result, strict=True), 1
            )
            if counts and outcome.kind not in ("open", "nothing")
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
        return (game for outcome in self.outcomes[player] for game in outcome.games)

    @cached_property
    def win(self) -> Fraction:
        return Fraction(self.record.scoring_options.win)

    @cached_property
    def draw(self) -> Fraction:
        return Fraction(self.record.scoring_options.draw)

    def _enter(self, number: int) -> None:
        """Adds the outcomes of one round."""
        this = self.record.rounds[number - 1]
        found: dict[int, Outcome] = {}
        scored = self.record.method.score(this.tables, self.record.scoring_options)
        for table, counted in zip(this.tables, scored, strict=True):
            if not self.annulled.isdisjoint(table.seats):
                found.update(dict.fromkeys(table.seats, _NOTHING))
            else:
                found.update(_at_table(table, counted))
        for bye in this.byes:
            if self.scheduled and not bye.points:
                found[bye.player] = _NOTHING
            else:
                kind: Literal["bye", "requested"] = "requested" if bye.requested else "bye"
                found[bye.player] = Outcome(kind=kind, points=Fraction(bye.points))
        for player in self.players:
            self.outcomes[player].append(found.get(player, _ABSENT))


def _at_table(table: Table, counted: Scored | None) -> dict[int, Outcome]:
    found: dict[int, Outcome] = {}
    for seat, player in enumerate(table.seats):
        opponents = tuple(other for other in table.seats if other != player)
        if counted is None:
            found[player] = Outcome(kind="open", opponents=opponents)
        elif table.shares is None:
            found[player] = Outcome(
                kind="played",
                points=counted.points[seat],
                opponents=opponents,
                place=counted.places[seat],
                penalty=_penalty(table, seat),
            )
        else:
            found[player] = Outcome(
                kind="forfeit" if table.forfeit else "played",
                points=counted.points[seat],
                opponents=opponents,
                share=_share(table.shares[seat]),
                games=_games(table, table.shares, seat),
                place=None if table.forfeit else counted.places[seat],
            )
    return found


def _penalty(table: Table, seat: int) -> Fraction:
    return Fraction(table.marks[seat].penalty or 0) if table.marks else ZERO


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
