"""Rounds: their list, drawing the next one, and the page of each from draft to last result."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubtornei.events.access import event_of
from clubtornei.events.formulas import rounds_of
from clubtornei.events.models import Event
from clubtornei.events.progress import next_step
from clubtornei.events.views import MemberRequest
from clubtornei.events.writing import Refused
from clubtornei.players.models import Role
from clubtornei.players.numerals import whole
from clubtornei.rounds.actions import pairing as actions
from clubtornei.rounds.models import Round
from clubtornei.rounds.outcomes import OTHER, PLAYED
from clubtornei.rounds.sheet import Sheet, progress_of, sheet_of


@require_safe
def rounds(request: MemberRequest, slug: str) -> HttpResponse:
    """All rounds with their state, and the one to be drawn next."""
    event = event_of(request, slug, Role.HELPER)
    drawn = progress_of(event)
    stage = event.stages.order_by("number").last()
    total = rounds_of(stage, event.entries.count()) if stage else None
    context = page(request, event) | {
        "rounds": drawn,
        "total": total,
        "step": next_step(event),
        "following": len(drawn) + 1,
        "drawable": all(round_.published for round_ in drawn) and (total is None or len(drawn) < total),
    }
    return render(request, "rounds/rounds.html", context)


@require_POST
def draw_next(request: MemberRequest, slug: str) -> HttpResponse:
    """Draw round `number` as a draft, and go and look at it."""
    event = event_of(request, slug)
    number = whole(request.POST.get("number", ""))
    if number is None:
        return redirect("rounds:rounds", event.slug)
    try:
        round_ = actions.draw_round(event, number, unfinished="unfinished" in request.POST)
    except actions.GamesMissing as missing:
        context = page(request, event) | {"refused": str(missing), "games": missing.games, "number": number}
        return render(request, "rounds/draw_unfinished.html", context, status=422)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("rounds:rounds", event.slug)
    return redirect("rounds:round", event.slug, round_.number)


@require_safe
def round_page(request: MemberRequest, slug: str, number: int) -> HttpResponse:
    """The round: a draft to look at, or the results to be entered."""
    event = event_of(request, slug, Role.HELPER)
    round_ = round_or_404(event, number)
    return render(request, "rounds/round.html", round_context(request, event, round_))


@require_POST
def publish(request: MemberRequest, slug: str, number: int) -> HttpResponse:
    event = event_of(request, slug)
    try:
        actions.publish(event, number)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("rounds:rounds", event.slug)
    messages.success(request, _("Turno %(number)d pubblicato: si può giocare.") % {"number": number})
    return redirect("rounds:round", event.slug, number)


@require_POST
def discard(request: MemberRequest, slug: str, number: int) -> HttpResponse:
    event = event_of(request, slug)
    try:
        actions.discard(event, number)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Bozza del turno %(number)d scartata.") % {"number": number})
    return redirect("rounds:rounds", event.slug)


@require_http_methods(["GET", "POST"])
def take_back(request: MemberRequest, slug: str, number: int) -> HttpResponse:
    """A published round becomes a draft again, after asking."""
    event = event_of(request, slug)
    round_ = round_or_404(event, number)
    if request.method == "GET":
        context = page(request, event) | {"round": round_, "marked": actions.tables_with_results(round_)}
        return render(request, "rounds/take_back.html", context)
    try:
        actions.take_back(event, number)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Il turno %(number)d è di nuovo una bozza.") % {"number": number})
    return redirect("rounds:round", event.slug, number)


def round_or_404(event: Event, number: int) -> Round:
    round_ = Round.objects.of(event).filter(number=number).first()
    if round_ is None:
        raise Http404
    return round_


def is_arbiter(request: MemberRequest) -> bool:
    """May he do more than enter results?"""
    return request.role in Role.ARBITER.includes


def page(request: MemberRequest, event: Event) -> dict[str, Any]:
    return {"club": event.club, "event": event, "section": "rounds", "arbiter": is_arbiter(request)}


def round_context(request: MemberRequest, event: Event, round_: Round) -> dict[str, Any]:
    """What the round's page shows, and each of its parts."""
    sheet = sheet_of(event, round_)
    numbers = set(Round.objects.of(event).values_list("number", flat=True))
    return page(request, event) | {
        "round": round_,
        "sheet": sheet,
        "progress": _progress(sheet),
        "step": next_step(event) if round_.published and sheet.complete else None,
        "previous": round_.number - 1 if round_.number - 1 in numbers else None,
        "following": round_.number + 1 if round_.number + 1 in numbers else None,
        "played": PLAYED,
        "other": OTHER,
    }


def _progress(sheet: Sheet) -> str:
    text = _("%(finished)d di %(games)d") % {"finished": sheet.finished, "games": len(sheet.counted)}
    if sheet.adjourned:
        text += " · " + _("aggiornate: %(count)d") % {"count": sheet.adjourned}
    return text
