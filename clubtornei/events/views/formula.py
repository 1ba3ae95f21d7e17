"""A new event by a named formula."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubtornei.accounts.access import MemberRequest, club_of
from clubtornei.events import formula_actions as actions
from clubtornei.events.forms import EventForm
from clubtornei.events.formula_forms import FormulaForms
from clubtornei.events.option_forms import spoken
from clubtornei.events.plan_drawing import drawing_of
from clubtornei.numerals import whole
from pairing.event_formats import EVENT_FORMATS


@require_http_methods(["GET", "POST"])
def new(request: MemberRequest, slug: str, name: str) -> HttpResponse:
    """Everything filled in for the players expected (`?players=`); what is changed is drawn at once."""
    club = club_of(request, slug)
    formula = EVENT_FORMATS.get(name)
    if formula is None:
        raise Http404
    forms = FormulaForms(formula, form_data(request), whole(request.GET.get("players", "")))
    if request.htmx:
        return render(request, "events/_plan.html", plan_context(forms) | {"club": club})
    looking = request.method == "GET" or "look" in request.POST
    form = EventForm(
        None if request.method == "GET" else request.POST,
        initial={"starts_on": localdate(), "game": spoken(formula.game)},
    )
    if not looking and form.is_valid() & forms.right and forms.choice is not None:
        event = actions.create_by_formula(club, form.cleaned_data, forms.choice)
        messages.success(request, _("Il torneo c’è, con tutte le sue fasi: adesso iscrivi i giocatori."))
        return redirect("rounds:entries", event.slug)
    if looking:
        form.errors.clear()
    context = plan_context(forms) | {"club": club, "section": "events", "form": form}
    return render(request, "events/formula_new.html", context, status=200 if looking else 422)


def form_data(request: MemberRequest) -> Any:
    """What was chosen so far, sent or only asked about; None at first."""
    if request.method == "POST":
        return request.POST
    return request.GET if "wildcards" in request.GET else None


def plan_context(forms: FormulaForms) -> dict[str, Any]:
    plan = forms.plan
    return {
        "formula": {"title": spoken(forms.formula.title), "meaning": spoken(forms.formula.meaning)},
        "forms": forms,
        "plan": plan,
        "drawing": drawing_of(plan.stages) if plan and plan.stages else None,
    }
