"""Making an event by a named formula, and making its stages anew when more or fewer have come."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from clubtornei.events.actions import new_event
from clubtornei.events.models import Event
from clubtornei.events.plans import Choice, Plan, columns_of, plan_of
from clubtornei.events.progress import settled
from clubtornei.events.writing import Refused, writing
from clubtornei.players.models import Club


def create_by_formula(club: Club, details: Mapping[str, Any], choice: Choice) -> Event:
    """A new event with all stages of the formula. Raises Refused where it does not fit."""
    plan = _fitting(choice)
    with transaction.atomic():
        event = new_event(club, {**details, "formula": _kept(choice)})
        _make_stages(event, plan)
    return event


def apply_formula(event: Event, choice: Choice) -> None:
    """All stages anew, by the formula for so many players. Raises Refused after the draw."""
    plan = _fitting(choice)
    with writing(event) as locked:
        if settled(locked):
            raise Refused(_("Le fasi sono fissate dal sorteggio: per rifarle, prima annullalo."))
        locked.stages.all().delete()
        _make_stages(locked, plan)
        locked.formula = _kept(choice)
        locked.save(update_fields=["formula"])


def _make_stages(event: Event, plan: Plan) -> None:
    for number, planned in enumerate(plan.stages, 1):
        event.stages.create(number=number, **columns_of(planned))


def _fitting(choice: Choice) -> Plan:
    plan = plan_of(choice)
    if not plan.stages:
        raise Refused(_("La formula non va bene per %(count)d giocatori.") % {"count": choice.players})
    return plan


def _kept(choice: Choice) -> dict[str, Any]:
    return {
        "name": choice.name,
        "players": choice.players,
        "options": dict(choice.options),
        "scoring": choice.scoring,
        "wildcards": choice.wildcards,
    }
