"""A request for a PDF, answered by the one that is kept, at once, or by a job that takes its time."""

from collections.abc import Callable, Sequence
from time import time

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import get_language
from msgspec import Struct

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Event
from clubtornei.local_hosts import url_for_other_devices
from clubtornei.numerals import parse_int
from clubtornei.rounds.printouts.print_job import sheets_of
from clubtornei.rounds.reports.parts import Part
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.typesetting import print_jobs
from clubtornei.rounds.typesetting.paper_format import A4, FORMATS, PaperFormat
from clubtornei.rounds.typesetting.pdf_response import pdf, pdf_unprinted
from clubtornei.rounds.typesetting.rendering import Markup, can_print, render

FEW, AT_ONCE = 100, 1000
"""What is printed within the request: players, once for each sheet, whose HTML takes some 0.3 s; elements of
the HTML, whose layout takes about a second.
"""


class ToPrint(Struct, frozen=True):
    """What it is called, and its sheets by name, each with the number of its round or part."""

    title: str
    sheets: Sequence[tuple[str, int]]


class Printing:
    """A request for a PDF of an event. `name`: what is printed; with the event's version, the stage, the
    round or part asked for, and what else stands on paper, it makes the key under which the PDF is kept.
    """

    def __init__(self, request: MemberRequest, event: Event, stage: int | None, name: str) -> None:
        if not can_print():
            raise Http404
        self.request, self.event, self.stage, self.name = request, event, stage, name
        self.public = reverse("public:event", args=[event.slug]) if event.published else None
        self.asked_round = parse_int(request.GET.get("round", ""))
        self.asked_part = parse_int(request.GET.get("part", ""))
        self.paper = paper_asked_for(request)

    @cached_property
    def snapshot(self) -> EventSnapshot:
        return EventSnapshot(self.event, self.stage)

    def absolute_url(self, path: str) -> str:
        return url_for_other_devices(self.request, path)

    @property
    def key(self) -> str:
        event, asked = self.event, (self.stage, self.name, self.asked_round, self.asked_part, self.paper.name)
        shown = (event.pk, event.version, event.club.look, self.public, self.absolute_url("/"))
        return print_jobs.key_of(shown, asked)

    def answer(self, make: Callable[[], ToPrint]) -> HttpResponseBase:
        """The PDF, or the way to the page that tells how far it is; nothing is printed for HEAD."""
        key = self.key
        if content := print_jobs.kept_pdf(key):
            return pdf(content, self.filename)
        if self.request.method == "HEAD":
            make()
            return pdf_unprinted(self.filename)
        job = print_jobs.job_of(key, self.event.pk)
        if job is None or not job.running:
            job = self.job(make())
            if (sheets := self.quick(job)) or not print_jobs.start(key, job):

                def make_pdf() -> bytes:
                    return render(sheets or sheets_of(self.snapshot, job), title=job.title)

                return pdf(print_jobs.pdf_once(key, make_pdf), self.filename)
        return redirect("rounds:print_job", self.event.slug, key)

    def job(self, asked: ToPrint) -> print_jobs.Job:
        return print_jobs.Job(
            event=self.event.pk,
            title=f"{self.event.name} · {asked.title}",
            filename=self.filename,
            address=self.request.get_full_path(),
            asked=tuple(asked.sheets),
            stage=self.stage,
            paper=self.paper.name,
            language=get_language() or "",
            site=self.absolute_url("/").removesuffix("/"),
            public=self.public,
            seen=time(),
        )

    def quick(self, job: print_jobs.Job) -> list[Markup]:
        """The sheets as HTML, if they are printed while one waits; else nothing."""
        if len(self.snapshot.players) * job.sheets > FEW:
            return []
        sheets = sheets_of(self.snapshot, job)
        return sheets if sum(sheet.elements for sheet in sheets) <= AT_ONCE else []

    def part(self, parts: Sequence[Part]) -> int:
        """The number of the part in `?part=`, 1 if there is no such part."""
        asked = self.asked_part or 1
        return asked if asked <= len(parts) else 1

    def round(self) -> int:
        """The number of the round in `?round=`, by default the one being played, 0 if there is none.

        Raises Http404 if there is no such published round.
        """
        return requested_round(self.asked_round, self.snapshot)

    @property
    def filename(self) -> str:
        format_ = self.paper.name if self.paper is not A4 else ""
        suffix = "".join(f"-{asked}" for asked in (self.asked_round, self.asked_part, format_) if asked)
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
