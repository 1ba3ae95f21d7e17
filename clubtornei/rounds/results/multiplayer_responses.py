"""Parts of pages about a table of three to six that several views answer with."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event
from clubtornei.rounds.models import Table
from clubtornei.rounds.results.actions import next_to_undo
from clubtornei.rounds.results.multiplayer_tables import MultiplayerTable
from clubtornei.rounds.results.round_queries import answer_context, changed_rows, changed_since_shown
from clubtornei.rounds.results.round_view import RoundView, organisers_rows_of
from clubtornei.rounds.results.score_entry import fill_in, score_entry_of


def row_response(request: MemberRequest, event: Event, table: Table, *, undone: bool = False) -> HttpResponse:
    """The table's row, and the other parts of the page that may have changed."""
    others = changed_since_shown(request, table)
    view = organisers_rows_of(event, table.round, [table, *others], as_tiles=True)
    score_entry = score_entry_of(multiplayer_table_or_404(view, table), table.round.stage)
    told = undone or next_to_undo(request.user, table.round) == table.pk
    changed = {"row": score_entry, "entered": True, "undone": undone, "told": told}
    context = answer_context(request, event, view) | changed_rows(view, others) | changed
    return render(request, "rounds/results/_answer.html", context)


def trial_response(request: HttpRequest, round_view: RoundView, table: Table) -> HttpResponse:
    """Places and points of a table while its figures are typed."""
    score_entry = fill_in(round_view, multiplayer_table_or_404(round_view, table), request.POST)
    return render(request, "rounds/results/_scores.html#trial", {"row": score_entry})


def multiplayer_table_or_404(round_view: RoundView, table: Table) -> MultiplayerTable:
    multiplayer_table = round_view.multiplayer_table(table.pk)
    if multiplayer_table is None or not round_view.round.published:
        raise Http404
    return multiplayer_table
