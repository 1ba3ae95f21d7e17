"""What an upgrade does before and after it migrates."""

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection

from bench.hall_site import environment_of
from clubtornei.launch import prepare
from tests.launch.databases import new_database

pytestmark = pytest.mark.integration

ROOT = Path(__file__).resolve().parents[2]

TABLES_OF_0_2_0 = """
import django
django.setup()
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

of_0_2_0 = [(app, "0001_version_0_2") for app in ("accounts", "players", "exchange", "events", "rounds")]
MigrationExecutor(connection).migrate(of_0_2_0)
recorder = MigrationRecorder(connection)
for app, name in of_0_2_0:
    recorder.record_unapplied(app, name)
"""
STOP_HALFWAY = TABLES_OF_0_2_0 + 'recorder.record_unapplied("rounds", "0014_bracket_on_screens")'
FINISH = """
import django
django.setup()
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
MigrationRecorder(connection).record_applied("rounds", "0014_bracket_on_screens")
"""
COLLECT = """
import sys
from pathlib import Path
import django
from django.conf import settings
settings.STATICFILES_DIRS, settings.STATIC_ROOT = [sys.argv[1]], Path(sys.argv[2])
settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
django.setup()
from clubtornei.launch.prepare import collect_static
collect_static()
"""


@pytest.fixture
def database() -> Iterator[str]:
    with new_database() as url:
        yield url


def run(url: str, *words: str, **more: str) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "clubtornei.settings"} | more
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env={"DEBUG": "1"} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_tables_of_0_2_0_become_those_of_today_by_one_of_two_machines_unless_they_stopped_halfway(
    database: str, tmp_path: Path
) -> None:
    """Both start at once, with the same key; one with another is refused until all have it."""
    assert run(database, "-c", STOP_HALFWAY).returncode == 0
    ended = run(database, "-m", "clubtornei.launch.prepare")
    assert ended.returncode == 1
    assert "avvia una volta la versione 0.2.0" in ended.stdout
    ended = run(database, "-c", FINISH)
    assert ended.returncode == 0, ended.stdout

    started = []
    for name in ("one", "other"):
        (tmp_path / name / "bench").mkdir(parents=True)
        environment = environment_of(tmp_path / name, os.environ | {"DATABASE_URL": database, "DEBUG": "1"})
        started.append(
            subprocess.Popen(
                [sys.executable, "-m", "clubtornei.launch.prepare", "--shared"],
                cwd=ROOT,
                env=environment | {"SECRET_KEY": "k" * 50, "WITHOUT_BACKUP": "1"},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
        )
    told = "".join(process.communicate()[0] for process in started)
    assert [process.returncode for process in started] == [0, 0], told
    assert told.count("Un’altra macchina aggiorna le tabelle") == 1
    ended = run(database, "manage.py", "migrate", "--check")
    assert ended.returncode == 0, ended.stdout

    def prepared(key: str, **more: str) -> str:
        ended = run(database, "-m", "clubtornei.launch.prepare", "--shared", SECRET_KEY=key, **more)
        return "" if ended.returncode == 0 else ended.stdout

    assert "Imposta qui la stessa" in prepared("n" * 50)
    assert "Imposta qui la stessa" in prepared("")
    assert prepared("n" * 50, NEW_SECRET_KEY="1") == ""
    with psycopg.connect(database, autocommit=True) as somebody:
        somebody.execute("DELETE FROM django_migrations WHERE app = 'jobs'")
    assert "NEW_SECRET_KEY=1" in prepared("k" * 50), "nor does it migrate"


def test_an_upgrade_is_backed_up_before_it_migrates(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(settings, "AUTOMATIC_BACKUPS", True)
    prepare_only(monkeypatch, done, backed_up=True)
    prepare.prepare()
    forget_the_last_migration()
    prepare.prepare()
    assert done == ["start falls due", "upgrade", "migrate"]


def test_without_its_backup_an_upgrade_does_not_begin_unless_it_is_asked_for(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    prepare_only(monkeypatch, done, backed_up=False)
    prepare.prepare()
    assert done == ["start falls due"], "there was nothing to migrate"
    forget_the_last_migration()
    done.clear()
    with pytest.raises(prepare.NotPrepared, match=r"fa’ posto e ripeti.*\n.*WITHOUT_BACKUP=1"):
        prepare.prepare()
    assert done == ["upgrade"]
    monkeypatch.setenv("WITHOUT_BACKUP", "1")
    prepare.prepare()
    assert done == ["upgrade", "upgrade", "migrate"]


def test_a_server_is_upgraded_only_while_its_archive_is_recent(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    prepare_only(monkeypatch, done, backed_up=True)
    monkeypatch.setattr(settings, "AUTOMATIC_BACKUPS", False)
    prepare.prepare(shared=True)
    assert done == [], "there was nothing to migrate"
    forget_the_last_migration()
    with pytest.raises(prepare.NotPrepared, match="archivio di PostgreSQL"):
        prepare.prepare(shared=True)
    monkeypatch.setattr(prepare, "archive_age", lambda: timedelta(minutes=61))
    with pytest.raises(prepare.NotPrepared, match="archivio di PostgreSQL"):
        prepare.prepare(shared=True)
    done.clear()
    monkeypatch.setattr(prepare, "archive_age", lambda: timedelta(minutes=59))
    prepare.prepare(shared=True)
    assert done == ["migrate"], "nothing is dumped"
    monkeypatch.setattr(prepare, "archive_age", lambda: None)
    monkeypatch.setenv("WITHOUT_BACKUP", "1")
    prepare.prepare(shared=True)


@pytest.mark.parametrize(("laptop", "cache"), [(False, ""), (True, "redis://cache:6379")])
def test_a_server_without_a_key_does_not_start(
    laptop: bool, cache: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "LAPTOP", laptop)
    monkeypatch.setenv("CACHE_URL", cache)
    monkeypatch.setenv("SECRET_KEY", "")
    with pytest.raises(prepare.NotPrepared, match="Manca SECRET_KEY"):
        prepare.prepare(shared=True)


def test_a_start_leaves_the_cache_alone_and_a_restore_empties_it(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare_only(monkeypatch, [], backed_up=True)
    cache.set("page", "of all machines")
    prepare.prepare()
    assert cache.get("page") == "of all machines"
    prepare.prepare(restored="2026-11-21_18-30-00_command.tar")
    assert cache.get("page") is None


def test_the_static_files_of_the_last_two_builds_stay(tmp_path: Path) -> None:
    source, root = tmp_path / "source", tmp_path / "static"
    source.mkdir()
    for build, kept in (("1", {"1"}), ("2", {"1", "2"}), ("3", {"2", "3"}), ("3", {"2", "3"})):
        (source / "page.css").write_text(build)
        ended = run("postgres://nobody@127.0.0.1:1/none", "-c", COLLECT, str(source), str(root), DEBUG="")
        assert ended.returncode == 0, ended.stdout
        assert {path.read_text() for path in root.glob("page.*.css")} == kept
    assert not (root / "page.css").exists()
    assert (root / "staticfiles.json").exists()


def prepare_only(monkeypatch: pytest.MonkeyPatch, done: list[str], *, backed_up: bool) -> None:
    """Let `prepare` do nothing but tell what it would do; its backup succeeds or not."""

    def back_up(reason: str) -> bool:
        done.append(reason)
        return backed_up

    monkeypatch.setattr(settings, "AUTOMATIC_BACKUPS", True)
    monkeypatch.setattr(prepare, "back_up_now", back_up)
    monkeypatch.setattr(prepare, "back_up_soon", lambda reason: done.append(f"{reason} falls due"))
    monkeypatch.setattr(prepare, "call_command", lambda name, *_words, **_options: done.append(name))
    monkeypatch.setattr(prepare, "compile_catalogues", lambda: None)
    monkeypatch.setattr(prepare, "collect_static", lambda: None)
    monkeypatch.setattr(prepare, "has_a_club", lambda: True)


def forget_the_last_migration() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'jobs'")


@pytest.mark.parametrize("asked", [True, False])
def test_the_demo_is_made_if_asked_for_and_a_terminal_told_the_setup_code(
    db: None, asked: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done: list[str] = []
    monkeypatch.setattr(prepare, "call_command", lambda name, **_options: done.append(name))
    monkeypatch.setattr(prepare, "compile_catalogues", lambda: None)
    monkeypatch.setattr(prepare, "collect_static", lambda: None)
    monkeypatch.setattr(prepare, "is_first_start", lambda: True)
    prepare.prepare(demo=asked)
    assert done == (["demo"] if asked else []), "nobody sits there"
    assert capsys.readouterr().out == ""
    done.clear()
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    prepare.prepare(demo=asked)
    assert done == [*(["demo"] if asked else []), "setup_code"]
    assert "Il tuo circolo non c’è ancora" in capsys.readouterr().out
