"""What the process of a job does: `manage.py print_sheets <key>`."""

import logging
import os
import threading
import traceback
from collections.abc import Callable
from time import time

from django.db import transaction
from django.utils.translation import override
from msgspec.structs import replace

from clubtornei.background_jobs import State
from clubtornei.events.models import Event
from clubtornei.rounds.printouts.catalogue import SHEETS
from clubtornei.rounds.printouts.markup import markup
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.typesetting import print_jobs
from clubtornei.rounds.typesetting.paper_format import FORMATS
from clubtornei.rounds.typesetting.print_jobs import Job
from clubtornei.rounds.typesetting.rendering import Markup, render

LOOKS = 0.5  # seconds between two looks at whether it is to stop
STYLES_READ = "Step 2"  # only where a stylesheet is read for the first time


class Progress(logging.Handler):
    """Says how far the job is, and stops the process when it is cancelled.

    WeasyPrint tells each step and each page that it lays out to its log `weasyprint.progress`: "Step 4 - …",
    "Step 5 - … - Page 7".
    """

    def __init__(self, key: str, job: Job) -> None:
        super().__init__(logging.INFO)
        self.key, self.job, self.step = key, job, ""
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)

    def emit(self, record: logging.LogRecord) -> None:
        step, is_page = record.msg[:6], "- Page" in record.msg
        is_next = step not in (self.step, STYLES_READ)
        self.step = step
        self.job = replace(self.job, pages=self.job.pages + is_page, steps=self.job.steps + is_next)

    def sheet_written(self) -> None:
        self.job = replace(self.job, steps=self.job.steps + 1)

    def sheet_finished(self) -> None:
        self.job = replace(self.job, finished=self.job.finished + 1)

    def watch(self) -> None:
        while not self.over.wait(LOOKS):
            if print_jobs.is_cancelled(self.key):
                self.end("cancelled")
                os._exit(0)  # at once, in the middle of a page
            print_jobs.keep_job(self.key, replace(self.job, seen=time()))

    def end(self, state: State) -> None:
        print_jobs.keep_job(self.key, replace(self.job, seen=time(), state=state))


def print_job(key: str) -> None:
    """Make the sheets of the job, and keep the PDF."""
    job = print_jobs.job_under(key)
    if job is None:
        return
    progress = Progress(key, job)
    log = logging.getLogger("weasyprint.progress")
    log.setLevel(logging.INFO)
    log.propagate = False
    log.addHandler(progress)
    progress.thread.start()
    state: State = "interrupted"
    try:
        sheets = sheets_asked_for(job, progress.sheet_written)
        content = render(sheets, title=job.title, finished=progress.sheet_finished)
        print_jobs.keep_pdf(key, content)
        state = "done"
    except Exception:  # whatever it is, who waits must hear that it has stopped
        traceback.print_exc()
    finally:
        log.removeHandler(progress)
        progress.over.set()
        progress.thread.join()
        progress.end(state)


def sheets_asked_for(job: Job, written: Callable[[], object]) -> list[Markup]:
    """The sheets of the job, all of the event as it is now: the transaction is one state of the database."""
    with transaction.atomic(), override(job.language):
        event = Event.objects.select_related("club").get(pk=job.event)
        return sheets_of(EventSnapshot(event, job.stage), job, written)


def sheets_of(
    snapshot: EventSnapshot, job: Job, written: Callable[[], object] = lambda: None
) -> list[Markup]:
    """The sheets of the job as HTML. `written`: called after each of them."""
    paper, sheets = FORMATS[job.paper], []
    for name, number in job.asked:
        context = SHEETS[name].contexts(in_set=job.several)(snapshot, number, paper)
        sheets.append(markup(name, snapshot, context, (job.site + "{}").format, job.public, paper))
        written()
    return sheets
