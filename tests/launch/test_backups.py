"""Backups: what is in the file, what is refused as none, and the commands."""

import io
import json
import stat
import tarfile
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from django.conf import settings
from django.core.files.storage import FileSystemStorage

from clubtornei.backups import archive
from clubtornei.backups.archive import (
    DESCRIPTION,
    DUMP,
    KEY,
    BackupFailed,
    BackupTable,
    back_up,
    backups_in,
    check,
    data,
    opened,
)
from clubtornei.backups.programs import client, run
from clubtornei.launch import backup as command
from clubtornei.launch.postgres import temporary_postgres

pytestmark = pytest.mark.integration

NAMES = ["Nicolò D’Angelo", "a\ttab, a\nnewline and a \\.", "\\."]
SOME_DATA = """
    CREATE TABLE django_migrations (app text, name text);
    CREATE TABLE accounts_session (session_key text);
    CREATE TABLE players_player (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text);
    INSERT INTO django_migrations VALUES ('players', '0001_initial');
    INSERT INTO accounts_session VALUES ('secret');
"""


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with temporary_postgres() as server:
        yield server.administrator_url


@pytest.fixture
def database(postgres: str) -> Iterator[str]:
    """A new database with a few rows."""
    name = f"of_{uuid4().hex}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    url = postgres.removesuffix("clubtornei") + name
    with psycopg.connect(url) as connection:
        connection.execute(SOME_DATA)
        for person in NAMES:
            connection.execute("INSERT INTO players_player (name) VALUES (%s)", [person])
    yield url
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def names_in(url: str) -> list[str]:
    with psycopg.connect(url) as connection:
        return [str(name) for (name,) in connection.execute("SELECT name FROM players_player ORDER BY id")]


def change(url: str, statement: str) -> None:
    with psycopg.connect(url) as connection:
        connection.execute(statement)


def written(url: str, folder: Path, key: str | None = None) -> Path:
    """Of a new backup in the folder."""
    backup = back_up(url, FileSystemStorage(folder, file_permissions_mode=0o600), "command", key=key)
    assert backup
    return folder / backup.name


def repacked(path: Path, **changed: bytes) -> Path:
    """A copy of the backup with other contents under these names."""
    copy = path.with_name("changed.tar")
    with tarfile.open(path) as old, tarfile.open(copy, "w") as new:
        for member in old:
            part = old.extractfile(member)
            assert part
            text = changed.get(member.name.partition(".")[0], part.read())
            member.size = len(text)
            new.addfile(member, io.BytesIO(text))
    return copy


def test_a_lost_file_lets_nobody_in(database: str, tmp_path: Path) -> None:
    path = written(database, tmp_path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with opened(path) as contents:
        assert contents.key is None
        assert [part.name for part in data(contents) if isinstance(part, BackupTable)] == [
            "django_migrations",
            "players_player",
        ]
    with tarfile.open(path) as tar:
        assert set(tar.getnames()) == {DESCRIPTION, DUMP}


def test_a_file_cut_short_is_no_backup(database: str, tmp_path: Path) -> None:
    path = written(database, tmp_path)
    path.write_bytes(path.read_bytes()[:-4000])
    with pytest.raises(BackupFailed), opened(path):
        pytest.fail("It was read.")


def test_a_backup_without_all_rows_is_damaged(database: str, tmp_path: Path) -> None:
    path = written(database, tmp_path)
    with opened(path) as contents:
        rows = contents.description.rows | {"players_player": len(NAMES) + 1}
    text = json.dumps({"made": "2026-11-21T18:30:00+01:00", "rows": rows, "migrations": []})
    with (
        opened(repacked(path, backup=text.encode())) as contents,
        pytest.raises(BackupFailed, match="rows are missing in players_player"),
    ):
        check(contents)


def test_a_row_that_would_fill_the_memory_is_refused(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(database, "INSERT INTO players_player (name) VALUES (repeat('x', 1000))")
    path = written(database, tmp_path)
    monkeypatch.setattr(archive, "LONGEST_ROW", 500)
    with opened(path) as contents, pytest.raises(BackupFailed, match="more than 500 bytes"):
        check(contents)


STATEMENT = b"DROP TABLE players_player;\n"
COPY = b"COPY public.players_player (id, name) FROM stdin;\n"


@pytest.mark.parametrize(
    ("there", "instead"),
    [
        (b"x" * 60, (b"x\n\\.\n" + STATEMENT).ljust(59) + b"\n"),  # behind the end of the rows
        (COPY, b"COPY players_player FROM PROGRAM 'id';".ljust(len(COPY) - 1) + b"\n"),
        (b"SELECT pg_catalog.setval", b"SELECT pg_catalog.lo_put"),
    ],
)
def test_a_backup_with_statements_is_refused(
    database: str, tmp_path: Path, there: bytes, instead: bytes
) -> None:
    change(database, "INSERT INTO players_player (name) VALUES (repeat('x', 60))")
    path = written(database, tmp_path)
    command, environment = client("pg_dump", database)
    dump = tmp_path / "dump"
    run([*command, "--format=custom", "--compress=0", f"--file={dump}"], environment)
    hostile = dump.read_bytes().replace(there, instead)
    assert hostile != dump.read_bytes()
    with opened(repacked(path, database=hostile)) as contents, pytest.raises(BackupFailed, match="not data"):
        check(contents)


def test_the_key_is_in_it_only_if_asked_for(database: str, tmp_path: Path) -> None:
    with opened(written(database, tmp_path, key="k" * 50)) as contents:
        assert contents.key == "k" * 50


@pytest.mark.parametrize(
    "changed",
    [
        {"database": b"PGDMP?"},
        {"database": b"DROP TABLE players_player;"},
        {"backup": b"[]"},
        {"backup": b'{"rows": 1, "migrations": []}'},
    ],
)
def test_a_file_that_is_something_else_is_refused(
    database: str, tmp_path: Path, changed: dict[str, bytes]
) -> None:
    path = repacked(written(database, tmp_path), **changed)
    with pytest.raises(BackupFailed), opened(path) as contents:
        check(contents)


def test_a_failed_backup_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(BackupFailed):
        back_up("postgres://nobody@127.0.0.1:1/none", FileSystemStorage(tmp_path), "command")
    assert list(tmp_path.iterdir()) == []


def test_an_empty_database_needs_no_backup(database: str, tmp_path: Path) -> None:
    change(database, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    files = FileSystemStorage(tmp_path)
    assert back_up(database, files, "start") is None
    assert backups_in(files) == []


def test_no_command_line_shows_the_password() -> None:
    words, environment = client("pg_dump", "postgres://circolo:segreta@host/nome")
    assert "segreta" not in " ".join(words)
    assert environment["PGPASSWORD"] == "segreta"


@pytest.fixture
def at_home(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Path:
    """The commands at work on the test's own database and folder."""
    monkeypatch.setenv("DATABASE_URL", database)
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    monkeypatch.setattr(command, "ROOT", tmp_path)
    monkeypatch.setattr(command, "stored", lambda: FileSystemStorage(tmp_path / "backups"))
    monkeypatch.setattr(command, "RESTORING", tmp_path / "restoring.lock")
    (tmp_path / "clubtornei").mkdir()
    return tmp_path


def test_what_does_not_answer_is_not_restored(
    at_home: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["backup"]) == 0
    (backup,) = backups_in(command.stored())
    assert f"backups/{backup.name} (" in capsys.readouterr().out
    change(database, "UPDATE players_player SET name = 'now'")
    assert command.main(["restore", str(at_home / "backups" / backup.name)]) == 1
    told = capsys.readouterr()
    assert "giocatori 3" in told.out
    assert "Nulla è cambiato." in told.err
    assert names_in(database) == ["now"] * len(NAMES)
    assert backups_in(command.stored()) == [backup]


@pytest.mark.parametrize("answer", ["", "no", "s", "y", "ye"])
def test_only_a_whole_yes_restores(
    at_home: Path,
    database: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    answer: str,
) -> None:
    path = written(database, at_home)
    change(database, "UPDATE players_player SET name = 'now'")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _asked: answer)

    assert command.main(["restore", str(path)]) == 0

    told = capsys.readouterr()
    assert (told.out.splitlines()[-1], told.err) == ("Nulla è cambiato.", "")
    assert names_in(database) == ["now"] * len(NAMES)


def test_the_name_alone_finds_a_backup(at_home: Path, database: str) -> None:
    assert command.main(["backup"]) == 0
    (backup,) = backups_in(command.stored())

    with command.found(Path(backup.name)) as path:
        assert path.read_bytes() == (at_home / "backups" / backup.name).read_bytes()


def test_a_restore_waits_for_nobody_who_is_connected_for_ever(
    at_home: Path, database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "STOP_TIMEOUT", 0.1)
    path = written(database, at_home)
    with psycopg.connect(database):
        assert command.main(["restore", str(path), "--yes"]) == 1
    assert "Altri programmi usano la base di dati (1)" in capsys.readouterr().err
    assert not command.restoring()


def test_who_names_no_file_is_told_which_there_are(at_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["restore"]) == 1
    assert "nessuna copia" in capsys.readouterr().err
    assert command.main(["backup"]) == 0
    assert command.main(["restore", "wrong.tar"]) == 1
    assert f"    backups/{backups_in(command.stored())[0].name}" in capsys.readouterr().err


def test_a_backup_of_a_newer_version_is_refused(
    at_home: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (at_home / "clubtornei" / "players" / "migrations").mkdir(parents=True)
    assert command.main(["restore", str(written(database, at_home)), "--yes"]) == 1
    assert "più nuova del programma (players.0001_initial)" in capsys.readouterr().err


def test_the_names_have_the_time_of_the_site() -> None:
    assert archive.ZONE.key == settings.TIME_ZONE
    assert command.SECRET_KEY.name == KEY
