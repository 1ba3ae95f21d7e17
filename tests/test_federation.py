"""No page and no act reads more of the database because there are other clubs: bench/federation.py, in small.

The server that comes with the packages counts what is read. One of DATABASE_URL may be too old for that.
"""

import pytest
from django.db import connection

from bench.federation_pages import (
    GROWTH,
    TOO_OLD,
    copied_models,
    costs_of,
    counts_blocks,
    dearer,
    make_year,
    multiply,
)


@pytest.mark.django_db(transaction=True)
def test_a_page_reads_as_much_of_ten_times_as_many_clubs() -> None:
    if not counts_blocks():
        pytest.skip(TOO_OLD)
    club = make_year(players=8, events=3, rounds=2)
    multiply(50)
    small = costs_of(club, times=3)
    multiply(GROWTH)
    large = costs_of(club, times=3)
    with connection.cursor() as cursor:  # deleting as much row by row takes minutes
        names = ", ".join(model._meta.db_table for model in copied_models())
        cursor.execute(f"TRUNCATE {names} CASCADE")
    assert small.keys() == large.keys()
    assert dearer(small, large) == {}
