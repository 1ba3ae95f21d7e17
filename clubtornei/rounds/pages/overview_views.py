"""An event's address, and its overview: its state, the next step, and links to everything else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubtornei.accounts.access import MemberRequest
from clubtornei.accounts.models import Role
from clubtornei.events.advice import advice_for_stage
from clubtornei.events.models import Event, Stage
from clubtornei.events.namesakes import call_in_full
from clubtornei.events.plans import formula_to_adapt
from clubtornei.events.stages import stage_name
from clubtornei.events.systems import draws_numbers, has_bracket, rounds_of, scoring_options_of
from clubtornei.languages import translated
from clubtornei.local_hosts import url_for_other_devices
from clubtornei.rounds.core.access import event_of, is_arbiter
from clubtornei.rounds.core.bracket_plan import BracketPlan, bracket_plan
from clubtornei.rounds.core.event_state import EventState, event_state_of
from clubtornei.rounds.core.next_step import StepCode, next_step
from clubtornei.rounds.core.page_context import event_context
from clubtornei.rounds.core.result_codes import scale_of
from clubtornei.rounds.core.stages import stage_and_tabs, stages_of
from clubtornei.rounds.core.table_state import label_of
from clubtornei.rounds.core.table_ties import orders_at, recorded_ties
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.models import ResultEntry
from clubtornei.rounds.printing.rendering import can_print
from clubtornei.rounds.reports.final_ranking import current_standings, podium
from clubtornei.rounds.snapshot.cut_ties import informed_step
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.untyped import Context
from pairing.event_formats import EVENT_FORMATS
from pairing.registry import SYSTEM_SPECS, SYSTEMS
from scoring.criteria import CRITERIA
from scoring.record import record_of

LATEST_SHOWN = 5  # results, the newest first

PROGRESS: Mapping[StepCode, int] = {
    StepCode.ENTRIES: 0,
    StepCode.PRESENCE: 0,
    StepCode.DRAW: 1,
    StepCode.PAIR: 2,
    StepCode.PUBLISH: 2,
    StepCode.RESULTS: 2,
    StepCode.QUALIFY: 2,
    StepCode.CLOSE: 3,
    StepCode.CLOSED: 4,
}
"""The part of the event to which its next step belongs: entries, draw, rounds, closing; 4: all is done."""


@dataclass(frozen=True)
class Milestone:
    """A part of the event in the line that shows how far it is."""

    title: str
    done: bool
    current: bool


@require_safe
def under_way(request: MemberRequest, slug: str) -> HttpResponse:
    """The event's address: to the tables of the round that is being played, or else to the overview."""
    event = event_of(request, slug, Role.HELPER)
    step = next_step(event)
    return redirect(step.url) if step.code == StepCode.RESULTS else redirect("rounds:overview", slug)


@require_safe
def overview(request: MemberRequest, slug: str) -> HttpResponse:
    """Its state, the next step, and links to everything else."""
    event = event_of(request, slug, Role.HELPER)
    state = event_state_of(event)
    step = informed_step(event, state)
    at = PROGRESS[step.code]
    latest = list(ResultEntry.objects.latest_of(event)[:LATEST_SHOWN])
    call_in_full(event, (seat.entry for one in latest for seat in one.table.seats.all()))
    context = event_context(request, event)
    fixed = event.drawn or not context["may_change"]
    context |= _state_context(event, state, at, fixed=fixed)
    context |= {
        "section": "overview",
        "step": step,
        "address": url_for_other_devices(request, reverse("public:event", args=[slug])),
        "may_do": event.closed or request.role.is_arbiter or step.is_for_everybody,
        "preparing": step.is_preparation,
        "to_adapt": context["to_adapt"] if context["may_change"] else None,
        **(_outcome(request, event) if event.closed else {}),
        "latest": [
            (
                entry,
                label_of(entry.after, scale_of(scoring_options_of(entry.table.round.stage))),
                stage_name(entry.table.round.stage.name) if context["tabs"] else "",
                ties,
            )
            for entry, ties in zip(latest, _ties_of(event, latest), strict=True)
        ],
    }
    return render(request, "rounds/pages/overview.html", context)


def _ties_of(event: Event, latest: Sequence[ResultEntry]) -> list[list[str]]:
    """The ties at the table of each entry, in words. A query for each stage of an event of several."""
    larger = {entry.table.round.stage for entry in latest if len(entry.after.scores) > 2}
    orders = {stage: orders_at(event, stage) for stage in larger}
    return [
        recorded_ties(orders[stage], entry.after, [seat.entry.name for seat in entry.table.seats.all()])
        if (stage := entry.table.round.stage) in larger
        else []
        for entry in latest
    ]


def _outcome(request: MemberRequest, event: Event) -> Context:
    """Who is at the head of a closed event, and whether certificates can be printed."""
    snapshot = EventSnapshot(event, in_full=True)
    rows = podium(current_standings(snapshot)) if snapshot.progress.started else []
    return {
        "winners": [row.name for row in rows if row.rank == 1],
        "runners_up": [row for row in rows if row.rank != 1],
        "has_certificates": bool(rows) and is_arbiter(request) and can_print(),
    }


def _parts(at: int, *, drawn_by_lot: bool) -> list[Milestone]:
    """The parts of the event in order, of which the one at that place is to be done."""
    numbers = _("Sorteggio") if drawn_by_lot else _("Numeri")
    titles = (_("Iscritti"), numbers, _("Turni"), _("Chiusura"))
    return [Milestone(title, done=place < at, current=place == at) for place, title in enumerate(titles)]


def _state_context(event: Event, state: EventState, at: int, *, fixed: bool) -> Context:
    """The players, the stage being played and its rounds; before the first round what is planned, which
    nobody can change if it is `fixed`, and later what is wrong with it.
    """
    stage, stages = stage_and_tabs(stages_of(event), None)
    playing = None if event.closed else stages.current
    players, rounds = state.players, state.playing.rounds
    of_stage = players if stage.entrants is None else len(stage.entrants)
    advice = None if event.closed else advice_for_stage(stage, of_stage, fixed=fixed)
    return {
        "players": players,
        "tabs": [(tab, tab.number == playing) for tab in stages.all] if stages.several else [],
        "to_adapt": formula_to_adapt(event, players) if not event.drawn and not rounds else None,
        "parts": _parts(at, drawn_by_lot=draws_numbers(stage)),
        "rounds": rounds,
        "stage_title": stages.title,
        "current": next((round_ for round_ in reversed(rounds) if round_.published), None),
        "total": rounds_of(stage, of_stage),
        "advice": advice if not rounds or (advice and advice.impossible) else None,
        "plan": _bracket_plan(event, stage) if players and not rounds and has_bracket(stage) else None,
        "formula": _formula_title(event, stage),
        "criteria": [translated(CRITERIA[name].title) for name in stage.ranking],
    }


def _formula_title(event: Event, stage: Stage) -> str:
    """The title of the event's formula; without one, of the system of the stage being played."""
    formula = EVENT_FORMATS.get((event.formula or {}).get("name", ""))
    return translated(SYSTEMS[stage.system].title if formula is None else formula.title)


def _bracket_plan(event: Event, stage: Stage) -> BracketPlan:
    """The rounds of a bracket before the first one is paired."""
    return bracket_plan(record_of(document_of(event), SYSTEM_SPECS, stage.number))
