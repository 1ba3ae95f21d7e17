"""The backups of this site, in the storage `backups`."""

import logging
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.core.files.storage import Storage, storages
from django.db import connection, transaction
from psycopg.conninfo import make_conninfo

from clubtornei.backups import automatic, wal_archive
from clubtornei.backups.archive import ZONE

LOCK = 0x4261636B  # "Back"; any number that nothing else locks

logger = logging.getLogger(__name__)


def files() -> Storage:
    """Where the backups of this site are: a folder, or what machines share."""
    return storages["backups"]


def back_up_soon(reason: str) -> None:
    """Let a backup be made after this transaction, as soon as its time has come: nobody waits for it."""
    if settings.AUTOMATIC_BACKUPS:
        transaction.on_commit(partial(_fall_due, reason))


def _fall_due(reason: str) -> None:
    try:
        automatic.fall_due(files(), reason)
    except OSError as failed:
        logger.error("An automatic backup (%s) could not fall due: %s", reason, failed)


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


def archive_age() -> timedelta | None:
    """That of PostgreSQL's archive. None: it has none."""

    def first_value(query: str) -> object:
        with connection.cursor() as cursor:
            cursor.execute(query)
            row = cursor.fetchone()
        return row and row[0]

    return wal_archive.archive_age(first_value)


def conninfo() -> str:
    """The connection string of the site's database, as libpq wants it."""
    named = connection.settings_dict
    given = {name: value for name, value in named["OPTIONS"].items() if isinstance(value, str)}
    given |= {"dbname": named["NAME"], "user": named["USER"], "password": named["PASSWORD"]}
    given |= {"host": named["HOST"], "port": str(named["PORT"])}
    return make_conninfo(**{name: value for name, value in given.items() if value})
