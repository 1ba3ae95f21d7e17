"""Printing that takes longer than a page may, a background job (`background_jobs.py`) for each PDF.

Besides how far it is, what it has to do and the finished PDF are in Django's cache.
"""

import subprocess
from collections.abc import Sequence
from typing import ClassVar, cast

from clubtornei import background_jobs
from clubtornei.background_jobs import BackgroundJob, run_process
from clubtornei.caches import jobs_cache
from clubtornei.rounds.typesetting.rendering import Markup

KEPT_FOR = 6 * 60 * 60  # seconds: an evening


class Job(BackgroundJob, frozen=True, kw_only=True):
    """`event`: its id. `address`: that asked for; who opens it again once the job was cancelled starts a new
    one. `sheets`, `finished`: how many there are, and are laid out; `pages`, `steps`: done so far.
    """

    kept_for: ClassVar[int] = KEPT_FOR
    silent: ClassVar[float] = 10.0

    event: int
    title: str
    filename: str
    address: str
    sheets: int
    finished: int = 0
    pages: int = 0
    steps: int = 0

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
    content: bytes | None = jobs_cache.get(f"{_name(key)}:pdf")
    return content


def keep_pdf(key: str, content: bytes) -> None:
    jobs_cache.set(f"{_name(key)}:pdf", content, KEPT_FOR)


def job_under(key: str) -> Job | None:
    return cast(Job | None, background_jobs.job_named(_name(key)))


def job_of(key: str, event: int) -> Job | None:
    """The event's job under that key. None if there is none, or the cache has lost it."""
    job = job_under(key)
    return job if job and job.event == event else None


def keep_job(key: str, job: Job) -> None:
    background_jobs.keep(_name(key), job)


def start(key: str, job: Job, sheets: Sequence[Markup]) -> bool:
    """Render the sheets in a process of its own, unless another request has just begun it. False if the cache
    keeps nothing, without which no job can be done.
    """
    with background_jobs.beginning(_name(key), job) as is_new:
        if is_new:
            jobs_cache.set(f"{_name(key)}:sheets", list(sheets), KEPT_FOR)
            if not (sheets_of(key) and job_under(key)):
                return False
            run(key)
        return True


def run(key: str) -> "subprocess.Popen[bytes]":
    return run_process(_name(key), ["-m", "clubtornei.rounds.printouts.print_job", key])


def sheets_of(key: str) -> list[Markup]:
    """What the job has to render; nothing if the cache has lost it."""
    sheets: list[Markup] = jobs_cache.get(f"{_name(key)}:sheets", [])
    return sheets


def cancel(key: str, event: int) -> None:
    """Stop the event's job."""
    if job_of(key, event):
        background_jobs.cancel(_name(key))


def is_cancelled(key: str) -> bool:
    return background_jobs.is_cancelled(_name(key))


def forget_sheets(key: str) -> None:
    jobs_cache.delete(f"{_name(key)}:sheets")


def _name(key: str) -> str:
    return f"print:{key}"
