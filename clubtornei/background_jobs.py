"""Work that takes longer than a page may: a process of its own does it, so that it can be cancelled at any
moment and no worker of the site waits for it.

How far a job is, and whether it is to stop, stands in Django's cache under the job's name, `print:…`, so that
any process of the site shows or cancels it. A job of which nothing is heard for a while is interrupted: the
machine was stopped. As long as its process runs, the worker that has begun it says that it lives, however
long it is silent itself.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from shutil import rmtree
from tempfile import mkdtemp
from threading import Thread
from time import time
from typing import ClassVar, Literal

from django.conf import settings
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.advisory_locks import only_one
from clubtornei.caches import jobs_cache

LOOKS = 0.5  # seconds between two looks at the process of a job
DAY = 24 * 60 * 60  # seconds: longer than any job is kept

State = Literal["running", "done", "refused", "cancelled", "interrupted"]


class BackgroundJob(Struct, frozen=True, kw_only=True):
    """`kept_for`: seconds that the cache keeps it; `silent`: seconds after which it is taken for interrupted;
    `seen`: when it was last heard of.
    """

    kept_for: ClassVar[int]
    silent: ClassVar[float] = 10.0

    seen: float
    state: State = "running"

    @property
    def running(self) -> bool:
        return self.state == "running" and time() - self.seen <= self.silent

    @property
    def done(self) -> bool:
        return self.state == "done"

    @property
    def cancelled(self) -> bool:
        return self.state == "cancelled"


def job_named(name: str) -> BackgroundJob | None:
    job: BackgroundJob | None = jobs_cache.get(f"{name}:job")
    return job and replace(job, seen=max(job.seen, jobs_cache.get(f"{name}:lives", 0.0)))


def keep(name: str, job: BackgroundJob) -> None:
    jobs_cache.set(f"{name}:job", job, job.kept_for)


def cancel(name: str) -> None:
    """Ask the job to stop, wherever it runs: it looks twice a second whether it is to."""
    jobs_cache.set(f"{name}:cancel", 1, DAY)


def is_cancelled(name: str) -> bool:
    return jobs_cache.get(f"{name}:cancel") is not None


@contextmanager
def beginning(name: str, job: BackgroundJob) -> Iterator[bool]:
    """Keep the job; what runs it stands in the block. False, and nothing is kept, where one of that name is
    running: of two requests at once the second finds that of the first.
    """
    with only_one(name, wait=True):
        begun = job_named(name)
        is_new = not (begun and begun.running)
        if is_new:
            jobs_cache.delete(f"{name}:cancel")
            keep(name, job)
        yield is_new


def run_process(name: str, command: Sequence[str]) -> "subprocess.Popen[bytes]":
    """Run Python with these words for the job, which looks itself whether it is cancelled.

    Its temporary files have a folder of their own: a process that ends at once does not remove them.
    """
    folder = mkdtemp(prefix=f"{name.partition(':')[0]}-")
    process = subprocess.Popen(
        [sys.executable, *command],
        cwd=settings.BASE_DIR,
        env=os.environ | {"TMPDIR": folder},
        stdin=subprocess.DEVNULL,
    )
    Thread(target=_attend, args=[process, name, folder]).start()
    return process


def _attend(process: "subprocess.Popen[bytes]", name: str, folder: str) -> None:
    """Say that the process lives, and clear up behind it."""
    while _runs(process):
        jobs_cache.set(f"{name}:lives", time(), DAY)
    rmtree(folder, ignore_errors=True)
    job = job_named(name)
    if job and job.state == "running":
        keep(name, replace(job, state="cancelled" if is_cancelled(name) else "interrupted"))


def _runs(process: "subprocess.Popen[bytes]") -> bool:
    """Whether it still does, after a moment."""
    try:
        process.wait(LOOKS)
    except subprocess.TimeoutExpired:
        return True
    return False
