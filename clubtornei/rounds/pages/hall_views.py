"""The hall, at the address of an event: the round that is played; before and after that the event."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubtornei.accounts.access import MemberRequest
from clubtornei.accounts.models import Role
from clubtornei.events.advice import advice_for_stage
from clubtornei.events.models import Event, Stage
from clubtornei.events.plans import formula_title, formula_to_adapt
from clubtornei.events.public_address import opens_in_hall_alone, url_for_others
from clubtornei.events.systems import draws_numbers, has_bracket, rounds_of
from clubtornei.rounds.documents.cut_ties import informed_step
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.printing.rendering import can_print
from clubtornei.rounds.prizes.queries import open_prizes
from clubtornei.rounds.reports.final_ranking import current_standings, podium
from clubtornei.rounds.state.access import event_of, is_shown
from clubtornei.rounds.state.addresses import event_args
from clubtornei.rounds.state.bracket_plan import BracketPlan, bracket_plan
from clubtornei.rounds.state.event_state import EventState, event_state_of
from clubtornei.rounds.state.next_step import NextStep, StepCode, next_step
from clubtornei.rounds.state.page_context import event_context, rounds_bar
from clubtornei.rounds.state.stages import stage_and_tabs
from clubtornei.text.languages import translated
from clubtornei.text.untyped import Context
from clubtornei.web.http import redirect_page
from pairing.registry import SYSTEM_SPECS
from scoring.criteria import CRITERIA
from scoring.record import record_of

PROGRESS: Mapping[StepCode, int] = {StepCode.ENTRIES: 0, StepCode.PRESENCE: 1, StepCode.DRAW: 1}
"""The part of the preparation to which the next step belongs: entries, roll call and draw, else rounds."""


@dataclass(frozen=True)
class Milestone:
    """A part of the event in the line that shows how far it is."""

    title: str
    done: bool
    current: bool


@require_safe
def hall(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """To the current round of the event, or of a stage; a page of its own before the first one, with what is
    to be done, and after the event, with who won.
    """
    event = event_of(request, slug, Role.HELPER)
    if is_shown(request, event):
        return HttpResponse(status=204)
    state = event_state_of(event)
    step = next_step(event, state)
    if address := _current_round(event, state, step, stage):
        return redirect_page(request, address)
    shown, stages = stage_and_tabs([each.stage for each in state.stages], stage)
    step = informed_step(event, state)
    context = event_context(request, event)
    context |= _event_facts(event, shown, state) | _preparation(event, shown, state, context["may_change"])
    of_all = event.closed and stages.several and stage is None
    context |= {
        "stages": stages,
        "of_all": of_all,
        "bar": None if of_all else rounds_bar(shown, may_change=context["may_change"]),
        "step": step,
        "address": url_for_others(request, event, reverse("public:event", args=[slug])),
        "in_hall_alone": opens_in_hall_alone(event),
        "may_do": event.closed or request.role.is_arbiter or step.is_for_everybody,
        "milestones": _milestones(step, drawn_by_lot=draws_numbers(shown)),
        **(_outcome(request, event) if event.closed else {}),
    }
    return render(request, "rounds/pages/hall.html", context)


def _current_round(event: Event, state: EventState, step: NextStep, stage: int | None) -> str:
    """The address of the round that is played, in that stage or where the next step is; empty if none is."""
    if stage is None and event.closed:
        return ""
    if stage is None and step.round is not None:
        return step.url
    about = stage or step.stage
    shown = next((each for each in state.stages if each.stage.number == about), None)
    if stage is None and (shown is None or not shown.begun):
        shown = state.playing
    if shown is None or shown.current is None:
        return ""
    return reverse("rounds:round", args=[*event_args(event, shown.stage.number), shown.current.number])


def _outcome(request: MemberRequest, event: Event) -> Context:
    """Who is at the head of a closed event, its prizes, and whether certificates can be printed."""
    snapshot = EventSnapshot(event, whole_names=True)
    rows = podium(current_standings(snapshot)) if snapshot.progress.started else []
    return {
        "winners": [row.name for row in rows if row.rank == 1],
        "runners_up": [row for row in rows if row.rank != 1],
        "open_prizes": open_prizes(event) if request.role.is_arbiter else None,
        "has_certificates": bool(rows) and request.role.is_arbiter and can_print(),
    }


def _milestones(step: NextStep, *, drawn_by_lot: bool) -> list[Milestone]:
    """The parts of the event before its first round."""
    numbers = _("Sorteggio") if drawn_by_lot else _("Numeri")
    titles, at = (_("Iscritti"), numbers, _("Turni")), PROGRESS.get(step.code, 2)
    return [Milestone(title, done=place < at, current=place == at) for place, title in enumerate(titles)]


def _event_facts(event: Event, stage: Stage, state: EventState) -> Context:
    """How many play, by which formula, and what ranks them."""
    players = state.players if stage.entrants is None else len(stage.entrants)
    return {
        "players": state.players,
        "total": len(state.rounds) if event.closed else rounds_of(stage, players),
        "formula": formula_title(event, stage.system),
        "criteria": [translated(CRITERIA[name].title) for name in stage.ranking],
    }


def _preparation(event: Event, stage: Stage, state: EventState, may_change: bool) -> Context:
    """What is planned before the first round, and what of it should be changed."""
    if event.closed:
        return {}
    players = state.players if stage.entrants is None else len(stage.entrants)
    return {
        "to_adapt": formula_to_adapt(event, state.players) if may_change and not event.drawn else None,
        "advice": advice_for_stage(stage, players, fixed=event.drawn or not may_change),
        "plan": _bracket_plan(event, stage) if players and has_bracket(stage) else None,
    }


def _bracket_plan(event: Event, stage: Stage) -> BracketPlan:
    """The rounds of a bracket before the first one is paired."""
    return bracket_plan(record_of(document_of(event), SYSTEM_SPECS, stage.number))
