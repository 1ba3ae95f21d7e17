"""Pairings and standings as plain text, to be pasted into a chat."""

from collections.abc import Iterator

from django.http import HttpResponse
from django.utils.translation import gettext as _

from clubtornei.events.templatetags.dates import day
from clubtornei.rounds.documents.calendar import ShownSeat, ShownTable
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.bracket_layout import round_heading
from clubtornei.rounds.reports.cell_texts import written
from clubtornei.rounds.reports.final_ranking import current_standings, is_final
from clubtornei.rounds.reports.ranking_title import ranking_state
from clubtornei.rounds.state.formatting import number, with_number


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
    seats = ", ".join(_seat(seat, table.decimals) for seat in table.seat_rows)
    return " ".join([f"{seats}." if table.ties else seats, *table.ties])


def _seat(seat: ShownSeat, decimals: int) -> str:
    points = number(seat.points, decimals) if seat.points else ""
    return f"{with_number(seat.player)} {points}".rstrip()
