"""Several people at the same moment, each in a thread with its own connection, on PostgreSQL."""

from collections.abc import Callable
from threading import Barrier, Thread
from time import monotonic
from typing import Any

from django.db import connection

from clubtornei.events.writing import ActionRefused

TIMES = 2
"""How often a race is run that both may win."""


def at_once(*actions: Callable[[], Any], refusal: type[Exception] = ActionRefused) -> list[Any]:
    """Start all actions together; returns what each returned, or the refusal it raised."""
    start = Barrier(len(actions))
    answers: list[Any] = [None] * len(actions)

    def run(place: int, action: Callable[[], Any]) -> None:
        try:
            connection.ensure_connection()
            start.wait(timeout=10)
            answers[place] = action()
        except refusal as refused:
            answers[place] = refused
        finally:
            connection.close()

    threads = [Thread(target=run, args=(place, action)) for place, action in enumerate(actions)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    return answers


def in_a_thread(action: Callable[[], Any]) -> None:
    """What a thread runs: its connection is closed behind it."""
    try:
        action()
    finally:
        connection.close()


def until_one_waits_for_a_lock() -> None:
    until = monotonic() + 10
    with connection.cursor() as cursor:
        while monotonic() < until:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return
    raise AssertionError("nobody waits")
