"""Restoring backups, also of older versions and of strangers, as the role of a site."""

import lzma
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from django.core.files.storage import FileSystemStorage

from clubtornei.backups.archive import LEFT_OUT, Description, _pack, back_up, describe, opened
from clubtornei.launch.postgres import Server, temporary_postgres

pytestmark = pytest.mark.integration

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
OF_0_2_0 = HERE / "of-0.2.0.tar.xz"
"""The demo club, backed up by version 0.2.0."""

OLD_MIGRATION = ("rounds", "0007_revisions_of_rounds")

LOOK_AT_IT = """
import django
django.setup()
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test import Client
from clubtornei.players.models import Player

call_command("migrate", check_unapplied=True, verbosity=0)
settings.ALLOWED_HOSTS.append("testserver")
settings.REFRESH_PAGES = False
page = Client().get("/t/torneo-sociale-2026/standings/")
assert page.status_code == 200, page.status_code
last = Player.objects.order_by("id").last()
new = Player(club=last.club, name="Ultima Ada", surname="Ultima", given_name="Ada")
new.save()
assert new.pk > last.pk
new.delete()
with connection.cursor() as cursor:
    cursor.execute("SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'")
    assert cursor.fetchone() == (0,)
"""
RUN_A_PROGRAM = """
    CREATE FUNCTION public.run() RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
        COPY (SELECT 1) TO PROGRAM 'cat > {place}';
    END $$;
    CREATE FUNCTION public.indexed(text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
    BEGIN
        PERFORM public.run();
        RETURN $1;
    END $$;
    ALTER TABLE public.players_player OWNER TO CURRENT_USER;
    CREATE INDEX ON public.players_player (public.indexed(name));
"""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with temporary_postgres() as server:
        yield server


@pytest.fixture(scope="module")
def of_0_2_0(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("backups") / "2026-11-29_08-59-03_command.tar"
    path.write_bytes(lzma.decompress(OF_0_2_0.read_bytes()))
    return path


def python(url: str, *words: str) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | {
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "clubtornei.settings",
        "DEBUG": "1",
    }
    return subprocess.run([sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, text=True)


def restored(url: str, path: Path) -> "subprocess.CompletedProcess[str]":
    return python(url, "-m", "clubtornei.backups.restoring", str(path))


@pytest.fixture(scope="module")
def site(server: Server, of_0_2_0: Path) -> str:
    """The site of 0.2.0, restored by the program of today over another one."""
    with psycopg.connect(server.url) as connection:
        connection.execute("CREATE TABLE of_another_program (id int)")
    ended = restored(server.url, of_0_2_0)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    return server.url


SAID_TWICE = {"rounds_seatevent", "rounds_tableevent", "rounds_resultentryevent", "rounds_proposalevent"}
"""In the history of 0.2.0 was also what other rows say: see rounds/migrations/0010 and 0011."""


def contents(description: Description) -> dict[str, int]:
    """What people have entered."""
    return {
        name: rows
        for name, rows in description.rows.items()
        if name.startswith(("accounts_", "players_", "events_", "rounds_", "season_"))
        and rows
        and name not in LEFT_OUT
        and name not in SAID_TWICE
    }


def test_a_backup_of_0_2_0_becomes_a_site_of_today(site: str, of_0_2_0: Path) -> None:
    with opened(of_0_2_0) as backup:
        assert contents(describe(site)) == contents(backup.description)
        for history in SAID_TWICE:
            assert describe(site).rows[history] < backup.description.rows[history] / 10
    assert "of_another_program" not in describe(site).rows
    ended = python(site, "-c", LOOK_AT_IT)
    assert ended.returncode == 0, ended.stderr


def test_what_a_stranger_has_put_into_a_backup_is_never_run(
    site: str, server: Server, tmp_path: Path
) -> None:
    place = Path("/tmp") / f"run-by-a-backup-{os.getpid()}"  # where the account of PostgreSQL may write
    with psycopg.connect(server.administrator_url, autocommit=True) as connection:
        connection.execute("CREATE DATABASE strange TEMPLATE clubtornei")
    strange = server.administrator_url.removesuffix("clubtornei") + "strange"
    with psycopg.connect(strange) as connection:
        connection.execute(RUN_A_PROGRAM.format(place=place))
        connection.execute("CREATE TABLE of_a_stranger AS SELECT 1")
    assert place.exists()
    place.unlink()
    backup = back_up(strange, FileSystemStorage(tmp_path), "command")
    assert backup
    ended = restored(
        strange, tmp_path / backup.name
    )  # as a superuser, which the role in containers was in 0.2.0
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "of_a_stranger", "")
    assert not place.exists()
    with psycopg.connect(strange) as connection:
        query = "SELECT count(*) FROM pg_proc WHERE proname IN ('run', 'indexed')"
        assert connection.execute(query).fetchone() == (0,)


def test_what_recognises_the_secret_key_is_in_no_backup(site: str, tmp_path: Path) -> None:
    with psycopg.connect(site) as connection:
        connection.execute("INSERT INTO accounts_sitekey (id, digest) VALUES (1, 'of the other machines')")
    backup = back_up(site, FileSystemStorage(tmp_path), "command")
    assert backup
    ended = restored(site, tmp_path / backup.name)
    assert ended.returncode == 0, ended.stderr
    with psycopg.connect(site) as connection:
        assert connection.execute("SELECT count(*) FROM accounts_sitekey").fetchone() == (0,)


def test_a_backup_from_between_two_versions_is_left_to_the_version_before(
    site: str, of_0_2_0: Path, tmp_path: Path
) -> None:
    between = tmp_path / "between.tar"
    with opened(of_0_2_0) as backup:
        migrations = [each for each in backup.description.migrations if each != OLD_MIGRATION]
        _pack(between, replace(backup, description=replace(backup.description, migrations=migrations)))
    before = describe(site)
    ended = restored(site, between)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "ripristinala con la versione 0.2.0" in ended.stderr
    assert describe(site) == before


def test_a_restore_that_fails_at_its_end_leaves_everything_as_it_was(
    site: str, of_0_2_0: Path, tmp_path: Path
) -> None:
    damaged = tmp_path / "damaged.tar"
    with opened(of_0_2_0) as backup:
        rows = backup.description.rows | {"accounts_club": 2}
        _pack(damaged, replace(backup, description=replace(backup.description, rows=rows)))
    with psycopg.connect(site) as connection:
        connection.execute("CREATE TABLE still_there (id int)")
    before = describe(site)
    ended = restored(site, damaged)
    assert ended.returncode == 1
    assert ended.stderr == "The backup is damaged: rows are missing in accounts_club.\n"
    assert describe(site) == before
