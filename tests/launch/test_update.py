"""Updating: the program of a git repository, forward and back again."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bench.valkey import free_port
from clubtornei.launch import supervisor, update
from clubtornei.launch.backup import CommandRefused
from clubtornei.launch.sentences import sentence
from clubtornei.launch.service import is_active
from clubtornei.launch.update import Checkout, StepFailed, confirm
from tests.launch.checkout import copied_checkout, make

WHO = {f"GIT_{who}_{what}": "ada" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
PROGRAM = Path("clubtornei") / "__init__.py"


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=folder, env=os.environ | WHO, check=True, capture_output=True)


def release(folder: Path, version: str) -> None:
    (folder / PROGRAM).write_text(f'VERSION = "{version}"\n')
    git(folder, "add", ".")
    git(folder, "commit", "-m", version)


@pytest.fixture
def origin(tmp_path: Path) -> Path:
    folder = tmp_path / "origin"
    (folder / "clubtornei").mkdir(parents=True)
    git(folder, "init", "--initial-branch", "main")
    release(folder, "0.2.0")
    return folder


@pytest.fixture
def here(origin: Path, tmp_path: Path) -> Checkout:
    git(tmp_path, "clone", str(origin), "here")
    return Checkout(tmp_path / "here")


def test_the_newest_program_is_found_and_taken(origin: Path, here: Checkout) -> None:
    assert here.fetch() == 0
    release(origin, "0.3.0")
    assert here.fetch() == 1
    assert here.version("HEAD").startswith("0.2.0 (")
    assert here.version("@{upstream}").startswith("0.3.0 (")
    with here.moved_to("@{upstream}"):
        assert "0.3.0" in (here.folder / PROGRAM).read_text()
    assert here.version("HEAD").startswith("0.3.0 (")
    assert here.fetch() == 0


def test_a_step_that_fails_brings_the_old_program_back(origin: Path, here: Checkout) -> None:
    release(origin, "0.3.0")
    here.fetch()
    with pytest.raises(StepFailed), here.moved_to("@{upstream}"):
        raise StepFailed("the packages")
    assert "0.2.0" in (here.folder / PROGRAM).read_text()
    assert here.fetch() == 1


def test_a_program_that_was_changed_here_is_left_alone(origin: Path, here: Checkout) -> None:
    (here.folder / PROGRAM).write_text("# mine")
    with pytest.raises(CommandRefused, match=r"clubtornei/__init__\.py"):
        here.fetch()
    assert (here.folder / PROGRAM).read_text() == "# mine"


def test_commits_of_ones_own_are_left_alone(origin: Path, here: Checkout) -> None:
    release(here.folder, "mine")
    release(origin, "0.3.0")
    with pytest.raises(CommandRefused, match="ff-only"):
        here.fetch()


def test_a_folder_without_a_repository_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(CommandRefused, match="git"):
        Checkout(tmp_path).fetch()


def test_a_site_that_was_started_by_hand_is_seen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for room in (supervisor, update):
        monkeypatch.setattr(room, "PORT_LOCK", tmp_path / "port.lock")
    assert update.restart() == sentence("restart_none")
    with supervisor.listening("127.0.0.1", [free_port()]):
        assert update.restart() == sentence("restart_run")


def test_without_the_network_nothing_happens(origin: Path, here: Checkout) -> None:
    origin.rename(origin.with_name("away"))
    with pytest.raises(CommandRefused, match=r"rete|network"):
        here.fetch()


def test_nobody_to_ask_is_no_yes(monkeypatch: pytest.MonkeyPatch) -> None:
    with open(os.devnull) as nobody:
        monkeypatch.setattr("sys.stdin", nobody)
        with pytest.raises(CommandRefused, match="YES=1"):
            confirm(yes=False)
    confirm(yes=True)


def test_a_service_that_is_not_there_is_not_active() -> None:
    assert not is_active("clubtornei-that-is-not-there")


STEP = """
import pwd, os, sys
print(pwd.getpwuid(os.geteuid()).pw_name, sys.argv[0].rpartition("/")[2], *sys.argv[1:], flush=True)
"""
SYSTEMCTL = """#!/bin/sh
test "$1" = is-active && exit {status}
echo "$(id --user --name) systemctl $*"
"""
only_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may work as somebody else")


@only_root
@pytest.mark.parametrize(("status", "restarted"), [(0, ["root systemctl restart clubtornei"]), (3, [])])
def test_root_brings_the_program_and_the_account_of_the_site_the_tables(
    status: int, restarted: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The account may write to its data only, where a link of its own leads root nowhere."""
    (tmp_path / "systemctl").write_text(SYSTEMCTL.format(status=status))
    (tmp_path / "systemctl").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with copied_checkout("clubtornei") as folder:
        (folder / ".gitignore").write_text("/.venv\n/var\n__pycache__\n")
        git(folder, "init", "--initial-branch", "main")
        git(folder, "add", ".")
        git(folder, "commit", "-m", "old")
        git(tmp_path, "clone", str(folder), "origin")
        for step in ("compile", "prepare"):
            (tmp_path / "origin" / "clubtornei" / "launch" / f"{step}.py").write_text(STEP)
        release(tmp_path / "origin", "0.9.0")
        git(folder, "remote", "add", "origin", str(tmp_path / "origin"))
        git(folder, "fetch")
        git(folder, "branch", "--set-upstream-to", "origin/main")
        var, elsewhere = folder / "var", folder / "elsewhere"
        var.mkdir()
        shutil.chown(var, "nobody")
        for lock in ("install.lock", "port.lock", "restoring.lock"):
            (var / lock).symlink_to(elsewhere)

        told = make(folder, "update", "YES=1", "DATABASE_URL=postgres://nobody@127.0.0.1:1/none")

        steps = [line for line in told.splitlines() if line.startswith(("root ", "nobody "))]
        assert steps == ["root compile.py", "nobody prepare.py --shared", *restarted]
        assert {path.lstat().st_uid for path in folder.rglob("*") if path != var} == {0}
        assert not elsewhere.exists()


@only_root
def test_root_runs_no_program_that_the_account_of_the_site_could_change(tmp_path: Path) -> None:
    with copied_checkout("clubtornei") as folder:
        shutil.chown(folder, "nobody")
        update = [sys.executable, "-m", "clubtornei.launch", "update", "--yes"]
        ended = subprocess.run(update, cwd=folder, capture_output=True, text=True)
        assert ended.returncode == 1
        assert "chown -R root: " in ended.stderr
