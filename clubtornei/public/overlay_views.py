"""Pages to lay over the picture of a stream: the first of the ranking, or the tables of the current round."""

from django.http import HttpResponse

from clubtornei.public.freshness import PublicRequest, public_page, show
from clubtornei.rounds.reports.final_ranking import current_standings

MOST_ROWS = 10


@public_page
def standings(request: PublicRequest) -> HttpResponse:
    """The first of the ranking, once there is a result."""
    snapshot = request.snapshot
    started = snapshot.progress.started
    lines = current_standings(snapshot).lines[:MOST_ROWS] if started else ()
    return show(request, "public/overlay.html", "overlay", {"lines": lines})


@public_page
def round(request: PublicRequest) -> HttpResponse:
    """The tables of the round that is played, with the results so far; before it the ranking’s page."""
    snapshot = request.snapshot
    number = snapshot.progress.current.number
    shown = snapshot.round(number) if number else None
    return show(request, "public/overlay.html", "overlay", {"round": shown, "lines": ()})
