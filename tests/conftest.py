"""What all tests share: the database, PostgreSQL, that of DATABASE_URL or else a private one that goes away
again; and the seeds of draws and dice, none of which is left to chance.
"""

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import dj_database_url
import psycopg
import pytest
from django.conf import settings
from django.db import connection, transaction
from django.test import Client
from django.utils import translation
from hypothesis import HealthCheck, settings as hypothesis_settings
from pytest_django import DjangoDbBlocker
from xdist.workermanage import WorkerController

from clubtornei.accounts.models import Club, Role
from clubtornei.launch.postgres import NAME, temporary_postgres
from clubtornei.launch.translations import compile_catalogues
from clubtornei.rounds.numbers import actions as numbers
from tests.caches import forget_everything
from tests.factories import make_club, signed_in

HERE = Path(__file__).parent
TOGETHER = ("e2e", "launch", "publishing")  # folders
PRIVATE = pytest.StashKey[str]()  # the database of the PostgreSQL of this run

# No test of an invariant fails because the machine is busy. More cases: `--hypothesis-profile thorough`.
for profile, cases in (("quick", 12), ("thorough", 2_000)):
    hypothesis_settings.register_profile(
        profile, max_examples=cases, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
hypothesis_settings.load_profile("quick")


def pytest_configure(config: pytest.Config) -> None:
    """Set up what all tests share; with pytest-xdist, once in the process that starts the others."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "clubtornei.settings"  # of the sites that tests start
    if hasattr(config, "workerinput"):
        settings.DATABASES["default"].setdefault("TEST", {})["TEMPLATE"] = config.workerinput["template"]
        return
    compile_catalogues()
    if not os.environ.get("DATABASE_URL"):
        start_postgres(config)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark a test by what it takes: a browser or a whole site, the database, or nothing but Python; and for
    xdist by its module, or by its folder where tests wait for browsers and sites. Each such group runs in one
    process, the largest first: no process waits for a slow one at the end.
    """
    folder, module = item.path.parent.name, item.nodeid.partition("::")[0]
    item.add_marker(pytest.mark.xdist_group(folder if folder in TOGETHER else module))
    if any(item.get_closest_marker(name) for name in ("e2e", "integration")):
        return  # it starts a site, or a PostgreSQL, of its own
    if folder == "e2e":
        item.add_marker(pytest.mark.e2e)
    elif item.get_closest_marker("django_db") or {"db", "transactional_db"} & set(item.fixturenames):
        item.add_marker(pytest.mark.integration)
    else:
        item.add_marker(pytest.mark.unit)


def start_postgres(config: pytest.Config) -> None:
    """Start a PostgreSQL for this run. The settings are read already, but no connection is open yet."""
    until_the_end = ExitStack()
    config.add_cleanup(until_the_end.close)
    server = until_the_end.enter_context(temporary_postgres())
    os.environ["DATABASE_URL"] = server.url
    # The tests run as the site's role, which makes databases here.
    with psycopg.connect(server.administrator_url, autocommit=True) as administrator:
        administrator.execute(f"ALTER ROLE {NAME} CREATEDB")
        administrator.execute(f"ALTER DATABASE {NAME} OWNER TO {NAME}")
    # The browser tests’ server keeps its connections, as the site does: a new one costs as much as a page.
    default = settings.DATABASES["default"]
    default.update(dj_database_url.parse(server.url, conn_max_age=60, disable_server_side_cursors=True))
    config.stash[PRIVATE] = default["NAME"]


@cache
def migrated(name: str) -> str:
    """The database, with every table: those of several processes begin as copies of it."""
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity=0"], cwd=HERE.parent, check=True)
    return name


def pytest_configure_node(node: WorkerController) -> None:
    private = node.config.stash.get(PRIVATE, None)
    node.workerinput["template"] = private and migrated(private)


@contextmanager
def written_seeds() -> Iterator[None]:
    """Where nobody names a seed, the site's own are 1, 2, 3 … in 32 digits, and its dice have the seed 1: the
    same draws in every run.
    """
    seeds = (f"{number:032x}" for number in count(1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(numbers, "new_seed", lambda: next(seeds))
        patch.setattr(secrets, "randbelow", Random(1).randrange)
        yield


@pytest.fixture
def club(db: None) -> Club:
    return make_club("Circolo di prova")


@pytest.fixture
def helper(club: Club) -> Client:
    """Signed in as one who only enters results."""
    return signed_in(club, Role.HELPER)


@pytest.fixture
def arbiter(club: Club) -> Client:
    """Signed in as an arbiter of the club."""
    return signed_in(club, Role.ARBITER)


@pytest.fixture
def owner(club: Club) -> Client:
    """Signed in as the owner of the club."""
    return signed_in(club, Role.OWNER)


@pytest.fixture(autouse=True)
def seeds_of_the_test() -> Iterator[None]:
    with written_seeds():
        yield


@pytest.fixture(autouse=True)
def italian() -> Iterator[None]:
    """No test leaves its reader's language to the next one."""
    translation.deactivate()
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def cold_cache(request: pytest.FixtureRequest) -> None:
    """Nothing is kept from one test for the next, unless all of them look at the same site."""
    if "kept_site" not in request.fixturenames:
        forget_everything()


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
    """Check what a fixture of the module has written, once. Within a test PostgreSQL forgets that it has, and
    would check thousands of keys behind each.
    """
    made = yield
    if fixturedef.scope == "module" and connection.in_atomic_block:  # that of kept_db
        connection.check_constraints()
    return made


@pytest.fixture(scope="module")
def kept_db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """What fixtures of the module write is there for all of its tests, and taken back behind the last one.

    A test's own writes are taken back after the test, as ever.
    """
    with django_db_blocker.unblock(), transaction.atomic(), written_seeds():
        yield
        transaction.set_rollback(True)
