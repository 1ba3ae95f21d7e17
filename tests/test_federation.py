"""No page and no act reads more of the database because there are other clubs, and no list works more for it
because its club has had events for years: bench/federation.py, in small.

The server that comes with the packages counts what is read. One of DATABASE_URL may be too old for that.
"""

import pytest
from django.db import connection

from bench.federation_pages import (
    GROWTH,
    LIMIT,
    TOO_OLD,
    add_years,
    copied_models,
    costs_of,
    costs_of_pages,
    counts_blocks,
    dearer,
    make_year,
    multiply,
    pages_of,
)

LISTS = ("front page", "club", "API: club's events", "desk: club", "desk: circuit again", "desk: tags")
"""Pages that list events of a club."""


@pytest.mark.django_db(transaction=True)
def test_a_page_reads_as_much_of_ten_times_as_many_clubs() -> None:
    if not counts_blocks():
        pytest.skip(TOO_OLD)
    club = make_year(players=8, events=3, rounds=2)
    multiply(50)
    small = costs_of(club, times=3)
    multiply(GROWTH)
    large = costs_of(club, times=3)
    _empty()
    assert small.keys() == large.keys()
    assert dearer(small, large) == {}


@pytest.mark.django_db(transaction=True)
def test_a_list_of_events_makes_as_many_calls_after_twenty_times_as_many() -> None:
    club = make_year(players=4, events=2, rounds=1)
    add_years(3)
    lists = {name: pages_of(club)[name] for name in LISTS}
    young = costs_of_pages(club, lists, times=1)
    add_years(17)
    old = costs_of_pages(club, lists, times=1)
    _empty()
    ratios = {name: cost.calls / young[name].calls for name, cost in old.items()}
    assert {name: ratio for name, ratio in ratios.items() if ratio > LIMIT} == {}


def _empty() -> None:
    """Deleting as much row by row takes minutes."""
    names = ", ".join(model._meta.db_table for model in copied_models())
    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {names} CASCADE")
