"""The backups that are made without being asked for: when one falls due, and which of them are kept.

At most one is made in a quarter of an hour. One that falls due earlier is made later: until then a file
beside them says so. The workers look for that file, and those who write it wait for no backup.
"""

import logging
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.files.base import ContentFile
from django.core.files.storage import Storage

from clubtornei.backups.archive import AUTOMATIC, ZONE, Backup, BackupFailed, back_up, backups_in

SHORTEST_INTERVAL = timedelta(minutes=15)
DAYS, WEEKS = 14, 13
"""For so long one backup is kept for each day, and for each week."""
UPGRADES = 3  # kept whatever their age
LARGEST_TOTAL = 5 * 1024**3  # bytes of all automatic backups together

DUE, UNDER_WAY, FAILED = "due", "under-way", "failed"

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Failure:
    """Why the last automatic backup could not be made."""

    at: datetime
    reason: str


def schedule(storage: Storage, reason: str) -> None:
    """Let a backup be made as soon as its time has come. Raises OSError."""
    _write(storage, DUE, reason)


def _write(storage: Storage, name: str, text: str) -> None:
    storage.delete(name)
    storage.save(name, ContentFile(text.encode()))


def _read(storage: Storage, name: str) -> str | None:
    """None: there is no such file."""
    with suppress(FileNotFoundError), storage.open(name) as file:
        text: bytes = file.read()
        return text.decode()
    return None


def due(storage: Storage, now: datetime) -> str | None:
    """The reason of the backup that is to be made now, if there is one."""
    for name in (DUE, UNDER_WAY):  # the latter was cut short
        if (reason := _read(storage, name)) is not None:
            return reason if reason in AUTOMATIC and not _too_soon(storage, now) else None
    return None


def _too_soon(storage: Storage, now: datetime) -> bool:
    last = [backup.made for backup in backups_in(storage) if backup.reason in AUTOMATIC][:1]
    if failure := last_failure(storage):
        last.append(failure.at)
    # The clock may have been put back.
    return any(timedelta(0) <= now - at < SHORTEST_INTERVAL for at in last)


def last_failure(storage: Storage) -> Failure | None:
    """Why the last automatic backup failed; None if it did not."""
    if (reason := _read(storage, FAILED)) is None:
        return None
    return Failure(storage.get_modified_time(FAILED).astimezone(ZONE), reason)


def make(conninfo: str, storage: Storage, reason: str) -> bool:
    """Back up, unless nothing has changed since the last backup, and delete what is kept no longer.

    Before an upgrade only the last backup of that kind counts, which is kept longest. Returns whether that
    succeeded. If not, log and organisers' page say why, until one does.
    """
    try:
        _write(storage, UNDER_WAY, reason)
        storage.delete(DUE)
        made = backups_in(storage)
        last = next((old for old in made if reason != "upgrade" or old.reason == reason), None)
        back_up(conninfo, storage, reason, unless=last)
        for old in superfluous(backups_in(storage), datetime.now(ZONE)):
            storage.delete(old.name)
    except (BackupFailed, OSError) as failed:
        logger.error("The automatic backup (%s) failed: %s", reason, failed)
        with suppress(OSError):  # the disk may be full
            _write(storage, FAILED, str(failed))
        return False
    for name in (FAILED, UNDER_WAY):
        storage.delete(name)
    return True


def superfluous(backups: list[Backup], now: datetime) -> list[Backup]:
    """The `backups`, the newest first, that are kept no longer: only automatic ones.

    Kept are the last of every hour of today, of every day of two weeks and of every week of three months, as
    long as they are not larger than LARGEST_TOTAL together; and always the last, and the last three before an
    upgrade.
    """
    automatic = [backup for backup in backups if backup.reason in AUTOMATIC]
    always = automatic[:1] + [backup for backup in automatic if backup.reason == "upgrade"][:UPGRADES]
    size = sum(backup.size for backup in set(always))
    periods, gone = set(), []
    for backup in automatic:
        period = _period(backup.made, now)
        is_last = period is not None and period not in periods
        periods.add(period)
        if backup in always:
            continue
        size += backup.size if is_last else 0
        if not is_last or size > LARGEST_TOTAL:
            gone.append(backup)
    return gone


def _period(made: datetime, now: datetime) -> tuple[int, ...] | None:
    """The hour, the day or the week of which one backup is kept; None: it is too old."""
    days = (now.date() - made.date()).days
    if days <= 0:
        return made.year, made.month, made.day, made.hour
    if days < DAYS:
        return made.year, made.month, made.day
    return made.isocalendar()[:2] if days <= 7 * WEEKS else None
