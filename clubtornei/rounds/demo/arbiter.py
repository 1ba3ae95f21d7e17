"""Runs a demo event by the actions that an arbiter would use in the browser."""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from django.contrib.auth.models import User

from clubtornei.events.details import EventDetails
from clubtornei.events.models import Event
from clubtornei.players.models import Player, RatingList
from clubtornei.rounds.drafts import round_actions as pairing
from clubtornei.rounds.models import Table
from clubtornei.rounds.numbers import actions as numbers
from clubtornei.rounds.numbers.numbering import methods_of
from clubtornei.rounds.participation.entries import actions as entry_actions
from clubtornei.rounds.results import actions as results, multiplayer_actions
from clubtornei.rounds.stages import days_actions as days
from clubtornei.rounds.state.stages import stage_of
from scoring.document import SeatScore

DRAWN, WHITE_WINS, BLACK_WINS = "=-=", "1-0", "0-1"

ScoresGenerator = Callable[[random.Random, int], list[SeatScore]]
"""Random scores for a table with that many players."""


@dataclass(frozen=True)
class DemoArbiter:
    """Runs one event. `random_scores`: makes results for multi-player tables.

    Each event has its own generator `rng`, so that another event or game changes nothing in this one.
    """

    event: Event
    user: User
    random_scores: ScoresGenerator | None = None
    rng: random.Random = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rng", random.Random(self.event.name[:-4]))  # the name without the year

    # Before the first round

    def enter_and_number(self, players: Iterable[Player]) -> None:
        """Enter the players, mark all as present, and give them numbers by the usual method."""
        entry_actions.enter(self.event, players)
        entry_actions.check_all_in(self.event)
        self.give_numbers()

    def give_numbers(self) -> None:
        """Announce the draw and give the numbers by the usual method."""
        numbers.announce_draw(self.event, seed=f"{self.rng.getrandbits(128):032x}")
        usual, *_others = methods_of(stage_of(self.event, 1))
        numbers.draw_numbers(self.event, usual)

    def plan_days(self, first: date, rounds: int, every: int, *, stage: int | None = None) -> None:
        """Plan the days of that many rounds, one every `every` days."""
        planned = {number: first + timedelta(days=every * (number - 1)) for number in range(1, rounds + 1)}
        days.plan_days(self.event, planned, stage=stage)

    def entry_no(self, player: Player) -> int:
        """The player's entry number."""
        return int(self.event.entries.get(player=player).entry_no)

    # Rounds

    def next_round(self, number: int) -> list[Table]:
        """Draw and publish the round; returns its tables."""
        pairing.draw_round(self.event, number)
        return self.publish(number)

    def publish(self, number: int) -> list[Table]:
        """Publish the draft of the round; returns its tables."""
        round_ = pairing.publish(self.event, number)
        return list(round_.tables.games().order_by("number").prefetch_related("seats__entry"))

    def play(self, tables: Sequence[Table]) -> None:
        """Enter a random result at each table; of two players the stronger mostly wins."""
        for table in tables:
            if self.random_scores is None:
                white, black = (float(seat.entry.rating or 1400) for seat in table.seats.all())
                self.result(table, _random_result(self.rng, white, black))
            else:
                multiplayer_actions.record_scores(self.event, self.user, table.pk, self.make_scores(table))

    def play_round(self, number: int) -> None:
        """Draw, publish and play the round."""
        self.play(self.next_round(number))

    def result(self, table: Table, *codes: str) -> None:
        """Enter the result of a game, or those of the games of a match in order."""
        for code in codes:
            results.record_result(self.event, self.user, table.pk, code)

    def make_scores(self, table: Table) -> list[SeatScore]:
        """Random scores for a multi-player table."""
        assert self.random_scores is not None, "the event has tables of two"
        return self.random_scores(self.rng, len(table.seats.all()))


def event_details(
    name: str, game: str, first: date, last: date | None = None, place: str = ""
) -> EventDetails:
    """An event with the year in its name, and a usual place."""
    return EventDetails(
        name=f"{name} {first.year}",
        game=game,
        starts_on=first,
        ends_on=last,
        place=place or "Biblioteca comunale",
        rating_lists=list(RatingList.values),
    )


def _random_result(rng: random.Random, white: float, black: float) -> str:
    """A result code: the stronger player mostly wins (by Elo's formula), about every third game is a draw."""
    expected = 1 / (1 + 10 ** ((black - white) / 400))
    drawn = rng.random()
    if abs(drawn - expected) < 0.15:
        return DRAWN
    return WHITE_WINS if drawn < expected else BLACK_WINS
