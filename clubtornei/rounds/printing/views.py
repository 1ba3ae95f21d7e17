"""The page that lists the printed sheets, each as a PDF, all of a round as one, and how far a long one is."""

from collections.abc import Sequence
from urllib.parse import urlencode, urlsplit

from django.http import Http404, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from msgspec import Struct

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event
from clubtornei.jobs.actions import cancel_job
from clubtornei.jobs.models import Job, JobState
from clubtornei.jobs.responses import result_response
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.printing.catalogue import SHEETS
from clubtornei.rounds.printing.paper_format import A4, FORMATS, PaperFormat
from clubtornei.rounds.printing.printing import answer, paper_asked_for, round_asked_for
from clubtornei.rounds.printing.rendering import can_print, letters
from clubtornei.rounds.printing.round_set import TO_CUT, is_too_early, names_of_set
from clubtornei.rounds.printing.sheet import Sheet
from clubtornei.rounds.reports.final_ranking import is_final
from clubtornei.rounds.state.access import event_of
from clubtornei.rounds.state.addresses import at

MOST_NAMES_SAID = 3


@require_safe
def prints(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponse:
    """The list of the stage's sheets; those that cannot be printed yet say what they wait for.

    `?round=`: of which round, by default the last published one; `?paper=`: of which format.
    """
    event, paper = event_of(request, slug), paper_asked_for(request)
    snapshot = EventSnapshot(event, stage).for_hall()
    requested = round_asked_for(request, snapshot)
    shown = {"round": requested} if requested else {}
    sheets = [
        _offered(snapshot, name, requested, paper) for name, one in SHEETS.items() if one.applies(snapshot)
    ]
    in_set = names_of_set(snapshot, requested)
    leading = [offered for offered in sheets if event.closed and offered.sheet.of_closed]
    context = {
        "club": event.club,
        "event": event,
        "section": "prints",
        "stages": snapshot.stages,
        "round": requested,
        "round_set": [SHEETS[name].title for name in in_set],
        "some_to_cut": any(name in TO_CUT for name in in_set),
        "rounds": _rounds(snapshot.progress.rounds, requested, paper),
        "of_stage": snapshot.stages.several and not event.closed,
        "of_round": [one for one in sheets if one.sheet.of_round and one not in leading],
        "leading": leading,
        "of_event": [one for one in sheets if not one.sheet.of_round and one not in leading],
        "can_print": can_print(),
        "without_letters": _without_letters(snapshot),
        "set_query": _query(paper, **shown),
        "paper": paper.name,
        "formats": [(name, _query(one, **shown) or "?", one is paper) for name, one in FORMATS.items()],
    }
    return render(request, "rounds/printing/prints.html", context)


def _without_letters(snapshot: EventSnapshot) -> Sequence[str]:
    """Some of the names, of the event, players and clubs, with letters that the sheets' typeface lacks."""
    players = snapshot.players.values()
    names = [snapshot.event.name, *(one.name for one in players), *(one.club or "" for one in players)]
    return [name for name in dict.fromkeys(names) if not letters().issuperset(name)][:MOST_NAMES_SAID]


def _rounds(rounds: int, requested: int, paper: PaperFormat) -> Sequence[tuple[int, str, bool]]:
    """The rounds to choose from, each with the query it is asked for with, and whether it is shown."""
    numbers = range(1, rounds + 1)
    return [(number, _query(paper, round=number), number == requested) for number in numbers if rounds > 1]


class Offered(Struct, frozen=True, kw_only=True):
    """A sheet as the page offers it: whether it is ready; the query it is asked for with. `of_whole`: it is
    among those of the whole event, not of one of its stages.
    """

    name: str
    sheet: Sheet
    ready: bool
    query: str = ""
    of_whole: bool = False


def _offered(snapshot: EventSnapshot, name: str, number: int, paper: PaperFormat) -> Offered:
    sheet = SHEETS[name]
    if not sheet.ready(snapshot):
        of_whole = snapshot.event.closed and sheet.of_closed and not is_final(snapshot)
        return Offered(name=name, sheet=sheet, ready=False, of_whole=of_whole)
    query = _query(paper, **({"round": number} if sheet.of_round else {}))
    return Offered(name=name, sheet=sheet, ready=True, query=query)


def _query(paper: PaperFormat, **asked: int) -> str:
    """What asks for the sheet on this paper; A4 is not named."""
    format_ = {"paper": paper.name} if paper is not A4 else {}
    return f"?{urlencode(asked | format_)}" if asked or format_ else ""


@require_safe
def sheet(request: MemberRequest, slug: str, name: str, stage: int | None = None) -> HttpResponseBase:
    """One sheet as a PDF. `?round=`: of which round, by default the one being played. The slips of a last
    round that waits lead to its page, which asks.
    """
    snapshot = _snapshot(request, slug, stage)
    one, number = SHEETS.get(name), round_asked_for(request, snapshot)
    if not one or not one.applies(snapshot) or not one.ready(snapshot):
        raise Http404(_("Di questo foglio non c’è ancora nulla da stampare."))
    if name in TO_CUT and is_too_early(snapshot, number):
        return redirect("rounds:round", *at(snapshot.event, stage), number)
    return answer(request, snapshot, stage, name, str(one.title), [(name, number)])


@require_safe
def round_set(request: MemberRequest, slug: str, stage: int | None = None) -> HttpResponseBase:
    """All sheets of a round as one PDF. `?round=`: of which, by default the one being played."""
    snapshot = _snapshot(request, slug, stage)
    number = round_asked_for(request, snapshot)
    names = names_of_set(snapshot, number)
    if not names:
        raise Http404(_("Di questo foglio non c’è ancora nulla da stampare."))
    title = _("Tutti i fogli del turno %(number)d") % {"number": number}
    return answer(request, snapshot, stage, "round", title, [(name, number) for name in names])


def _snapshot(request: MemberRequest, slug: str, stage: int | None) -> EventSnapshot:
    if not can_print():
        raise Http404
    return EventSnapshot(event_of(request, slug), stage).for_hall()


@require_safe
def print_job(request: MemberRequest, slug: str, key: str) -> HttpResponse:
    """How far it is with what takes long to print. The page asks for it anew until the job is over."""
    event = event_of(request, slug)
    job = _job(event, key) or _lost(event)
    context = {
        "club": event.club,
        "event": event,
        "section": "prints",
        "key": key,
        "job": job,
        "back": _list_of(job, event),
    }
    return render(request, f"rounds/printing/print_job.html{'#panel' if request.htmx else ''}", context)


def _job(event: Event, key: str) -> Job | None:
    return event.club.jobs.filter(pk=key, kind="print", asked__event=event.pk).first()


def _list_of(job: Job, event: Event) -> str:
    """The page with all sheets, of the round and for the paper that the job was asked for."""
    asked = QueryDict(urlsplit(job.asked["address"]).query)
    query = urlencode({name: asked[name] for name in ("round", "paper") if name in asked})
    return reverse("rounds:prints", args=[event.slug]) + (f"?{query}" if query else "")


def _lost(event: Event) -> Job:
    """One of which nothing is known any more: what was to be printed is chosen again."""
    asked = {"title": _("Stampa"), "address": reverse("rounds:prints", args=[event.slug])}
    return Job(asked=asked, state=JobState.INTERRUPTED)


@require_safe
def printed(request: MemberRequest, slug: str, key: str) -> HttpResponseBase:
    """The PDF of a job. Results that came in meanwhile do not keep it from who has waited for it."""
    job = _job(event_of(request, slug), key)
    return (job and result_response(job)) or redirect("rounds:print_job", slug, key)


@require_POST
def cancel_print(request: MemberRequest, slug: str, key: str) -> HttpResponse:
    if job := _job(event_of(request, slug), key):
        cancel_job(job)
    return redirect("rounds:print_job", slug, key)
