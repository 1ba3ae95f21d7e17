"""The backups that the site makes by itself, in var/backups: nobody waits for them, and none fails unseen."""

import logging
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from threading import Lock, Thread

from django.conf import settings
from django.db import connection
from msgspec import Struct
from psycopg.conninfo import make_conninfo

from clubtornei.backups.archive import ZONE, BackupFailed, back_up

at_work, next_to_work = Lock(), Lock()

logger = logging.getLogger(__name__)


class Failure(Struct, frozen=True):
    """Why the last automatic backup could not be made."""

    at: datetime
    reason: str


def folder() -> Path:
    """Where the backups of this site are."""
    return Path(settings.VAR_DIR) / "backups"


def last_failure() -> Failure | None:
    """Why the last automatic backup failed; None if it did not."""
    with suppress(FileNotFoundError):
        at = datetime.fromtimestamp(_failed().stat().st_mtime, ZONE)
        return Failure(at, _failed().read_text(encoding="utf-8"))
    return None


def _failed() -> Path:
    return folder() / "failed"


def back_up_behind_the_answer(reason: str) -> None:
    """Begin a backup in a thread of its own. One that already waits for its turn will have this, too."""
    if settings.AUTOMATIC_BACKUPS and next_to_work.acquire(blocking=False):
        Thread(target=_take_turn, args=[reason], daemon=True).start()


def _take_turn(reason: str) -> None:
    with at_work:
        next_to_work.release()
        back_up_now(reason)


def back_up_now(reason: str) -> bool:
    """Make a backup; whether that succeeded. If not, log and organisers' page say why, until one does."""
    try:
        back_up(_conninfo(), folder(), reason)
    except BackupFailed as failed:
        logger.error("The automatic backup (%s) failed: %s", reason, failed)
        with suppress(OSError):  # the disk may be full
            _failed().write_text(str(failed), encoding="utf-8")
        return False
    _failed().unlink(missing_ok=True)
    return True


def _conninfo() -> str:
    """Of the site's database, as libpq wants it."""
    named = connection.settings_dict
    given = {name: value for name, value in named["OPTIONS"].items() if isinstance(value, str)}
    given |= {"dbname": named["NAME"], "user": named["USER"], "password": named["PASSWORD"]}
    given |= {"host": named["HOST"], "port": str(named["PORT"])}
    return make_conninfo(**{name: value for name, value in given.items() if value})
