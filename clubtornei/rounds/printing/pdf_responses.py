"""A request for a PDF, answered at once, or by a job that takes its time."""

import hashlib
from collections.abc import Sequence
from threading import Lock

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import get_language
from msgspec import Struct, convert, to_builtins

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event
from clubtornei.jobs.actions import TooManyJobs, request_job
from clubtornei.jobs.models import Job
from clubtornei.jobs.process import Progress, ReportProgress
from clubtornei.jobs.responses import result_response
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.printing.catalogue import SHEETS
from clubtornei.rounds.printing.paper_format import A4, FORMATS, PaperFormat
from clubtornei.rounds.printing.rendering import SheetHtml, render
from clubtornei.rounds.printing.sheet import sheet_html
from clubtornei.text.numerals import parse_int
from clubtornei.web.build_id import build_id
from clubtornei.web.local_hosts import url_for_other_devices

FEW, AT_ONCE = 100, 1000
"""What is printed within the request: players, once for each sheet, whose HTML takes some 0.3 s; elements of
the HTML, whose layout takes about a second.
"""
PATIENCE = 3.0  # seconds that a request waits for those before it; then a job prints
render_lock = Lock()  # requests of a process print one at a time


class PrintRequest(Struct, frozen=True, kw_only=True):
    """`event`: its id. `sheets`: by name, each with the number of its round; of the `stage` and on
    the `paper` asked for, with addresses of the `site`; `public`: the path of the event's public page.
    `address`: that asked for; who opens it again after the job was cancelled starts a new one.
    """

    event: int
    title: str
    filename: str
    address: str
    sheets: tuple[tuple[str, int], ...]
    stage: int | None = None
    paper: str = A4.name
    site: str = ""
    public: str | None = None


def pdf_response(
    request: MemberRequest,
    snapshot: EventSnapshot,
    stage: int | None,
    name: str,
    title: str,
    sheets: Sequence[tuple[str, int]],
) -> HttpResponseBase:
    """The PDF of these sheets, each with the number of its round, or the way to the page that tells how far
    it is; nothing is printed for HEAD. `title`, `name`: what they are called, and in the name of the file.
    """
    event = snapshot.event
    asked = PrintRequest(
        event=event.pk,
        title=f"{event.name} · {title}",
        filename=_filename(request, event.slug, name),
        address=request.get_full_path(),
        sheets=tuple(sheets),
        stage=stage,
        paper=paper_asked_for(request).name,
        site=url_for_other_devices(request, "/").removesuffix("/"),
        public=reverse("public:event", args=[event.slug]) if event.published else None,
    )
    if request.method == "HEAD":
        return StreamingHttpResponse(headers=_headers(asked.filename))
    # Of the PDF that shows just this, as this build prints it, in the language of who asks.
    shown = (build_id(), get_language(), event.version, event.club.look, asked)
    key = hashlib.sha256(repr(shown).encode()).hexdigest()[:32]
    job = Job.objects.last_for(key)
    if job and not job.under_way and (kept := result_response(job)):
        return kept
    if not (job and job.under_way):
        made = _quick(snapshot, asked)
        if made and render_lock.acquire(timeout=PATIENCE):
            try:
                return pdf(render(made, title=asked.title), asked.filename)
            finally:
                render_lock.release()
        try:
            job, _is_new = request_job(event.club, "print", key, to_builtins(asked))
        except TooManyJobs as too_many:
            messages.error(request, str(too_many))
            return redirect("rounds:prints", event.slug)
    return redirect("rounds:print_job", event.slug, job.pk)


def _quick(snapshot: EventSnapshot, asked: PrintRequest) -> list[SheetHtml]:
    """The sheets as HTML, if they are printed while one waits; else nothing."""
    if len(snapshot.players) * len(asked.sheets) > FEW:
        return []
    sheets = html_of_sheets(snapshot, asked)
    return sheets if sum(sheet.elements for sheet in sheets) <= AT_ONCE else []


def _filename(request: HttpRequest, slug: str, name: str) -> str:
    paper = paper_asked_for(request)
    further = (parse_int(request.GET.get("round", "")), paper.name if paper is not A4 else "")
    return "-".join(map(str, (slug, name, *filter(None, further)))) + ".pdf"


def paper_asked_for(request: HttpRequest) -> PaperFormat:
    """That in `?paper=`, A4 if there is no such format."""
    return FORMATS.get(request.GET.get("paper", ""), A4)


def round_asked_for(request: HttpRequest, snapshot: EventSnapshot) -> int:
    """The number of the published round in `?round=`, by default the one being played, 0 if there is none.

    Raises Http404 if there is no such round.
    """
    asked = parse_int(request.GET.get("round", ""))
    if asked is None:
        return snapshot.progress.current.number
    if not 1 <= asked <= snapshot.progress.rounds:
        raise Http404
    return asked


def pdf(content: bytes, filename: str) -> HttpResponse:
    return HttpResponse(content, headers=_headers(filename))


def _headers(filename: str) -> dict[str, str]:
    return {"Content-Type": "application/pdf", "Content-Disposition": f'inline; filename="{filename}"'}


def print_sheets(job: Job, report_progress: ReportProgress) -> bytes:
    """The PDF."""
    asked = convert(job.asked, PrintRequest)
    with transaction.atomic():  # in which the event stays as it is
        event = Event.objects.select_related("club").get(pk=asked.event)
        sheets = html_of_sheets(EventSnapshot(event, asked.stage).for_hall(), asked)
    return render(sheets, title=asked.title, tell=lambda done: report_progress(Progress(done, len(sheets))))


def html_of_sheets(snapshot: EventSnapshot, asked: PrintRequest) -> list[SheetHtml]:
    """The sheets asked for as HTML."""
    paper, sheets = FORMATS[asked.paper], []
    for name, number in asked.sheets:
        sheet = SHEETS[name]
        context = sheet.context(snapshot, number, paper, in_set=len(asked.sheets) > 1)
        sheets.append(sheet_html(sheet, snapshot, context, asked.site, asked.public, paper))
    return sheets
