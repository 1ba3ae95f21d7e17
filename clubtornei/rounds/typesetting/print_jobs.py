"""Printing that takes longer than a page may, a background job (`background_jobs.py`) for each PDF.

How far it is, and the finished PDF, are in Django's cache. Its process, `manage.py print_sheets`, makes all
of it from what is asked for, so that no request waits for the sheets of many.
"""

import hashlib
import subprocess
from collections.abc import Callable
from typing import ClassVar, cast

from django.utils.translation import get_language

from clubtornei import background_jobs
from clubtornei.advisory_locks import only_one
from clubtornei.background_jobs import BackgroundJob, run_process
from clubtornei.build_id import build_id
from clubtornei.caches import jobs_cache
from clubtornei.rounds.typesetting.paper_format import A4

KEPT_FOR = 6 * 60 * 60  # seconds: an evening


class Job(BackgroundJob, frozen=True, kw_only=True):
    """`event`: its id. `asked`: the sheets by name, each with the number of its round or part; of the `stage`
    and on the `paper` asked for, in the `language` of whoever asks, with addresses of the `site` as he reads
    it; `public`: the path of the event's public page. `address`: that asked for; who opens it again once the
    job was cancelled starts a new one. `finished`: how many sheets are laid out; `pages`, `steps`: done so
    far.
    """

    kept_for: ClassVar[int] = KEPT_FOR

    event: int
    title: str
    filename: str
    address: str
    asked: tuple[tuple[str, int], ...] = ()
    stage: int | None = None
    paper: str = A4.name
    language: str = ""
    site: str = ""
    public: str | None = None
    finished: int = 0
    pages: int = 0
    steps: int = 0

    @property
    def sheets(self) -> int:
        return len(self.asked)

    @property
    def all_steps(self) -> int:
        """Each sheet is written as HTML, which WeasyPrint reads; it applies the style, makes boxes and lays
        them out; in the end it draws all pages and writes the file.
        """
        return 5 * self.sheets + 2

    @property
    def several(self) -> bool:
        """Whether it is a set of sheets."""
        return self.sheets > 1


def key_of(*shown: object) -> str:
    """The key of the PDF that shows this, as this build prints it, in the language of who asks."""
    return hashlib.sha256(repr((build_id(), get_language(), shown)).encode()).hexdigest()[:32]


def kept_pdf(key: str) -> bytes | None:
    content: bytes | None = jobs_cache.get(f"{_name(key)}:pdf")
    return content


def keep_pdf(key: str, content: bytes) -> None:
    jobs_cache.set(f"{_name(key)}:pdf", content, KEPT_FOR)


def pdf_once(key: str, make: Callable[[], bytes]) -> bytes:
    """The PDF that is kept, else a new one: of all who ask for it together one makes it, the others wait."""
    with only_one(_name(key), wait=True):
        content = kept_pdf(key)
        if content is None:
            content = make()
            keep_pdf(key, content)
        return content


def job_under(key: str) -> Job | None:
    return cast(Job | None, background_jobs.job_named(_name(key)))


def job_of(key: str, event: int) -> Job | None:
    """The event's job under that key. None if there is none, or the cache has lost it."""
    job = job_under(key)
    return job if job and job.event == event else None


def keep_job(key: str, job: Job) -> None:
    background_jobs.keep(_name(key), job)


def start(key: str, job: Job) -> bool:
    """Print in a process of its own, unless another request has just begun it. False if the cache keeps
    nothing, without which no job can be done.
    """
    with background_jobs.beginning(_name(key), job) as is_new:
        if is_new:
            if not job_under(key):
                return False
            run(key)
        return True


def run(key: str) -> "subprocess.Popen[bytes]":
    return run_process(_name(key), ["manage.py", "print_sheets", key])


def cancel(key: str, event: int) -> None:
    """Stop the event's job."""
    if job_of(key, event):
        background_jobs.cancel(_name(key))


def is_cancelled(key: str) -> bool:
    return background_jobs.is_cancelled(_name(key))


def _name(key: str) -> str:
    return f"print:{key}"
