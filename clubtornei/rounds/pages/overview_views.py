"""An event at a glance: where it stands, what to do next, and the way to everything else."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from clubtornei.accounts.access import MemberRequest
from clubtornei.accounts.models import Role
from clubtornei.events.access import event_of
from clubtornei.events.advice import advice_for_stage
from clubtornei.events.models import Event, Stage
from clubtornei.events.plans import formula_to_adapt
from clubtornei.events.stages import stage_and_tabs, stages_of
from clubtornei.events.systems import draws_numbers, has_bracket, rounds_of
from clubtornei.languages import translated
from clubtornei.local_hosts import url_for_other_devices
from clubtornei.rounds.core.document_export import document_of
from clubtornei.rounds.core.page_context import event_context
from clubtornei.rounds.core.table_state import label_in as match_label_in
from clubtornei.rounds.models import ResultEntry
from clubtornei.rounds.reports.bracket_plan import BracketPlan, bracket_plan
from clubtornei.rounds.reports.next_step import next_step
from clubtornei.rounds.results.multiplayer_tables import label_in
from clubtornei.rounds.results.round_view import progress_of
from pairing.event_formats import EVENT_FORMATS
from pairing.registry import SYSTEM_SPECS, SYSTEMS
from scoring.criteria import CRITERIA
from scoring.record import record_of

LATEST = 5  # results shown, the newest first

STEPS = {
    "entries": 0,
    "presence": 0,
    "draw": 1,
    "pair": 2,
    "publish": 2,
    "results": 2,
    "qualify": 2,
    "close": 3,
    "closed": 4,
}
"""Where the next thing to do stands among entries, draw, rounds and closing; 4: all is done."""


@require_safe
def overview(request: MemberRequest, slug: str) -> HttpResponse:
    """The event's own home."""
    event = event_of(request, slug, Role.HELPER)
    stage, stages = stage_and_tabs(stages_of(event), None)
    players = event.entries.count()
    playing = players if stage.entrants is None else len(stage.entrants)
    rounds = progress_of(event)
    step = next_step(event)
    context = event_context(request, event) | {
        "section": "overview",
        "step": step,
        "address": url_for_other_devices(request, reverse("public:event", args=[slug])),
        "may_do": request.role in Role.ARBITER.includes or step.code == "results",
        "at": STEPS[step.code],
        "players": players,
        "tabs": stages.all if stages.several else (),
        "playing": stages.title,
        "to_adapt": formula_to_adapt(event, players) if not event.drawn and not rounds else None,
        "drawn_by_lot": stage is None or draws_numbers(stage),
        "rounds": rounds,
        "current": next((round_ for round_ in reversed(rounds) if round_.published), None),
        "total": rounds_of(stage, playing),
        "advice": advice_for_stage(stage, players) if stage and not rounds else None,
        "plan": _plan(event, stage) if stage and players and not rounds and has_bracket(stage) else None,
        "formula": _formula(event, stage),
        "criteria": [translated(CRITERIA[name].title) for name in stage.ranking] if stage else [],
        "latest": [
            (entry, _result_in(entry.after)) for entry in ResultEntry.objects.latest_of(event)[:LATEST]
        ],
    }
    return render(request, "rounds/pages/overview.html", context)


def _formula(event: Event, stage: Stage | None) -> str:
    """The formula it was made by; without one, how the stage being played is paired."""
    named = EVENT_FORMATS.get((event.formula or {}).get("name", ""))
    if named is not None:
        return translated(named.title)
    return translated(SYSTEMS[stage.system].title) if stage else ""


def _plan(event: Event, stage: Stage) -> BracketPlan:
    """The rounds of a bracket before the first one is paired."""
    return bracket_plan(record_of(document_of(event), SYSTEM_SPECS, stage.number))


def _result_in(state: Mapping[str, Any]) -> str:
    """A table's result in short, whatever its size."""
    return match_label_in(state) if len(state["marks"]) == 2 else label_in(state)
