"""What an event takes in the database: nothing is written twice, and little is left once it is closed."""

import pghistory
import pytest
from django.db import connection

from clubtornei.accounts.club_history import history_models
from clubtornei.events.models import Event
from clubtornei.events.writing import SentRequest, once
from clubtornei.rounds.stages.closing_actions import close
from tests.factories import make_drawn_event, make_result, make_round, make_user

PLAYERS, ROUNDS = 40, 7
MOST = 98_000  # bytes of rows; with indexes see bench/storage.py

pytestmark = pytest.mark.django_db


def bytes_of_rows() -> int:
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        sizes = " UNION ALL ".join(f'SELECT sum(pg_column_size(t.*)) AS size FROM "{t}" t' for t in tables)  # noqa: S608
        cursor.execute(f"SELECT sum(size) FROM ({sizes}) AS sizes")  # noqa: S608
        return int(cursor.fetchone()[0])


def play() -> Event:
    """Each request is one of a page that resends it, and has a context."""
    arbiter = make_user()
    with pghistory.context(user=arbiter.pk):
        event = make_drawn_event(PLAYERS)
    for number in range(1, ROUNDS + 1):
        with pghistory.context(user=arbiter.pk):
            round_ = make_round(event)
        for table in round_.tables.games():
            key = f"{number}-{table.number}".rjust(36, "0")
            request = pghistory.context(user=arbiter.pk)
            with request, once(event, SentRequest(key, "c" * 64)):
                make_result(event, round_, table.number, "1-0", arbiter)
    close(event, unfinished=True, level=True)
    return event


def test_an_event_says_nothing_twice() -> None:
    before = bytes_of_rows()
    event = play()
    assert bytes_of_rows() - before < MOST
    assert event.request_keys.count() == 0
    rows = {model.__name__: past._base_manager.count() for model, past in history_models().items()}
    assert {name: count for name, count in rows.items() if count} == {
        "Event": 2,  # made, closed
        "Stage": 1 + ROUNDS,  # made, and the day of each round
        "Entry": PLAYERS,
        "Round": 2 * ROUNDS,  # drawn, published
    }
