"""Deriving a published round again when an arbiter asks for it, and why tables of it were made by hand."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.rounds.drafts import check_actions as actions
from clubtornei.rounds.state.access import event_of, round_or_404
from clubtornei.rounds.state.addresses import event_args
from clubtornei.rounds.state.round_check import Outcome

LEVELS = {Outcome.EQUAL: messages.SUCCESS, Outcome.DIFFERENT: messages.ERROR}


@require_POST
def check_round(request: MemberRequest, slug: str, number: int, stage: int) -> HttpResponse:
    """Derive a published round again, at once."""
    event = event_of(request, slug)
    round_ = round_or_404(event, number, stage)
    check = actions.check_again(event.pk, round_.stage.number, number)
    if check is None:
        raise Http404
    sentences = {
        Outcome.EQUAL: _("Rifatto dal documento pubblico: il turno %(number)d viene uguale."),
        Outcome.EARLIER: _(
            "Rifatto con i dati di oggi, il turno %(number)d viene diverso: con quelli di allora era uguale."
        ),
        Outcome.BY_HAND: _("Il turno %(number)d ha tavoli fatti a mano: rifatto, viene diverso."),
        Outcome.DIFFERENT: _("Rifatto dal documento pubblico, il turno %(number)d viene diverso."),
    }
    level = LEVELS.get(check.outcome, messages.INFO)
    messages.add_message(request, level, sentences[check.outcome] % {"number": number})
    return redirect("rounds:round", *event_args(event, stage), number)


@require_POST
def by_hand_reason(request: MemberRequest, slug: str, number: int, stage: int) -> HttpResponse:
    """Write why tables of the round were made by hand."""
    event = event_of(request, slug)
    reason = request.POST.get("reason", "")
    with RefusalAsMessage(request):
        shown = request.POST.get("shown", "")
        actions.explain_by_hand(event, round_or_404(event, number, stage), reason, shown)
        messages.success(request, _("Il motivo è scritto: si legge accanto al turno."))
    return redirect("rounds:round", *event_args(event, stage), number)
