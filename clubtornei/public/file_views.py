"""What of a published event is no page: calendars, and text for a chat."""

from collections.abc import Iterator
from uuid import UUID

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from clubtornei.events.templatetags.dates import day
from clubtornei.public.appointments import (
    calendar_file,
    event_appointments,
    mark_of_player,
    player_appointments,
)
from clubtornei.public.page_cache import PublicPage, public_page
from clubtornei.rounds.documents.calendar import ShownSeat, ShownTable
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.bracket_layout import round_heading
from clubtornei.rounds.reports.cell_texts import written
from clubtornei.rounds.reports.final_ranking import current_standings, is_final
from clubtornei.rounds.reports.ranking_title import ranking_state
from clubtornei.rounds.state.formatting import number, with_number


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


def text_file(lines: Iterator[str]) -> HttpResponse:
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


def pairings_lines(snapshot: EventSnapshot, round_number: int, address: str) -> Iterator[str]:
    """A published round: a line a table, with the result where there is one."""
    round_ = snapshot.round(round_number)
    yield snapshot.event.name
    title = round_heading(snapshot, round_number)
    yield " · ".join(filter(None, (title, day(round_.day))))
    yield ""
    for table in round_.tables:
        yield f"{snapshot.table_words.short} {table.number}: {_table(table)}"
    for bye in round_.byes:
        yield _("Riposo: %(name)s") % {"name": with_number(bye.player)}
    yield ""
    yield address


def standings_lines(snapshot: EventSnapshot, address: str) -> Iterator[str]:
    """A line a player: place, name, and what the ranking looks at first."""
    yield snapshot.event.name
    yield _("Classifica finale") if is_final(snapshot) else ranking_state(snapshot)
    yield ""
    for line in written(current_standings(snapshot)):
        yield f"{line.row.rank or '–'}. {line.row.name}  {line.main.text if line.main else ''}".rstrip()
    yield ""
    yield address


def _table(table: ShownTable) -> str:
    if not table.seat_rows:
        result = table.due_game_text or table.result
        return f"{with_number(table.white)} – {with_number(table.black)}  {result}".rstrip()
    seats = ", ".join(_seat(seat, table.decimals) for _number, seat in table.listed_seats)
    return " ".join([f"{seats}." if table.ties else seats, *table.ties])


def _seat(seat: ShownSeat, decimals: int) -> str:
    points = number(seat.points, decimals) if seat.points else ""
    return f"{with_number(seat.player)} {points}".rstrip()
