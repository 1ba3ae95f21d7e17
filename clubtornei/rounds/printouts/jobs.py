"""Printing that takes longer than a page may: a process of its own renders the sheets, so that it can be
cancelled at any moment and no worker of the site waits for it.

What it has to do, how far it is, whether it is to stop and the finished PDF are all in Django's cache, which
the site's processes share. A job that has said nothing for a while is interrupted: its process, or the
machine, was stopped.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from shutil import rmtree
from tempfile import mkdtemp
from threading import Thread
from time import time
from typing import Literal

from django.conf import settings
from django.core.cache import cache
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.advisory_locks import only_one
from clubtornei.rounds.printouts.rendering import Markup

KEPT_FOR = 6 * 60 * 60  # seconds: an evening
SILENT = 10.0  # seconds after which a job is taken for interrupted

State = Literal["running", "done", "cancelled", "interrupted"]


class Job(Struct, frozen=True, kw_only=True):
    """`event`: its id. `address`: that asked for; who opens it again once the job was cancelled starts a new
    one. `sheets`, `finished`: how many there are, and are laid out; `pages`, `steps`: done so far; `seen`:
    when it last said something.
    """

    event: int
    title: str
    filename: str
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
    """Render the sheets in a process of its own, unless another request has just begun it. False if the cache
    keeps nothing, without which no job can be done.
    """
    with only_one(f"print:{key}", wait=True):
        begun = job_of(key, job.event)
        if begun and begun.running:
            return True
        cache.delete(f"print:{key}:cancel")
        cache.set(f"print:{key}:sheets", list(sheets), KEPT_FOR)
        keep_job(key, job)
        if not (sheets_of(key) and job_of(key, job.event)):
            return False
        run(key)
        return True


def run(key: str) -> "subprocess.Popen[bytes]":
    """Begin the job's process. Its temporary files have a folder of their own: a process that is killed
    cannot remove them itself.
    """
    folder = mkdtemp(prefix="print-")
    command = [sys.executable, "-m", "clubtornei.rounds.printouts.print_job", key]
    environment = os.environ | {"TMPDIR": folder}
    process = subprocess.Popen(command, cwd=settings.BASE_DIR, env=environment, stdin=subprocess.DEVNULL)
    Thread(target=_clear_up_behind, args=[process, key, folder]).start()
    return process


def _clear_up_behind(process: "subprocess.Popen[bytes]", key: str, folder: str) -> None:
    process.wait()
    rmtree(folder, ignore_errors=True)
    job: Job | None = cache.get(f"print:{key}:job")
    if job and job.state == "running":
        keep_job(key, replace(job, state="interrupted"))


def sheets_of(key: str) -> list[Markup]:
    """What the job has to render; nothing if the cache has lost it."""
    sheets: list[Markup] = cache.get(f"print:{key}:sheets", [])
    return sheets


def cancel(key: str, event: int) -> None:
    """Stop the job, wherever it runs: it looks twice a second whether it is to stop."""
    if job_of(key, event):
        cache.set(f"print:{key}:cancel", 1, KEPT_FOR)


def is_cancelled(key: str) -> bool:
    return cache.get(f"print:{key}:cancel") is not None


def forget_sheets(key: str) -> None:
    cache.delete(f"print:{key}:sheets")
