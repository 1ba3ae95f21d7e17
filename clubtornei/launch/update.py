"""`make update`: backs up, pulls the newest program, installs, migrates, and lets the site begin again.

It says all of that first, and asks. A site of `make run` rests meanwhile as it does while a backup is
restored, and goes on with processes of the new program; a service of systemd is stopped and started. If a
step fails, the program becomes again what it was.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from clubtornei.backups.archive import back_up
from clubtornei.launch.backup import (
    BACKUPS,
    YES,
    Declined,
    RestoreRefused,
    Stopped,
    carried_out,
    database,
    place,
    site_stopped,
)
from clubtornei.launch.environment import PYTHON, ROOT, VAR
from clubtornei.launch.owner import GO_ON
from clubtornei.launch.postgres import try_lock
from clubtornei.launch.sentences import sentence
from clubtornei.launch.service import SERVICE, ServiceFailed, is_active, service_stopped

PLAN, CARRY_OUT = "plan", "carry-out"
"""The parts that root has done by the account of the site, and stops the service in between."""
GIT_TIMEOUT = 120.0  # seconds
INSTALL = "from clubtornei.launch.environment import ensure_installed; ensure_installed('requirements.txt')"


class StepFailed(Stopped):
    """A step after the backup."""


class Checkout:
    """A folder whose program comes from a git repository."""

    def __init__(self, folder: Path = ROOT) -> None:
        self.folder = folder

    def git(self, *words: str) -> str:
        """What git says. Raises StepFailed with its last words."""
        ended = subprocess.run(
            ["git", *words],
            cwd=self.folder,
            env=os.environ | {"GIT_TERMINAL_PROMPT": "0"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=GIT_TIMEOUT,
        )
        if ended.returncode:
            raise StepFailed(ended.stderr.strip())
        return ended.stdout.strip()

    def fetch(self) -> int:
        """Look for the newest program; returns by how many commits it is ahead. Raises Refused."""
        try:
            self.git("rev-parse", "@{upstream}")
        except (StepFailed, FileNotFoundError):
            raise RestoreRefused(sentence("no_git")) from None
        if changes := self.git("status", "--porcelain", "--untracked-files=no"):
            raise RestoreRefused(sentence("own_changes", changes=changes))
        try:
            self.git("fetch", "--quiet")
        except (StepFailed, subprocess.TimeoutExpired) as error:
            raise RestoreRefused(sentence("no_fetch", reason=error)) from None
        if int(self.git("rev-list", "--count", "@{upstream}..HEAD")):
            raise RestoreRefused(sentence("gone_apart"))
        return int(self.git("rev-list", "--count", "HEAD..@{upstream}"))

    def version(self, commit: str) -> str:
        """What the program of that commit is called: its version and the beginning of its hash."""
        source = self.git("show", f"{commit}:clubtornei/__init__.py")
        number = next((line.split('"')[1] for line in source.splitlines() if line.startswith("VERSION")), "")
        return f"{number} ({self.git('rev-parse', '--short', commit)})"

    @contextmanager
    def moved_to(self, commit: str) -> Iterator[None]:
        """Be at that commit; if the block fails, at the one before again."""
        before = self.git("rev-parse", "HEAD")
        self.git("merge", "--ff-only", "--quiet", commit)
        try:
            yield
        except BaseException:
            self.git("reset", "--keep", before)
            raise


def main(words: list[str]) -> int:
    """Update, or do one part of it; returns the exit status, GO_ON if a plan is to be carried out."""
    parser = argparse.ArgumentParser(prog="clubtornei.launch.update")
    parser.add_argument("--yes", action="store_true")
    parser.add_argument("--part", choices=[PLAN, CARRY_OUT])
    given = parser.parse_args(words)
    checkout = Checkout()
    if given.part == PLAN:
        return carried_out(lambda: plan(checkout, yes=given.yes), failed="backup_failed", done=GO_ON)
    if given.part == CARRY_OUT:
        return carried_out(lambda: carry_out(checkout), failed="backup_failed")
    return carried_out(lambda: update(checkout, yes=given.yes), failed="backup_failed")


def update(checkout: Checkout, *, yes: bool) -> None:
    """All steps. Raises Refused, and what a backup raises: then the program is what it was."""
    plan(checkout, yes=yes)
    try:
        with service_stopped():
            carry_out(checkout)
    except ServiceFailed as failed:
        raise RestoreRefused(str(failed)) from None


def plan(checkout: Checkout, *, yes: bool) -> None:
    """Say what there is to do, and ask, unless `yes`. Raises Refused; Declined if nothing is to be done."""
    commits = checkout.fetch()
    old, new = checkout.version("HEAD"), checkout.version("@{upstream}")
    if not commits:
        raise Declined(sentence("newest", old=old))
    print(sentence("update_plan", commits=commits, old=old, new=new, restart=restart()), flush=True)
    confirm(yes=yes)


def carry_out(checkout: Checkout) -> None:
    """Back up, and bring program, packages and tables to what was fetched. Raises Refused, BackupFailed."""
    old, new = checkout.version("HEAD"), checkout.version("@{upstream}")
    with ExitStack() as until_the_end:
        url = until_the_end.enter_context(database())
        backup = back_up(url, BACKUPS, "command")
        kept = place(backup.path) if backup else ""
        if kept:
            print(sentence("kept", path=kept), flush=True)
        until_the_end.enter_context(site_stopped(url))
        try:
            with checkout.moved_to("@{upstream}"):
                run_new_program("-c", INSTALL)
                run_new_program("-m", "clubtornei.launch.prepare", DATABASE_URL=url)
        except StepFailed as error:
            run_new_program("-c", INSTALL)  # the packages of the old one, which is there again
            raise RestoreRefused(sentence("update_failed", old=old, reason=error, backup=kept)) from None
    print(sentence("updated", old=old, new=new))


def run_new_program(*words: str, **environment: str) -> None:
    """Run a part of the program as it is in the folder now. Raises StepFailed."""
    if subprocess.run([PYTHON, *words], cwd=ROOT, env=os.environ | environment).returncode:
        raise StepFailed(sentence("prepare_failed"))


def restart() -> str:
    """How the site begins again."""
    if is_active():
        return sentence("restart_service", service=SERVICE)
    with open(VAR / "run.lock", "ab") as lock:
        return sentence("restart_none" if try_lock(lock) else "restart_run")


def confirm(*, yes: bool) -> None:
    """Ask, unless `yes`. Raises Refused, Declined."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise RestoreRefused(sentence("say_yes_update"))
    if input(sentence("go_on")).strip().lower() not in YES:
        raise Declined(sentence("not_restored"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
