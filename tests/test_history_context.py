"""Who sends a request is told to the triggers of the history once a transaction."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import RequestFactory

from clubtornei.events.models import Event
from clubtornei.history_context import HistoryContext
from tests.factories import make_event, make_user


@contextmanager
def request_of(user: User) -> Iterator[list[str]]:
    """Statements are those of a request of the user; gives the first word of each that is executed."""
    request = RequestFactory().post("/e/torneo/")
    request.user = user
    words: list[str] = []

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        words.append(sql.split()[0])
        return execute(sql, *rest)

    with connection.execute_wrapper(HistoryContext(request)), connection.execute_wrapper(note):
        yield words


def rename(event: Event, name: str) -> None:
    Event.objects.filter(pk=event.pk).update(name=name)


def authors(event: Event) -> dict[str, int | None]:
    """By each name that the event was given, who gave it."""
    versions = event.events.select_related("pgh_context").filter(pgh_label="update")
    return {
        version.name: version.pgh_context.metadata["user"] if version.pgh_context else None
        for version in versions
    }


@pytest.mark.django_db(transaction=True)
def test_it_is_told_once_a_transaction_and_outside_of_one() -> None:
    event, user = make_event(), make_user()
    with request_of(user) as words:
        with transaction.atomic():
            rename(event, "a")
            rename(event, "b")
        rename(event, "c")
        Event.objects.count()
        with transaction.atomic():
            rename(event, "d")
    assert words == ["SELECT", "UPDATE", "UPDATE", "SELECT", "UPDATE", "SELECT", "SELECT", "UPDATE"]
    rename(event, "e")
    assert authors(event) == dict.fromkeys("abcd", user.pk) | {"e": None}


@pytest.mark.django_db(transaction=True)
def test_it_is_told_again_after_a_savepoint_took_it_back() -> None:
    event, user = make_event(), make_user()
    with request_of(user), transaction.atomic():
        with pytest.raises(ZeroDivisionError), transaction.atomic():
            rename(event, "a")
            1 / 0  # noqa: B018
        rename(event, "b")
    assert authors(event) == {"b": user.pk}
