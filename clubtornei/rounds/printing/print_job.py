"""Printing that takes long, as a job: all of it is made from what was asked for, in the job's process."""

import logging

from django.db import transaction
from msgspec import Struct, convert

from clubtornei.events.models import Event
from clubtornei.jobs.models import Job
from clubtornei.jobs.process import Progress, Tell
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.printing.catalogue import SHEETS
from clubtornei.rounds.printing.markup import markup
from clubtornei.rounds.printing.paper_format import A4, FORMATS
from clubtornei.rounds.printing.rendering import Markup, render

STYLES_READ = "Step 2"  # only where a stylesheet is read for the first time
STEPS = 4  # of a sheet: WeasyPrint reads its HTML, applies the style, makes boxes and lays them out


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


class ProgressLog(logging.Handler):
    """Tells how far WeasyPrint is: it writes each step and each page to its log `weasyprint.progress`, as
    "Step 4 - …", "Step 5 - … - Page 7".
    """

    def __init__(self, sheets: int, tell: Tell) -> None:
        super().__init__(logging.INFO)
        self.total = STEPS * sheets + 2  # in the end it draws all pages and writes the file
        self.tell, self.step, self.pages, self.steps = tell, "", 0, 0

    def emit(self, record: logging.LogRecord) -> None:
        step = record.msg[:6]
        self.pages += "- Page" in record.msg
        self.steps += step not in (self.step, STYLES_READ)
        self.step = step
        self.tell(Progress(self.steps, self.total, self.pages))


def print_sheets(job: Job, tell: Tell) -> bytes:
    """The PDF."""
    asked = convert(job.asked, PrintRequest)
    progress = ProgressLog(len(asked.sheets), tell)
    log = logging.getLogger("weasyprint.progress")
    log.setLevel(logging.INFO)
    log.propagate = False
    log.addHandler(progress)
    try:
        with transaction.atomic():  # in which the event stays as it is
            event = Event.objects.select_related("club").get(pk=asked.event)
            sheets = sheets_of(EventSnapshot(event, asked.stage).for_hall(), asked)
        return render(sheets, title=asked.title)
    finally:
        log.removeHandler(progress)


def sheets_of(snapshot: EventSnapshot, asked: PrintRequest) -> list[Markup]:
    """The sheets asked for as HTML."""
    paper, sheets = FORMATS[asked.paper], []
    for name, number in asked.sheets:
        context = SHEETS[name].context(snapshot, number, paper, in_set=len(asked.sheets) > 1)
        sheets.append(markup(name, snapshot, context, asked.site, asked.public, paper))
    return sheets
