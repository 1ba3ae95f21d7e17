"""The loading of a list, a background job (`background_jobs.py`) for each list."""

from pathlib import Path
from typing import ClassVar, cast

from django.conf import settings

from clubtornei import background_jobs
from clubtornei.background_jobs import BackgroundJob, run_process


class Job(BackgroundJob, frozen=True, kw_only=True):
    """`path`: of the uploaded file. `read` of `size` bytes; `players`: so far; `refused`: why the file is no
    list.
    """

    kept_for: ClassVar[int] = 24 * 60 * 60
    silent: ClassVar[float] = 60.0  # an index of two million takes ten

    path: str
    month: str
    federations: tuple[str, ...]
    size: int
    read: int = 0
    players: int = 0
    refused: str = ""


def job_of(rating_list: str) -> Job | None:
    return cast(Job | None, background_jobs.job_named(_name(rating_list)))


def keep_job(rating_list: str, job: Job) -> None:
    background_jobs.keep(_name(rating_list), job)


def cancel(rating_list: str) -> None:
    background_jobs.cancel(_name(rating_list))


def is_cancelled(rating_list: str) -> bool:
    return background_jobs.is_cancelled(_name(rating_list))


def start(rating_list: str, job: Job) -> bool:
    """Load the list in a process of its own. False where one is being loaded already."""
    with background_jobs.beginning(_name(rating_list), job) as is_new:
        if is_new:
            run(rating_list)
        return is_new


def run(rating_list: str) -> None:
    run_process(_name(rating_list), ["manage.py", "load_list", rating_list])


def folder() -> Path:
    """Where uploaded lists wait to be loaded."""
    path = Path(settings.VAR_DIR) / "exchange"
    path.mkdir(parents=True, exist_ok=True)
    return path


def _name(rating_list: str) -> str:
    return f"exchange:{rating_list}"
