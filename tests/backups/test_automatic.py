"""Automatic backups: when one is made, and which are kept."""

import os
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import psycopg
import pytest
from django.core.files.storage import FileSystemStorage

from clubtornei.backups.archive import NAME, ZONE, Backup, backups_in
from clubtornei.backups.automatic import LARGEST_TOTAL, SHORTEST_INTERVAL, due, make, schedule, superfluous
from clubtornei.launch.postgres import temporary_postgres

NOW = datetime(2026, 11, 21, 18, 30, tzinfo=ZONE)


def made(folder: Path, at: datetime, reason: str = "publication", size: int = 1) -> str:
    """A backup of so many bytes; returns its name."""
    path = folder / f"{at.strftime(NAME)}_{reason}.tar"
    path.touch()
    os.truncate(path, size)
    return path.name


def names(backups: list[Backup]) -> list[str]:
    return [backup.name for backup in backups]


def kept(folder: Path) -> list[str]:
    found = backups_in(FileSystemStorage(folder))
    return sorted(set(names(found)) - set(names(superfluous(found, NOW))))


def test_a_day_of_publishing_leaves_the_backups_of_the_days_and_weeks_before(tmp_path: Path) -> None:
    today = [made(tmp_path, NOW - timedelta(minutes=15 * quarter)) for quarter in range(24)]
    days = [made(tmp_path, NOW - timedelta(days=day)) for day in range(1, 14)]
    for day in range(14, 120):
        made(tmp_path, NOW - timedelta(days=day))
    left = kept(tmp_path)
    assert {name for name in left if "2026-11-21" in name} == {*today[:1], *today[3::4]}
    assert set(days) <= set(left)
    assert len(left) == 7 + 13 + 12
    oldest = datetime.strptime(left[0][:10], "%Y-%m-%d").replace(tzinfo=ZONE)
    assert timedelta(days=80) < NOW - oldest < timedelta(days=92)


def test_the_last_three_before_an_upgrade_and_all_made_by_hand_are_kept(tmp_path: Path) -> None:
    old = [made(tmp_path, NOW - timedelta(days=200 + day), "upgrade") for day in range(4)]
    by_hand = [made(tmp_path, NOW - timedelta(days=400, minutes=n), "command") for n in range(2)]
    by_hand += [made(tmp_path, NOW - timedelta(days=500), "restore")]
    assert kept(tmp_path) == sorted([*by_hand, *old[:3]])


def test_together_they_have_an_end(tmp_path: Path) -> None:
    size = LARGEST_TOTAL // 4
    days = [made(tmp_path, NOW - timedelta(days=day), size=size) for day in range(6)]
    upgrade = made(tmp_path, NOW - timedelta(days=300), "upgrade", size=size)
    assert kept(tmp_path) == sorted([*days[:3], upgrade])


def test_one_that_falls_due_too_soon_is_made_later(tmp_path: Path) -> None:
    files, last = FileSystemStorage(tmp_path), NOW - timedelta(minutes=5)
    made(tmp_path, last)
    made(tmp_path, NOW, "command")
    assert due(files, NOW) is None
    schedule(files, "closing")
    assert due(files, NOW) is None
    assert due(files, last + SHORTEST_INTERVAL) == "closing"
    assert due(files, last - timedelta(days=1)) == "closing", "the clock was put back"


def test_one_that_failed_or_was_cut_short_is_still_due(tmp_path: Path) -> None:
    files = FileSystemStorage(tmp_path)
    schedule(files, "closing")
    assert not make("postgres://nobody@127.0.0.1:1/none", files, "closing")
    now = datetime.now(ZONE)
    assert due(files, now) is None
    assert due(files, now + SHORTEST_INTERVAL) == "closing"


@pytest.fixture
def database() -> Iterator[str]:
    with temporary_postgres() as server:
        with psycopg.connect(server.url) as connection:
            connection.execute("CREATE TABLE django_migrations (app text, name text)")
            connection.execute("INSERT INTO django_migrations VALUES ('players', '0001_initial')")
            connection.execute("CREATE TABLE accounts_session (id int)")
        yield server.url


def change(url: str, statement: str) -> None:
    with psycopg.connect(url) as connection:
        connection.execute(statement)


@pytest.mark.integration
def test_nothing_is_kept_while_nothing_has_changed(database: str, tmp_path: Path) -> None:
    files = FileSystemStorage(tmp_path)

    def reasons(reason: str) -> list[str]:
        for number, backup in enumerate(backups_in(files)):  # an hour later
            at = datetime.now(ZONE) - timedelta(days=1 + number)
            (tmp_path / backup.name).rename(tmp_path / f"{at.strftime(NAME)}_{backup.reason}.tar")
        schedule(files, reason)
        assert make(database, files, reason)
        assert due(files, datetime.now(ZONE) + SHORTEST_INTERVAL) is None
        return [backup.reason for backup in backups_in(files)]

    assert reasons("start") == ["start"]
    change(database, "INSERT INTO accounts_session VALUES (1)")
    assert reasons("publication") == ["start"]
    change(database, "UPDATE django_migrations SET name = '0002_names'")
    assert reasons("publication") == ["publication", "start"]
    assert reasons("upgrade") == ["upgrade", "publication", "start"], "it is kept longer than the last"
    assert reasons("upgrade") == ["upgrade", "publication", "start"]
