"""The page behind the QR code on a table's sheet: who sits there, the result, and a form for it.

Anybody with the sheet proposes a result, which an arbiter confirms; a signed-in helper of the club enters it.
"""

from collections.abc import Sequence
from functools import partial
from secrets import token_hex
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from msgspec import Struct

from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Entry, Event
from clubtornei.events.stage_titles import stage_name
from clubtornei.events.systems import is_by_score
from clubtornei.events.writing import ActionRefused, once
from clubtornei.rounds.columns import TableState
from clubtornei.rounds.models import Proposal, Table
from clubtornei.rounds.results.actions import Overtaken, record_result
from clubtornei.rounds.results.multiplayer_actions import record_scores
from clubtornei.rounds.results.multiplayer_responses import multiplayer_table_or_404, trial_response
from clubtornei.rounds.results.proposal_actions import propose_result, propose_scores
from clubtornei.rounds.results.proposal_queries import proposal_row
from clubtornei.rounds.results.round_view import RoundView, TwoPlayerTable, rows_of
from clubtornei.rounds.results.score_entry import ScoreEntry, fill_in, score_entry_of
from clubtornei.rounds.results.table_links import table_at
from clubtornei.rounds.state.access import PHONE, phone_of, sent_request
from clubtornei.rounds.state.page_context import title_of_round
from clubtornei.rounds.state.result_codes import Scale
from clubtornei.rounds.state.table_state import points_at
from clubtornei.rounds.state.table_words import SeatColour, colours_of
from clubtornei.text.numerals import parse_int
from clubtornei.text.untyped import Context
from pairing.registry import SYSTEMS

ONE_DAY = 24 * 60 * 60  # seconds


class ScoreLine(Struct, frozen=True):
    """A player of a table of two, with his points there."""

    entry: Entry
    colour: SeatColour
    points: str


@require_http_methods(["GET", "POST"])
def at_table(request: HttpRequest, key: UUID) -> HttpResponse:
    """The page of the table, for anybody with its sheet."""
    table = _table_or_404(key)
    event, sent, refused = table.round.stage.event, None, ""
    if request.method == "POST":
        sent = _sent_scores(request, event, table)
        try:
            phone = phone_of(request) or sent_request(request).key[:32] or token_hex(16)
            if _send(request, event, table, sent, phone):
                return _known_again(redirect("rounds:at_table", key), phone)
        except ActionRefused as reason:
            refused = str(reason)
    view = rows_of(event, table.round, [table])
    context = _context(request, view, table, view.game(table.pk)) | {
        "key": key,
        "row": sent or _recorded_scores(view, table),
        "refused": refused,
        "sent": bool(refused or sent),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "rounds/results/at_table.html", context, status=status)


def _sent_scores(request: HttpRequest, event: Event, table: Table) -> ScoreEntry | None:
    """The form of a table of more than two as it was sent; None at a table of two."""
    if not SYSTEMS[table.round.stage.system].spec.multiplayer:
        return None
    view = rows_of(event, table.round, [table])
    return fill_in(view, multiplayer_table_or_404(view, table), request.POST)


def _recorded_scores(view: RoundView, table: Table) -> ScoreEntry | None:
    """The form of a table of more than two with what is recorded; None at a table of two."""
    multiplayer_table = view.multiplayer_table(table.pk)
    return score_entry_of(multiplayer_table, table.round.stage) if multiplayer_table else None


def _send(
    request: HttpRequest, event: Event, table: Table, score_entry: ScoreEntry | None, phone: str
) -> bool:
    """Propose or enter what was sent; False: it is not valid. Raises ActionRefused."""
    if event.club.closed:
        raise ActionRefused(_("Il circolo è chiuso: i suoi risultati non cambiano più."))
    if score_entry is not None:
        return _send_scores(request, event, score_entry, phone)
    return _send_result(request, event, table, phone)


def _known_again(response: HttpResponse, phone: str) -> HttpResponse:
    """The phone keeps its number for a day: what it proposes next replaces what it has proposed."""
    response.set_cookie(
        PHONE,
        phone,
        max_age=ONE_DAY,
        path=reverse("rounds:home") + "q/",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


@require_POST
def trial(request: HttpRequest, key: UUID) -> HttpResponse:
    """Places and points for the figures typed so far; nothing is saved."""
    table = _table_or_404(key)
    return trial_response(request, rows_of(table.round.stage.event, table.round, [table]), table)


def _context(
    request: HttpRequest, round_view: RoundView, table: Table, game: TwoPlayerTable | None
) -> Context:
    stage = table.round.stage
    event = stage.event
    proposals = list(table.proposals.filter(at__gte=table.round.published_at))
    latest = max(proposals, key=lambda one: one.phone == phone_of(request), default=None)  # his own first
    waiting = [proposal for proposal in proposals if proposal.status == Proposal.Status.WAITING]
    row = next(row for row in round_view.rows if row.table.pk == table.pk)
    fitting = filter(None, (proposal_row(round_view, table, one) for one in waiting))
    shown = [one for one in fitting if one.recorded or not row.done]
    colours = colours_of(SYSTEMS[stage.system], event)
    lines_of = partial(_score_lines, scale=round_view.scale, colours=colours)
    return {
        "event": event,
        "club": event.club,
        "query": request.GET,
        "table": table,
        "colours": any(colours),
        "round": table.round,
        "round_title": title_of_round(stage, table.round.number, stage_name(stage.name)),
        "game": game,
        "by_score": is_by_score(stage),
        "recorded": lines_of(game.in_seat_order, game.state) if game and row.done else [],
        "done": row.done,
        "open": not (event.closed or event.club.closed or round_view.followed or row.annulled),
        "helper": _helper(request, event),
        "proposals": [(one, lines_of(one.entries, one.proposal.state)) for one in shown],
        "answered": row.done or bool(waiting),
        "waiting": waiting,
        "confirmed": not waiting and latest is not None and latest.status == Proposal.Status.CONFIRMED,
        "rejected": latest is not None and latest.status == Proposal.Status.REJECTED,
    }


def _send_scores(request: HttpRequest, event: Event, score_entry: ScoreEntry, phone: str) -> bool:
    """Propose or enter the scores; False: they are not valid, and the form says why. Raises ActionRefused."""
    if not score_entry.complete or score_entry.scores is None:
        return False
    helper, expected = _helper(request, event), request.POST.get("expected")
    try:
        with once(event, sent_request(request)) as new:
            if new and helper:
                record_scores(event, helper, score_entry.table.pk, score_entry.scores, expected=expected)
            elif new:
                propose_scores(event, score_entry.table.pk, score_entry.scores, phone=phone)
    except Overtaken as overtaken:
        score_entry.overtaken = str(overtaken)
        return False
    return True


def _send_result(request: HttpRequest, event: Event, table: Table, phone: str) -> bool:
    """Propose or enter the outcome of a game. Raises ActionRefused."""
    helper, expected = _helper(request, event), request.POST.get("expected")
    code = request.POST.get("score") or request.POST.get("result", "?")
    number = parse_int(request.POST.get("game", ""))
    with once(event, sent_request(request)) as new:
        if new and helper:
            record_result(event, helper, table.pk, code, game=number, expected=expected)
        elif new:
            propose_result(event, table.pk, code, game=number, phone=phone)
    return True


def _helper(request: HttpRequest, event: Event) -> User | None:
    """The user, if a member of the club who may enter results; those of a laptop are entered there."""
    user = request.user
    may_enter = (
        not event.received
        and isinstance(user, User)
        and Club.objects.for_member(user, Role.HELPER).filter(pk=event.club_id).exists()
    )
    return user if may_enter else None  # type: ignore[return-value]


def _table_or_404(key: UUID) -> Table:
    if table := table_at(key):
        return table
    raise Http404


def _score_lines(
    entries: Sequence[Entry], state: TableState, scale: Scale, colours: tuple[SeatColour, SeatColour]
) -> list[ScoreLine]:
    """Both players in seat order; nobody at a larger table. Colours change within a match, and are not told
    of one.
    """
    if len(entries) != 2:
        return []
    seats: tuple[SeatColour, SeatColour] = ("", "") if state.games else colours
    both = zip(entries, seats, points_at(state, scale), strict=True)
    return [ScoreLine(entry, colour, points) for entry, colour, points in both]
