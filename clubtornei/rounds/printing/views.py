"""The page that lists the printed sheets, each as a PDF, all of a round as one, and how far a long one is."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event
from clubtornei.jobs.actions import cancel_job
from clubtornei.jobs.models import Job
from clubtornei.jobs.responses import result_response
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.printing.catalogue import RANKINGS, SHEETS, TO_CUT, is_too_early, names_of_set
from clubtornei.rounds.printing.paper_format import FORMATS
from clubtornei.rounds.printing.pdf_responses import pdf_response, round_asked_for
from clubtornei.rounds.printing.rendering import can_print, letters
from clubtornei.rounds.state.access import event_of
from clubtornei.rounds.state.addresses import event_args
from clubtornei.rounds.state.page_context import section_context

SET = "round"  # in the place of a sheet's name: all of a round
MOST_NAMES_SAID = 3


@require_safe
def prints(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """The list of the stage's sheets; those that cannot be printed yet say what they wait for.

    `?round=`: of which round, by default the last published one.
    """
    event = event_of(request, slug)
    snapshot = EventSnapshot(event, stage).for_hall()
    requested = round_asked_for(request, snapshot)
    offered = {name: one for name, one in SHEETS.items() if one.applies(snapshot)}
    if "final" in offered and requested == snapshot.progress.rounds:
        del offered["standings"]  # they are the final ranking
    sheets = [(name, one, one.ready(snapshot)) for name, one in offered.items()]
    rankings = [sheet for sheet in sheets if sheet[0] in (*RANKINGS, "final")]
    others = [sheet for sheet in sheets if sheet not in rankings]
    context = section_context(event, "prints") | {
        "snapshot": snapshot,
        "stages": snapshot.stages,
        "round": requested,
        "rounds": range(1, snapshot.progress.rounds + 1),
        "round_set": [SHEETS[name].title for name in names_of_set(snapshot, requested)],
        "of_round": [sheet for sheet in others if sheet[1].of_round],
        "rankings": rankings,
        "of_event": [sheet for sheet in others if not sheet[1].of_round],
        "can_print": can_print(),
        "without_letters": _without_letters(snapshot),
        "formats": FORMATS,
    }
    return render(request, "rounds/printing/prints.html", context)


def _without_letters(snapshot: EventSnapshot) -> Sequence[str]:
    """Some of the names, of the event, players and clubs, with letters that the sheets' typeface lacks."""
    players = snapshot.players.values()
    names = [snapshot.event.name, *(one.name for one in players), *(one.club or "" for one in players)]
    return [name for name in dict.fromkeys(names) if not letters().issuperset(name)][:MOST_NAMES_SAID]


@require_safe
def sheet(request: MemberRequest, slug: str, name: str, stage: int | None = None) -> HttpResponseBase:
    """One sheet as a PDF, or all of a round (`SET`). `?round=`: of which round, by default the one being
    played; `?paper=`: of which format. The slips of a last round that waits lead to its page, which asks.
    """
    snapshot = EventSnapshot(event_of(request, slug), stage).for_hall()
    number = round_asked_for(request, snapshot)
    names = names_of_set(snapshot, number) if name == SET else _that_is_ready(snapshot, name)
    if not names or not can_print():
        raise Http404(_("Di questo foglio non c’è ancora nulla da stampare."))
    if name in TO_CUT and is_too_early(snapshot, number):
        return redirect("rounds:round", *event_args(snapshot.event, stage), number)
    of_set = _("Tutti i fogli del turno %(number)d") % {"number": number}
    title = of_set if name == SET else str(SHEETS[name].title)
    return pdf_response(request, snapshot, stage, name, title, [(one, number) for one in names])


def _that_is_ready(snapshot: EventSnapshot, name: str) -> Sequence[str]:
    """The sheet, if the stage has it and it can be printed."""
    found = SHEETS.get(name)
    return [name] if found and found.applies(snapshot) and found.ready(snapshot) else []


@require_safe
def print_job(request: MemberRequest, slug: str, key: str) -> HttpResponseBase:
    """How far it is with what takes long to print. The page asks anew until it is the PDF; results that came
    in meanwhile do not keep it from who has waited for it.
    """
    event = event_of(request, slug)
    job = _job(event, key)
    if job is None:
        messages.warning(request, _("Questa stampa non c’è più: scegli di nuovo il foglio."))
        return redirect("rounds:prints", event.slug)
    if kept := result_response(job):
        return HttpResponseClientRefresh() if request.htmx else kept
    context = section_context(event, "prints") | {"job": job}
    return render(request, f"rounds/printing/print_job.html{'#panel' if request.htmx else ''}", context)


def _job(event: Event, key: str) -> Job | None:
    return event.club.jobs.filter(pk=key, kind="print", asked__event=event.pk).first()


@require_POST
def cancel_print(request: MemberRequest, slug: str, key: str) -> HttpResponse:
    if job := _job(event_of(request, slug), key):
        cancel_job(job)
    return redirect("rounds:print_job", slug, key)
