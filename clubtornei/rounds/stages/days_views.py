"""The page to plan on which days the rounds are played."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.doubts import doubtful_days, is_meant
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.rounds.stages.days_actions import plan_days
from clubtornei.rounds.stages.days_forms import DaysForm, IntervalForm
from clubtornei.rounds.state.access import event_of, locked_for_post
from clubtornei.rounds.state.addresses import event_args
from clubtornei.rounds.state.days import day_of, plannable
from clubtornei.rounds.state.page_context import event_context
from clubtornei.rounds.state.stages import stage_and_tabs, stages_of
from clubtornei.text.untyped import Context
from clubtornei.web.form_pages import form_page


@require_http_methods(["GET", "POST"])
@locked_for_post
def days(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """Plan the days of all rounds of the stage, including those not paired yet. `?start=` and the other
    fields of IntervalForm fill them in, without saving.
    """
    event = event_of(request, slug)
    shown, stages = stage_and_tabs(stages_of(event), stage)
    planned = {number: day_of(shown, number) for number in plannable(shown)}
    undated = next((number for number, day in planned.items() if day is None), 1)
    interval = IntervalForm(request.GET or None, initial={"first": undated})
    if interval.is_valid():
        planned = interval.filled(planned)
    form = DaysForm(planned, request.POST or None)
    doubts = doubtful_days(form.changed_days(), event.starts_on) if form.is_valid() else []
    if form.is_valid() and is_meant(doubts, request.POST):
        with RefusalAsMessage(request):
            plan_days(event, form.days(), stage=stage)
            messages.success(request, _("Le date dei turni sono salvate."))
        return redirect("rounds:event", *event_args(event, stage))
    context = event_context(request, event) | {
        "stages": stages,
        "interval": interval,
        "filled_in": interval.is_valid(),
        "doubts": doubts,
    }
    return _page(request, context, form, back=reverse("rounds:event", args=event_args(event, stage)))


def _page(request: MemberRequest, context: Context, form: DaysForm, *, back: str) -> HttpResponse:
    return form_page(
        request,
        context,
        form,
        title=_("Date dei turni"),
        lead=_(
            "Le vedono anche i giocatori, nel calendario e nella loro scheda. Un turno senza data prende"
            " quella del giorno in cui lo pubblichi."
        ),
        button=_("Salva"),
        back=back,
        template="rounds/stages/days.html",
    )
