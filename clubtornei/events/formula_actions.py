"""Making an event by a named formula, and making its stages anew when more or fewer have come, or when the
rules want them otherwise.
"""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from clubtornei.accounts.models import Club
from clubtornei.events.actions import new_event
from clubtornei.events.models import Event
from clubtornei.events.plans import Choice, Plan, columns_of, plan_of
from clubtornei.events.writing import ActionRefused


def create_by_formula(club: Club, details: Mapping[str, Any], choice: Choice) -> Event:
    """A new event with all stages of the formula. Raises Refused where it does not fit."""
    plan = fitting_plan(choice)
    with transaction.atomic():
        event = new_event(club, {**details, "formula": formula_as_json(choice)})
        make_stages(event, plan)
    return event


def make_stages(event: Event, plan: Plan, stay: int = 0) -> None:
    """Give the event the plan's stages, except the first `stay`; stages beyond the plan are deleted."""
    for number, planned in enumerate(plan.stages, 1):
        if number > stay:
            event.stages.update_or_create(number=number, defaults=columns_of(planned))
    event.stages.filter(number__gt=max(stay, len(plan.stages))).delete()


def fitting_plan(choice: Choice) -> Plan:
    """The stages that the choice makes. Raises ActionRefused where it does not fit the number of players."""
    plan = plan_of(choice)
    if not plan.stages:
        raise ActionRefused(_("La formula non va bene per %(count)d giocatori.") % {"count": choice.players})
    return plan


def formula_as_json(choice: Choice) -> dict[str, Any]:
    """The choice for the event's JSON column and the document; empty values are left out."""
    optional = {"options": dict(choice.options), "scoring": choice.scoring, "wildcards": choice.wildcards}
    chosen = {name: value for name, value in optional.items() if value}
    return {"name": choice.name, "players": choice.players, **chosen}
