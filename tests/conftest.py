"""What all tests share: the database, PostgreSQL, that of DATABASE_URL or else a private one that goes away
again; and the seeds of draws and dice, none of which is left to chance.
"""

import gc
import os
import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from copy import copy
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import dj_database_url
import psycopg
import pytest
from django.conf import settings
from django.db import connection, transaction
from django.template import Context
from django.test import TransactionTestCase, client
from django.test.utils import ContextList
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from pytest_django import DjangoDbBlocker
from pytest_django.plugin import blocking_manager_key
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

from clubtornei.backups.programs import packaged_programs
from clubtornei.launch.postgres import NAME, temporary_postgres
from clubtornei.launch.translations import compile_catalogues
from clubtornei.rounds.numbers import actions as numbers
from tests import migrated
from tests.caches import forget_everything
from tests.emptying import empty_database

HERE = Path(__file__).parent
MANY = 40  # tests of a module, which then takes long
MIGRATED = pytest.StashKey[str]()

# No test of an invariant fails because the machine is busy. More cases: `--hypothesis-profile thorough`.
for profile, cases in (("quick", 40), ("thorough", 2_000)):
    hypothesis_settings.register_profile(
        profile, max_examples=cases, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
hypothesis_settings.load_profile("quick")


def pytest_configure(config: pytest.Config) -> None:
    """Set up what all tests share; with pytest-xdist, once in the process that starts the others."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    for alias in settings.CACHES:
        settings.CACHES[alias] = {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": alias,
        }
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES["jobs"] = {"BACKEND": "django.core.files.storage.InMemoryStorage"}
    settings.STORAGES["club_copies"] = {"BACKEND": "django.core.files.storage.InMemoryStorage"}
    settings.STORAGES["backups"] = {"BACKEND": "django.core.files.storage.InMemoryStorage"}
    TransactionTestCase._fixture_teardown = lambda _case: empty_database()
    settings.AUTOMATIC_BACKUPS = False
    client.store_rendered_templates = keep_the_context_of_the_page  # type: ignore[attr-defined]
    # Empty, whatever the site in this checkout has collected: WhiteNoise reads all of it for each new client.
    settings.STATIC_ROOT = settings.VAR_DIR / "static-of-tests"
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    if hasattr(config, "workerinput"):
        test = settings.DATABASES["default"].setdefault("TEST", {})
        test["TEMPLATE"] = config.workerinput["migrated"]
        return
    compile_catalogues()
    if not os.environ.get("DATABASE_URL"):
        start_postgres(config)


def keep_the_context_of_the_page(
    store: dict[str, Any], *_signal: object, context: Context, **_about: object
) -> None:
    """What `answer.context` holds: what the view has given. Django copies it again for each included part."""
    if "context" not in store:
        store["context"] = ContextList([copy(context)])


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark each test by what it takes: a browser or a whole site, the database, or nothing but Python.

    Of several processes none is left with long work when the others have ended: what drives a browser comes
    first, then the modules of many tests. All else stays in the shuffled order.
    """
    for item in items:
        folder, needs = item.path.relative_to(HERE).parts[0], getattr(item, "fixturenames", ())
        if any(item.get_closest_marker(name) for name in ("e2e", "integration")):
            continue  # it starts a site, or a PostgreSQL, of its own
        if folder == "e2e":
            item.add_marker(pytest.mark.e2e)
        elif item.get_closest_marker("django_db") or {"db", "transactional_db"} & set(needs):
            item.add_marker(pytest.mark.integration)
        else:
            item.add_marker(pytest.mark.unit)
    if hasattr(config, "workerinput"):
        sizes = Counter(item.path for item in items)
        items.sort(
            key=lambda item: (
                not item.get_closest_marker("e2e"),
                -sizes[item.path] if sizes[item.path] >= MANY else 0,
            )
        )


def pytest_collection_finish() -> None:
    """What is imported by now stays to the end: the collector of garbage need not walk through it again."""
    gc.freeze()
    gc.set_threshold(50_000, 10, 50)


def pytest_sessionfinish() -> None:
    """Pytest would collect garbage now, twice in each process, in case something in it complains."""
    gc.freeze()


class OneBrowser(LoadFileScheduling):
    """Each module goes to one process, which makes its fixtures once; those that drive a browser to the same
    one. Several browsers at a time would only be in each other's way.
    """

    def _split_scope(self, nodeid: str) -> str:
        return "e2e" if nodeid.startswith("tests/e2e/") else super()._split_scope(nodeid)  # type: ignore[no-any-return]


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> OneBrowser:
    return OneBrowser(config, log)


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
    if packaged_programs():  # with others, those that write and read tables may be of two versions
        with config.stash[blocking_manager_key].unblock():
            migrated.fill(server.url)
        config.stash[MIGRATED] = default.setdefault("TEST", {})["TEMPLATE"] = default["NAME"]


def migrated_database(config: pytest.Config) -> str:
    """The name of a test database with every migration, which those of the workers begin as copies of."""
    if MIGRATED not in config.stash:
        with config.stash[blocking_manager_key].unblock():
            name = connection.settings_dict["NAME"]
            config.stash[MIGRATED] = connection.creation.create_test_db(
                verbosity=0, autoclobber=True, serialize=False
            )
            connection.close()
            config.add_cleanup(lambda: connection.creation.destroy_test_db(name, verbosity=0))
    return config.stash[MIGRATED]


def pytest_configure_node(node: WorkerController) -> None:
    node.workerinput["migrated"] = migrated_database(node.config)


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


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Check what the module has written once. Within a test PostgreSQL forgets that it has, and would check
    thousands of keys behind each.
    """
    if "kept_db" in getattr(item, "fixturenames", ()):
        with item.config.stash[blocking_manager_key].unblock():
            if connection.in_atomic_block:  # not before the first test
                connection.check_constraints()


@pytest.fixture(scope="module")
def kept_db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """What fixtures of the module write is there for all of its tests, and taken back behind the last one.

    A test's own writes are taken back after the test, as ever.
    """
    with django_db_blocker.unblock(), transaction.atomic(), written_seeds():
        yield
        transaction.set_rollback(True)
