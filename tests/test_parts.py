"""Pages of which htmx gets parts: a browser gets all of the page at the same address."""

from typing import Any

import pytest
from django.test import Client

from clubtornei.events.models import Event
from tests.addresses import ANYBODY, OURS, SIGNED_IN, path_of
from tests.factories import (
    another_browser,
    make_club,
    make_drawn_event,
    make_round,
    make_seated_event,
    make_user,
)

BY_HTMX = {"HX-Request": "true"}
WENT_BACK = {**BY_HTMX, "HX-History-Restore-Request": "true"}


@pytest.fixture(scope="module")
def kept_events(kept_db: None) -> list[Event]:
    """Their first round is being played, at tables of two and of four."""
    club = make_club(owner=make_user())
    events = [make_drawn_event(4, club), make_seated_event(4, club)]
    for event in events:
        make_round(event)
        event.stages.create(number=2, system="bands", scoring="table-points", options={"tables": 1})
    return events


@pytest.fixture(scope="module")
def kept_owner(kept_events: list[Event]) -> Client:
    client = Client()
    client.force_login(kept_events[0].club.memberships.get().user)
    return client


@pytest.fixture
def owner(kept_owner: Client) -> Client:
    """Signed in, with nothing that a page of another test has left in the browser."""
    return another_browser(kept_owner)


def is_part(answer: Any) -> bool:
    page = answer.status_code == 200 and answer["Content-Type"].startswith("text/html")
    return page and "</html>" not in answer.text


@pytest.mark.parametrize("name", [*ANYBODY, *SIGNED_IN, *OURS])
def test_an_address_is_that_of_a_whole_page(
    name: str, kept_events: list[Event], owner: Client, db: None
) -> None:
    for path in dict.fromkeys(path_of(name, event) for event in kept_events):
        assert not is_part(owner.get(path))
        answer = owner.get(path, headers=BY_HTMX)
        if is_part(answer):
            assert "HX-Request" in answer["Vary"]
            assert not is_part(owner.get(path, headers=WENT_BACK))


@pytest.mark.parametrize("name", ["login", "accounts:start", "players:player_add", "rounds:entries"])
def test_no_page_begins_with_the_keyboard_of_a_touch_screen(
    name: str, kept_events: list[Event], owner: Client, db: None
) -> None:
    """static/js/focus.js lets typing begin where there is another one."""
    browser = owner if name.partition(":")[0] in ("players", "rounds") else Client()
    page = browser.get(path_of(name, kept_events[0])).text
    assert " autofocus" not in page
