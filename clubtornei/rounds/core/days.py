"""The days on which the rounds of a stage are played: planned beforehand, or set when a round is published.

The stage keeps them by the number of the round, so that a round has its day before it is paired and keeps it
when it is drawn again.
"""

from datetime import date

from clubtornei.events.models import Stage
from clubtornei.events.stages import player_count
from clubtornei.events.systems import rounds_of

AHEAD = 4  # rounds that can be planned if the number of rounds is not fixed


def day_of(stage: Stage, number: int) -> date | None:
    """The day of a round; None if it has none."""
    day = stage.days.get(str(number))
    return date.fromisoformat(day) if day else None


def plannable(stage: Stage) -> range:
    """The rounds that have a day, or can be given one."""
    expected = rounds_of(stage, player_count(stage)) or stage.rounds.count() + AHEAD
    return range(1, max(expected, *map(int, stage.days), 1) + 1)
