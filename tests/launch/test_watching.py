"""What `make run` notices of the machine, and leaves for the organisers' pages."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from clubtornei import interruptions
from clubtornei.launch import site, worker_deaths


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(site, "VAR", tmp_path)
    monkeypatch.setattr(site, "SERVING", tmp_path / "serving")
    monkeypatch.setattr(worker_deaths, "VAR", tmp_path)
    return tmp_path


def told(folder: Path) -> str | None:
    latest = interruptions.latest(folder)
    return latest.kind if latest else None


def test_a_site_that_was_stopped_has_nothing_to_tell(folder: Path) -> None:
    for _start in range(2):
        with site.marked_as_serving():
            pass
        assert told(folder) is None


def test_a_site_that_was_cut_short_tells_so_at_the_next_start(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site.SERVING.touch()
    with site.marked_as_serving():
        assert "L’ultima volta si era fermato senza preavviso" in capsys.readouterr().out
    assert told(folder) == "site"


@pytest.mark.parametrize(("seconds", "moved"), [(59, False), (61, True), (-3600, True)])
def test_a_clock_that_is_moved_is_noticed_once(
    seconds: int, moved: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, real = site.Clock(), site.time.time
    monkeypatch.setattr("clubtornei.launch.site.time.time", lambda: real() + seconds)
    assert clock.has_moved() == moved
    assert not clock.has_moved()


def test_a_worker_that_takes_the_place_of_another_tells_of_its_death(folder: Path) -> None:
    gunicorn = SimpleNamespace(num_workers=2)
    for age in (1, 2):
        worker_deaths.post_fork(gunicorn, SimpleNamespace(age=age))
    assert told(folder) is None
    worker_deaths.post_fork(gunicorn, SimpleNamespace(age=3))
    assert told(folder) == "site"
