"""An owner deletes an event while other people's pages of it are being made."""

from collections.abc import Callable

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Event
from clubtornei.rounds.pages.settings_actions import publish
from tests.caches import forget_everything
from tests.factories import make_played_event, make_round, signed_in

pytestmark = pytest.mark.django_db
PAGES = [("rounds:round", [2]), ("public:standings", [])]


def deleting_before(query: int, event: Event) -> Callable[..., object]:
    """Before the query of that number, from 1, somebody else deletes the event."""
    seen = 0

    def run(execute: Callable[..., object], sql: str, *rest: object) -> object:
        nonlocal seen
        seen += 1
        if seen == query:
            Event.objects.filter(pk=event.pk).delete()
        return execute(sql, *rest)

    return run


def made_event(club: Club) -> Event:
    event = make_played_event(4, 1, club)
    make_round(event)
    publish(event)
    return event


@pytest.mark.parametrize("address", PAGES, ids=lambda address: address[0])
def test_a_poll_while_the_event_is_deleted_is_no_error(club: Club, address: tuple[str, list[int]]) -> None:
    name, arguments = address
    client = signed_in(club, Role.HELPER)
    event, seen = made_event(club), set()
    asked = reverse(name, args=[event.slug, *arguments])
    for query in range(2, 12):
        forget_everything()
        with transaction.atomic():  # each finds the event as it was
            with connection.execute_wrapper(deleting_before(query, event)):
                seen.add(client.get(asked, headers={"HX-Request": "true"}).status_code)
            transaction.set_rollback(True)
    assert seen <= {200, 404}
    assert 404 in seen


def test_other_errors_stay_errors(club: Club) -> None:
    """The event is there: what failed must be seen."""
    event = made_event(club)

    def failing(execute: Callable[..., object], sql: str, *rest: object) -> object:
        if "FROM rounds_seat" in sql.replace('"', ""):
            raise KeyError(event.pk)
        return execute(sql, *rest)

    client = Client(raise_request_exception=False)
    with connection.execute_wrapper(failing):
        assert client.get(reverse("public:standings", args=[event.slug])).status_code == 500
