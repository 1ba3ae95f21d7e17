"""The page to plan on which days the rounds are played."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.doubts import doubtful_days, is_meant
from clubtornei.events.forms import check_year
from clubtornei.events.merged_forms import MergedForm
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.rounds.stages.days_actions import plan_days
from clubtornei.rounds.state.access import event_of, locked_for_post
from clubtornei.rounds.state.addresses import event_args
from clubtornei.rounds.state.days import day_of, plannable
from clubtornei.rounds.state.page_context import event_context
from clubtornei.rounds.state.stages import stage_and_tabs, stages_of
from clubtornei.text.untyped import CleanedData, Context, FormData
from clubtornei.web.form_pages import form_page
from scoring.document import MOST_ROUNDS

LONGEST_INTERVAL = 366  # days


class DaysForm(MergedForm, forms.Form):
    """A date and a time for each round, empty where they are not known."""

    use_required_attribute = False

    def __init__(self, planned: Mapping[int, date | None], data: FormData | None = None) -> None:
        super().__init__(data)
        self.rounds = list(planned)
        for number, day in planned.items():
            time = day.time() if isinstance(day, datetime) else None
            self.fields[f"day-{number}"] = PlannedDayField(
                label=_("Turno %(number)d") % {"number": number}, required=False, initial=day
            )
            self.fields[f"time-{number}"] = TimeField(
                label=_("Turno %(number)d, ora") % {"number": number}, required=False, initial=time
            )

    def clean(self) -> CleanedData:
        """A time belongs to a day."""
        for number in self.rounds:
            if self.cleaned_data.get(f"time-{number}") and not self.cleaned_data.get(f"day-{number}"):
                self.add_error(f"day-{number}", _("C’è l’ora ma manca il giorno."))
        return self.cleaned_data

    def by_round(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The day and the time of each round."""
        return [(self[f"day-{number}"], self[f"time-{number}"]) for number in self.rounds]

    def days(self) -> dict[int, date | None]:
        """The day of each round, with its time if it has one, by round number; None where there is none."""
        days = {}
        for number in self.rounds:
            day, time = (self.cleaned_data[f"{name}-{number}"] for name in ("day", "time"))
            days[number] = datetime.combine(day, time) if day and time else day
        return days

    def changed_days(self) -> dict[int, date | None]:
        """The days that were just typed."""
        fields = {number: f"day-{number}" for number in self.rounds}
        return {
            number: self.cleaned_data[name] for number, name in fields.items() if name in self.changed_data
        }


class PlannedDayField(forms.DateField):
    """An optional day within the years that an event may have."""

    widget = forms.DateInput({"type": "date"}, format="%Y-%m-%d")

    def clean(self, value: object) -> date | None:
        day = super().clean(value)
        return None if day is None else check_year(day)


class TimeField(forms.TimeField):
    """An optional time of day, to the minute."""

    widget = forms.TimeInput({"type": "time"}, format="%H:%M")


class IntervalForm(forms.Form):
    """The days of all rounds from one on, always as many days apart."""

    first = forms.IntegerField(label=gettext_lazy("Dal turno"), min_value=1, max_value=MOST_ROUNDS)
    start = PlannedDayField(label=gettext_lazy("Primo giorno"))
    every = forms.IntegerField(
        label=gettext_lazy("Ogni quanti giorni"), min_value=1, max_value=LONGEST_INTERVAL, initial=7
    )
    time = TimeField(label=gettext_lazy("Ora"), required=False)

    def filled(self, planned: Mapping[int, date | None]) -> dict[int, date | None]:
        """The days as planned, from the first round on at the interval."""
        facts = self.cleaned_data
        days = dict(planned)
        for number in range(facts["first"], max(planned) + 1):
            day = facts["start"] + timedelta(days=facts["every"] * (number - facts["first"]))
            days[number] = datetime.combine(day, facts["time"]) if facts["time"] else day
        return days


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
