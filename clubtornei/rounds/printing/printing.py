"""A request for a PDF, answered at once, or by a job that takes its time."""

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Lock

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import get_language
from msgspec import Struct, to_builtins

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event
from clubtornei.events.public_address import url_for_others
from clubtornei.jobs.actions import TooManyJobs, request_job
from clubtornei.jobs.models import Job
from clubtornei.jobs.responses import result_response
from clubtornei.rounds.printing.paper_format import A4, FORMATS, PaperFormat
from clubtornei.rounds.printing.print_job import PrintRequest, sheets_of
from clubtornei.rounds.printing.rendering import Markup, can_print, render
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.text.numerals import parse_int
from clubtornei.web.build_id import build_id
from clubtornei.web.local_hosts import url_for_other_devices

FEW, AT_ONCE = 100, 1000
"""What is printed within the request: players, once for each sheet, whose HTML takes some 0.3 s; elements of
the HTML, whose layout takes about a second.
"""
PATIENCE = 3.0  # seconds that a request waits for those before it; then a job prints
rendering = Lock()


class ToPrint(Struct, frozen=True):
    """What it is called, and its sheets by name, each with the number of its round."""

    title: str
    sheets: Sequence[tuple[str, int]]


class Printing:
    """A request for a PDF of an event. `name`: what is printed; with the event's version, the stage, the
    round asked for, and what else stands on paper, it makes the key under which the PDF is kept.
    """

    def __init__(self, request: MemberRequest, event: Event, stage: int | None, name: str) -> None:
        if not can_print():
            raise Http404
        self.request, self.event, self.stage, self.name = request, event, stage, name
        self.public = reverse("public:event", args=[event.slug]) if event.published else None
        self.asked_round = parse_int(request.GET.get("round", ""))
        self.paper = paper_asked_for(request)

    @cached_property
    def snapshot(self) -> EventSnapshot:
        return EventSnapshot(self.event, self.stage).for_hall()

    def absolute_url(self, path: str) -> str:
        return url_for_others(self.request, self.event, path)

    @property
    def key(self) -> str:
        """Of the PDF that shows just this, as this build prints it, in the language of who asks."""
        event, asked = self.event, (self.stage, self.name, self.asked_round, self.paper.name)
        shown = (
            event.pk,
            event.version,
            event.club.look,
            self.public,
            url_for_other_devices(self.request, "/"),
        )
        return hashlib.sha256(repr((build_id(), get_language(), shown, asked)).encode()).hexdigest()[:32]

    def answer(self, make: Callable[[], ToPrint]) -> HttpResponseBase:
        """The PDF, or the way to the page that tells how far it is; nothing is printed for HEAD."""
        if self.request.method == "HEAD":
            make()
            return pdf_unprinted(self.filename)
        job = Job.objects.last_for(self.key)
        if job and job.under_way:
            return redirect("rounds:print_job", self.event.slug, job.pk)
        return (job and result_response(job)) or self.begun(make)

    def begun(self, make: Callable[[], ToPrint]) -> HttpResponseBase:
        """The PDF of what is quickly printed, else the page of a new job."""
        asked = self.asked(make())
        if sheets := self.quick(asked):
            with suppress(Busy):
                return pdf(rendered(sheets, title=asked.title, patience=PATIENCE), self.filename)
        try:
            job, _is_new = request_job(self.event.club, "print", self.key, to_builtins(asked))
        except TooManyJobs as too_many:
            messages.error(self.request, str(too_many))
            return redirect("rounds:prints", self.event.slug)
        return redirect("rounds:print_job", self.event.slug, job.pk)

    def asked(self, asked: ToPrint) -> PrintRequest:
        return PrintRequest(
            event=self.event.pk,
            title=f"{self.event.name} · {asked.title}",
            filename=self.filename,
            address=self.request.get_full_path(),
            sheets=tuple(asked.sheets),
            stage=self.stage,
            paper=self.paper.name,
            site=url_for_other_devices(self.request, "/").removesuffix("/"),
            public=self.public,
        )

    def quick(self, asked: PrintRequest) -> list[Markup]:
        """The sheets as HTML, if they are printed while one waits; else nothing."""
        if len(self.snapshot.players) * len(asked.sheets) > FEW:
            return []
        sheets = sheets_of(self.snapshot, asked)
        return sheets if sum(sheet.elements for sheet in sheets) <= AT_ONCE else []

    def round(self) -> int:
        """The number of the round in `?round=`, by default the one being played, 0 if there is none.

        Raises Http404 if there is no such published round.
        """
        return requested_round(self.asked_round, self.snapshot)

    @property
    def filename(self) -> str:
        format_ = self.paper.name if self.paper is not A4 else ""
        suffix = "".join(f"-{asked}" for asked in (self.asked_round, format_) if asked)
        return f"{self.event.slug}-{self.name}{suffix}.pdf"


def paper_asked_for(request: HttpRequest) -> PaperFormat:
    """That in `?paper=`, A4 if there is no such format."""
    return FORMATS.get(request.GET.get("paper", ""), A4)


def requested_round(asked: int | None, snapshot: EventSnapshot) -> int:
    """The published round asked for, by default the one being played, 0 if there is none.

    Raises Http404 if there is no such round.
    """
    if asked is None:
        return snapshot.progress.current.number
    if not 1 <= asked <= snapshot.progress.rounds:
        raise Http404
    return asked


class Busy(Exception):
    """Others were still printing."""


def rendered(sheets: Sequence[Markup], *, title: str = "", patience: float = -1) -> bytes:
    """The PDF, made in the request: one at a time in a process. Raises Busy if those before take longer than
    `patience` seconds; by default it waits.
    """
    if not rendering.acquire(timeout=patience):
        raise Busy
    try:
        return render(sheets, title=title)
    finally:
        rendering.release()


def pdf(content: bytes, filename: str) -> HttpResponse:
    return HttpResponse(content, headers=_headers(filename))


def pdf_unprinted(filename: str) -> StreamingHttpResponse:
    """What is answered to HEAD for a PDF that is not there yet; it does not say how long the PDF is."""
    return StreamingHttpResponse(headers=_headers(filename))


def _headers(filename: str) -> dict[str, str]:
    return {"Content-Type": "application/pdf", "Content-Disposition": f'inline; filename="{filename}"'}
