"""Workers as the launcher starts them, with processes of their own for what is heavy."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import psutil
import pytest
from django.core.files.base import ContentFile
from django.db import connection
from django.utils.timezone import now

from clubtornei.accounts.models import Club
from clubtornei.jobs.actions import cancel_job, request_job
from clubtornei.jobs.models import LISTS, PRINTS, Job, JobState, files
from clubtornei.launch import supervisor
from clubtornei.launch.supervisor import Child

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 60.0  # seconds: heavy processes step back behind all else that runs


@pytest.fixture(autouse=True)
def workers(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Child]]:
    """Two, at work on the database of the test."""
    monkeypatch.setattr("clubtornei.launch.supervisor.BEFORE_RESTART", 0.0)
    folder = {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": tmp_path / "jobs"},
    }
    settings.STORAGES = settings.STORAGES | {"jobs": folder}
    url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{quote(connection.settings_dict['NAME'])}")
    environment = os.environ | {
        "DATABASE_URL": url.geturl(),
        "DJANGO_SETTINGS_MODULE": "tests.jobs.site",
        "FILES_FOLDER": str(tmp_path),
    }
    with supervisor.running(supervisor.workers(environment), environment) as workers:
        yield workers


def ask(club: Club, kind: str, key: str = "a", queue: str = PRINTS) -> Job:
    return request_job(club, kind, key, {}, queue=queue)[0]


def wait_for(what: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < until
        time.sleep(0.05)


def ended(job: Job, state: str) -> Job:
    def has_ended() -> bool:
        job.refresh_from_db()
        return not job.under_way

    wait_for(has_ended)
    assert job.state == state, job.why
    return job


def heavy_process(job: Job) -> psutil.Process:
    def has_told() -> bool:
        job.refresh_from_db()
        return bool(job.progress)

    wait_for(has_told)
    return psutil.Process(job.progress["done"])


def pids(workers: list[Child]) -> set[int]:
    return {worker.process.pid for worker in workers if worker.process.poll() is None}


def test_no_end_of_a_job_ends_its_worker_nor_lists_keep_prints_waiting(
    club: Club, workers: list[Child]
) -> None:
    before = pids(workers)
    cancelled = ask(club, "sleep", "cancelled")
    process = heavy_process(cancelled)
    cancel_job(cancelled)
    ended(cancelled, JobState.CANCELLED)
    process.wait(PATIENCE)
    ended(ask(club, "crash"), JobState.INTERRUPTED)
    assert "troppa memoria" in ended(ask(club, "swell"), JobState.REFUSED).why
    written = ended(ask(club, "write"), JobState.DONE)
    assert files().open(written.result).read() == b"written"
    for _time in range(2):  # what is asked for straight after another is done, too
        ended(ask(club, "write", "list:fide", LISTS), JobState.DONE)

    lists = [ask(club, "sleep", f"list:{number}", LISTS) for number in range(2)]
    heavy_process(lists[0])
    ended(ask(club, "write", "beside the lists"), JobState.DONE)
    lists[1].refresh_from_db()
    assert lists[1].state == JobState.WAITING
    files().save("go", ContentFile(b""))
    for job in lists:
        ended(job, JobState.DONE)
    assert pids(workers) == before


def test_a_job_of_a_worker_that_is_killed_is_done_again(club: Club, workers: list[Child]) -> None:
    job = ask(club, "sleep")
    process = heavy_process(job)
    worker = process.parent()
    assert worker and worker.pid in pids(workers)
    worker.send_signal(signal.SIGKILL)
    process.wait(PATIENCE)  # it ends with its worker
    files().save("go", ContentFile(b""))
    Job.objects.update(beat=now() - timedelta(minutes=1))  # what takes twenty seconds

    def is_done() -> bool:
        for worker in workers:
            worker.revive()
        job.refresh_from_db()
        return not job.under_way

    wait_for(is_done)
    assert (job.state, job.run) == (JobState.DONE, 2)
    assert len(pids(workers)) == 2
