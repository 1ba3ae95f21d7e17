"""Planning on which days the rounds are played."""

from collections.abc import Mapping
from datetime import date

from django.utils.translation import gettext as _

from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.state.days import kept_day
from clubtornei.rounds.state.stages import stage_of


def plan_days(event: Event, days: Mapping[int, date | None], *, stage: int | None = None) -> None:
    """Set the day of each round given, by round number; None: not known. Of a closed event those that are
    there stay, and those that its report for rating lacks are added. Raises ActionRefused.

    `stage`: its number; None: the one being played.
    """
    with writing(event, even_closed=True) as locked:
        planned = stage_of(locked, stage)
        known = {str(number): kept_day(day) for number, day in days.items() if day is not None}
        others = {number: day for number, day in planned.days.items() if int(number) not in days}
        if locked.closed and not planned.days.items() <= (others | known).items():
            raise ActionRefused(
                _("Il torneo è chiuso: le date che ci sono restano, si aggiungono solo quelle che mancano.")
            )
        planned.days = others | known
        planned.save(update_fields=["days"])
