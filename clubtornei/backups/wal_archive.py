"""How far behind PostgreSQL's archive of its write-ahead log is: on a server that stands for our backups."""

from collections.abc import Callable
from datetime import timedelta

LATEST = timedelta(hours=1)
"""An archive older than that protects nobody from a migration."""
AGE = """
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


def archive_age(first_value: Callable[[str], object]) -> timedelta | None:
    """How old what was written last, and is not in the archive, can be. None: there is no archive.

    Where all full segments are archived and nobody has written since, the archive is no older than
    `archive_timeout`. `first_value`: runs a query on the site's database.
    """
    age = first_value(AGE)
    return age if isinstance(age, timedelta) else None


def is_too_old(age: timedelta | None) -> bool:
    return age is None or age > LATEST
