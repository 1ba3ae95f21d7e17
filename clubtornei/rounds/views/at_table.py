"""The page that the QR code on a table's paper leads to: who sits there, and what came of it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubtornei.rounds.models import Table
from clubtornei.rounds.sheet import sheet_of
from clubtornei.rounds.table_links import table_at


@require_safe
def at_table(request: HttpRequest, token: str) -> HttpResponse:
    """The table, for whoever holds its paper."""
    table = _table_or_404(token)
    event = table.round.stage.event
    sheet = sheet_of(event, table.round)
    context = {
        "event": event,
        "club": event.club,
        "query": request.GET,
        "table": table,
        "round": table.round,
        "game": sheet.game(table.pk),
        "gathering": sheet.gathering(table.pk),
    }
    return render(request, "rounds/at_table.html", context)


def _table_or_404(token: str) -> Table:
    table = table_at(token)
    if table is None:
        raise Http404
    return table
