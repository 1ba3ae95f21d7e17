"""`make backup` and `make restore FILE=…`: the whole database into one file, and back. `__main__` execs this.

Both work while the site runs and while it does not. A restore holds the file `RESTORING` locked: `make run`
sees that, stops serving, and serves again with new processes when it is released, however that happens.
"""

import argparse
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from django.core.exceptions import ImproperlyConfigured
from django.core.files.storage import Storage

from clubtornei.backups import site_backups
from clubtornei.backups.archive import (
    Backup,
    BackupFailed,
    Contents,
    Description,
    back_up,
    backups_in,
    check,
    describe,
    opened,
)
from clubtornei.backups.programs import ProgramFailed
from clubtornei.launch.environment import ROOT, VAR, direct_url
from clubtornei.launch.postgres import PostgresUnavailable, Server, private_postgres, try_lock
from clubtornei.launch.sentences import sentence

SECRET_KEY = VAR / "secret-key"
RESTORING = VAR / "restoring.lock"
PRIVATE_URL = VAR / "database-url"
"""That of the private PostgreSQL, while it runs."""
HOLDINGS = {
    "clubs": "accounts_club",
    "members": "accounts_membership",
    "events": "events_event",
    "rounds": "rounds_round",
    "results": "rounds_resultentry",
    "players": "players_player",
}
"""What is counted for the person who is to decide, by the table that has it."""
LOOK_TIMEOUT = 1.0  # seconds
STOP_TIMEOUT = 30.0  # seconds that the site may take to end its requests
OTHERS = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename IS NOT NULL"
YES = {"sì", "si", "yes"}
"""Whole words: who presses a key by mistake replaces nothing."""


class Stopped(Exception):
    """It goes no further; the message is for the person at the terminal."""


class CommandRefused(Stopped):
    """Nothing was done."""


class Declined(Stopped):
    """Nothing was done, as the person at the terminal wants it: no fault."""


def main(words: list[str]) -> int:
    """Back up, or restore; returns the exit status."""
    parser = argparse.ArgumentParser(prog="clubtornei.launch.backup")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("backup").add_argument("--key", action="store_true")
    restoring = commands.add_parser("restore")
    restoring.add_argument("file", type=Path, nargs="?")
    restoring.add_argument("--yes", action="store_true")
    given = parser.parse_args(words)
    if given.command == "backup":
        return carried_out(lambda: back_up_now(key=given.key), failed="backup_failed")
    return carried_out(lambda: restore_file(given.file, yes=given.yes), failed="restore_failed")


def stored() -> Storage:
    """Where the backups are."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubtornei.settings")
    return site_backups.files()


def carried_out(work: Callable[[], None], *, failed: str) -> int:
    """Do it, and say what went wrong; `failed`: the sentence where that was the backup. Returns the exit
    status.
    """
    try:
        work()
    except Declined as declined:
        print(declined, flush=True)
        return 0
    except Stopped as stopped:
        message = str(stopped)
    except PostgresUnavailable as error:
        message = sentence("postgres_unavailable", reason=error)
    except (BackupFailed, ProgramFailed, psycopg.Error, OSError, ImproperlyConfigured) as error:
        message = sentence(failed, reason=error)
    except KeyboardInterrupt:
        return 130
    else:
        return 0
    print(message, file=sys.stderr, flush=True)
    return 1


def back_up_now(*, key: bool) -> None:
    """Write a backup and say where it is. Raises CommandRefused, BackupFailed."""
    with database() as url:
        backup = back_up(url, stored(), "command", key=secret_key() if key else None)
    if backup is None:
        raise CommandRefused(sentence("nothing_to_back_up"))
    print(sentence("backed_up", path=place(backup), size=f"{max(1, round(backup.size / 1024))} kB"))
    print(sentence("with_key" if key else "without_key"))


def restore_file(file: Path | None, *, yes: bool) -> None:
    """Replace the database by the contents of a file, if the person at the terminal wants it.

    Raises CommandRefused, Declined, BackupFailed; then the database is as it was.
    """
    if file is None:
        raise CommandRefused(sentence("which_file", known=known_backups()))
    with found(file) as path, opened(path) as contents:
        check(contents)
        refuse_newer(contents.description)
        with database() as url:
            confirm(file, contents, describe(url), yes=yes)
            with site_stopped(url):
                replace(url, path, contents)
    print(sentence("restored", path=file))


def replace(url: str, file: Path, contents: Contents) -> None:
    """Keep what is there, then replace it by what the file contains. Raises CommandRefused, BackupFailed."""
    kept = back_up(url, stored(), "restore", key=secret_key() if contents.key else None)
    if kept:
        print(sentence("kept", path=place(kept)), flush=True)
    print(sentence("restoring"), flush=True)
    ended = run_django(url, "clubtornei.backups.restoring", str(file), quiet=True)
    if ended.returncode:
        raise BackupFailed(ended.stderr.strip())
    if ended.stdout:
        print(sentence("left_out", tables=ended.stdout.strip()), flush=True)
    if contents.key:
        keep_key(contents.key)
    if run_django(url, "clubtornei.launch.prepare", f"--restored={file.name}").returncode:
        raise CommandRefused(sentence("prepare_failed"))


def run_django(url: str, module: str, *words: str, quiet: bool = False) -> "subprocess.CompletedProcess[str]":
    """Run a part of the program that needs Django on the database. `quiet`: what it says is in the result."""
    command = [sys.executable, "-m", module, *words]
    return subprocess.run(command, cwd=ROOT, env=environment_for(url), text=True, capture_output=quiet)


@contextmanager
def database() -> Iterator[str]:
    """The direct URL of the database: of that of DATABASE_URL, of the site that runs, or of the private one,
    started for this command alone. Raises CommandRefused, PostgresUnavailable.
    """
    if os.environ.get("DATABASE_URL"):
        yield direct_url(os.environ)
        return
    with open(VAR / "run.lock", "ab") as lock:
        if try_lock(lock):
            lock.truncate(0)
            with private_database() as server:
                yield server.url
            return
    try:
        url = PRIVATE_URL.read_text()
    except FileNotFoundError:
        raise CommandRefused(sentence("elsewhere")) from None
    yield url


@contextmanager
def private_database() -> Iterator[Server]:
    """Run the private PostgreSQL while the block runs; the settings find it by a file. Raises
    PostgresUnavailable.
    """
    with private_postgres(VAR / "postgres") as server:
        PRIVATE_URL.write_text(server.url)
        try:
            yield server
        finally:
            PRIVATE_URL.unlink(missing_ok=True)


def environment_for(url: str) -> dict[str, str]:
    """For what needs Django on the database of `database()`. DATABASE_URL stays unset for the private one:
    that is how the site knows that it is on a laptop.
    """
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "clubtornei.settings"}
    if environment.pop("DATABASE_URL", ""):
        environment["DATABASE_URL"] = url
    return environment


@contextmanager
def site_stopped(url: str) -> Iterator[None]:
    """Keep `make run` from serving while the block runs.

    Raises CommandRefused if another restore is under way, or others use the database.
    """
    with open(RESTORING, "wb") as lock:
        deadline = time.monotonic() + LOOK_TIMEOUT
        while not try_lock(lock):  # `restoring` takes it for a moment, too
            if time.monotonic() > deadline:
                raise CommandRefused(sentence("restoring_already"))
            time.sleep(0.05)
        deadline = time.monotonic() + STOP_TIMEOUT
        while others := connections(url):
            if time.monotonic() > deadline:
                raise CommandRefused(sentence("others_connected", number=others))
            time.sleep(0.2)
        yield


def connections(url: str) -> int:
    """How many others are connected to the database."""
    with psycopg.connect(url) as connection:
        row = connection.execute(OTHERS + " AND pid <> pg_backend_pid()").fetchone()
    assert row
    return int(row[0])


def restoring() -> bool:
    """Whether a restore is under way in this checkout."""
    with open(RESTORING, "ab") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def confirm(file: Path, contents: Contents, old: Description, *, yes: bool) -> None:
    """Say what would be replaced by what, and ask, unless `yes`. Raises CommandRefused, Declined."""
    holds = holdings(contents.description)
    print(sentence("would_restore", path=file, made=f"{contents.made:%d/%m/%Y %H:%M}", holds=holds))
    if not old.migrations:
        return
    print(sentence("would_replace", holds=holdings(old)), flush=True)
    if yes:
        return
    if not sys.stdin.isatty():
        raise CommandRefused(sentence("say_yes"))
    if input(sentence("sure")).strip().lower() not in YES:
        raise Declined(sentence("not_restored"))


def holdings(description: Description) -> str:
    """How many rows there are of what people enter."""
    return sentence("holdings", **{name: description.rows.get(table, 0) for name, table in HOLDINGS.items()})


def refuse_newer(description: Description) -> None:
    """Raises CommandRefused if the tables of a backup have a form that this program does not know yet."""
    ours = {path.name for path in (ROOT / "clubtornei").iterdir() if (path / "migrations").is_dir()}
    for app, name in description.migrations:
        if app in ours and not is_known(app, name):
            raise CommandRefused(sentence("newer", migration=f"{app}.{name}"))


def is_known(app: str, migration: str) -> bool:
    """Whether the program has the migration, or one that replaces it."""
    folder = ROOT / "clubtornei" / app / "migrations"
    if (folder / f"{migration}.py").exists():
        return True
    return any(f"('{app}', '{migration}')" in path.read_text() for path in folder.glob("*.py"))


def secret_key() -> str | None:
    """The signing key that the site uses, if there is one yet."""
    kept = SECRET_KEY.read_text() if SECRET_KEY.exists() else None
    return os.environ.get("SECRET_KEY") or kept


def keep_key(key: str) -> None:
    """Sign with the key of the backup from now on; where the environment has one, that remains in use."""
    draft = SECRET_KEY.with_name("secret-key.restored")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(SECRET_KEY)


@contextmanager
def found(file: Path) -> Iterator[Path]:
    """The file itself, or a copy of that of the same name among the backups, as the site's page names them.
    Raises CommandRefused.
    """
    if file.is_file():
        yield file
    elif str(file) in {backup.name for backup in backups_in(stored())}:
        with tempfile.TemporaryDirectory(prefix="clubtornei-backup-") as folder:
            with stored().open(str(file)) as kept, open(Path(folder) / file, "wb") as copy:
                shutil.copyfileobj(kept, copy)
            yield Path(folder) / file
    else:
        raise CommandRefused(sentence("no_such_file", wanted=file, known=known_backups()))


def known_backups() -> str:
    """The backups that there are, a line each."""
    known = "\n".join(f"    {place(backup)}" for backup in backups_in(stored()))
    return known or sentence("no_backups")


def place(backup: Backup) -> str:
    """As one would type it in the checkout: its path, or its name where it is in no folder."""
    try:
        path = Path(stored().path(backup.name))
    except NotImplementedError:
        return backup.name
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
