"""Results at tables of three to six: entered a row a player, scored while they are typed, corrected."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubtornei.accounts.access import MemberRequest
from clubtornei.accounts.models import Role
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused, once
from clubtornei.rounds.models import Table
from clubtornei.rounds.results.actions import Overtaken, open_table
from clubtornei.rounds.results.corrections import changes_by_result
from clubtornei.rounds.results.multiplayer_actions import record_sent, state_with
from clubtornei.rounds.results.multiplayer_responses import (
    multiplayer_table_or_404,
    row_response,
    trial_response,
)
from clubtornei.rounds.results.round_queries import changed_rows, changed_since_shown, results_page
from clubtornei.rounds.results.round_view import organisers_rows_of
from clubtornei.rounds.results.score_entry import ScoreEntry, fill_in, score_entry_of
from clubtornei.rounds.state.access import event_of, sent_request, table_of, table_or_404
from clubtornei.rounds.state.addresses import back_to_row, row_url, to_today
from clubtornei.rounds.state.page_context import event_context
from clubtornei.rounds.state.table_state import Reseated, state_of
from clubtornei.rounds.state.table_words import table_title
from clubtornei.text.numerals import parse_int
from scoring.document import SeatScore


@require_POST
def scores(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Enter a table's scores; htmx gets the row back, with the progress; 422 with the errors."""
    event = event_of(request, slug, Role.HELPER)
    sent = SentScores(request, event)
    try:
        saved = _save(request, event, pk, sent)
    except ActionRefused as refused:
        return to_today(request, event, table_of(event, pk), str(refused))
    if saved is None:
        table = table_or_404(event, pk)
        return _with_field_errors(request, event, table, sent.entry or sent.entry_of(table))
    if not request.htmx:
        return back_to_row(request, event, saved)
    return row_response(request, event, saved)


@require_POST
def trial(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Places and points for the figures typed so far; nothing is saved."""
    event = event_of(request, slug, Role.HELPER)
    try:
        table = open_table(event, pk)
    except ActionRefused as refused:
        return to_today(request, event, table_of(event, pk), str(refused))
    return trial_response(request, organisers_rows_of(event, table.round, [table]), table)


@require_http_methods(["GET", "POST"])
def correct(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Correct a result on which a later round rests: first what it changes in the ranking, then do it."""
    event = event_of(request, slug)
    table = table_or_404(event, pk)
    round_view = organisers_rows_of(event, table.round, [table])
    multiplayer_table = multiplayer_table_or_404(round_view, table)
    context = event_context(request, event) | {
        "round": table.round,
        "back": row_url(event, table),
        "title": _("Correggi un risultato"),
        "lead": _("Turno %(round)s, tavolo %(table)s") % {"round": table.round.number, "table": table.number},
        "action": "#changes",
        "refused": event.closed and _("Il torneo è chiuso: prima il titolare del circolo deve riaprirlo."),
    }
    if request.method == "GET":
        context["row"] = score_entry_of(multiplayer_table, table.round.stage)
        return render(request, "rounds/results/correct_scores.html", context)
    score_entry = fill_in(round_view, multiplayer_table, request.POST)
    context["row"] = score_entry
    if request.POST.get("confirmed") == score_entry.fingerprint:
        sent = SentScores(request, event, score_entry)
        if _save(request, event, pk, sent, correcting=True):
            done = _("%(table)s: risultato corretto. La correzione è nello storico.")
            messages.success(request, done % {"table": table_title(table)})
            return back_to_row(request, event, table)
        context["row"] = score_entry = sent.entry or score_entry
    elif score_entry.complete:
        state = state_with(state_of(multiplayer_table.table), score_entry.scores)
        context["changes"] = changes_by_result(event, multiplayer_table.table, state)
    return render(
        request, "rounds/results/correct_scores.html", context, status=422 if score_entry.wrong else 200
    )


class Incomplete(Exception):
    """What was sent cannot be saved; the entry says why."""


class SentScores:
    """The scores sent for a table, read for the table as it is when it is locked: `entry`."""

    def __init__(self, request: HttpRequest, event: Event, entry: ScoreEntry | None = None) -> None:
        self.request, self.event, self.entry = request, event, entry

    def entry_of(self, table: Table) -> ScoreEntry:
        view = organisers_rows_of(self.event, table.round, [table])
        return fill_in(view, multiplayer_table_or_404(view, table), self.request.POST)

    def recorded_entry_of(self, table: Table) -> ScoreEntry:
        view = organisers_rows_of(self.event, table.round, [table])
        return score_entry_of(multiplayer_table_or_404(view, table), table.round.stage)

    def __call__(self, table: Table) -> Sequence[SeatScore] | None:
        self.entry = self.entry or self.entry_of(table)
        if not self.entry.complete:
            raise Incomplete
        return self.entry.scores


def _save(
    request: MemberRequest, event: Event, pk: int, sent: SentScores, *, correcting: bool = False
) -> Table | None:
    """Save the scores that were sent; None: they cannot be saved, and the entry says why. Raises
    ActionRefused where the round is a draft, whose tables have no form, or the table has gone.
    """
    overtaken, error = "", ""
    try:
        return _record(request, event, pk, sent, correcting=correcting)
    except Incomplete:
        pass
    except Overtaken as refused:
        overtaken = str(refused)
    except Reseated as refused:
        sent.entry = sent.recorded_entry_of(table_or_404(event, pk))  # what was typed is of others
        sent.entry.error = str(refused)
    except ActionRefused as refused:
        there = table_of(event, pk)
        if there is None or not there.round.published:
            raise
        error = str(refused)
    if overtaken or error:
        sent.entry = sent.entry_of(table_or_404(event, pk))
        sent.entry.overtaken, sent.entry.error = overtaken, error
    return None


def _record(request: MemberRequest, event: Event, pk: int, sent: SentScores, *, correcting: bool) -> Table:
    """Write the scores that were sent, once; the table as it is now."""
    with once(event, sent_request(request)) as new:
        if not new:
            return table_or_404(event, pk)
        return record_sent(
            event,
            request.user,
            pk,
            sent,
            expected=request.POST.get("expected", ""),
            seats=request.POST.get("seats"),
            correcting=correcting,
            proposal=parse_int(request.POST.get("proposal", "")),
        )


def _with_field_errors(
    request: MemberRequest, event: Event, table: Table, score_entry: ScoreEntry
) -> HttpResponse:
    """What was typed, with its errors: htmx gets the row alone, else the whole page."""
    page = results_page(request, event, table.round)
    shown = multiplayer_table_or_404(page.round_view, table)
    letters = {seat.entry_id: seat.entry.given_letters for seat in shown.table.seated}
    for seat in score_entry.table.seated:
        seat.entry.given_letters = letters.get(seat.entry_id, 1)
    if request.htmx:
        others = changed_since_shown(request, table)
        context = page.context | changed_rows(page.round_view, others) | {"row": score_entry, "entered": True}
        return render(request, "rounds/results/_answer.html", context, status=422)
    return render(request, "rounds/results/round.html", page.with_entry(score_entry).context, status=422)
