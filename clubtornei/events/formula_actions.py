"""Creating an event with all stages of a named formula."""

from django.db import transaction
from django.utils.translation import gettext as _
from msgspec.structs import asdict

from clubtornei.accounts.models import Club
from clubtornei.events.actions import save_new_event
from clubtornei.events.details import EventDetails
from clubtornei.events.models import Event
from clubtornei.events.plans import FormulaChoice, FormulaPlan, plan_stages, planned_details
from clubtornei.events.writing import ActionRefused
from clubtornei.text.untyped import JsonObject


def create_by_formula(club: Club, details: EventDetails, choice: FormulaChoice) -> Event:
    """Create an event with all stages of the formula. Raises ActionRefused if the formula does not fit."""
    plan = plan_that_fits(choice)
    with transaction.atomic():
        event = save_new_event(Event(club=club, formula=choice_as_json(choice), **asdict(details)))
        save_planned_stages(event, plan)
    return event


def save_planned_stages(event: Event, plan: FormulaPlan, keep: int = 0) -> None:
    """Make the event's stages those of the plan, except the first `keep` stages, which are not changed."""
    for number, planned in enumerate(plan.stages, 1):
        if number > keep:
            event.stages.update_or_create(number=number, defaults=asdict(planned_details(planned)))
    event.stages.filter(number__gt=max(keep, len(plan.stages))).delete()


def plan_that_fits(choice: FormulaChoice) -> FormulaPlan:
    """The plan of the choice. Raises ActionRefused if it has no stages."""
    plan = plan_stages(choice)
    if not plan.stages:
        raise ActionRefused(_("La formula non va bene per %(count)d giocatori.") % {"count": choice.players})
    return plan


def choice_as_json(choice: FormulaChoice) -> JsonObject:
    """The choice for the column `formula` and the document; empty values are left out."""
    optional = {"options": dict(choice.options), "scoring": choice.scoring, "wildcards": choice.wildcards}
    chosen = {name: value for name, value in optional.items() if value}
    return {"name": choice.name, "players": choice.players, **chosen}
