"""The loading of a list: a process of its own does it, and how far it is stands in Django's cache, so that
any process of the site shows or cancels it.
"""

import subprocess
import sys
from pathlib import Path
from time import time
from typing import Literal

from django.conf import settings
from django.core.cache import cache
from msgspec import Struct

KEPT_FOR = 24 * 60 * 60  # seconds
SILENT = 60.0  # seconds after which a job is taken for interrupted: an index of two million takes ten
State = Literal["running", "done", "refused", "cancelled", "interrupted"]

processes: list["subprocess.Popen[bytes]"] = []  # those that this one has started and that may still run


class Job(Struct, frozen=True, kw_only=True):
    """`path`: of the uploaded file. `read` of `size` bytes; `players`: so far; `refused`: why the file is no
    list; `seen`: when it last said something.
    """

    path: str
    month: str
    federations: tuple[str, ...]
    size: int
    seen: float
    read: int = 0
    players: int = 0
    state: State = "running"
    refused: str = ""

    @property
    def running(self) -> bool:
        return self.state == "running" and time() - self.seen <= SILENT

    @property
    def done(self) -> bool:
        return self.state == "done"

    @property
    def cancelled(self) -> bool:
        return self.state == "cancelled"


def job_of(rating_list: str) -> Job | None:
    job: Job | None = cache.get(_key(rating_list))
    return job


def keep_job(rating_list: str, job: Job) -> None:
    cache.set(_key(rating_list), job, KEPT_FOR)


def forget_job(rating_list: str) -> None:
    cache.delete(_key(rating_list))


def cancel(rating_list: str) -> None:
    cache.set(f"{_key(rating_list)}:cancel", 1, KEPT_FOR)


def is_cancelled(rating_list: str) -> bool:
    return cache.get(f"{_key(rating_list)}:cancel") is not None


def start(rating_list: str, job: Job) -> bool:
    """Load the list in a process of its own. False where one is being loaded already."""
    running = job_of(rating_list)
    if running and running.running:
        return False
    cache.delete(f"{_key(rating_list)}:cancel")
    keep_job(rating_list, job)
    run(rating_list)
    return True


def run(rating_list: str) -> None:
    processes[:] = [process for process in processes if process.poll() is None]
    command = [sys.executable, "manage.py", "load_list", rating_list]
    processes.append(subprocess.Popen(command, cwd=settings.BASE_DIR, stdin=subprocess.DEVNULL))


def folder() -> Path:
    """Where uploaded lists wait to be loaded."""
    path = Path(settings.VAR_DIR) / "exchange"
    path.mkdir(parents=True, exist_ok=True)
    return path


def _key(rating_list: str) -> str:
    return f"exchange:{rating_list}"
