"""A copy and a restore as a worker does them, in a process of its own."""

import os
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from django.db import connection

from clubtornei.accounts.models import Role
from clubtornei.club_copies import actions
from clubtornei.jobs.models import Job, JobState
from clubtornei.launch import supervisor
from tests.club_copies.copies import copy_of, files_in
from tests.factories import make_club, make_member, make_played_event

PATIENCE = 60.0  # seconds


def ended(job: Job | None) -> str:
    assert job
    until = time.monotonic() + PATIENCE
    while job.under_way and time.monotonic() < until:
        time.sleep(0.1)
        job.refresh_from_db()
    return job.state


@pytest.mark.django_db(transaction=True)
def test_a_worker_copies_a_club_and_restores_it(settings: Any, tmp_path: Path) -> None:
    folder = {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": tmp_path / "copies"},
    }
    settings.STORAGES = settings.STORAGES | {"club_copies": folder}
    url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{quote(connection.settings_dict['NAME'])}")
    environment = os.environ | {"DATABASE_URL": url.geturl(), "FILES_FOLDER": str(tmp_path)}
    club = make_club()
    owner = make_member(club, role=Role.OWNER).user
    event = make_played_event(4, 2, club)
    before = files_in(copy_of(club))
    with supervisor.running(supervisor.workers(environment), environment):
        actions.request_copy(club, with_mail=True)
        assert ended(actions.last_job(club)) == JobState.DONE
        event.stages.get().rounds.all().delete()
        actions.request_restore(club, owner, club.copies.get(), None)
        assert ended(actions.last_job(club)) == JobState.DONE
    assert files_in(copy_of(club)) == before
    assert sorted(path.name for path in (tmp_path / "copies").iterdir()) == sorted(
        copy.file for copy in club.copies.all()
    )
