"""Pages to lay over the picture of a stream: the first of the ranking, or the tables of the current round."""

from uuid import UUID

from django.http import Http404, HttpResponse

from clubtornei.public.freshness import PublicPage, public_page, show
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.final_ranking import current_standings

MOST_ROWS = 10


@public_page
def standings(page: PublicPage, key: UUID) -> HttpResponse:
    """The first of the ranking, once there is a result."""
    snapshot = _snapshot(page, key)
    started = snapshot.progress.started
    report = current_standings(snapshot)
    return show(
        page,
        "public/overlay.html",
        "overlay",
        {"report": report.with_rows(report.rows[: MOST_ROWS if started else 0])},
    )


@public_page
def round(page: PublicPage, key: UUID) -> HttpResponse:
    """The tables of the round that is played, with the results so far; before it the ranking’s page."""
    snapshot = _snapshot(page, key)
    number = snapshot.progress.current.number
    shown = snapshot.round(number) if number else None
    context = {"round": shown, "report": current_standings(snapshot).with_rows(())}
    return show(page, "public/overlay.html", "overlay", context)


def _snapshot(page: PublicPage, key: UUID) -> EventSnapshot:
    """Raises Http404 where the address is that of another event, or was renewed since."""
    if key != page.snapshot.event.public_key:
        raise Http404
    return page.snapshot
