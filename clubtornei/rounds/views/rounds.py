"""Rounds: their list, drawing the next one, and the page of each from draft to last result."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubtornei.events.access import event_of
from clubtornei.events.formulas import counts_absences, rounds_of
from clubtornei.events.models import Event
from clubtornei.events.option_forms import spoken
from clubtornei.events.progress import next_step
from clubtornei.events.stages import players_of, shown_of, stages_of
from clubtornei.events.views import MemberRequest
from clubtornei.events.writing import Refused
from clubtornei.players.models import Role
from clubtornei.players.numerals import whole, wholes
from clubtornei.rounds.actions import pairing as actions
from clubtornei.rounds.drafts.draft import draft_of
from clubtornei.rounds.field.days import day_of
from clubtornei.rounds.models import Round
from clubtornei.rounds.results.marking import markings_of
from clubtornei.rounds.results.old_results import old_results
from clubtornei.rounds.results.outcomes import OTHER, PLAYED
from clubtornei.rounds.results.proposals import said_in, waiting_in
from clubtornei.rounds.results.sheet import Sheet, progress_of, sheet_of
from clubtornei.rounds.sentences import quality_of


@require_safe
def rounds(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """All rounds with their state, and the one to be drawn next."""
    event = event_of(request, slug, Role.HELPER)
    shown, stages = shown_of(stages_of(event), stage)
    drawn = [replace(one, day=day_of(shown, one.number)) for one in progress_of(event, shown.number)]
    total = rounds_of(shown, players_of(shown))
    context = page(request, event) | {
        "stages": stages,
        "rounds": drawn,
        "total": total,
        "step": next_step(event),
        "following": len(drawn) + 1,
        "drawable": all(round_.published for round_ in drawn) and (total is None or len(drawn) < total),
        "attendance": counts_absences(shown),
    }
    return render(request, "rounds/rounds.html", context)


@require_POST
def draw_next(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """Draw round `number` as a draft, and go and look at it."""
    event = event_of(request, slug)
    number = whole(request.POST.get("number", ""))
    if number is None:
        return redirect("rounds:rounds", *at(event, stage))
    try:
        round_ = actions.draw_round(
            event,
            number,
            unfinished="unfinished" in request.POST,
            remedy=request.POST.get("remedy", ""),
            stage=stage,
        )
    except actions.NoRound as refused:
        _shown, stages = shown_of(stages_of(event), stage)
        helps = refused.remedy and {
            "name": refused.remedy.name,
            "title": spoken(refused.remedy.title),
            "meaning": spoken(refused.remedy.meaning),
        }
        context = page(request, event) | {
            "refused": refused,
            "remedy": helps,
            "number": number,
            "stages": stages,
        }
        return render(request, "rounds/no_round.html", context, status=422)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("rounds:rounds", *at(event, stage))
    return redirect("rounds:round", *at(event, stage), round_.number)


@require_safe
def round_page(request: MemberRequest, slug: str, number: int, stage: int | None = None) -> HttpResponse:
    """The round: a draft to look at, or the results to be entered."""
    event = event_of(request, slug, Role.HELPER)
    round_ = round_or_404(event, number, stage)
    return render(request, "rounds/round.html", round_context(request, event, round_))


@require_POST
def publish(request: MemberRequest, slug: str, number: int, stage: int | None = None) -> HttpResponse:
    event = event_of(request, slug)
    try:
        actions.publish(event, number, without=wholes(request.POST.getlist("without")), stage=stage)
    except actions.Unseated as unseated:
        context = page(request, event) | {"number": number, "unseated": unseated.players}
        _shown, stages = shown_of(stages_of(event), stage)
        return render(request, "rounds/publish_without.html", context | {"stages": stages}, status=422)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("rounds:rounds", *at(event, stage))
    messages.success(request, _("Turno %(number)d pubblicato: si può giocare.") % {"number": number})
    return redirect("rounds:round", *at(event, stage), number)


@require_POST
def discard(request: MemberRequest, slug: str, number: int, stage: int | None = None) -> HttpResponse:
    event = event_of(request, slug)
    try:
        actions.discard(event, number, stage=stage)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Bozza del turno %(number)d scartata.") % {"number": number})
    return redirect("rounds:rounds", *at(event, stage))


@require_http_methods(["GET", "POST"])
def take_back(request: MemberRequest, slug: str, number: int, stage: int | None = None) -> HttpResponse:
    """A published round becomes a draft again, after asking."""
    event = event_of(request, slug)
    round_ = round_or_404(event, number, stage)
    if request.method == "GET":
        context = page(request, event) | {"round": round_, "marked": actions.tables_with_results(round_)}
        return render(request, "rounds/take_back.html", context)
    try:
        actions.take_back(event, number, stage=stage)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("Il turno %(number)d è di nuovo una bozza.") % {"number": number})
    return redirect("rounds:round", *at(event, stage), number)


def round_or_404(event: Event, number: int, stage: int | None = None) -> Round:
    round_ = Round.objects.of(event, stage).select_related("stage").filter(number=number).first()
    if round_ is None:
        raise Http404
    return round_


def at(event: Event, stage: int | None) -> list[str | int]:
    """What an address of the event begins with: its name, and the stage where it is named."""
    return [event.slug] if stage is None else [event.slug, stage]


def is_arbiter(request: MemberRequest) -> bool:
    """May he do more than enter results?"""
    return request.role in Role.ARBITER.includes


def page(request: MemberRequest, event: Event) -> dict[str, Any]:
    return {"club": event.club, "event": event, "section": "rounds", "arbiter": is_arbiter(request)}


def round_context(request: MemberRequest, event: Event, round_: Round) -> dict[str, Any]:
    """What the round's page shows, and each of its parts."""
    numbers = set(Round.objects.filter(stage=round_.stage_id).values_list("number", flat=True))
    shown, stages = shown_of(stages_of(event), round_.stage.number)
    return page(request, event) | {
        "stages": stages,
        "round": round_,
        "day": day_of(shown, round_.number),
        "previous": round_.number - 1 if round_.number - 1 in numbers else None,
        "following": round_.number + 1 if round_.number + 1 in numbers else None,
        **(
            _published(event, round_, request.GET.get("proposal", ""))
            if round_.published
            else {"draft": draft_of(event, round_)}
        ),
    }


def _published(event: Event, round_: Round, asked: str) -> dict[str, Any]:
    """`asked`: the proposal that a table's form is to start from."""
    sheet = sheet_of(event, round_)
    waiting = waiting_in(round_)
    names = dict(event.entries.values_list("ident", "name")) if round_.quality else {}
    return {
        "sheet": sheet,
        "quality": quality_of(round_.quality, names, round_.number),
        "proposals": said_in(sheet, waiting),
        "markings": markings_of(sheet, next((one for one in waiting if str(one.pk) == asked), None)),
        "progress": _progress(sheet),
        "step": next_step(event) if sheet.complete else None,
        "old_results": [old for old in old_results(event, round_.stage.number) if old.drawn == round_.number],
        "played": PLAYED,
        "other": OTHER,
    }


def _progress(sheet: Sheet) -> str:
    text = _("%(finished)d di %(games)d") % {"finished": sheet.finished, "games": len(sheet.counted)}
    if sheet.adjourned:
        text += " · " + _("aggiornate: %(count)d") % {"count": sheet.adjourned}
    return text
