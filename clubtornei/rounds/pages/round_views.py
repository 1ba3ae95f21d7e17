"""The rounds of a stage, and the page of one round: a draft, or its results."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubtornei.accounts.access import MemberRequest
from clubtornei.accounts.models import Role
from clubtornei.events.stages import player_count
from clubtornei.events.systems import counts_absences, pairs_by_results, rounds_of
from clubtornei.rounds.core.access import event_of, round_or_404
from clubtornei.rounds.core.event_state import state_of
from clubtornei.rounds.core.page_context import event_context
from clubtornei.rounds.core.stages import stage_and_tabs, stages_of
from clubtornei.rounds.drafts.queries import draft_context
from clubtornei.rounds.reports.next_step import StepCode, next_step
from clubtornei.rounds.results.round_context import results_context


@require_safe
def rounds(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """All rounds with their state, and the next one to be drawn."""
    event = event_of(request, slug, Role.HELPER)
    shown, stages = stage_and_tabs(stages_of(event), stage)
    state = state_of(event)
    drawn = state.stages[shown.number - 1].rounds
    total = rounds_of(shown, player_count(shown))
    drawable = all(round_.published for round_ in drawn) and (total is None or len(drawn) < total)
    step = next_step(event, state)
    ready = bool(drawn) or step.code == StepCode.PAIR
    context = event_context(request, event) | {
        "stages": stages,
        "rounds": drawn,
        "total": total,
        "step": step,
        "following": len(drawn) + 1,
        "drawable": drawable,
        "all_at_once": drawable and ready and not pairs_by_results(shown),
        "attendance": counts_absences(shown),
    }
    return render(request, "rounds/pages/rounds.html", context)


@require_safe
def round_page(request: MemberRequest, slug: str, number: int, stage: int | None = None) -> HttpResponse:
    """The round: a draft to check and change, or the results to enter."""
    event = event_of(request, slug, Role.HELPER)
    round_ = round_or_404(event, number, stage)
    if round_.published:
        return render(request, "rounds/results/round.html", results_context(request, event, round_))
    return render(request, "rounds/drafts/round.html", draft_context(request, event, round_))
