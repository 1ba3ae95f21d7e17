"""The formula of an event, adapted to how many players have really come."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from pairing.event_formats import EVENT_FORMATS

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.access import event_of
from clubtornei.events.formula_forms import FormulaForms
from clubtornei.events.plans import choice_of
from clubtornei.events.views.formula import form_data, plan_context
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.stages import formula_actions


@require_http_methods(["GET", "POST"])
def adapt(request: MemberRequest, slug: str) -> HttpResponse:
    """The formula of the event for as many as have entered: looked at, then applied to the stages that have
    not begun.
    """
    event = event_of(request, slug)
    kept = choice_of(event)
    if kept is None or event.closed:
        return redirect("rounds:stages", event.slug)
    stay = formula_actions.locked_stages(event)
    players = kept.players if stay else event.entries.count() or kept.players
    forms = FormulaForms(EVENT_FORMATS[kept.name], form_data(request), players, kept)
    if request.htmx:
        return render(request, "events/_plan.html", plan_context(forms) | {"club": event.club})
    looking = request.method == "GET" or "look" in request.POST
    if not looking and forms.right and forms.choice is not None:
        try:
            formula_actions.apply_formula(event, forms.choice)
        except ActionRefused as refused:
            messages.error(request, str(refused))
        else:
            told = _("Rifatte le fasi da giocare.") if stay else _("Fasi rifatte per %(count)d giocatori.")
            messages.success(request, told % {"count": forms.choice.players})
        return redirect("rounds:stages", event.slug)
    context = plan_context(forms) | {"club": event.club, "event": event, "section": "stages", "stay": stay}
    return render(request, "rounds/stages/formula_adapt.html", context, status=200 if looking else 422)
