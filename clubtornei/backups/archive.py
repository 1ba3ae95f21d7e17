"""One backup is one tar file: `backup.json`, what it is; `database.dump`, made by pg_dump; and, only if that
was asked for, `secret-key`.

A backup counts only once it has been read back from the disk: each table has as many rows in it as it had in
the database at that moment. Sessions, invitations and links to set a password are left out: a file that is
lost lets nobody in, and what was ended, used or withdrawn does not come back. So are the mail addresses of an
event, which nobody else may see; jobs; and rating lists, which are large and can be loaded again.

Whoever has made the file may be a stranger. Only rows and the positions of sequences are read from it; its
definitions of tables and its statements are never executed.
"""

import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import IO, NamedTuple
from zoneinfo import ZoneInfo

import psycopg
from django.conf import settings
from django.core.files import File
from django.core.files.storage import Storage
from psycopg.sql import SQL, Identifier, Literal

from clubtornei.backups.programs import ProgramFailed, client, program, run
from clubtornei.backups.schema_lock import schema_locked

AUTOMATIC = frozenset({"start", "upgrade", "publication", "closing"})
REASONS = AUTOMATIC | {"command", "restore"}
ZONE = ZoneInfo("Europe/Rome")  # of the times in the names
NAME = "%Y-%m-%d_%H-%M-%S"
SUFFIX = ".tar"
DRAFT = "unfinished-"
NICE = ["nice"] if shutil.which("nice") else []  # those who play come first

DESCRIPTION, DUMP, KEY = "backup.json", "database.dump", "secret-key"
MIGRATIONS, CLUBS = "django_migrations", "accounts_club"
# What lets somebody in (sessions, once under Django's name too); rating lists, which are loaded again; mail
# addresses; jobs; what the site computes again.
LEFT_OUT = (
    *("accounts_session", "django_session", "accounts_invitation", "accounts_passwordlink"),
    *("accounts_sitekey",),
    *("exchange_fide", "exchange_national", "exchange_clublistedplayer", "exchange_loadedlist"),
    *("mail_address", "mail_delivery", "mail_confirmationasked"),
    *("jobs_job", "django_tasks_database_dbtaskresult", "season_eventrecord", "season_clubratings"),
)
UNREADABLE = (OSError, tarfile.TarError, ValueError, KeyError, TypeError, AttributeError)
LARGEST_NOTE = 1_000_000  # bytes of the description, and of the key
LONGEST_ROW = 256 * 1024**2  # bytes; ours have a few million

# What pg_restore writes of a backup that has only data: COPY with rows, setval, settings and comments.
NAME_IN_SQL = rb'(?:\w+|"(?:[^"\n]|"")+")'
COPY = re.compile(
    rb"COPY (%(name)b\.%(name)b) \((%(name)b(?:, %(name)b)*)\) FROM stdin;\n" % {b"name": NAME_IN_SQL}
)
SETVAL = re.compile(rb"SELECT pg_catalog\.setval\('([^'\n]+)', (-?\d+), (true|false)\);\n")
NOTHING = re.compile(
    rb"\n|--.*\n|SET \w+ = [^;]*;\n|\\(?:un)?restrict \w+\n"
    rb"|SELECT pg_catalog\.set_config\('search_path', '', false\);\n"
)
END_OF_ROWS = b"\\.\n"


class BackupFailed(Exception):
    """No backup was made, or nothing was restored; the message says why."""


@dataclass(frozen=True)
class Backup:
    """A backup in a storage, as its file's name tells it. `size`: in bytes."""

    name: str
    made: datetime
    reason: str
    size: int


class Draft(File):
    """A file that a storage in a folder moves, whole, to its place."""

    def temporary_file_path(self) -> str:
        assert self.name
        return self.name


@dataclass(frozen=True)
class Description:
    """What a backup says of itself: the rows of each table, the migrations that its tables have seen, and the
    keys of the clubs that it has data of, the demo aside; None: it was made before that was written.
    `digest` is the same in backups with the same data.
    """

    rows: dict[str, int]
    migrations: list[tuple[str, str]]
    clubs: list[int] | None = None
    digest: str = ""


@dataclass(frozen=True)
class Contents:
    """A backup taken out of its file."""

    made: datetime
    description: Description
    dump: Path
    key: str | None


def backups_in(storage: Storage) -> list[Backup]:
    """The backups in the storage, the newest first. Files with other names are not ours."""
    with suppress(FileNotFoundError):
        found = [_named(storage, name) for name in sorted(storage.listdir("")[1], reverse=True)]
        return [backup for backup in found if backup]
    return []


def _named(storage: Storage, name: str) -> Backup | None:
    when, _underscore, reason = name.removesuffix(SUFFIX).rpartition("_")
    with suppress(ValueError, FileNotFoundError):
        if name.endswith(SUFFIX) and reason in REASONS:
            made = datetime.strptime(when, NAME).replace(tzinfo=ZONE)
            return Backup(name, made, reason, storage.size(name))
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


def back_up(
    conninfo: str, storage: Storage, reason: str, *, key: str | None = None, unless: Backup | None = None
) -> Backup | None:
    """Write a backup of the database, check it, and put it into the storage.

    key: the secret key, if it is to be in it.
    unless: no new backup is kept if the data is still that of this one.
    Returns None if there is no new backup, as also when the database has no tables yet. Raises BackupFailed;
    then there is no new file.
    """
    try:
        with _drafts() as drafts:
            draft, dump = drafts / "backup", drafts / DUMP
            with schema_locked(conninfo):
                description = _dump(conninfo, dump)
            if not description.migrations:
                return None
            description = replace(description, digest=_digest(dump))
            if unless and description.digest == digest_of(storage, unless.name):
                return None
            made = datetime.now(ZONE).replace(microsecond=0)
            _pack(draft, Contents(made, description, dump, key))
            dump.unlink()
            with opened(draft) as contents:
                check(contents)
            name = f"{made.strftime(NAME)}_{reason}{SUFFIX}"
            size = draft.stat().st_size
            with draft.open("rb") as file:
                storage.save(name, Draft(file, str(draft)))
            return Backup(name, made, reason, size)
    except (OSError, ProgramFailed, psycopg.Error) as error:
        raise BackupFailed(str(error)) from error


@contextmanager
def _drafts() -> Iterator[Path]:
    """A temporary folder on this machine, once nobody else has one; what a power cut has left is cleared."""
    folder = settings.VAR_DIR / "unfinished-backups"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with open(folder / "lock", "wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for left in folder.glob(f"{DRAFT}*"):
            shutil.rmtree(left, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix=DRAFT, dir=folder) as drafts:
            yield Path(drafts)


def _dump(conninfo: str, dump: Path) -> Description:
    """Write the database to `dump`; what is returned was counted at the very same moment."""
    with psycopg.connect(conninfo) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        row = connection.execute("SELECT pg_export_snapshot()").fetchone()
        assert row
        description = _described(connection)
        command, environment = client("pg_dump", conninfo)
        options = ["--format=custom", "--encoding=UTF8", "--no-owner", "--no-privileges", "--no-password"]
        options += [f"--snapshot={row[0]}", f"--file={dump}"]
        options += [f"--exclude-table-data={name}" for name in LEFT_OUT]
        run([*NICE, *command, *options], environment)
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


@contextmanager
def opened(path: Path) -> Iterator[Contents]:
    """The contents of a backup, in a temporary folder. Raises BackupFailed if the file is none."""
    with tempfile.TemporaryDirectory(prefix="clubtornei-backup-") as folder:
        try:
            with tarfile.open(path, "r:") as tar:
                for name in {DESCRIPTION, DUMP, KEY} & set(tar.getnames()):
                    with open(Path(folder) / name, "wb") as file:
                        shutil.copyfileobj(_part(tar, name), file)
            made, description = _read((Path(folder) / DESCRIPTION).read_bytes())
            key = Path(folder) / KEY
            secret = key.read_text() if key.exists() else None
            contents = Contents(made, description, Path(folder) / DUMP, secret)
        except UNREADABLE as error:
            raise BackupFailed(f"{path} is not a backup, or is damaged: {error}") from error
        yield contents


def clubs_in(storage: Storage, name: str) -> list[int] | None:
    """The keys of the clubs in a backup, the demo aside; None if that cannot be told."""
    description = _description_of(storage, name)
    return description.clubs if description else None


def digest_of(storage: Storage, name: str) -> str:
    """The digest of the data in a backup; empty if that cannot be told."""
    description = _description_of(storage, name)
    return description.digest if description else ""


def _description_of(storage: Storage, name: str) -> Description | None:
    try:
        with storage.open(name) as file, tarfile.open(fileobj=file, mode="r:") as tar:
            return _read(_part(tar, DESCRIPTION).read(LARGEST_NOTE))[1]
    except UNREADABLE:
        return None


def _read(text: bytes) -> tuple[datetime, Description]:
    """When the backup was made, and its description. Raises one of UNREADABLE."""
    value = json.loads(text)
    migrations = [(str(app), str(name)) for app, name in value["migrations"]]
    rows = {str(name): int(number) for name, number in value["rows"].items()}
    clubs = value.get("clubs")
    description = Description(
        rows, migrations, None if clubs is None else [int(pk) for pk in clubs], str(value.get("digest", ""))
    )
    return datetime.fromisoformat(value["made"]), description


def _part(tar: tarfile.TarFile, name: str) -> IO[bytes]:
    """A file in a backup. Raises one of UNREADABLE."""
    member = tar.getmember(name)
    if not member.isreg() or member.issparse() or (name != DUMP and member.size > LARGEST_NOTE):
        raise ValueError(name)
    part = tar.extractfile(member)
    assert part
    return part


class BackupTable(NamedTuple):
    """The rows of a table in a backup, as lines in the text format of COPY."""

    name: str
    columns: list[str]
    rows: Iterator[bytes]


class SequenceValue(NamedTuple):
    """The position of a sequence in a backup. `called`: whether that number has been given."""

    name: str
    value: int
    called: bool


def check(contents: Contents) -> None:
    """Read the whole of a backup. Raises BackupFailed unless every row of every table is in it."""
    for _part_of_it in data(contents):
        pass


def data(contents: Contents) -> Iterator[BackupTable | SequenceValue]:
    """What a backup holds, without the tables in LEFT_OUT. The rows of a table can be read before the next
    one is.

    Raises BackupFailed if the backup has anything but data, and at the end unless every row has come.
    """
    counted: Counter[str] = Counter()
    for part in _parts(contents.dump):
        if isinstance(part, SequenceValue):
            yield part
            continue
        rows = _counted(part, counted)
        if part.name not in LEFT_OUT:
            yield part._replace(rows=rows)
        for _row in rows:
            pass
    said = {name: rows for name, rows in contents.description.rows.items() if name not in LEFT_OUT}
    if short := sorted(name for name, rows in said.items() if counted[name] != rows):
        raise BackupFailed(f"The backup is damaged: rows are missing in {', '.join(short)}.")


def _counted(table: BackupTable, counted: Counter[str]) -> Iterator[bytes]:
    for row in table.rows:
        counted[table.name] += 1
        yield row


def _digest(dump: Path) -> str:
    """A digest of all rows of a dump; the same rows have the same one."""
    digest = hashlib.sha256()
    for part in _parts(dump):
        if isinstance(part, BackupTable):
            digest.update(repr((part.name, part.columns)).encode())
            for row in part.rows:
                digest.update(row)
    return digest.hexdigest()


def _parts(dump: Path) -> Iterator[BackupTable | SequenceValue]:
    """The data in a dump. Raises BackupFailed."""
    command = [*NICE, program("pg_restore"), "--format=custom", "--data-only", "--file=-", str(dump)]
    with (
        tempfile.TemporaryFile() as complaints,
        subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=complaints
        ) as process,
    ):
        assert process.stdout
        try:
            yield from _parsed(_lines(process.stdout))
        except BaseException:
            process.kill()
            raise
        if process.wait():
            complaints.seek(0)
            raise BackupFailed(complaints.read().decode(errors="replace").strip())


def _lines(written: IO[bytes]) -> Iterator[bytes]:
    """Raises BackupFailed for one that would fill the memory."""
    for line in iter(partial(written.readline, LONGEST_ROW), b""):
        if len(line) == LONGEST_ROW:
            raise BackupFailed(f"The backup has a row of more than {LONGEST_ROW} bytes.")
        yield line


def _parsed(lines: Iterator[bytes]) -> Iterator[BackupTable | SequenceValue]:
    for line in lines:
        if found := COPY.fullmatch(line):
            columns = [_unquoted(column) for column in re.findall(NAME_IN_SQL, found[2])]
            rows = iter(lines.__next__, END_OF_ROWS)
            yield BackupTable(_unquoted(found[1]), columns, rows)
            for _row in rows:
                pass
        elif found := SETVAL.fullmatch(line):
            yield SequenceValue(_unquoted(found[1]), int(found[2]), found[3] == b"true")
        elif not NOTHING.fullmatch(line):
            raise BackupFailed(f"The backup has something that is not data: {line[:80]!r}.")


def _unquoted(name: bytes) -> str:
    """The name of a column, or of what is in the schema public; others keep their schema."""
    text = name.decode().removeprefix("public.")
    return text[1:-1].replace('""', '"') if text.startswith('"') else text
