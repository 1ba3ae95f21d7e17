"""What all tests share: the database, PostgreSQL, that of DATABASE_URL or else a private one that goes away
again; and the seeds of draws, none of which is left to chance.
"""

import os
from contextlib import ExitStack
from itertools import count

import dj_database_url
import pytest
from django.conf import settings

from clubtornei.launch.postgres import temporary_postgres
from clubtornei.launch.translations import compile_catalogues
from clubtornei.rounds.numbers import actions as numbers


def pytest_configure(config: pytest.Config) -> None:
    """Set up what all tests share; with pytest-xdist, once in the process that starts the others."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    if hasattr(config, "workerinput"):
        return
    compile_catalogues()
    if not os.environ.get("DATABASE_URL"):
        start_postgres(config)


def start_postgres(config: pytest.Config) -> None:
    """Start a PostgreSQL for this run. The settings are read already, but no connection is open yet."""
    until_the_end = ExitStack()
    config.add_cleanup(until_the_end.close)
    server = until_the_end.enter_context(temporary_postgres())
    os.environ["DATABASE_URL"] = server.url
    settings.DATABASES["default"].update(dj_database_url.parse(server.url))


@pytest.fixture(autouse=True)
def written_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a test names no seed, the site's own are 1, 2, 3 … in 32 digits: the same draws in every run."""
    seeds = (f"{number:032x}" for number in count(1))
    monkeypatch.setattr(numbers, "new_seed", lambda: next(seeds))
