"""One backup is one tar file: `backup.json`, what it is; `database.dump`, made by pg_dump; and, only if that
was asked for, `secret-key`.

A backup counts only once it has been read back from the disk: each table has as many rows in it as it had in
the database at that moment. Sessions, invitations, and what links to set a password are made of, are left
out: a file that is lost lets nobody in, and what was ended, used or withdrawn does not come back with the
data. So are jobs, and rating lists, which are large and can be loaded again.
"""

import fcntl
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import psycopg
from psycopg.sql import SQL, Identifier, Literal

from clubtornei.backups.programs import ProgramFailed, client, program, run

KEPT = 20  # of those that are made automatically
AUTOMATIC = frozenset({"start", "upgrade", "publication", "closing"})
REASONS = AUTOMATIC | {"command", "restore"}
ZONE = ZoneInfo("Europe/Rome")  # of the times in the names
NAME = "%Y-%m-%d_%H-%M-%S"
SUFFIX = ".tar"
DRAFT = "unfinished-"
GENTLY = ["nice"] if shutil.which("nice") else []  # those who play come first

DESCRIPTION, DUMP, KEY = "backup.json", "database.dump", "secret-key"
MIGRATIONS, CLUBS = "django_migrations", "accounts_club"
# What lets somebody in (sessions, once under Django's name too); rating lists, which are loaded again; jobs.
LEFT_OUT = (
    *("accounts_session", "django_session", "accounts_invitation", "accounts_passwordlink"),
    *("exchange_fide", "exchange_national", "exchange_clublistedplayer", "exchange_loadedlist"),
    *("jobs_job", "django_tasks_database_dbtaskresult"),
)
UNREADABLE = (OSError, tarfile.TarError, ValueError, KeyError, TypeError, AttributeError)
REFUSED_BY_OLDER_SERVERS = b"SET transaction_timeout = 0;\n"  # written for all, unknown before 17


class BackupFailed(Exception):
    """No backup was made, or nothing was restored; the message says why."""


@dataclass(frozen=True)
class Backup:
    """A backup as its file's name tells it."""

    path: Path
    made: datetime
    reason: str

    @property
    def size(self) -> int:
        return self.path.stat().st_size


@dataclass(frozen=True)
class Description:
    """What a backup says of itself: the rows of each table, the migrations that its tables have seen, and the
    keys of the clubs that it has data of, the demo aside; None: it was made before that was written.
    """

    rows: dict[str, int]
    migrations: list[tuple[str, str]]
    clubs: list[int] | None = None


@dataclass(frozen=True)
class Contents:
    """A backup taken out of its file."""

    made: datetime
    description: Description
    dump: Path
    key: str | None


def backups_in(folder: Path) -> list[Backup]:
    """The backups in the folder, the newest first. Files with other names are not ours."""
    found = [_named(path) for path in folder.glob(f"*{SUFFIX}")] if folder.is_dir() else []
    return sorted((backup for backup in found if backup), key=lambda backup: backup.path.name, reverse=True)


def _named(path: Path) -> Backup | None:
    when, _underscore, reason = path.name.removesuffix(SUFFIX).rpartition("_")
    with suppress(ValueError):
        if reason in REASONS:
            return Backup(path, datetime.strptime(when, NAME).replace(tzinfo=ZONE), reason)
    return None


def describe(conninfo: str) -> Description:
    """What a database holds now. Empty if it has never been migrated."""
    with psycopg.connect(conninfo) as connection:
        return _described(connection)


def _described(connection: psycopg.Connection) -> Description:
    query = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
    tables = [str(name) for (name,) in connection.execute(query)]
    count = SQL("SELECT {}::text, count(*) FROM {}")
    counted = [
        connection.execute(count.format(Literal(name), Identifier(name))).fetchone()
        for name in tables
        if name not in LEFT_OUT
    ]
    migrations, clubs = [], []
    if CLUBS in tables:
        clubs = [int(pk) for (pk,) in connection.execute("SELECT id FROM accounts_club WHERE NOT demo")]
    if MIGRATIONS in tables:
        applied = connection.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
        migrations = [(str(app), str(name)) for app, name in applied]
    return Description(dict(row for row in counted if row), migrations, clubs)


def back_up(conninfo: str, folder: Path, reason: str, *, key: str | None = None) -> Backup | None:
    """Write a backup of the database, check it, and delete automatic ones beyond the last `KEPT`.

    None if the database has no tables yet. `key`: the secret key, if it is to be in it. Raises BackupFailed;
    then there is no new file.
    """
    try:
        with _alone_in(folder), tempfile.TemporaryDirectory(prefix=DRAFT, dir=folder) as drafts:
            draft = Path(drafts) / "backup"
            description = _dump(conninfo, Path(drafts) / DUMP)
            if not description.migrations:
                return None
            made = datetime.now(ZONE).replace(microsecond=0)
            _pack(draft, Contents(made, description, Path(drafts) / DUMP, key))
            (Path(drafts) / DUMP).unlink()
            with opened(draft) as contents:
                check(contents)
            path = folder / f"{made.strftime(NAME)}_{reason}{SUFFIX}"
            draft.replace(path)
            _delete_old(folder)
            return Backup(path, made, reason)
    except (OSError, ProgramFailed, psycopg.Error) as error:
        raise BackupFailed(str(error)) from error


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Make the folder, wait until nobody else writes in it, and clear what a power cut has left."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with open(folder / "lock", "wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for left in folder.glob(f"{DRAFT}*"):
            shutil.rmtree(left, ignore_errors=True)
        yield


def _dump(conninfo: str, dump: Path) -> Description:
    """Write the database to `dump`; what is returned was counted at the very same moment."""
    with psycopg.connect(conninfo) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        row = connection.execute("SELECT pg_export_snapshot()").fetchone()
        assert row
        description = _described(connection)
        command, environment = client("pg_dump", conninfo)
        options = ["--format=custom", "--no-owner", "--no-privileges", "--no-password"]
        options += [f"--snapshot={row[0]}", f"--file={dump}"]
        options += [f"--exclude-table-data={name}" for name in LEFT_OUT]
        run([*GENTLY, *command, *options], environment)
    return description


def _pack(path: Path, contents: Contents) -> None:
    description = {"made": contents.made.isoformat()} | asdict(contents.description)
    members = {DESCRIPTION: json.dumps(description)} | ({KEY: contents.key} if contents.key else {})
    with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
        with tarfile.open(fileobj=file, mode="w") as tar:
            for name, text in members.items():
                part = contents.dump.with_name(name)
                part.write_text(text)
                tar.add(part, name, filter=_private)
            tar.add(contents.dump, DUMP, filter=_private)
        file.flush()
        os.fsync(file.fileno())


def _private(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.mode, member.uid, member.gid, member.uname, member.gname = 0o600, 0, 0, "", ""
    return member


def _delete_old(folder: Path) -> None:
    automatic = [backup for backup in backups_in(folder) if backup.reason in AUTOMATIC]
    for backup in automatic[KEPT:]:
        backup.path.unlink(missing_ok=True)


@contextmanager
def opened(path: Path) -> Iterator[Contents]:
    """The contents of a backup, in a temporary folder. Raises BackupFailed if the file is none."""
    with tempfile.TemporaryDirectory(prefix="clubtornei-backup-") as folder:
        try:
            with tarfile.open(path, "r:") as tar:
                for name in {DESCRIPTION, DUMP, KEY} & set(tar.getnames()):
                    _extract(tar, name, Path(folder))
            made, description = _read((Path(folder) / DESCRIPTION).read_bytes())
            key = Path(folder) / KEY
            secret = key.read_text() if key.exists() else None
            contents = Contents(made, description, Path(folder) / DUMP, secret)
        except UNREADABLE as error:
            raise BackupFailed(f"{path} is not a backup, or is damaged: {error}") from error
        yield contents


def clubs_in(path: Path) -> list[int] | None:
    """The keys of the clubs in a backup, the demo aside; None if that cannot be told."""
    try:
        with tarfile.open(path, "r:") as tar:
            member = tar.extractfile(DESCRIPTION)
            return _read(member.read())[1].clubs if member else None
    except UNREADABLE:
        return None


def _read(text: bytes) -> tuple[datetime, Description]:
    """When the backup was made, and its description. Raises one of UNREADABLE."""
    value = json.loads(text)
    migrations = [(str(app), str(name)) for app, name in value["migrations"]]
    rows = {str(name): int(number) for name, number in value["rows"].items()}
    clubs = value.get("clubs")
    description = Description(rows, migrations, None if clubs is None else [int(pk) for pk in clubs])
    return datetime.fromisoformat(value["made"]), description


def _extract(tar: tarfile.TarFile, name: str, folder: Path) -> None:
    member = tar.extractfile(name)
    if member is not None:  # a file, and no folder
        with open(folder / name, "wb") as part:
            shutil.copyfileobj(member, part)


def check(contents: Contents) -> None:
    """Read the whole of a backup. Raises BackupFailed unless every row of every table is in it."""
    for _line in script(contents):
        pass


def script(contents: Contents) -> Iterator[bytes]:
    """The backup as SQL, line by line. Raises BackupFailed at the end unless every row has come."""
    counted = dict.fromkeys(contents.description.rows, 0)
    table = ""  # whose rows are coming
    command = [
        *GENTLY,
        program("pg_restore"),
        "--no-owner",
        "--no-privileges",
        "--file=-",
        str(contents.dump),
    ]
    with (
        tempfile.TemporaryFile() as complaints,
        subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=complaints
        ) as process,
    ):
        assert process.stdout
        for line in process.stdout:
            if table and line == b"\\.\n":
                table = ""
            elif table:
                counted[table] = counted.get(table, 0) + 1
            elif line.startswith(b"COPY public."):
                table = line.split(b" ", 2)[1].decode().removeprefix("public.")
            if line != REFUSED_BY_OLDER_SERVERS:
                yield line
        if process.wait():
            complaints.seek(0)
            raise BackupFailed(complaints.read().decode(errors="replace").strip())
    told = {name: rows for name, rows in contents.description.rows.items() if name not in LEFT_OUT}
    if short := sorted(name for name, rows in told.items() if counted.get(name) != rows):
        raise BackupFailed(f"The backup is damaged: rows are missing in {', '.join(short)}.")


def restore(conninfo: str, contents: Contents) -> None:
    """Replace everything in the database by the contents of the backup, in one transaction.

    Raises BackupFailed; then the database is as it was. COMMIT comes last and by ourselves: if this process
    is killed, the input ends without it, and PostgreSQL takes everything back.
    """
    command, environment = client("psql", conninfo)
    environment["PGOPTIONS"] = "-c client_min_messages=warning"
    command += ["--no-psqlrc", "--quiet", "--no-password", "--set=ON_ERROR_STOP=1", "--file=-"]
    with (
        tempfile.TemporaryFile() as complaints,
        subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=complaints
        ) as process,
    ):
        assert process.stdin
        try:
            with suppress(BrokenPipeError), process.stdin as statements:
                statements.write(b"BEGIN;\nDROP SCHEMA public CASCADE;\nCREATE SCHEMA public;\n")
                statements.writelines(script(contents))
                statements.write(b"COMMIT;\n")
        except BaseException:
            process.kill()
            raise
        if process.wait():
            complaints.seek(0)
            raise BackupFailed(complaints.read().decode(errors="replace").strip())
