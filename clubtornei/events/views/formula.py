"""A new event by a named formula."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubtornei.accounts.access import MemberRequest, club_of
from clubtornei.accounts.models import Club
from clubtornei.events import formula_actions as actions
from clubtornei.events.doubts import doubtful_dates, is_meant
from clubtornei.events.forms import EventForm
from clubtornei.events.formula_context import form_data, only_shows, plan_context
from clubtornei.events.formula_forms import FormulaForms
from clubtornei.events.offers import game_named
from clubtornei.events.plans import FormulaChoice
from clubtornei.text.numerals import parse_int
from clubtornei.text.untyped import Context
from clubtornei.web.http import post_data
from pairing.event_formats import EVENT_FORMATS


@require_http_methods(["GET", "POST"])
def new(request: MemberRequest, slug: str, name: str) -> HttpResponse:
    """The forms of the formula, filled in for the players expected (`?players=`), and its plan as a diagram.

    htmx requests the plan again at each change; the button "look" shows it without htmx.
    """
    club = club_of(request, slug)
    formula = EVENT_FORMATS.get(name)
    if formula is None:
        raise Http404
    forms = FormulaForms(formula, form_data(request), parse_int(request.GET.get("players", "")))
    if request.htmx:
        return render(request, "events/_plan.html", plan_context(forms) | {"club": club})
    initial = {
        "starts_on": localdate(),
        "game": game_named(formula.games[0], ""),
        "minutes": formula.minutes,
        "ending": formula.ending,
        "notice-rules": formula.regulations,
    }
    form = EventForm(post_data(request), initial=initial, system=None)
    doubts: list[str] = []
    is_preview = only_shows(request)
    if is_preview:
        form.errors.clear()
    elif form.is_valid() & forms.has_stages and forms.choice is not None:
        doubts = doubtful_dates(form)
        if is_meant(doubts, request.POST):
            return _create(request, club, form, forms.choice)
    context = plan_context(forms) | {"club": club, "section": "events", "form": form, "doubts": doubts}
    if forms.comparison:
        context["compare"] = f"{reverse('rounds:club_methods', args=[club.slug])}?{forms.comparison}"
    context["several_days"] = formula.several_days
    context["opens_rules"] = form.opens_rules or bool(forms.folded_errors)
    context |= _words(club, context["formula"]["title"]) | {"action": request.path}
    return render(request, "events/formula_new.html", context, status=200 if is_preview else 422)


def _words(club: Club, title: str) -> Context:
    return {
        "title": _("Nuovo torneo"),
        "lead": _("Passo 2 di 2: i dati. Formula: %(title)s.") % {"title": title},
        "button": _("Crea il torneo"),
        "back": reverse("rounds:club", args=[club.slug]),
    }


def _create(request: MemberRequest, club: Club, form: EventForm, choice: FormulaChoice) -> HttpResponse:
    """Create the event, whose entries come next."""
    event = actions.create_by_formula(club, form.details(), choice)
    messages.success(request, _("Il torneo c’è, con tutte le sue fasi: adesso iscrivi i giocatori."))
    return redirect("rounds:entries", event.slug)
