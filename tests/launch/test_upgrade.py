"""The first tables that were ever released, with a tournament under way, become those of today."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from clubtornei.launch import prepare
from clubtornei.launch.postgres import temporary_postgres

pytestmark = pytest.mark.integration

ROOT = Path(__file__).resolve().parents[2]

PLAY_WITH_THE_FIRST_TABLES = """
import django
django.setup()
from datetime import date
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

executor = MigrationExecutor(connection)
OURS = {"accounts", "players", "events", "rounds"}
first = [(app, "0001_initial") for app in OURS]
first += [leaf for leaf in executor.loader.graph.leaf_nodes() if leaf[0] not in OURS]
executor.migrate(first)
model = executor.loader.project_state(first).apps.get_model
club = model("accounts", "Club").objects.create(name="Circolo Centurini", slug="centurini")
event = model("events", "Event").objects.create(
    club=club, name="Sociale", slug="sociale", starts_on=date(2026, 10, 3), published=True, last_entry_no=4,
    seed="seme", draw_method="lots", drawn_at=timezone.now(),
)
stage = model("events", "Stage").objects.create(
    event=event, number=1, system="amalfi", scoring="game", ranking=["points"],
    options={"rounds": 3},
)
entries = [
    model("events", "Entry").objects.create(
        event=event, entry_no=number, number=number, name=name, sort_name=name.lower()
    )
    for number, name in enumerate(["Abate Ada", "Bassi Ugo", "Conti Lia", "Dossi Ivo"], 1)
]
played = model("rounds", "Round").objects.create(stage=stage, number=1, published_at=timezone.now())
model("rounds", "Clock").objects.create(round=played, minutes=75, left=4500)
for number, (white, black, won) in enumerate([(0, 1, 1), (2, 3, 0)], 1):
    table = model("rounds", "Table").objects.create(round=played, number=number)
    for position, (entry, score) in enumerate([(white, won), (black, 1 - won)], 1):
        model("rounds", "Seat").objects.create(
            table=table, round=played, entry=entries[entry], position=position, score=score
        )
"""
LOOK_AT_IT_TODAY = """
import django
django.setup()
from django.conf import settings
from django.test import Client
from clubtornei.accounts.models import Role
from clubtornei.events.models import Event
from clubtornei.rounds.drafts import round_actions
from clubtornei.rounds.models import Clock

settings.ALLOWED_HOSTS.append("testserver")
event = Event.objects.get()
assert Clock.objects.get(stage__event=event, number=1).minutes == 75
assert event.stages.get().options["late_in_standings"] is True
page = Client().get("/t/sociale/standings/").content.decode()
assert page.index("Abate") < page.index("Dossi") < page.index("Bassi"), page
round_actions.draw_round(event, 2)
print(event.stages.get().rounds.count(), "rounds")
"""


@pytest.fixture
def database() -> Iterator[str]:
    with temporary_postgres() as server:
        yield server.url


def run(url: str, *words: str) -> str:
    environment = os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "clubtornei.settings"}
    ended = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=environment | {"DEBUG": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert ended.returncode == 0, ended.stdout
    return ended.stdout


def test_a_tournament_in_the_first_tables_goes_on_in_those_of_today(database: str) -> None:
    run(database, "-c", PLAY_WITH_THE_FIRST_TABLES)
    run(database, "manage.py", "migrate", "--verbosity", "0")
    assert "2 rounds" in run(database, "-c", LOOK_AT_IT_TODAY)


def test_an_upgrade_is_backed_up_before_it_migrates(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(settings, "AUTOMATIC_BACKUPS", True)
    prepare_only(monkeypatch, done, backed_up=True)
    prepare.prepare()
    forget_the_last_migration()
    prepare.prepare()
    assert done == ["start falls due", "migrate", "tidy", "upgrade", "migrate", "tidy"]


def test_without_its_backup_an_upgrade_does_not_begin_unless_it_is_asked_for(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    prepare_only(monkeypatch, done, backed_up=False)
    prepare.prepare()
    assert done == ["start falls due", "migrate", "tidy"], "there was nothing to migrate"
    forget_the_last_migration()
    done.clear()
    with pytest.raises(prepare.NotBackedUp, match=r"fa’ posto e ripeti.*\n.*WITHOUT_BACKUP=1"):
        prepare.prepare()
    assert done == ["upgrade"]
    monkeypatch.setenv("WITHOUT_BACKUP", "1")
    prepare.prepare()
    assert done == ["upgrade", "upgrade", "migrate", "tidy"]


def prepare_only(monkeypatch: pytest.MonkeyPatch, done: list[str], *, backed_up: bool) -> None:
    """Let `prepare` do nothing but tell what it would do; its backup succeeds or not."""

    def back_up(reason: str) -> bool:
        done.append(reason)
        return backed_up

    monkeypatch.setattr(settings, "AUTOMATIC_BACKUPS", True)
    monkeypatch.setattr(prepare, "back_up_now", back_up)
    monkeypatch.setattr(prepare, "back_up_soon", lambda reason: done.append(f"{reason} falls due"))
    monkeypatch.setattr(prepare, "call_command", lambda name, **_options: done.append(name))
    monkeypatch.setattr(prepare, "compile_catalogues", lambda: None)
    monkeypatch.setattr(prepare, "collect_static", lambda: None)
    monkeypatch.setattr(prepare, "has_a_club", lambda: True)


def forget_the_last_migration() -> None:
    with connection.cursor() as cursor:
        last = "SELECT max(id) FROM django_migrations WHERE app = 'rounds'"
        cursor.execute(f"DELETE FROM django_migrations WHERE id = ({last})")  # noqa: S608


@pytest.mark.parametrize("asked", [True, False])
def test_the_demo_is_made_only_if_asked_for_and_the_code_of_the_first_owner_is_printed(
    db: None, asked: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done: list[str] = []
    monkeypatch.setattr(prepare, "call_command", lambda name, **_options: done.append(name))
    monkeypatch.setattr(prepare, "compile_catalogues", lambda: None)
    monkeypatch.setattr(prepare, "collect_static", lambda: None)
    monkeypatch.setattr(prepare, "is_first_start", lambda: True)
    prepare.prepare(demo=asked)
    assert done == ["migrate", "tidy", *(["demo"] if asked else []), "setup_code"]
    assert "Il tuo circolo non c’è ancora" in capsys.readouterr().out
