"""The lock of what needs the tables to stay as they are, or changes them: a migration, a dump, a restore.

It lasts as long as its session, the only lock of the site that does, so it needs the database's own address.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg

KEY = 0x436C7562  # "Club"; any number that nothing else locks
ASK_AGAIN = 0.2  # seconds


@contextmanager
def schema_locked(conninfo: str, waiting: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Hold the lock while the block runs. `waiting` is called once if somebody else has it.

    It is asked for again and again: a statement that waits for it would hold a snapshot, and an index that is
    built concurrently waits for those. Raises psycopg.Error.
    """
    with psycopg.connect(conninfo, autocommit=True) as session:
        announced = False
        while not _taken(session):
            if not announced:
                waiting()
            announced = True
            time.sleep(ASK_AGAIN)
        yield


def _taken(session: psycopg.Connection) -> bool:
    row = session.execute("SELECT pg_try_advisory_lock(%s)", [KEY]).fetchone()
    assert row
    return bool(row[0])
