"""The process of a job: `python -m clubtornei.rounds.printouts.print_job <key>`. It needs no database."""

import logging
import os
import signal
import sys
import threading
import traceback
from contextlib import suppress
from pathlib import Path
from time import time

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubtornei.settings")

from msgspec.structs import replace

from clubtornei.background_jobs import State
from clubtornei.rounds.printouts import jobs
from clubtornei.rounds.typesetting.rendering import render

LOOKS = 0.5  # seconds between two looks at whether it is to stop
NICENESS = 10
STYLES_READ = "Step 2"  # only where a stylesheet is read for the first time


class Progress(logging.Handler):
    """Says how far the job is, and stops the process when it is cancelled.

    WeasyPrint tells each step and each page that it lays out to its log `weasyprint.progress`: "Step 4 - …",
    "Step 5 - … - Page 7".
    """

    def __init__(self, key: str, job: jobs.Job) -> None:
        super().__init__(logging.INFO)
        self.key, self.job, self.step = key, job, ""
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)

    def emit(self, record: logging.LogRecord) -> None:
        step, is_page = record.msg[:6], "- Page" in record.msg
        is_next = step not in (self.step, STYLES_READ)
        self.step = step
        self.job = replace(self.job, pages=self.job.pages + is_page, steps=self.job.steps + is_next)

    def sheet_finished(self) -> None:
        self.job = replace(self.job, finished=self.job.finished + 1)

    def watch(self) -> None:
        while not self.over.wait(LOOKS):
            if jobs.is_cancelled(self.key):
                self.end("cancelled")
                os._exit(0)  # at once, in the middle of a page
            jobs.keep_job(self.key, replace(self.job, seen=time()))

    def end(self, state: State) -> None:
        jobs.forget_sheets(self.key)
        jobs.keep_job(self.key, replace(self.job, seen=time(), state=state))


def print_job(key: str) -> None:
    """Render the sheets of the job, and keep the PDF."""
    job = jobs.job_under(key)
    sheets = jobs.sheets_of(key)
    if job is None or not sheets:
        return
    progress = Progress(key, job)
    log = logging.getLogger("weasyprint.progress")
    log.setLevel(logging.INFO)
    log.propagate = False
    log.addHandler(progress)
    progress.thread.start()
    state: State = "interrupted"
    try:
        jobs.keep_pdf(key, render(sheets, title=job.title, finished=progress.sheet_finished))
        state = "done"
    except Exception:  # whatever it is, who waits must hear that it has stopped
        traceback.print_exc()
    finally:
        log.removeHandler(progress)
        progress.over.set()
        progress.thread.join()
        progress.end(state)


def step_back() -> None:
    """Where processors or memory run short, the hall comes first: of a crosstable of 200 WeasyPrint makes
    boxes of 0.9 GB. What Linux takes memory from is interrupted, and can be printed again.
    """
    with suppress(OSError):
        os.nice(NICENESS)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C at the terminal of the site ends it without a word
    step_back()
    print_job(sys.argv[1])
