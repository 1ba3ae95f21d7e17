"""Printing that takes longer than a page may: a process of its own renders the sheets, so that it can be
cancelled at any moment and no worker of the site waits for it.

What it has to do, how far it is, whether it is to stop and the finished PDF are all in Django's cache, which
the site's processes share. A job that has said nothing for a while is interrupted: its process, or the
machine, was stopped.
"""

import subprocess
import sys
from collections.abc import Sequence
from time import time
from typing import Literal

from django.conf import settings
from django.core.cache import cache
from msgspec import Struct

from clubtornei.rounds.printouts.rendering import Markup

KEPT_FOR = 6 * 60 * 60  # seconds: an evening
SILENT = 10.0  # seconds after which a job is taken for interrupted
STARTING = 5  # seconds in which a second click does not start it again

State = Literal["running", "done", "cancelled", "interrupted"]
processes: list["subprocess.Popen[bytes]"] = []  # those that this one has started and that may still run


class Job(Struct, frozen=True, kw_only=True):
    """`event`: its id. `address`: of the PDF; who opens it again once the job was cancelled starts a new one.
    `sheets`, `finished`: how many there are, and are laid out; `pages`, `steps`: done so far; `seen`: when it
    last said something.
    """

    event: int
    title: str
    address: str
    sheets: int
    seen: float
    finished: int = 0
    pages: int = 0
    steps: int = 0
    state: State = "running"

    @property
    def running(self) -> bool:
        return self.state == "running" and time() - self.seen <= SILENT

    @property
    def done(self) -> bool:
        return self.state == "done"

    @property
    def cancelled(self) -> bool:
        return self.state == "cancelled"

    @property
    def all_steps(self) -> int:
        """Of each sheet WeasyPrint reads the HTML, applies the style, makes boxes and lays them out; in the
        end it draws all pages and writes the file.
        """
        return 4 * self.sheets + 2

    @property
    def several(self) -> bool:
        """Whether it is a set of sheets."""
        return self.sheets > 1


def kept_pdf(key: str) -> bytes | None:
    content: bytes | None = cache.get(f"print:{key}:pdf")
    return content


def keep_pdf(key: str, content: bytes) -> None:
    cache.set(f"print:{key}:pdf", content, KEPT_FOR)


def job_of(key: str, event: int) -> Job | None:
    """The event's job under that key. None if there is none, or the cache has lost it."""
    job: Job | None = cache.get(f"print:{key}:job")
    return job if job and job.event == event else None


def keep_job(key: str, job: Job) -> None:
    cache.set(f"print:{key}:job", job, KEPT_FOR)


def start(key: str, job: Job, sheets: Sequence[Markup]) -> bool:
    """Render the sheets in a process of its own, unless that was just asked for. False if the cache keeps
    nothing, without which no job can be done.
    """
    if cache.add(f"print:{key}:starting", 1, STARTING):
        cache.delete(f"print:{key}:cancel")
        cache.set(f"print:{key}:sheets", list(sheets), KEPT_FOR)
        keep_job(key, job)
        if sheets_of(key):
            run(key)
    return job_of(key, job.event) is not None


def run(key: str) -> None:
    processes[:] = [process for process in processes if process.poll() is None]
    command = [sys.executable, "-m", "clubtornei.rounds.printouts.print_job", key]
    processes.append(subprocess.Popen(command, cwd=settings.BASE_DIR, stdin=subprocess.DEVNULL))


def sheets_of(key: str) -> list[Markup]:
    """What the job has to render; nothing if the cache has lost it."""
    sheets: list[Markup] = cache.get(f"print:{key}:sheets", [])
    return sheets


def cancel(key: str, event: int) -> None:
    """Stop the job, wherever it runs: it looks twice a second whether it is to stop."""
    if job_of(key, event):
        cache.set(f"print:{key}:cancel", 1, KEPT_FOR)
        cache.delete(f"print:{key}:starting")


def is_cancelled(key: str) -> bool:
    return cache.get(f"print:{key}:cancel") is not None


def forget_sheets(key: str) -> None:
    cache.delete(f"print:{key}:sheets")
