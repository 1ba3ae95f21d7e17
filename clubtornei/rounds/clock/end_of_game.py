"""How a RisiKo! game ends after its time is up: last laps, then dice (rules/end-of-game.md#throws).

When time is up the lap in progress is finished, and one more full lap is played. From the last player of
that lap on, each player throws two dice at the end of the turn, unless he or she conquered more than two
territories in it. The game ends at once on a total not above the limit, which grows from 4 to 7 and stays.

The two editions of the rules differ in the player who closes a lap: in 2014 the last in the order of play; in
2003 only the turn in progress is finished, so it is the player whose turn it was when time was up. In 2014
the first lap of throws, with the limit 4, begins with the player who closed the last full lap; in 2003 the
limit is 4 for that player alone, and 5 in the whole lap that follows. The quick end of the Masters has the
laps of 2014 and one limit for all of them.

Players are positions at their table, from 1. Nothing here reads or writes the database.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct, convert

LIMITS = (4, 5, 6, 7)
"""The greatest total that ends the game, by lap of throws, in 2003 from the last full lap on; the last one
holds for all further laps.
"""

Phase = Literal["finishing", "last", "throwing", "over"]
"""The lap in progress when time was up, the last full lap, the laps of throws, the end."""


class TurnEvent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing that happened at the table. Field names and values are stored in the database.

    `ended`: the current turn ended; with `dice` if they were thrown, with `conquered` if the player need not
    throw. `out`: the player at that position was eliminated in the current turn. `over`: the game ended
    otherwise.
    """

    what: Literal["ended", "out", "over"]
    dice: tuple[int, int] | None = None
    conquered: bool = False
    out: int | None = None


class EndOfGameState(Struct, frozen=True, kw_only=True):
    """The state of a game after its time is up.

    `turn`: whose turn it is; None when the game is over. `limit`: the greatest total that ends the game now;
    None before the throws. `total`: the throw that ended the game, if one did. `remaining`: the players
    still in, in the order of play.
    """

    phase: Phase
    turn: int | None
    limit: int | None
    total: int | None
    remaining: tuple[int, ...]


class ImpossibleTurn(Exception):
    """The event cannot happen in the current state of the game."""


def parse_turns(stored: Iterable[object]) -> tuple[TurnEvent, ...]:
    """The events from the JSON objects stored with a table."""
    return tuple(convert(turn, TurnEvent) for turn in stored)


def play_order(seats: int, first: int) -> tuple[int, ...]:
    """All positions of a table with that many seats, clockwise from the player who began the game."""
    return tuple((first - 1 + offset) % seats + 1 for offset in range(seats))


def end_of_game_state(
    order: Sequence[int], running: int, edition: str, turns: Iterable[TurnEvent]
) -> EndOfGameState:
    """The state after these events. Raises ImpossibleTurn.

    `order`: the players still in when time was up, in the order of play. `running`: whose turn it was then.
    `edition`: of the rules, "2014" or "2003", or the quick end, as "quick-7" with its limit.
    """
    if running not in order:
        raise ImpossibleTurn
    game = _Game(list(order), running, edition)
    for turn in turns:
        game.apply(turn)
    return game.state()


class _Game:
    """A game after its time is up, to which events are applied one after another.

    `closer`: the player whose turn closes a lap; in 2014, once throwing has begun, the player who began it.
    `lap`: the lap of throws, from 0; None before.
    """

    def __init__(self, remaining: list[int], turn: int, edition: str) -> None:
        self.remaining, self.turn = remaining, turn
        self.limits = (int(edition[-1]),) if edition.startswith("quick-") else LIMITS
        self.begins_with_closer = edition != "2003"
        self.closer = remaining[-1] if self.begins_with_closer else turn
        self.in_last_lap = False
        self.lap: int | None = None
        self.total: int | None = None
        self.over = len(remaining) < 2

    @property
    def must_throw(self) -> bool:
        """Whether the current turn ends with a throw; the player who closes the last lap is the first."""
        return self.lap is not None or (self.in_last_lap and self.turn == self.closer)

    @property
    def limit(self) -> int:
        return self.limits[min(self.lap or 0, len(self.limits) - 1)]

    def apply(self, turn: TurnEvent) -> None:
        if self.over:
            raise ImpossibleTurn
        if turn.what == "over":
            self.over = True
        elif turn.what == "out":
            self._eliminate(turn.out)
        else:
            self._end_turn(turn)

    def _end_turn(self, turn: TurnEvent) -> None:
        threw_or_conquered = turn.dice is not None or turn.conquered
        if self.must_throw != threw_or_conquered or (turn.dice and turn.conquered):
            raise ImpossibleTurn
        if turn.dice is not None:
            if not all(1 <= die <= 6 for die in turn.dice):
                raise ImpossibleTurn
            if sum(turn.dice) <= self.limit:
                self.total, self.over = sum(turn.dice), True
                return
        throwing, lap_closed = self.must_throw, self.turn == self.closer
        self.turn = self._next_after(self.turn)
        if not throwing:
            self.in_last_lap = self.in_last_lap or lap_closed
        elif self.begins_with_closer:
            self.lap = 0 if self.lap is None else self.lap + (self.turn == self.closer)
        else:
            self.lap = (self.lap or 0) + lap_closed

    def _eliminate(self, player: int | None) -> None:
        """Remove a player; the one whose turn it is cannot be eliminated."""
        if player not in self.remaining or player == self.turn:
            raise ImpossibleTurn
        if player == self.closer:
            # A lap is then closed by the player before; one that began with the player eliminated begins with
            # the next.
            begun = self.begins_with_closer and self.lap is not None
            self.closer = self._next_after(player) if begun else self._previous_before(player)
        self.remaining.remove(player)
        self.over = len(self.remaining) < 2

    def _next_after(self, player: int) -> int:
        return self.remaining[(self.remaining.index(player) + 1) % len(self.remaining)]

    def _previous_before(self, player: int) -> int:
        return self.remaining[self.remaining.index(player) - 1]

    @property
    def phase(self) -> Phase:
        if self.over:
            return "over"
        if self.must_throw:
            return "throwing"
        return "last" if self.in_last_lap else "finishing"

    def state(self) -> EndOfGameState:
        return EndOfGameState(
            phase=self.phase,
            turn=None if self.over else self.turn,
            limit=self.limit if self.phase == "throwing" else None,
            total=self.total,
            remaining=tuple(self.remaining),
        )
