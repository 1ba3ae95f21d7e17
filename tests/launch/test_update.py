"""Updating: the program of a git repository, forward and back again."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from bench.valkey import free_port
from clubtornei.launch import supervisor, update
from clubtornei.launch.backup import CommandRefused
from clubtornei.launch.environment import ROOT
from clubtornei.launch.sentences import sentence
from clubtornei.launch.service import RESTART_LEFT, is_active
from clubtornei.launch.update import Checkout, StepFailed, confirm

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


PROGRAM_IN_VENV = f"""#!/bin/sh
echo "$(id --user --name) $*" >> var/done
git rev-parse --quiet HEAD > /dev/null || exit 1
case "$*" in *leave-restart*) exit {RESTART_LEFT};; esac
"""
SYSTEMCTL = """#!/bin/sh
test "$1" = is-active || echo "$(id --user --name) systemctl $*" >> "$DONE"
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may work as somebody else")
def test_root_only_restarts_the_service_of_another_account() -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        folder, fakes = Path(name) / "clubtornei", Path(name) / "bin"
        shutil.copytree(ROOT / "clubtornei" / "launch", folder / "clubtornei" / "launch")
        (folder / "clubtornei" / "__init__.py").touch()
        (folder / "var").mkdir()
        for script, text in (
            (folder / ".venv/bin/python", PROGRAM_IN_VENV),
            (fakes / "systemctl", SYSTEMCTL),
        ):
            script.parent.mkdir(parents=True)
            script.write_text(text)
            script.chmod(0o755)
        git(folder, "init")
        git(folder, "commit", "--allow-empty", "-m", "0.2.0")
        Path(name).chmod(0o755)
        done = folder / "var" / "done"
        done.touch()
        for path in [folder, *folder.rglob("*")]:
            shutil.chown(path, "nobody")
        environment = os.environ | {"PATH": f"{fakes}:{os.environ['PATH']}", "DONE": str(done)}
        update = [sys.executable, "-B", "-m", "clubtornei.launch", "update", "--yes"]
        subprocess.run(update, cwd=folder, env=environment, check=True)
        assert done.read_text().splitlines() == [
            "nobody -m clubtornei.launch update --yes --leave-restart",
            "root systemctl restart clubtornei",
        ]
        assert {path.owner() for path in [folder, *folder.rglob("*")]} == {"nobody"}
