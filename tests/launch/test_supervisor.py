"""What ends by itself is started again."""

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import count

import pytest

from clubtornei.launch import supervisor
from clubtornei.launch.postgres import PostgresUnavailable
from clubtornei.launch.supervisor import BETWEEN_STARTS, Child, Listener, SiteFailed, running, sites


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """The time by which the supervisor goes, in seconds."""
    now = [0.0]
    monkeypatch.setattr(supervisor.time, "monotonic", lambda: now[0])
    yield now


def ends_at_once() -> supervisor.Process:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process


def test_what_dies_is_started_again_but_not_without_end(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    starts = count(1)
    child = Child("uvicorn 1", lambda: next(starts) and ends_at_once())
    for clock[0] in (1, 4, 5, 6, 9, 10):
        child.revive()
    assert next(starts) == 4
    assert capsys.readouterr().out.count("Si è fermato da sé: uvicorn 1.") == 2


def test_what_cannot_be_started_yet_is_tried_again(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    tries = count()

    def start() -> supervisor.Process:
        if next(tries) in (1, 2):
            raise PostgresUnavailable("No space left on device")
        return ends_at_once()

    child = Child("PostgreSQL", start)
    for clock[0] in (5, 10, 15):
        child.revive()
    said = capsys.readouterr().out
    assert said.count("No space left on device") == 2
    assert "PostgreSQL lavora di nuovo" in said


def test_programs_are_started_one_after_the_other() -> None:
    with running({"one": ["-c", ""], "other": ["-c", ""]}, dict(os.environ)) as (one, other):
        assert other.started - one.started >= BETWEEN_STARTS


@pytest.mark.parametrize("number", ["0", "-1", "due", "65"])
def test_a_wrong_number_of_processes_is_named(number: str) -> None:
    with supervisor.listening_socket("127.0.0.1", [0]) as own, pytest.raises(SiteFailed) as failed:
        sites(Listener(own), {"WEB_CONCURRENCY": number})
    assert f"WEB_CONCURRENCY={number} non è un numero di processi: da 1 a 64." in str(failed.value)
