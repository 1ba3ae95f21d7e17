"""The backups that are made without being asked for: when one falls due, and which of them are kept.

At most one is made in a quarter of an hour. One that falls due earlier is made later: until then a file in
the folder says so. The launcher looks for that file, and those who write it wait for no backup.
"""

import logging
import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from clubtornei.backups.archive import AUTOMATIC, ZONE, Backup, BackupFailed, back_up, backups_in

APART = timedelta(minutes=15)
DAYS, WEEKS = 14, 13
"""For so long one backup is kept for each day, and for each week."""
UPGRADES = 3  # kept whatever their age
MOST = 5 * 1024**3  # bytes of all automatic backups together

DUE, UNDER_WAY, FAILED = "due", "under-way", "failed"

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Failure:
    """Why the last automatic backup could not be made."""

    at: datetime
    reason: str


def folder_of_backups(var: Path) -> Path:
    """Where the backups of the site are: BACKUPS_FOLDER, which several machines may share, or var/backups."""
    return Path(os.environ.get("BACKUPS_FOLDER") or var / "backups")


def fall_due(folder: Path, reason: str) -> None:
    """Let a backup be made as soon as its time has come. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    (folder / DUE).write_text(reason)


def due(folder: Path, now: datetime) -> str | None:
    """The reason of the backup that is to be made now, if there is one."""
    for name in (DUE, UNDER_WAY):  # the latter was cut short
        with suppress(FileNotFoundError):
            reason = (folder / name).read_text()
            return reason if reason in AUTOMATIC and not _too_soon(folder, now) else None
    return None


def _too_soon(folder: Path, now: datetime) -> bool:
    last = [backup.made for backup in backups_in(folder) if backup.reason in AUTOMATIC][:1]
    if failure := last_failure(folder):
        last.append(failure.at)
    return any(timedelta(0) <= now - at < APART for at in last)  # the clock may have been put back


def last_failure(folder: Path) -> Failure | None:
    """Why the last automatic backup failed; None if it did not."""
    failed = folder / FAILED
    with suppress(FileNotFoundError):
        return Failure(datetime.fromtimestamp(failed.stat().st_mtime, ZONE), failed.read_text("utf-8"))
    return None


def make(conninfo: str, folder: Path, reason: str) -> bool:
    """Back up, unless nothing has changed since the last backup, and delete what is kept no longer.

    Before an upgrade only the last backup of that kind counts, which is kept longest. Returns whether that
    succeeded. If not, log and organisers' page say why, until one does.
    """
    with suppress(FileNotFoundError):
        (folder / DUE).replace(folder / UNDER_WAY)
    try:
        made = backups_in(folder)
        last = next((old for old in made if reason != "upgrade" or old.reason == reason), None)
        back_up(conninfo, folder, reason, unless=last)
        for old in superfluous(backups_in(folder), datetime.now(ZONE)):
            old.path.unlink(missing_ok=True)
    except (BackupFailed, OSError) as failed:
        logger.error("The automatic backup (%s) failed: %s", reason, failed)
        with suppress(OSError):  # the disk may be full
            (folder / FAILED).write_text(str(failed), encoding="utf-8")
        return False
    for name in (FAILED, UNDER_WAY):
        (folder / name).unlink(missing_ok=True)
    return True


def superfluous(backups: list[Backup], now: datetime) -> list[Backup]:
    """Those of `backups`, the newest first, that are kept no longer: only automatic ones.

    Kept are the last of every hour of today, of every day of two weeks and of every week of three months, as
    long as they are not larger than MOST together; and always the last, and the last three before an upgrade.
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
        if not is_last or size > MOST:
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
