"""Results at tables of three to six: entered a row a player, scored while they are typed, corrected."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubtornei.accounts.access import MemberRequest
from clubtornei.accounts.models import Role
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.numerals import parse_int
from clubtornei.rounds.core.access import event_of, member, request_key, table_or_404
from clubtornei.rounds.core.addresses import back_to_row, round_url
from clubtornei.rounds.core.page_context import event_context
from clubtornei.rounds.core.table_state import state_of
from clubtornei.rounds.models import Table
from clubtornei.rounds.results.corrections import changes_by_result
from clubtornei.rounds.results.multiplayer_actions import Overtaken, record_scores, state_with
from clubtornei.rounds.results.multiplayer_tables import MultiplayerTable
from clubtornei.rounds.results.proposal_actions import reject
from clubtornei.rounds.results.round_context import results_context
from clubtornei.rounds.results.round_view import RoundView, round_view_of
from clubtornei.rounds.results.score_entry import ScoreEntry, fill_in, score_entry_of
from clubtornei.untyped import Context


@require_POST
def scores(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Enter a table's scores; htmx gets the row back, with the progress; 422 with the errors."""
    event = event_of(request, slug, Role.HELPER)
    table = table_or_404(event, pk)
    round_view = round_view_of(event, table.round)
    score_entry = fill_in(round_view, multiplayer_table_or_404(round_view, table), request.POST)
    if not save(request, event, score_entry):
        return _with_field_errors(request, results_context(request, event, table.round), score_entry)
    if not request.htmx:
        return back_to_row(request, event, table)
    return row(request, results_context(request, event, table.round), table)


@require_POST
def worth(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Places and points for the figures typed so far; nothing is saved."""
    event = event_of(request, slug, Role.HELPER)
    table = table_or_404(event, pk)
    return worth_of(request, round_view_of(event, table.round), table)


@require_http_methods(["GET", "POST"])
def correct(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Correct a result on which a later round rests: first what it changes in the ranking, then do it."""
    event = event_of(request, slug)
    table = table_or_404(event, pk)
    round_view = round_view_of(event, table.round)
    multiplayer_table = multiplayer_table_or_404(round_view, table)
    context = event_context(request, event) | {
        "round": table.round,
        "back": f"{round_url(event, table)}#table-{table.pk}",
    }
    if request.method == "GET":
        context["row"] = score_entry_of(multiplayer_table, table.round.stage)
        return render(request, "rounds/results/correct_scores.html", context)
    score_entry = fill_in(round_view, multiplayer_table, request.POST)
    context["row"] = score_entry
    if request.POST.get("confirmed") == score_entry.fingerprint:
        if save(request, event, score_entry, correcting=True):
            done = _("Tavolo %(table)s: risultato corretto. La correzione è nello storico.")
            messages.success(request, done % {"table": table.number})
            return back_to_row(request, event, table)
    elif score_entry.complete:
        state = state_with(state_of(multiplayer_table.table), score_entry.scores)
        context["changes"] = changes_by_result(event, multiplayer_table.table, state)
    return render(
        request, "rounds/results/correct_scores.html", context, status=422 if score_entry.wrong else 200
    )


def save(request: HttpRequest, event: Event, score_entry: ScoreEntry, *, correcting: bool = False) -> bool:
    """Save the scores in the form; False: they cannot be saved, and `score_entry` says why."""
    if not score_entry.complete:
        return False
    try:
        record_scores(
            event,
            member(request),
            score_entry.table.pk,
            score_entry.scores,
            expected=request.POST.get("expected"),
            correcting=correcting,
            key=request_key(request),
        )
        if proposal := parse_int(request.POST.get("proposal", "")):
            reject(event, member(request), score_entry.table.pk, proposal)
    except Overtaken as overtaken:
        score_entry.overtaken = str(overtaken)
        return False
    except ActionRefused as refused:
        score_entry.error = str(refused)
        return False
    return True


def row(request: MemberRequest, context: Context, table: Table, *, undone: bool = False) -> HttpResponse:
    """The table's row, and the other parts of the page that may have changed; `context`: of the round."""
    multiplayer_table = multiplayer_table_or_404(context["round_view"], table)
    score_entry = score_entry_of(multiplayer_table, table.round.stage)
    context |= {"row": score_entry, "entered": True, "undone": undone}
    return render(request, "rounds/results/_multiplayer_table.html#entered", context)


def worth_of(request: HttpRequest, round_view: RoundView, table: Table) -> HttpResponse:
    """Places and points of a table while its figures are typed."""
    score_entry = fill_in(round_view, multiplayer_table_or_404(round_view, table), request.POST)
    return render(request, "rounds/results/_scores.html#worth", {"row": score_entry})


def multiplayer_table_or_404(round_view: RoundView, table: Table) -> MultiplayerTable:
    multiplayer_table = round_view.multiplayer_table(table.pk)
    if multiplayer_table is None or not round_view.round.published:
        raise Http404
    return multiplayer_table


def _with_field_errors(request: MemberRequest, context: Context, score_entry: ScoreEntry) -> HttpResponse:
    """What was typed, with its errors: htmx gets the row alone, else the whole page."""
    if request.htmx:
        return render(
            request, "rounds/results/_multiplayer_table.html#row", context | {"row": score_entry}, status=422
        )
    context["score_entries"] = [
        score_entry if saved.table == score_entry.table else saved for saved in context["score_entries"]
    ]
    return render(request, "rounds/results/round.html", context, status=422)
