"""What an organiser looks at: standings, crosstable, calendar and player cards, as the public sees them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubtornei.accounts.models import Role
from clubtornei.events.access import event_of
from clubtornei.rounds.reports import contexts
from clubtornei.rounds.reports.snapshot import Seen


@require_safe
def standings(request: HttpRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """The ranking after any round, with why the rows stand as they do."""
    seen = Seen(event_of(request, slug, Role.HELPER), stage)
    context = contexts.of_standings(seen, request.GET)
    return _shown(request, "standings", seen, context)


@require_safe
def clubs(request: HttpRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """The ranking of the clubs, by all their players or the best so many of each."""
    seen = Seen(event_of(request, slug, Role.HELPER), stage)
    return _shown(request, "clubs", seen, contexts.of_clubs(seen, request.GET), section="standings")


@require_safe
def needs(request: HttpRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """Before the last rounds: what everybody needs for one of the first places."""
    seen = Seen(event_of(request, slug, Role.HELPER), stage)
    return _shown(request, "needs", seen, contexts.of_prospects(seen, request.GET), section="standings")


@require_safe
def crosstable(request: HttpRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """Everybody against everybody."""
    seen = Seen(event_of(request, slug, Role.HELPER), stage)
    return _shown(request, "crosstable", seen, contexts.of_crosstable(seen, request.GET))


@require_safe
def bracket(request: HttpRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """The tree of the matches, from the first round to the final."""
    seen = Seen(event_of(request, slug, Role.HELPER), stage)
    return _shown(request, "bracket", seen, contexts.of_bracket(seen, request.GET))


@require_safe
def calendar(request: HttpRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """Every round of the tournament, those to come too."""
    seen = Seen(event_of(request, slug, Role.HELPER), stage)
    return _shown(request, "calendar", seen, contexts.of_calendar(seen))


@require_safe
def card(request: HttpRequest, slug: str, ident: int, stage: int | None = None) -> HttpResponse:
    """All rounds of one player."""
    seen = Seen(event_of(request, slug, Role.HELPER), stage).of_player(ident)
    context = contexts.of_card(seen, ident) | {"played_in": seen.stages_with(ident)}
    return _shown(request, "card", seen, context, section="standings")


def _shown(
    request: HttpRequest, page: str, seen: Seen, context: contexts.Context, section: str = ""
) -> HttpResponse:
    context |= {
        "club": seen.event.club,
        "event": seen.event,
        "section": section or page,
        "seen": seen,
        "stages": seen.stages,
        "card_view": "rounds:card",
    }
    return render(request, f"rounds/reports/{page}.html", context)
