"""Prepare the database and the files that the site needs: `python -m clubtornei.launch.prepare [--demo]`.

A separate process, so that the launcher need not import Django, and its signals do not interrupt a migration.
"""

import hashlib
import json
import os
import sys
import time
from pathlib import Path

import django
from django.apps import apps
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import ManifestFilesMixin
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from psycopg.errors import LockNotAvailable

from clubtornei.backups.schema_lock import schema_locked
from clubtornei.backups.site_backups import archive_age, back_up_now, back_up_soon, conninfo, is_too_old
from clubtornei.launch.sentences import sentence
from clubtornei.launch.translations import compile_catalogues

# Files of packages that no page uses: compressing them would take most of the time of the first start.
UNUSED = ["htmx-4*", "htmax-4*"]

DEMO_PASSWORD = "demo-password"  # noqa: S105 (the file's name in var/)

CODE_TO, RESTORED = "--code-to=", "--restored="

SHARED = "--shared"
"""Other machines may be on the same database."""
NEW_KEY = "NEW_SECRET_KEY"
"""What is set in the environment by those who have changed the SECRET_KEY of all machines."""
WITHOUT = "WITHOUT_BACKUP"
"""What is set in the environment by those who upgrade all the same."""

LOCK_TIMEOUT = 500  # milliseconds
TRY_AGAIN = 2.0  # seconds
MIGRATED_WITHIN = 10 * 60.0  # seconds


class NotPrepared(Exception):
    """The site cannot start on these data; the message says why, and what to do."""


def prepare(
    *, demo: bool = False, code_to: int | None = None, restored: str | None = None, shared: bool = False
) -> None:
    """Compile translations, back up, migrate, collect static files; `demo`: make the demo club first.

    As long as there is no club, the code with which the first owner makes one is printed where somebody sits
    at a terminal, or goes to the file descriptor `code_to`. `restored`: the backup from which the database
    was just restored. `shared`: whether other machines may be on it. Raises NotPrepared.
    """
    if shared:
        refuse_no_key()
    compile_catalogues()
    refuse_halfway()
    if restored:
        cache.clear()  # pages may be newer than the data
    if shared:
        refuse_another_key()
    if has_to_migrate():
        upgrade(shared=shared)
        if shared:
            refuse_another_key()
    elif settings.AUTOMATIC_BACKUPS:
        back_up_soon("start")
    if restored:
        call_command("record_restore", restored)
    forget_metrics()
    collect_static()
    if demo and is_first_start():
        call_command("demo", password_file=settings.VAR_DIR / DEMO_PASSWORD)
    if not has_a_club():
        show_setup_code(code_to)


def show_setup_code(code_to: int | None) -> None:
    """Show it as `prepare` says."""
    if code_to is None:
        if sys.stdout.isatty():  # not into a log, which others read
            print(sentence("setup_code"), flush=True)
            call_command("setup_code")
    else:
        with open(code_to, "w") as launcher:
            call_command("setup_code", stdout=launcher)


def forget_metrics() -> None:
    """Delete what processes have counted that run no more."""
    for counted in settings.METRICS_DIR.glob("*.db"):
        counted.unlink()


def refuse_halfway() -> None:
    """Raises NotPrepared where only a part of what one migration replaces is applied."""
    if is_halfway():
        with schema_locked(conninfo()):  # another machine may be writing them down
            if is_halfway():
                raise NotPrepared(sentence("between_versions"))


def is_halfway() -> bool:
    applied = set(MigrationRecorder(connection).applied_migrations())
    return any(
        applied.intersection(migration.replaces) and not applied.issuperset(migration.replaces)
        for migration in MigrationLoader(None).disk_migrations.values()
    )


def refuse_no_key() -> None:
    """Raises NotPrepared on a server without a SECRET_KEY: one made here would be no other machine's."""
    on_server = not settings.LAPTOP or os.environ.get("CACHE_URL")
    if on_server and not os.environ.get("SECRET_KEY"):
        raise NotPrepared(sentence("no_secret_key"))


def refuse_another_key() -> None:
    """Raises NotPrepared where the other machines on this database, or on this cache, sign with another
    SECRET_KEY. What says so is not in the tables of 0.2.0.
    """
    keys = apps.get_model("accounts", "SiteKey").objects
    if keys.model._meta.db_table not in connection.introspection.table_names():
        return
    if os.environ.get(NEW_KEY):
        keys.change()
    elif not keys.is_ours():
        raise NotPrepared(sentence("another_key", option=f"{NEW_KEY}=1"))


def upgrade(*, shared: bool) -> None:
    """Migrate, while nobody else does and nobody dumps. Nothing else takes a migration back: on a laptop a
    backup is made first, on a server PostgreSQL's archive must be recent. Raises NotPrepared.
    """
    without = bool(os.environ.get(WITHOUT))
    if settings.AUTOMATIC_BACKUPS and not back_up_now("upgrade") and not without:
        raise NotPrepared(sentence("not_backed_up", option=f"{WITHOUT}=1"))
    with schema_locked(conninfo(), waiting=lambda: print(sentence("waiting_for_schema"), flush=True)):
        if not has_to_migrate():
            return  # another machine has done so meanwhile
        if shared and not without and has_data() and is_too_old(archive_age()):
            role = connection.settings_dict["USER"]
            raise NotPrepared(sentence("archive_too_old", option=f"{WITHOUT}=1", role=role))
        migrate()


def migrate() -> None:
    """Apply what is missing. A migration gives up soon where somebody else has a lock, because whoever comes
    after it would wait, too; then it is tried again. Raises NotPrepared.
    """
    deadline = time.monotonic() + MIGRATED_WITHIN
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = {LOCK_TIMEOUT}")
        try:
            while True:
                try:
                    call_command("migrate", verbosity=0, interactive=False)
                    return
                except OperationalError as error:
                    if not isinstance(error.__cause__, LockNotAvailable):
                        raise
                    if time.monotonic() > deadline:
                        raise NotPrepared(sentence("tables_in_use")) from error
                time.sleep(TRY_AGAIN)
        finally:
            cursor.execute("RESET lock_timeout")


def has_data() -> bool:
    """Whether the database was in use before."""
    return bool(MigrationRecorder(connection).applied_migrations())


def has_a_club() -> bool:
    return apps.get_model("accounts", "Club").objects.not_demo().exists()


def has_to_migrate() -> bool:
    """Whether the database has yet to see some of this program's migrations."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def is_first_start() -> bool:
    """Whether there is no user and the demo was never created: once deleted, it is not created again."""
    return not (settings.VAR_DIR / DEMO_PASSWORD).exists() and not get_user_model().objects.exists()


def collect_static() -> None:
    """Run collectstatic, unless no static file has changed since the last time. Of the builds before the last
    one stays: pages of it are open in browsers, and another machine may still serve some.
    """
    digest = hashlib.sha256(f"{settings.BASE_DIR} {settings.DEBUG}".encode())  # DEBUG has no manifest
    for finder in get_finders():
        for path, storage in finder.list(UNUSED):
            status = Path(storage.path(path)).stat()
            digest.update(f"{path} {status.st_size} {status.st_mtime_ns}\n".encode())
    stamp = settings.STATIC_ROOT.with_name("static-collected")
    if not stamp.exists() or stamp.read_text() != digest.hexdigest():
        before = named_in_manifest()
        call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=UNUSED)
        if (named := named_in_manifest()) != before:
            delete_static_but(before | named | {ManifestFilesMixin.manifest_name})
        stamp.write_text(digest.hexdigest())


def named_in_manifest() -> set[str]:
    """The static files of the last build, by their hashed names; empty while there is none, as with DEBUG."""
    manifest = settings.STATIC_ROOT / ManifestFilesMixin.manifest_name
    if settings.DEBUG or not manifest.exists():
        return set()
    return set(json.loads(manifest.read_text())["paths"].values())


def delete_static_but(kept: set[str]) -> None:
    """Delete all other files, compressed ones too."""
    for path in settings.STATIC_ROOT.rglob("*"):
        name = path.relative_to(settings.STATIC_ROOT).as_posix()
        if path.is_file() and name.removesuffix(".gz").removesuffix(".br") not in kept:
            path.unlink()


def main() -> None:
    """Prepare, or exit with what is wrong in the environment, or the driver's message without a database."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubtornei.settings")
    try:
        django.setup()
        descriptors = [int(word.removeprefix(CODE_TO)) for word in sys.argv if word.startswith(CODE_TO)]
        restored = [word.removeprefix(RESTORED) for word in sys.argv if word.startswith(RESTORED)]
        prepare(
            demo="--demo" in sys.argv,
            code_to=next(iter(descriptors), None),
            restored=next(iter(restored), None),
            shared=SHARED in sys.argv,
        )
    except (ImproperlyConfigured, OperationalError, NotPrepared) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
