"""The page on which scoring methods stand side by side, before an event begins."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubtornei.accounts.access import MemberRequest, club_of
from clubtornei.events.systems import offered_methods
from clubtornei.rounds.rules.method_comparison import methods_address, methods_page
from clubtornei.rounds.state.access import event_of
from clubtornei.rounds.state.page_context import section_context
from clubtornei.rounds.state.stages import stages_of
from clubtornei.text.numerals import parse_int
from clubtornei.text.untyped import Context
from pairing.registry import SYSTEMS
from scoring.comparison import ScoringChoice, usual_way

MOST_DISCARDS = 200
USUAL_SYSTEM = "seating"


@require_safe
def of_event(request: MemberRequest, slug: str) -> HttpResponse:
    """For an event before its round 1; the chosen method is that of the form (`scoring`), or its own."""
    event = event_of(request, slug)
    stages = stages_of(event)
    if not methods_address(event, stages):
        messages.error(
            request,
            _(
                "I metodi si confrontano prima del turno 1: a torneo cominciato le regole non si scelgono"
                " secondo chi ne guadagna."
            ),
        )
        return redirect("rounds:event", event.slug)
    first = stages[0]
    system = request.GET.get("system", first.system)
    chosen = _chosen(
        system, request.GET.get("scoring", first.scoring), first.scoring_options.get("discards", 0)
    )
    options = {}
    if system == first.system:
        options = first.options
        if chosen.scoring == first.scoring:
            chosen = ScoringChoice(
                scoring=first.scoring, scoring_options=first.scoring_options, ranking=tuple(first.ranking)
            )
    example = "example" in request.GET
    page = methods_page(event.club, system, options, event.game, chosen, example=example)
    return _show(request, section_context(event, "settings") | {"page": page})


@require_safe
def of_club(request: MemberRequest, slug: str) -> HttpResponse:
    """For an event that is about to be made: its `system`, `game` and method (`scoring`)."""
    club = club_of(request, slug)
    system = request.GET.get("system", USUAL_SYSTEM)
    discards = parse_int(request.GET.get("discards", "")) or 0
    chosen = _chosen(system, request.GET.get("scoring", ""), min(discards, MOST_DISCARDS))
    example = "example" in request.GET
    page = methods_page(club, system, {}, request.GET.get("game", ""), chosen, example=example)
    return _show(request, {"club": club, "section": "events", "page": page})


def _chosen(system: str, asked: str, discards: int) -> ScoringChoice:
    """The method asked for, or the system's own. Http404: it is no system for tables of more than two."""
    if system not in SYSTEMS or not SYSTEMS[system].spec.multiplayer:
        raise Http404
    offered = [method.name for method in offered_methods(system)]
    return usual_way(asked if asked in offered else offered[0], discards)


def _show(request: MemberRequest, context: Context) -> HttpResponse:
    return render(request, "rounds/rules/methods.html", context)
