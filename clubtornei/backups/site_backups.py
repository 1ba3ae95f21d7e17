"""The backups of this site, in the storage `backups`, and how old PostgreSQL's own archive is on a server."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.core.files.storage import Storage, storages
from django.db import connection, transaction
from psycopg.conninfo import make_conninfo

from clubtornei.backups import automatic
from clubtornei.backups.archive import ZONE

LOCK = 0x4261636B  # "Back"; any number that nothing else locks
ARCHIVED_WITHIN = timedelta(hours=1)
"""An archive older than that protects nobody from a migration."""
ARCHIVE_AGE = """
    SELECT CASE
        WHEN archived_all AND switched > 0 THEN least(age, make_interval(secs => switched))
        ELSE age
    END
    FROM (
        SELECT
            clock_timestamp() - last_archived_time AS age,
            last_archived_wal COLLATE "C" >= pg_walfile_name(
                pg_current_wal_lsn() - pg_size_bytes(current_setting('wal_segment_size'))
            ) AS archived_all,
            (SELECT setting::int FROM pg_settings WHERE name = 'archive_timeout') AS switched
        FROM pg_stat_archiver
        WHERE current_setting('archive_mode') <> 'off'
    ) AS archive
"""
MAY_LOOK = "SELECT has_function_privilege('pg_ls_waldir()', 'EXECUTE')"
BASE_BACKUP = "SELECT EXISTS (SELECT FROM pg_ls_waldir() WHERE name LIKE '%.backup')"
"""Whether there is the history file of a base backup: the newest one stays until the next."""


def files() -> Storage:
    """Where the backups of this site are: a folder, or what machines share."""
    return storages["backups"]


def back_up_soon(reason: str) -> None:
    """Let a backup be made after this transaction, as soon as its time has come: nobody waits for it."""
    if settings.AUTOMATIC_BACKUPS:
        transaction.on_commit(partial(automatic.schedule, files(), reason), robust=True)


def back_up_if_due() -> None:
    """Make the automatic backup that is due: a routine of the workers, of which one makes it."""
    if not settings.AUTOMATIC_BACKUPS or not automatic.due(files(), datetime.now(ZONE)):
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
        if cursor.fetchone() == (True,) and (reason := automatic.due(files(), datetime.now(ZONE))):
            back_up_now(reason)


def back_up_now(reason: str) -> bool:
    """Make a backup; whether that succeeded."""
    return automatic.make(conninfo(), files(), reason)


def conninfo() -> str:
    """The connection string of the site's database, as libpq wants it."""
    named = connection.settings_dict
    given = {name: value for name, value in named["OPTIONS"].items() if isinstance(value, str)}
    given |= {"dbname": named["NAME"], "user": named["USER"], "password": named["PASSWORD"]}
    given |= {"host": named["HOST"], "port": str(named["PORT"])}
    return make_conninfo(**{name: value for name, value in given.items() if value})


def archive_age() -> timedelta | None:
    """How old what was written last, and is not in PostgreSQL's archive, can be. None: there is no archive,
    or no base backup that it continues, or we may not look for one.

    Where all full segments are archived and nobody has written since, the archive is no older than
    `archive_timeout`.
    """
    with connection.cursor() as cursor:
        return age_of_archive(cursor)


def age_of_archive(cursor: Any) -> timedelta | None:
    """What `archive_age` says, of the database that this cursor asks."""
    for condition in (MAY_LOOK, BASE_BACKUP):
        cursor.execute(condition)
        if cursor.fetchone() != (True,):
            return None
    cursor.execute(ARCHIVE_AGE)
    row = cursor.fetchone()
    return row[0] if row else None


def is_too_old(age: timedelta | None) -> bool:
    return age is None or age > ARCHIVED_WITHIN
