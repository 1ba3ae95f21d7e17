"""Adapting an event's formula to the number of players who have come, or to what has happened."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.formula_context import form_data, only_shows, plan_context
from clubtornei.events.formula_forms import FormulaForms
from clubtornei.events.models import Event
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.events.plans import stored_choice
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.rules.actions import ReasonNeeded
from clubtornei.rounds.rules.responses import ask_for_reason, reason_in
from clubtornei.rounds.stages import formula_actions
from clubtornei.rounds.state.access import event_of
from clubtornei.rounds.state.page_context import section_context
from clubtornei.text.numerals import parse_int
from clubtornei.text.untyped import Context
from pairing.event_formats import EVENT_FORMATS


@require_http_methods(["GET", "POST"])
def adapt(request: MemberRequest, slug: str) -> HttpResponse:
    """The event's formula for the number of entries (or `?players=`): previewed, then applied to the stages
    not begun.
    """
    event = event_of(request, slug)
    current = stored_choice(event)
    if current is None or event.closed:
        return redirect("rounds:stages", event.slug)
    stay = formula_actions.locked_stages(event)
    entered = current.players if stay else event.entries.count() or current.players
    players = parse_int(request.GET.get("players", "")) or entered
    forms = FormulaForms(EVENT_FORMATS[current.name], form_data(request), players, current)
    if request.htmx:
        return render(request, "events/_plan.html", plan_context(forms) | {"club": event.club})
    previewed = only_shows(request)
    if not previewed and forms.has_stages and forms.choice is not None:
        done = (
            _("Le fasi da giocare sono rifatte.")
            if stay
            else _("Le fasi sono rifatte per %(count)d giocatori.")
        )
        try:
            formula_actions.apply_formula(event, forms.choice, reason_in(request))
        except ReasonNeeded as fixed:
            return ask_for_reason(request, event, fixed)
        except ActionRefused as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, done % {"count": forms.choice.players})
        return redirect("rounds:stages", event.slug)
    context = _form_context(event, stay=bool(stay)) | plan_context(forms)
    status = 200 if previewed else 422
    return render(request, "rounds/stages/formula_adapt.html", context, status=status)


def _form_context(event: Event, *, stay: bool) -> Context:
    """What the page says; `stay`: some stages have begun, and stay as they are."""
    kept = _(
        "Si rifanno le fasi non ancora cominciate, anche se qualcosa era stato cambiato a mano; quelle"
        " cominciate, e chi ha rinunciato, restano come sono."
    )
    every = _("Le fasi si rifanno da capo per i giocatori che ci sono; gli iscritti restano come sono.")
    return section_context(event, "stages") | {
        "title": _("Cambia la formula") if stay else _("Adegua la formula"),
        "lead": kept if stay else every,
        "action": reverse("rounds:formula", args=[event.slug]),
        "button": _("Rifai le fasi"),
        "back": reverse("rounds:stages" if stay else "rounds:event", args=[event.slug]),
    }


@require_POST
def follow_rules(request: MemberRequest, slug: str, stage: int) -> HttpResponse:
    """Make the stages to come again as the formula's offer (`proposal`) says, and show the stage again."""
    event = event_of(request, slug)
    with RefusalAsMessage(request):
        formula_actions.apply_formula_offer(event, request.POST.get("proposal", ""))
        messages.success(
            request,
            _("Le fasi da giocare sono rifatte. Si torna indietro da «Tutte le fasi», «Cambia la formula»."),
        )
    return redirect("rounds:stage", event.slug, stage)
