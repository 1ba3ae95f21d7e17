"""The end of a RisiKo! game once its time is up: whose turn it is, who throws, which total ends it.

See rules/end-of-game.md#throws. When time is up the lap that is running is finished, and
one more full lap is played. From the last player of that lap on, each player who ends his turn throws two
dice, and the game is over at once on a total not above the limit: 4 in the first lap of throws, then 5, 6
and 7, which stays. Who conquered more than two territories in his turn does not throw.

The editions differ in one thing only: who closes a lap. In 2014 it is the last in the order of play; in 2003
the running turn alone is ended, so that it is the player whose turn it was.

Players are positions at their table; nothing here knows the database.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct, convert

LIMITS = (4, 5, 6, 7)
"""Of the first lap of throws, the second …; the last one stays."""


class TurnEvent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What happened at the table, one thing at a time.

    `ended`: the turn of whoever had it ended; with `dice` where he threw, with `conquered` where he need not
    throw. `out`: this player was eliminated in the turn that runs. `over`: the game ended otherwise.
    """

    what: Literal["ended", "out", "over"]
    dice: tuple[int, int] | None = None
    conquered: bool = False
    out: int | None = None


class EndOfGameState(Struct, frozen=True, kw_only=True):
    """How the end of a game stands.

    `phase`: "finishing" the lap that ran when time was up, "last" lap, "throwing", or "over". `turn`: whose
    turn it is; None when it is over. `limit`: the greatest total that ends the game now; None before the
    throws. `total`: of the throw that ended it, if one did. `left`: who is still in, in the order of play.
    """

    phase: Literal["finishing", "last", "throwing", "over"]
    turn: int | None
    limit: int | None
    total: int | None
    left: tuple[int, ...]


class ImpossibleTurn(Exception):
    """This cannot happen at the table as it stands."""


def parse_turns(kept: Iterable[Mapping[str, Any]]) -> tuple[TurnEvent, ...]:
    """The turns as a table keeps them (JSON objects)."""
    return tuple(convert(turn, TurnEvent) for turn in kept)


def play_order(seats: int, first: int) -> tuple[int, ...]:
    """The order of play at a table of so many seats, clockwise from who began: positions from 1."""
    return tuple((first - 1 + place) % seats + 1 for place in range(seats))


def end_of_game_state(
    order: Sequence[int], running: int, edition: str, turns: Iterable[TurnEvent]
) -> EndOfGameState:
    """How the end stands after these turns.

    `order`: the players who were still in when time was up, in the order of play. `running`: whose turn it
    was then. `edition`: "2014" or "2003". Raises Impossible.
    """
    if running not in order:
        raise ImpossibleTurn
    game = _Game(list(order), running, closer=order[-1] if edition == "2014" else running)
    for turn in turns:
        game.take(turn)
    return game.state()


class _Game:
    """`closer`: who closes a lap; once it is thrown, who began the laps of throws, of which `lap` is one."""

    def __init__(self, left: list[int], turn: int, closer: int) -> None:
        self.left, self.turn, self.closer = left, turn, closer
        self.last_lap = False
        self.lap: int | None = None
        self.total: int | None = None
        self.over = len(left) < 2

    @property
    def throws(self) -> bool:
        """Does whoever ends his turn now throw? The last player of the last lap is the first to do so."""
        return self.lap is not None or (self.last_lap and self.turn == self.closer)

    @property
    def limit(self) -> int:
        return LIMITS[min(self.lap or 0, len(LIMITS) - 1)]

    def take(self, turn: TurnEvent) -> None:
        if self.over:
            raise ImpossibleTurn
        if turn.what == "over":
            self.over = True
        elif turn.what == "out":
            self._out(turn.out)
        else:
            self._end(turn)

    def _end(self, turn: TurnEvent) -> None:
        if self.throws != (turn.dice is not None or turn.conquered) or (turn.dice and turn.conquered):
            raise ImpossibleTurn
        if turn.dice is not None:
            if not all(1 <= die <= 6 for die in turn.dice):
                raise ImpossibleTurn
            if sum(turn.dice) <= self.limit:
                self.total, self.over = sum(turn.dice), True
                return
        thrown, closed = self.throws, self.turn == self.closer
        self.turn = self._after(self.turn)
        if not thrown:
            self.last_lap = self.last_lap or closed
        elif self.lap is None:
            self.lap = 0
        else:
            self.lap += self.turn == self.closer

    def _out(self, player: int | None) -> None:
        """Who has the turn eliminates, and is never eliminated himself."""
        if player not in self.left or player == self.turn:
            raise ImpossibleTurn
        if player == self.closer:
            # A lap that is not over yet is closed by the one before him; the laps of throws, which began with
            # him, begin with the one after.
            self.closer = self._before(player) if self.lap is None else self._after(player)
        self.left.remove(player)
        self.over = len(self.left) < 2

    def _after(self, player: int) -> int:
        return self.left[(self.left.index(player) + 1) % len(self.left)]

    def _before(self, player: int) -> int:
        return self.left[self.left.index(player) - 1]

    def state(self) -> EndOfGameState:
        phase: Literal["finishing", "last", "throwing", "over"]
        if self.over:
            phase = "over"
        elif self.throws:
            phase = "throwing"
        else:
            phase = "last" if self.last_lap else "finishing"
        return EndOfGameState(
            phase=phase,
            turn=None if self.over else self.turn,
            limit=self.limit if phase == "throwing" else None,
            total=self.total,
            left=tuple(self.left),
        )
