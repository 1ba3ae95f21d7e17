"""What of a published event is no page: calendars, and text for a chat."""

from uuid import UUID

from django.http import Http404, HttpResponse
from django.urls import reverse

from clubtornei.public.appointments import (
    calendar_file,
    event_appointments,
    mark_of_player,
    player_appointments,
)
from clubtornei.public.freshness import PublicPage, public_page
from clubtornei.public.texts import pairings_lines, standings_lines, text_file


@public_page
def event_calendar(page: PublicPage, key: UUID) -> HttpResponse:
    """The rounds of the event, where they have days; else its own."""
    event = page.snapshot.event
    if key != event.public_key:
        raise Http404
    address = page.url_for_others(reverse("public:event", args=[event.slug]))
    return calendar_file(event.name, event_appointments(event, event.stages.all(), address))


@public_page
def player_calendar(page: PublicPage, entry_no: int, mark: str) -> HttpResponse:
    """The games of a player."""
    if mark != mark_of_player(page.snapshot.event, entry_no):
        raise Http404
    snapshot = page.snapshot.of_player(entry_no)
    event = snapshot.event
    address = page.url_for_others(reverse("public:card", args=[event.slug, entry_no]))
    name = f"{snapshot.players[entry_no].name} · {event.name}"
    return calendar_file(name, player_appointments(snapshot, entry_no, address))


@public_page
def pairings_text(page: PublicPage, number: int) -> HttpResponse:
    """A published round as text."""
    snapshot = page.snapshot
    if not 1 <= number <= snapshot.progress.rounds:
        raise Http404
    stage = snapshot.stages.shown if snapshot.stages.several else None
    address = _address(page, "public:pairings", stage, number)
    return text_file(pairings_lines(snapshot, number, address))


@public_page
def standings_text(page: PublicPage) -> HttpResponse:
    """The ranking as text."""
    address = _address(page, "public:standings", page.snapshot.requested_stage)
    return text_file(standings_lines(page.snapshot, address))


def _address(page: PublicPage, view: str, stage: int | None, *args: int) -> str:
    """The address of the same page for a browser, in that stage."""
    path = reverse(view, args=[page.snapshot.event.slug, *([stage] if stage else []), *args])
    return page.url_for_others(path)
