"""Queries that are put into SQL once."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.db.models import Prefetch

from clubtornei.events.models import Entry, Event
from clubtornei.prepared_queries import PreparedQuery, sought
from clubtornei.rounds.models import SEATS, Seat
from tests.factories import make_club, make_entries, make_event

EVENT: PreparedQuery[Event] = PreparedQuery(
    lambda: Event.objects.select_related("club").with_several().filter(slug=sought("slug"))
)
NAMES: PreparedQuery[Any] = PreparedQuery(
    lambda: (
        Entry.objects.filter(event=sought("event"), entry_no__gte=sought("least"))
        .order_by("entry_no")
        .values_list("name", "event__club__name", named=True)
    )
)


@pytest.mark.django_db
def test_it_finds_what_the_query_set_finds_for_one_value_after_the_other(
    django_assert_num_queries: Any,
) -> None:
    events = [make_event(make_club("Uno"), "Torneo d’inverno"), make_event(name='100 % "misto" à')]
    for event in (*events, events[0]):
        with django_assert_num_queries(1):
            found = EVENT.first(slug=event.slug)
            assert found is not None
            assert (found, found.name, found.club.name) == (event, event.name, event.club.name)
            assert found.several is False
    assert EVENT.first(slug="' OR '' = '") is None


@pytest.mark.django_db
def test_values_that_are_no_text_and_rows_that_are_no_objects() -> None:
    event = make_event(make_club("Uno"))
    make_entries(make_event(), 2)
    entries = make_entries(event, 3)
    assert [row.name for row in NAMES.all(event=event.pk, least=2)] == [entry.name for entry in entries[1:]]
    assert {row.event__club__name for row in NAMES.all(event=event.pk, least=1)} == {"Uno"}
    assert NAMES.all(event=event.pk, least=4) == []


@pytest.mark.django_db
def test_what_is_prefetched_comes_with_it() -> None:
    event = make_event()
    make_entries(event, 2)
    with_entries: PreparedQuery[Event] = PreparedQuery(
        lambda: Event.objects.prefetch_related(
            Prefetch("entries", Entry.objects.order_by("-entry_no"))
        ).filter(pk=sought("pk"))
    )
    for _ in range(2):
        (found,) = with_entries.all(pk=event.pk)
        assert [entry.entry_no for entry in found.entries.all()] == [2, 1]


@pytest.mark.django_db
def test_a_value_that_is_not_given_is_an_error_of_the_program() -> None:
    with pytest.raises(KeyError, match="least"):
        NAMES.all(event=1)


@pytest.mark.django_db(transaction=True)
def test_threads_ask_through_their_own_connections_at_the_same_time() -> None:
    events = [make_event(name=f"Torneo {number}") for number in range(8)]

    def ask(event: Event) -> set[str]:
        try:
            return {found.name for _ in range(25) for found in EVENT.all(slug=event.slug)}
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(ask, events)) == [{event.name} for event in events]


@pytest.fixture
def threads_take_turns_often() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.django_db(transaction=True)
def test_threads_that_ask_first_at_the_same_time_disturb_nobodys_sql(threads_take_turns_often: None) -> None:
    """As after a restart with a hall at work: SQL that is wrong then would be kept."""
    together = Barrier(4)

    def ask(query: PreparedQuery[Seat]) -> list[Seat]:
        try:
            together.wait()
            return query.all(table=0)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        for _ in range(40):
            query = PreparedQuery(SEATS.make)
            assert list(threads.map(ask, [query] * 4)) == [[]] * 4
