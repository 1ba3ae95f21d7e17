"""A migration, a dump and a restore never run at the same time."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from django.core.files.storage import FileSystemStorage

from clubtornei.backups.archive import back_up
from clubtornei.backups.schema_lock import schema_locked
from clubtornei.backups.site_backups import conninfo

pytestmark = pytest.mark.django_db


def test_who_comes_second_says_that_it_waits_and_goes_on_afterwards() -> None:
    waits, done = Event(), Event()

    def come_second() -> None:
        with schema_locked(conninfo(), waits.set):
            done.set()

    with ThreadPoolExecutor(1) as thread:
        with schema_locked(conninfo()):
            second = thread.submit(come_second)
            assert waits.wait(10)
            assert not done.is_set()
        second.result(10)
    assert done.is_set()


def test_a_dump_waits_for_a_migration(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as thread:
        with schema_locked(conninfo()):
            dump = thread.submit(back_up, conninfo(), FileSystemStorage(tmp_path), "command")
            with pytest.raises(TimeoutError):
                dump.result(1)
        dump.result(60)
