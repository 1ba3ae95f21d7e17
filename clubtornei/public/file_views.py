"""What of a published event is no page: calendars, and text for a chat."""

from uuid import UUID

from django.http import Http404, HttpResponse
from django.urls import reverse

from clubtornei.events.public_address import url_for_others
from clubtornei.public.appointments import (
    calendar_file,
    event_appointments,
    mark_of_player,
    player_appointments,
)
from clubtornei.public.freshness import PublicRequest, public_page
from clubtornei.public.texts import pairings_lines, standings_lines, text_file
from clubtornei.rounds.documents.event_snapshot import EventSnapshot


@public_page
def event_calendar(request: PublicRequest, key: UUID) -> HttpResponse:
    """The rounds of the event, where they have days; else its own."""
    event = request.snapshot.event
    if key != event.public_key:
        raise Http404
    address = url_for_others(request, event, reverse("public:event", args=[event.slug]))
    return calendar_file(event.name, event_appointments(event, event.stages.all(), address))


@public_page
def player_calendar(request: PublicRequest, entry_no: int, mark: str) -> HttpResponse:
    """The games of a player."""
    if mark != mark_of_player(request.snapshot.event, entry_no):
        raise Http404
    snapshot = request.snapshot.of_player(entry_no)
    event = snapshot.event
    address = url_for_others(request, event, reverse("public:card", args=[event.slug, entry_no]))
    name = f"{snapshot.players[entry_no].name} · {event.name}"
    return calendar_file(name, player_appointments(snapshot, entry_no, address))


@public_page
def pairings_text(request: PublicRequest, number: int) -> HttpResponse:
    """A published round as text."""
    snapshot = request.snapshot
    if not 1 <= number <= snapshot.progress.rounds:
        raise Http404
    stage = snapshot.stages.shown if snapshot.stages.several else None
    address = _address(request, snapshot, "public:pairings", stage, number)
    return text_file(pairings_lines(snapshot, number, address))


@public_page
def standings_text(request: PublicRequest) -> HttpResponse:
    """The ranking as text."""
    address = _address(request, request.snapshot, "public:standings", request.snapshot.requested_stage)
    return text_file(standings_lines(request.snapshot, address))


def _address(
    request: PublicRequest, snapshot: EventSnapshot, view: str, stage: int | None, *args: int
) -> str:
    """The address of the same page for a browser, in that stage."""
    path = reverse(view, args=[snapshot.event.slug, *([stage] if stage else []), *args])
    return url_for_others(request, snapshot.event, path)
