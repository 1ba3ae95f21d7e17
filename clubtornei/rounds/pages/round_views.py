"""The rounds of a stage, and the page of one round: a draft, or its results."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubtornei.accounts.access import MemberRequest
from clubtornei.accounts.models import Role
from clubtornei.events.stages import player_count
from clubtornei.events.systems import counts_absences, pairs_by_results, rounds_of
from clubtornei.numerals import parse_int
from clubtornei.rounds.core.access import event_of, round_or_404
from clubtornei.rounds.core.addresses import row_url
from clubtornei.rounds.core.event_state import event_state_of
from clubtornei.rounds.core.next_step import StepCode, next_step
from clubtornei.rounds.core.page_context import event_context
from clubtornei.rounds.core.progress import RoundProgress
from clubtornei.rounds.core.stages import stage_and_tabs, stages_of
from clubtornei.rounds.drafts.queries import draft_context
from clubtornei.rounds.results.round_queries import results_page


@require_safe
def rounds(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """All rounds with their state, and the next one to be drawn."""
    event = event_of(request, slug, Role.HELPER)
    shown, stages = stage_and_tabs(stages_of(event), stage)
    state = event_state_of(event)
    drawn = state.stages[shown.number - 1].rounds
    total = rounds_of(shown, player_count(shown))
    drawable = all(round_.published for round_ in drawn) and (total is None or len(drawn) < total)
    step = next_step(event, state)
    to_pair = step.code == StepCode.PAIR
    ready = bool(drawn) or to_pair
    context = event_context(request, event)
    context |= {
        "stages": stages,
        "rounds": drawn,
        "lists": _in_lists(drawn),
        "total": total if drawn else None,
        "step": step,
        "following": len(drawn) + 1,
        "leads_on": step.code == StepCode.RESULTS
        or (context["arbiter"] and step.code in (StepCode.PUBLISH, StepCode.CLOSE)),
        "to_pair": to_pair,
        "may_begin": to_pair and context["arbiter"],
        "pairable": not (pairs_by_results(shown) and any(round_.missing for round_ in drawn)),
        "drawable": bool(drawn) and drawable and context["may_change"],
        "all_at_once": drawable and ready and not pairs_by_results(shown),
        "attendance": counts_absences(shown),
    }
    return render(request, "rounds/pages/rounds.html", context)


def _in_lists(drawn: Sequence[RoundProgress]) -> list[list[RoundProgress]]:
    """The rounds from the last to the first: those under way, then those that are complete."""
    under_way = [round_ for round_ in reversed(drawn) if not round_.complete]
    complete = [round_ for round_ in reversed(drawn) if round_.complete]
    return [rounds for rounds in (under_way, complete) if rounds]


@require_safe
def round_page(request: MemberRequest, slug: str, number: int, stage: int | None = None) -> HttpResponse:
    """The round: a draft to change, or the results to enter. `?go=`: to the table of that number."""
    event = event_of(request, slug, Role.HELPER)
    round_ = round_or_404(event, number, stage)
    if "go" in request.GET:
        asked = parse_int(request.GET["go"])
        table = round_.tables.games().select_related("round__stage").filter(number=asked).first()
        if table:
            return redirect(row_url(event, table))
        messages.error(
            request, _("Nel turno %(round)s non c’è un tavolo con questo numero.") % {"round": number}
        )
    if round_.published:
        page = results_page(request, event, round_)
        return render(request, "rounds/results/round.html", page.context)
    return render(request, "rounds/drafts/round.html", draft_context(request, event, round_))
