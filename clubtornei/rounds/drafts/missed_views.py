"""The page of who has no table in a published round: what each of its two forms changes, then the change."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event
from clubtornei.events.namesakes import use_whole_names
from clubtornei.events.outcome_messages import RefusalAsMessage
from clubtornei.rounds.documents.exporting import published_document_of
from clubtornei.rounds.drafts import missed_actions as actions
from clubtornei.rounds.drafts.missed_forms import LatecomerForm, MissedForm, TableForm
from clubtornei.rounds.drafts.no_show_actions import tables_with_room
from clubtornei.rounds.models import Round
from clubtornei.rounds.participation.attendance.queries import requested_bye_values
from clubtornei.rounds.results.corrections import Changes, ranking_changes
from clubtornei.rounds.state.access import event_of, round_or_404
from clubtornei.rounds.state.addresses import event_args
from clubtornei.rounds.state.page_context import round_header
from clubtornei.text.numerals import parse_int
from clubtornei.text.untyped import Context
from pairing.registry import SYSTEMS


@require_http_methods(["GET", "POST"])
def missed(request: MemberRequest, slug: str, number: int, stage: int) -> HttpResponse:
    """Let a latecomer meet who has the bye (`late`), or enter a bye or an absence afterwards (`player`)."""
    event = event_of(request, slug)
    round_ = round_or_404(event, number, stage)
    if not round_.published:
        raise Http404
    late, resting = actions.latecomers(round_), actions.with_bye(round_)
    absent, free = actions.without_table(round_), tables_with_room(round_)
    use_whole_names(event, [seat.entry for table in free for seat in table.seated])
    sent = request.POST if request.method == "POST" else request.GET
    latecomer = LatecomerForm(round_, late, resting, sent if "late" in sent else None)
    afterwards = MissedForm(round_, absent, sent if "player" in sent else None)
    action = _action(event, number, latecomer, afterwards)
    if request.method == "POST" and action:
        return _done(request, event, round_, stage, action)
    context = round_header(request, event, round_) | {
        "back": reverse("rounds:round", args=[*event_args(event, stage), number]),
        "latecomer": latecomer,
        "may_seat": bool(late and resting),
        "resting": bool(resting),
        "at_table": TableForm(late, free) if late and free else None,
        "afterwards": afterwards,
        "may_enter": bool(absent),
        "system_gives_byes": bool(requested_bye_values(round_.stage)),
        "changes": _changes(event, round_, latecomer, afterwards),
    }
    status = 422 if request.method == "POST" else 200
    context |= _words(event, round_, asks=bool(absent or (late and resting)))
    return render(request, "rounds/drafts/missed.html", context, status=status)


def _words(event: Event, round_: Round, *, asks: bool) -> Context:
    """What the page is called; why there is no form, if the event is closed. `asks`: whether it has one."""
    multiplayer = SYSTEMS[round_.stage.system].spec.multiplayer
    return {
        "multiplayer": multiplayer,
        "title": _("Chi non gioca il turno %(number)s") % {"number": round_.number},
        "lead": "" if multiplayer or not asks else _("Prima si vede che cosa cambia, poi si conferma."),
        "refused": event.closed and _("Il torneo è chiuso: prima il titolare del circolo deve riaprirlo."),
    }


def _action(
    event: Event, number: int, latecomer: LatecomerForm, afterwards: MissedForm
) -> Callable[..., Round] | None:
    """What the form that was sent asks for; None: it asks for nothing yet."""
    if latecomer.is_valid():
        seats, reason = latecomer.seats(), latecomer.cleaned_data["reason"]
        return partial(actions.seat_with_bye, event, number, *seats, reason=reason)
    if afterwards.is_valid():
        player, points = afterwards.cleaned_data["player"], afterwards.points()
        return partial(actions.enter_missed, event, number, player, points)
    return None


def _changes(event: Event, round_: Round, latecomer: LatecomerForm, afterwards: MissedForm) -> Changes | None:
    """What the form that was sent changes in the ranking; None: none was."""
    stage, number = round_.stage.number, round_.number
    if latecomer.is_valid():
        document = published_document_of(event)
        changed = actions.document_with_table(document, stage, number, latecomer.seats())
    elif afterwards.is_valid():
        document = published_document_of(event)
        player, points = afterwards.cleaned_data["player"], afterwards.points()
        changed = actions.document_with_bye(document, stage, number, player, points)
    else:
        return None
    return ranking_changes(document, changed, stage)


def _done(
    request: MemberRequest, event: Event, round_: Round, stage: int | None, action: Callable[..., Round]
) -> HttpResponse:
    with RefusalAsMessage(request):
        action(expected=parse_int(request.POST.get("version", "")) or 0, stage=stage)
        messages.success(request, _("Il turno %(number)d è salvato.") % {"number": round_.number})
        return redirect("rounds:round", *event_args(event, stage), round_.number)
    return redirect("rounds:missed", *event_args(event, stage), round_.number)
