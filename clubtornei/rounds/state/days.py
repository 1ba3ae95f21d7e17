"""The days on which the rounds of a stage are played: planned beforehand, or set when a round is published.

A day whose time is planned too is a datetime without time zone: the hour on the wall of the hall.

The stage keeps them by the number of the round, so that a round has its day before it is paired and keeps it
when it is drawn again.
"""

from datetime import date, datetime

from clubtornei.events.models import Stage
from clubtornei.events.stage_titles import player_count
from clubtornei.events.systems import rounds_of

AHEAD = 4  # rounds that can be planned if the number of rounds is not fixed


def day_of(stage: Stage, number: int) -> date | None:
    """The day of a round; None if it has none."""
    day = stage.days.get(str(number))
    return planned_day(day) if day else None


def planned_day(text: str) -> date:
    """What the stage keeps: 2026-11-20, or 2026-11-20T20:30."""
    return datetime.fromisoformat(text) if "T" in text else date.fromisoformat(text)


def kept_day(day: date) -> str:
    """The day, with its time if it has one, as text."""
    return day.isoformat(timespec="minutes") if isinstance(day, datetime) else day.isoformat()


def days_and_times(stage: Stage) -> tuple[dict[str, date], dict[str, str]]:
    """The days of the rounds, and the times of those that have one, by number, as the document has them."""
    planned = {number: planned_day(text) for number, text in stage.days.items()}
    timed = {number: day for number, day in planned.items() if isinstance(day, datetime)}
    days = {number: day.date() if isinstance(day, datetime) else day for number, day in planned.items()}
    return days, {number: f"{day:%H:%M}" for number, day in timed.items()}


def plannable(stage: Stage) -> range:
    """The rounds that have a day, or can be given one."""
    expected = rounds_of(stage, player_count(stage)) or stage.rounds.count() + AHEAD
    return range(1, max(expected, *map(int, stage.days), 1) + 1)
