"""Who plays the next round: one tap a player, and what each has announced for the rounds to come."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.access import event_of
from clubtornei.events.models import Stage
from clubtornei.events.stages import players_of, shown_of, stages_of
from clubtornei.events.writing import ActionRefused
from clubtornei.numerals import whole
from clubtornei.rounds.core.addresses import at
from clubtornei.rounds.core.document_export import document_of
from clubtornei.rounds.core.formatting import points as written
from clubtornei.rounds.core.page_context import event_context
from clubtornei.rounds.models import Round
from clubtornei.rounds.participation.attendance import actions
from clubtornei.rounds.participation.attendance.queries import (
    Attendance,
    Points,
    attendance_of,
    attendances,
    requested_bye_values,
    unpaired_rounds,
)
from clubtornei.rounds.reports.next_step import next_step
from pairing.by_hand import awaited
from pairing.registry import SYSTEM_SPECS, SYSTEMS
from scoring.record import record_of
from scoring.standings import exact

PLAYS: Final = "plays"
ABSENT: Final = "absent"


@require_safe
def who_plays(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """Everybody by name, and how many play the round that comes next."""
    event = event_of(request, slug)
    shown, stages = shown_of(stages_of(event), stage)
    context = event_context(request, event) | _field(shown) | {"stages": stages, "step": next_step(event)}
    return render(request, "rounds/participation/attendance/who_plays.html", context)


@require_POST
def tap(request: MemberRequest, slug: str, entry_no: int, stage: int | None = None) -> HttpResponse:
    """One tap: he misses round `number`, or he is there after all."""
    event = event_of(request, slug)
    number = whole(request.POST.get("number", ""))
    if number is None:
        return redirect("rounds:attendance", *at(event, stage))
    try:
        changed = actions.set_plans(
            event, entry_no, {number: PLAYS if request.POST.get("plan") == PLAYS else ABSENT}, stage=stage
        )
    except ActionRefused as refused:
        messages.error(request, str(refused))
        target = redirect("rounds:attendance", *at(event, stage))
        return HttpResponseClientRedirect(target.url) if request.htmx else target
    if not request.htmx:
        return redirect("rounds:attendance", *at(event, stage))
    shown, stages = shown_of(stages_of(event), stage)
    context = event_context(request, event) | _field(shown) | {"stages": stages, "row": _row(changed, number)}
    return render(request, "rounds/participation/attendance/who_plays.html#tapped", context)


class PlansForm(forms.Form):
    """What somebody does in each round to come: a choice a round."""

    def __init__(self, stage: Stage, now: Attendance, data: Any = None) -> None:
        super().__init__(data)
        self.rounds = unpaired_rounds(stage, players_of(stage))
        self.worths = {str(points): points for points in requested_bye_values(stage)}
        choices = [(PLAYS, _("gioca")), (ABSENT, _("assente"))]
        choices += [(key, _worth(points)) for key, points in self.worths.items()]
        for number in self.rounds:
            self.fields[f"round-{number}"] = forms.ChoiceField(
                label=_("Turno %(number)d") % {"number": number},
                choices=choices,
                initial=_chosen(now, number),
            )

    def plans(self) -> dict[int, actions.RoundPlan]:
        """The plans that were changed, by round."""
        chosen = {number: self.cleaned_data[f"round-{number}"] for number in self.rounds}
        return {
            number: self.worths.get(plan, plan)
            for number, plan in chosen.items()
            if f"round-{number}" in self.changed_data
        }


def _chosen(now: Attendance, number: int) -> str:
    if number in now.byes:
        return str(now.byes[number])
    return ABSENT if number in now.absent or number < now.joined else PLAYS


@require_http_methods(["GET", "POST"])
def plans(request: MemberRequest, slug: str, entry_no: int, stage: int | None = None) -> HttpResponse:
    """One player's rounds to come: absences announced early, byes asked for."""
    event = event_of(request, slug)
    shown, stages = shown_of(stages_of(event), stage)
    try:
        now = attendance_of(shown, actions.stage_entry(shown, entry_no))
    except ActionRefused as refused:
        raise Http404 from refused
    form = PlansForm(shown, now, request.POST or None)
    if form.is_valid():
        try:
            actions.set_plans(event, entry_no, form.plans(), stage=stage)
        except ActionRefused as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, _("%(name)s: turni annotati.") % {"name": now.entry.name})
        return redirect("rounds:attendance", *at(event, stage))
    context = event_context(request, event) | {
        "stages": stages,
        "form": form,
        "one": now,
        "system": SYSTEMS[shown.system],
    }
    return render(
        request, "rounds/participation/attendance/plans.html", context, status=422 if form.is_bound else 200
    )


@dataclass(frozen=True)
class Row:
    """Somebody on the page. `away`: why he does not play, in a word; empty where he does."""

    one: Attendance
    away: str


def _row(one: Attendance, number: int) -> Row:
    if number in one.byes:
        return Row(one, _worth(one.byes[number]))
    if one.joined > number:
        return Row(one, _("dal turno %(number)d") % {"number": one.joined})
    return Row(one, _("assente") if number in one.absent else "")


def _worth(points: Points) -> str:
    return _("bye a richiesta (%(points)s)") % {"points": written(exact(Fraction(points)))}


def _still_in(stage: Stage, players: list[Attendance]) -> list[Attendance]:
    """Those for whom the next round has a place: who is out has nothing to announce."""
    expected = set(awaited(record_of(document_of(stage.event), SYSTEM_SPECS, stage.number)))
    return [one for one in players if one.entry.entry_no in expected]


def _field(stage: Stage) -> dict[str, Any]:
    """What the page shows; as many queries for four players as for four hundred."""
    system, rounds = SYSTEMS[stage.system], list(Round.objects.filter(stage=stage))
    players = attendances(stage)
    if system.absence == "forfeits":
        players = _still_in(stage, players)
    number = len(rounds) + 1
    here = [one for one in players if not one.left(number)]
    plays = sum(one.plays(number) for one in here)
    byes = sum(number in one.byes for one in here)
    return {
        "system": system,
        "number": number,
        "draft": next((round_ for round_ in rounds if not round_.published), None),
        "over": number not in unpaired_rounds(stage, players_of(stage)),
        "here": [_row(one, number) for one in here],
        "gone": [one for one in players if one.left(number)],
        "plays": plays,
        "byes": byes,
        "absent": len(here) - plays - byes,
        "rests": not system.spec.multiplayer and system.absence == "sits_out" and plays % 2 == 1,
    }
