"""Filters of the projector's pages."""

from collections.abc import Iterator

from django import template

from clubtornei.public.seat_lines import seat_lines
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.bracket import BracketMatch, Side
from scoring.ledger import Colour

register = template.Library()
register.filter(seat_lines)


@register.filter
def coloured_sides(match: BracketMatch, snapshot: EventSnapshot) -> Iterator[tuple[Side, str, Colour | None]]:
    """The sides with their CSS classes, and with their colours while they play."""
    tables = snapshot.round(match.round).tables if match.playing else ()
    seats = [seat for table in tables if table.number == match.table for seat in seat_lines(table, snapshot)]
    for side, result in match.marked_sides:
        yield side, result, next((seat.colour for seat in seats if seat.player == side.player), None)
