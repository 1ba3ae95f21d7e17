"""`make update`: pulls the newest program, installs, migrates, and lets the site begin again.

It says all of that first, and asks. On a laptop it backs up first, and the site rests meanwhile. On a server
the site goes on until the tables are those of the new program, and is restarted then: root brings the
program, and the account of the site the tables. If a step fails, the program becomes again what it was.
"""

import argparse
import os
import pwd
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from clubtornei.backups.archive import back_up
from clubtornei.launch.backup import (
    RESTORING,
    YES,
    CommandRefused,
    Declined,
    Stopped,
    carried_out,
    database,
    environment_for,
    place,
    site_stopped,
    stored,
)
from clubtornei.launch.environment import PYTHON, ROOT, VAR
from clubtornei.launch.postgres import try_lock
from clubtornei.launch.sentences import sentence
from clubtornei.launch.service import (
    SERVICE,
    ServiceFailed,
    account_of_site,
    is_active,
    restart_service,
    run_as,
)
from clubtornei.launch.supervisor import PORT_LOCK

SEEN_WITHIN = 1.0  # seconds, in which a launcher sees that the site is to rest
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
        """Look for the newest program; returns by how many commits it is ahead. Raises CommandRefused."""
        try:
            self.git("rev-parse", "@{upstream}")
        except (StepFailed, FileNotFoundError):
            raise CommandRefused(sentence("no_git")) from None
        if changes := self.git("status", "--porcelain", "--untracked-files=no"):
            raise CommandRefused(sentence("own_changes", changes=changes))
        try:
            self.git("fetch", "--quiet")
        except (StepFailed, subprocess.TimeoutExpired) as error:
            raise CommandRefused(sentence("no_fetch", reason=error)) from None
        if int(self.git("rev-list", "--count", "@{upstream}..HEAD")):
            raise CommandRefused(sentence("gone_apart"))
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
    """Update; returns the exit status."""
    parser = argparse.ArgumentParser(prog="clubtornei.launch.update")
    parser.add_argument("--yes", action="store_true")
    given = parser.parse_args(words)
    return carried_out(lambda: update(Checkout(), yes=given.yes), failed="backup_failed")


def update(checkout: Checkout, *, yes: bool) -> None:
    """All steps. Raises CommandRefused, and what a backup raises: then the program is what it was; Declined
    if nothing is to be done.
    """
    on_server = bool(os.environ.get("DATABASE_URL"))
    commits = checkout.fetch()
    old, new = checkout.version("HEAD"), checkout.version("@{upstream}")
    if not commits:
        raise Declined(sentence("newest", old=old))
    plan = "update_plan_server" if on_server else "update_plan"
    print(sentence(plan, commits=commits, old=old, new=new, restart=restart()), flush=True)
    confirm(yes=yes)
    with database() as url:
        if on_server:
            bring_up_to_date(checkout, url, "--shared", failed=sentence("update_failed_server", old=old))
        else:
            back_up_and_update(checkout, url, old)
    print(sentence("updated", old=old, new=new), flush=True)
    if on_server:
        restart_site()


def back_up_and_update(checkout: Checkout, url: str, old: str) -> None:
    """Update while the site rests. Raises CommandRefused, BackupFailed."""
    backup = back_up(url, stored(), "command")
    kept = place(backup) if backup else ""
    if kept:
        print(sentence("kept", path=kept), flush=True)
    with site_stopped(url):
        bring_up_to_date(checkout, url, failed=sentence("update_failed", old=old, backup=kept))


def bring_up_to_date(checkout: Checkout, url: str, *options: str, failed: str) -> None:
    """Bring program, packages and tables to what was fetched. Raises CommandRefused."""
    try:
        with checkout.moved_to("@{upstream}"):
            install(url)
            run_new_program(url, "-m", "clubtornei.launch.prepare", *options, account=account_of_site(VAR))
    except StepFailed as error:
        install(url)  # the packages of the old one, which is there again
        raise CommandRefused(f"{error} {failed}") from None


def install(url: str) -> None:
    """Install the packages, and compile what the site may not. Raises StepFailed."""
    run_new_program(url, "-c", INSTALL)
    run_new_program(url, "-m", "clubtornei.launch.compile")


def run_new_program(url: str, *words: str, account: pwd.struct_passwd | None = None) -> None:
    """Run a part of the program as it is in the folder now. Raises StepFailed."""
    command: list[str | Path] = [PYTHON, *words]
    environment = environment_for(url)
    if account:
        status = run_as(account, command, ROOT, environment)
    else:
        status = subprocess.run(command, cwd=ROOT, env=environment).returncode
    if status:
        raise StepFailed(sentence("prepare_failed"))


def restart_site() -> None:
    """Restart the service, or let the site that was started by hand in this folder take new processes.

    Raises CommandRefused.
    """
    if not is_service():
        with open(RESTORING, "wb") as lock:
            try_lock(lock)
            time.sleep(SEEN_WITHIN)
        return
    try:
        restart_service()
    except ServiceFailed as failed:
        raise CommandRefused(str(failed)) from None


def is_service() -> bool:
    """Whether the site is a service, even one that is stopped: root looks at no lock of its account."""
    return is_active() or account_of_site(VAR) is not None


def restart() -> str:
    """How the site begins again."""
    if is_service():
        return sentence("restart_service", service=SERVICE)
    with open(PORT_LOCK, "ab") as lock:
        return sentence("restart_none" if try_lock(lock) else "restart_run")


def confirm(*, yes: bool) -> None:
    """Ask, unless `yes`. Raises CommandRefused, Declined."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise CommandRefused(sentence("say_yes_update"))
    if input(sentence("go_on")).strip().lower() not in YES:
        raise Declined(sentence("not_restored"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
