"""Making the stages of an event again from its formula, for the number of players who have come."""

from django.utils.translation import gettext as _

from clubtornei.events.formula_actions import choice_as_json, plan_that_fits, save_planned_stages
from clubtornei.events.models import Event
from clubtornei.events.plans import FormulaChoice
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.rules.actions import changing_rules
from clubtornei.rounds.stages.formula_queries import formula_offers
from clubtornei.rounds.state.event_state import is_locked
from clubtornei.rounds.state.stages import stages_of


def apply_formula(event: Event, choice: FormulaChoice, reason: str = "") -> None:
    """Make the stages that have not begun again, from the formula; declined and invited players stay so.

    Raises ActionRefused where all stages have begun, or the formula does not fit the number of players;
    ReasonNeeded where a round is published and there is no `reason`.
    """
    plan = plan_that_fits(choice)
    with writing(event) as locked:
        stay = locked_stages(locked)
        if stay and not locked.stages.filter(number__gt=stay).exists():
            raise ActionRefused(_("Tutte le fasi sono già cominciate: la formula non si cambia più."))
        with changing_rules(locked, reason):
            save_planned_stages(locked, plan, stay)
        locked.formula = choice_as_json(choice)
        locked.save(update_fields=["formula"])


def apply_formula_offer(event: Event, code: str) -> None:
    """Make the stages to come again as the formula's offer with that code says. Raises ActionRefused.

    What happened is the reason, and the rules themselves want it.
    """
    with writing(event) as locked:
        offers = formula_offers(locked, document_of(locked))
        offer = next((offer for offer in offers if offer.code == code and offer.changes), None)
        if offer is None:
            raise ActionRefused(_("Intanto è cambiato qualcosa: guarda di nuovo chi passa."))
        apply_formula(locked, offer.choice, offer.text)


def locked_stages(event: Event) -> int:
    """How many of the first stages cannot change, because numbers, rounds or entrants depend on them."""
    if not is_locked(event):
        return 0
    return max(stage.number for stage in stages_of(event) if stage.begun or stage.number == 1)
