"""`/health/`: what a watcher is told."""

import tomllib
from pathlib import Path

import pytest
from django.db import OperationalError, connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubtornei import VERSION
from clubtornei.operations import views

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]


def test_a_site_that_works_is_ready_and_says_its_version(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        answer = client.get("/health/")
    assert answer.status_code == 200
    assert answer.json() == {
        "alive": True,
        "ready": True,
        "database": True,
        "migrated": True,
        "version": tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"],
    }
    assert "no-store" in answer["Cache-Control"]
    assert answer.cookies == {}


def test_before_the_last_migration_it_is_not_ready(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'jobs'")
    answer = client.get("/health/")
    assert answer.status_code == 503
    assert answer.json() == {
        "alive": True,
        "ready": False,
        "database": True,
        "migrated": False,
        "version": VERSION,
    }


def test_without_a_database_it_is_alive(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def lost() -> None:
        raise OperationalError("the connection is lost")

    monkeypatch.setattr(views, "_applied", lost)
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()["alive"], answer.json()["database"]) == (503, True, False)
