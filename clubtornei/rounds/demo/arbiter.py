"""The arbiter of a demo event: does by the actions what he would do in the browser, the same every time."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from django.contrib.auth.models import User

from clubtornei.events.models import Event
from clubtornei.events.stages import stage_of
from clubtornei.players.models import Player
from clubtornei.rounds.drafts import round_actions as pairing
from clubtornei.rounds.models import Table
from clubtornei.rounds.numbers import actions as numbers
from clubtornei.rounds.numbers.methods import methods_of
from clubtornei.rounds.participation.entries import actions as entry_actions
from clubtornei.rounds.results import actions as results
from clubtornei.rounds.results import multiplayer_actions
from clubtornei.rounds.stages import days_actions as days
from scoring.document import SeatScore

DRAWN, WHITE_WINS, BLACK_WINS = "=-=", "1-0", "0-1"

Counted = Callable[[random.Random, int], list[SeatScore]]
"""What so many players have counted at their table."""


@dataclass(frozen=True)
class Arbiter:
    """`counted`: how tables of more than two end; `chance`: the event's own, so that one more event or game
    elsewhere changes nothing here.
    """

    event: Event
    user: User
    counted: Counted | None = None
    chance: random.Random = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "chance", random.Random(self.event.name[:-4]))  # without its year

    # Before the first round

    def number(self, players: Iterable[Player]) -> None:
        """They enter, are all here, and have their numbers as is usual."""
        entry_actions.enter(self.event, players)
        entry_actions.check_all_in(self.event)
        self.give_numbers()

    def give_numbers(self) -> None:
        numbers.announce_draw(self.event, seed=f"{self.chance.getrandbits(128):032x}")
        usual, *_others = methods_of(stage_of(self.event, 1))
        numbers.draw_numbers(self.event, usual)

    def plan(self, first: date, rounds: int, every: int, *, stage: int | None = None) -> None:
        """So many rounds, one in so many days."""
        planned = {number: first + timedelta(days=every * (number - 1)) for number in range(1, rounds + 1)}
        days.plan_days(self.event, planned, stage=stage)

    def entry_no(self, player: Player) -> int:
        return int(self.event.entries.get(player=player).entry_no)

    # Rounds

    def next_round(self, number: int) -> list[Table]:
        """The tables of the round, drawn and published."""
        pairing.draw_round(self.event, number)
        return self.publish(number)

    def publish(self, number: int) -> list[Table]:
        round_ = pairing.publish(self.event, number)
        return list(round_.tables.games().order_by("number").prefetch_related("seats__entry"))

    def play(self, tables: Sequence[Table]) -> None:
        """Each table ends somehow; where two play, mostly as their ratings say."""
        for table in tables:
            if self.counted is None:
                white, black = (float(seat.entry.rating or 1400) for seat in table.seats.all())
                self.result(table, _result(self.chance, white, black))
            else:
                multiplayer_actions.record_scores(self.event, self.user, table.pk, self.count(table))

    def play_round(self, number: int) -> None:
        self.play(self.next_round(number))

    def result(self, table: Table, *codes: str) -> None:
        """The game's result; of a match those of its games, in their order."""
        for code in codes:
            results.record_result(self.event, self.user, table.pk, code)

    def count(self, table: Table) -> list[SeatScore]:
        assert self.counted is not None, "only two sit here"
        return self.counted(self.chance, len(table.seats.all()))


def details(
    name: str, game: str, first: date, last: date | None = None, place: str = ""
) -> Mapping[str, Any]:
    """What is said of an event."""
    return {
        "name": f"{name} {first.year}",
        "game": game,
        "starts_on": first,
        "ends_on": last,
        "place": place or "Biblioteca comunale",
    }


def _result(chance: random.Random, white: float, black: float) -> str:
    """The stronger one mostly wins (by Elo's formula), and every third game or so is a draw."""
    expected = 1 / (1 + 10 ** ((black - white) / 400))
    thrown = chance.random()
    if abs(thrown - expected) < 0.15:
        return DRAWN
    return WHITE_WINS if thrown < expected else BLACK_WINS
