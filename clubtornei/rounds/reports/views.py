"""The organiser's pages of standings, crosstable, bracket, calendar and player cards."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from clubtornei.accounts.access import MemberRequest
from clubtornei.accounts.models import Role
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports import contexts
from clubtornei.rounds.reports.final_ranking import is_final
from clubtornei.rounds.reports.rating_change import has_ratings, rating_report
from clubtornei.rounds.reports.standings import listed_standings
from clubtornei.rounds.state.access import event_of
from clubtornei.rounds.state.listing import is_searchable
from clubtornei.rounds.state.page_context import event_context, rounds_bar
from clubtornei.rounds.state.stages import stage_of
from clubtornei.text.untyped import Context
from pairing.registry import SYSTEMS


@require_safe
def standings(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """The standings after any round, with the reasons for their order; of many players a page, or those whose
    names have the words in `?q=`. Of a closed event of several stages, where no one is named, to the final
    ranking.
    """
    snapshot = _snapshot(request, slug, stage).ranked_stage()
    if snapshot.stages.several and is_final(snapshot) and "after" not in request.GET:
        return redirect("rounds:final", slug)
    context = contexts.standings_context(snapshot, request.GET)
    context["may_conclude"] = context["ranked"] and request.role.is_arbiter
    by_points = "points" in snapshot.ranking and SYSTEMS[snapshot.system].bracket is None
    context["has_ratings"] = context["may_conclude"] and has_ratings(snapshot)
    context["adjustable"] = context["may_conclude"] and by_points
    stages = snapshot.stages
    is_last = stages.shown == stages.current == len(stages.all)
    context["all_played"] = is_last and snapshot.progress.over
    context |= listed_standings(context["report"], request.GET)
    return _page(request, "standings", snapshot, context)


@require_safe
def clubs(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """The ranking of the clubs, by all or the best players of each."""
    snapshot = _snapshot(request, slug, stage)
    return _page(
        request,
        "clubs",
        snapshot,
        contexts.club_standings_context(snapshot, request.GET),
        section="standings",
    )


@require_safe
def rating_change(request: MemberRequest, slug: str) -> HttpResponse:
    """What the event does to the ratings of its players, and their performance."""
    event = event_of(request, slug)
    report = rating_report(event)
    context = event_context(request, event) | {
        "section": "standings",
        "report": report,
        "card_view": "rounds:card",
    }
    return render(request, "rounds/reports/rating_change.html", context)


@require_safe
def clinch(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """Before the last rounds: what each player needs for one of the first places."""
    snapshot = _snapshot(request, slug, stage)
    context = contexts.clinch_context(snapshot, request.GET)
    context["searchable"] = is_searchable(context["clinch_scenarios"].rows)
    return _page(request, "clinch", snapshot, context, section="standings")


@require_safe
def crosstable(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """The crosstable of the stage, in the form that fits its system; by default of the widest one."""
    snapshot = _snapshot(request, slug, stage).widest_stage()
    return _page(request, "crosstable", snapshot, contexts.crosstable_context(snapshot, request.GET))


@require_safe
def bracket(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """The bracket, from the first round to the final."""
    snapshot = _snapshot(request, slug, stage)
    return _page(request, "bracket", snapshot, contexts.bracket_context(snapshot, request.GET))


@require_safe
def calendar(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """All rounds, including future ones if the system determines them."""
    snapshot = _snapshot(request, slug, stage)
    shown = stage_of(snapshot.event, stage)
    may_change = request.role.is_arbiter and not snapshot.event.closed
    context = contexts.calendar_context(snapshot) | {
        "round_view": "rounds:round",
        "bar": rounds_bar(shown, may_change=may_change),
    }
    context["searchable"] = is_searchable(range(context["calendar"].games))
    return _page(request, "calendar", snapshot, context)


@require_safe
def card(request: MemberRequest, slug: str, entry_no: int, stage: int | None = None) -> HttpResponse:
    """All rounds of one player."""
    snapshot = _snapshot(request, slug, stage).of_player(entry_no)
    context = contexts.card_context(snapshot, entry_no)
    context["may_withdraw"] = (
        bool(context["card"].lines) and request.role.is_arbiter and not snapshot.event.closed
    )
    return _page(request, "card", snapshot, context, section="standings")


def _snapshot(request: MemberRequest, slug: str, stage: int | None) -> EventSnapshot:
    return EventSnapshot(event_of(request, slug, Role.HELPER), stage, whole_names=True)


def _page(
    request: MemberRequest, page: str, snapshot: EventSnapshot, context: Context, section: str = ""
) -> HttpResponse:
    context |= event_context(request, snapshot.event) | {
        "section": section or page,
        "snapshot": snapshot,
        "stages": snapshot.stages,
        "card_view": "rounds:card",
    }
    nothing = context.get("nothing")
    if nothing and nothing.too_few and context["may_change"] and not snapshot.event.drawn:
        context["entries_url"] = reverse("rounds:entries", args=[snapshot.event.slug])
    return render(request, f"rounds/reports/{page}.html", context)
