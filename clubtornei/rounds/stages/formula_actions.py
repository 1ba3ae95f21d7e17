"""Making the stages of an event anew by its formula, for as many players as have come."""

from django.utils.translation import gettext as _

from clubtornei.events.formula_actions import _fitting, _kept, _make_stages
from clubtornei.events.models import Event
from clubtornei.events.plans import Choice
from clubtornei.events.stages import stages_of
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.core.event_state import is_locked


def apply_formula(event: Event, choice: Choice) -> None:
    """The stages anew, by the formula for so many players: those that have not begun; who gave his place up
    in one, or was let in, still does. Raises Refused where all have begun.
    """
    plan = _fitting(choice)
    with writing(event) as locked:
        stay = locked_stages(locked)
        if stay and not locked.stages.filter(number__gt=stay).exists():
            raise ActionRefused(_("Tutte le fasi sono già cominciate: la formula non si cambia più."))
        _make_stages(locked, plan, stay)
        locked.formula = _kept(choice)
        locked.save(update_fields=["formula"])


def locked_stages(event: Event) -> int:
    """How many of the first stages are as they are for good: numbers, rounds or entrants rest on them."""
    if not is_locked(event):
        return 0
    return max(stage.number for stage in stages_of(event) if stage.begun or stage.number == 1)
