"""Work in a process of its own: as long as it runs it lives, however long it says nothing."""

import subprocess
import time
from collections.abc import Callable, Iterator
from typing import ClassVar

import pytest

from clubtornei import background_jobs
from clubtornei.background_jobs import BackgroundJob, job_named, keep, run_process

NAME = "sleep:1"
SLEEPS = ["-c", "import time; time.sleep(60)"]


class Job(BackgroundJob, frozen=True, kw_only=True):
    kept_for: ClassVar[int] = 60


@pytest.fixture(autouse=True)
def looked_at_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_jobs, "LOOKS", 0.01)


Begin = Callable[[], "subprocess.Popen[bytes]"]


@pytest.fixture
def begin() -> Iterator[Begin]:
    """Begins a job that says nothing, and has not for longer than any may."""
    processes: list[subprocess.Popen[bytes]] = []

    def begin() -> "subprocess.Popen[bytes]":
        keep(NAME, Job(seen=time.time() - Job.silent - 1))
        processes.append(run_process(NAME, SLEEPS))
        return processes[-1]

    yield begin
    for process in processes:
        process.kill()
        process.wait(10)
        wait_for(lambda: not state_of_job()[1])


def state_of_job() -> tuple[str, bool]:
    job = job_named(NAME)
    assert job
    return job.state, job.running


def wait_for(what: Callable[[], bool]) -> None:
    until = time.time() + 30
    while not what():
        assert time.time() < until
        time.sleep(0.01)


def test_a_job_that_says_nothing_runs_as_long_as_its_process_does(begin: Begin) -> None:
    process = begin()
    wait_for(lambda: state_of_job() == ("running", True))
    process.kill()
    wait_for(lambda: state_of_job() == ("interrupted", False))


def test_a_cancelled_job_ends_itself_and_is_not_killed(begin: Begin) -> None:
    process = begin()
    background_jobs.cancel(NAME)
    wait_for(lambda: state_of_job() == ("running", True))
    assert process.poll() is None
