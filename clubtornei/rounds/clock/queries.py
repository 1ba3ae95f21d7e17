"""The clock of a round as its pages show it: the time, and how the game at each table ends."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from clubtornei.events.models import Ending, Entry
from clubtornei.rounds.clock.end_of_game import (
    EndOfGameState,
    TurnEvent,
    end_of_game_state,
    parse_turns,
    play_order,
)
from clubtornei.rounds.models import Clock, EndOfGame, Round, Table


@dataclass(frozen=True)
class PlayerAtEnd:
    """A player in the order of play. `remains`: is not eliminated; `on_turn`: whose turn it is."""

    player: Entry
    remains: bool
    on_turn: bool


@dataclass(frozen=True)
class TableEndView:
    """A table, its players in seat order, and the end of its game once that has begun.

    `edition`: of the rules, as Event.ending.
    """

    table: Table
    players: Sequence[Entry]
    edition: str
    end: EndOfGame | None

    @property
    def number(self) -> int | None:
        return self.table.number

    @property
    def seats(self) -> list[tuple[int, Entry]]:
        return list(enumerate(self.players, 1))

    @cached_property
    def turns(self) -> tuple[TurnEvent, ...]:
        return parse_turns(self.end.turns) if self.end else ()

    @cached_property
    def state(self) -> EndOfGameState | None:
        return (
            end_of_game_state(self.end.order, self.end.running, self.edition, self.turns)
            if self.end
            else None
        )

    @property
    def turn(self) -> Entry | None:
        """The player whose turn it is."""
        return self.players[self.state.turn - 1] if self.state and self.state.turn else None

    @property
    def others(self) -> list[tuple[int, Entry]]:
        """The players who may be eliminated now, with their positions."""
        if self.state is None:
            return []
        return [
            (position, self.players[position - 1])
            for position in self.state.remaining
            if position != self.state.turn
        ]

    @property
    def in_order(self) -> list[PlayerAtEnd]:
        """All players in the order of play; in seat order before the end has begun."""
        if self.end is None or self.state is None:
            return [PlayerAtEnd(player, remains=True, on_turn=False) for player in self.players]
        return [
            PlayerAtEnd(
                self.players[position - 1],
                remains=position in self.state.remaining,
                on_turn=position == self.state.turn,
            )
            for position in play_order(len(self.players), self.end.order[0])
        ]

    @property
    def throwing(self) -> bool:
        """Whether the dice are thrown at the end of the turn."""
        return self.state is not None and self.state.phase == "throwing"

    @property
    def over(self) -> bool:
        return self.state is not None and self.state.phase == "over"

    @property
    def last_throw(self) -> tuple[int, int] | None:
        """The dice of the last event, if it had any."""
        return self.turns[-1].dice if self.turns else None

    @property
    def sentence(self) -> str:
        """The state of the game in a sentence; empty before its end has begun."""
        if self.state is None:
            return ""
        if self.state.phase == "over":
            if self.state.total is not None:
                return _("Partita finita: i dadi hanno dato %(total)d.") % {"total": self.state.total}
            return _("Partita finita.")
        if self.state.phase == "finishing":
            if self.edition == Ending.EDITION_2003:
                return _("Si finisce il turno in corso; poi un giro intero.")
            return _("Si finisce il giro in corso; poi un altro giro intero.")
        if self.state.phase == "last":
            return _("Ultimo giro.")
        return _("A fine turno si tirano i dadi: con %(limit)d o meno è finita.") % {
            "limit": self.state.limit
        }


@dataclass(frozen=True)
class ClockView:
    """A clock with the tables of its round."""

    clock: Clock
    tables: Sequence[TableEndView]

    @property
    def running(self) -> bool:
        return self.clock.ends_at is not None

    @property
    def up(self) -> bool:
        """Whether the time is up now."""
        return self.clock.ends_at is not None and self.clock.ends_at <= timezone.now()

    @property
    def word(self) -> str:
        """What stands in the place of a time that is up; empty where games go on until a secret minute."""
        return "" if self.has_secret else _("Tempo!")

    @property
    def throwing(self) -> bool:
        """Whether the time is up and the dice decide when each game ends."""
        return self.clock.throws and self.up

    @property
    def adjustable(self) -> bool:
        """Whether minutes may be added or taken: time is left, and no secret minute is fixed."""
        return not self.up and not self.clock.secret_minute

    @property
    def has_secret(self) -> bool:
        return self.clock.ending == Ending.SECRET

    @property
    def secret_minute_came(self) -> bool:
        """Whether the judge may stop the tables now."""
        stops_at = self.clock.stops_at
        return self.has_secret and stops_at is not None and stops_at <= timezone.now()

    def keeps_secret_of(self, user: int | None) -> bool:
        """Whether that user, by primary key, fixed a secret minute that nobody else may see yet."""
        return self.clock.secret and self.clock.judge_id == user

    @property
    def awaits_secret(self) -> bool:
        """Whether the clock runs towards it."""
        return self.running and not self.secret_minute_came

    @property
    def begun(self) -> list[TableEndView]:
        """The tables where the end of the game has begun."""
        return [table for table in self.tables if table.end]


def clock_view(round_: Round) -> ClockView | None:
    """The round's clock with its tables, in four queries; None where the round has no clock."""
    clock = Clock.objects.of(round_).first()
    if clock is None:
        return None
    tables = Table.objects.games().filter(round=round_).with_seats().select_related("end_of_game")
    return ClockView(
        clock,
        [
            TableEndView(
                table,
                [seat.entry for seat in table.seated],
                clock.ending,
                getattr(table, "end_of_game", None),
            )
            for table in tables
        ],
    )
