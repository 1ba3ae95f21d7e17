"""Planning the days of the rounds."""

from collections.abc import Mapping
from datetime import date

from clubtornei.events.models import Event
from clubtornei.events.stages import stage_of
from clubtornei.events.writing import writing


def plan_days(event: Event, days: Mapping[int, date | None], *, stage: int | None = None) -> None:
    """Say on which day each of these rounds is played; None: nobody knows. `stage`: see `draw_round`."""
    with writing(event) as locked:
        planned = stage_of(locked, stage)
        kept = {number: day for number, day in planned.days.items() if int(number) not in days}
        said = {str(number): day.isoformat() for number, day in days.items() if day is not None}
        planned.days = kept | said
        planned.save(update_fields=["days"])
