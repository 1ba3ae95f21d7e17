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
from tests.taken_back import found_at

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


def is_part(answer: Any) -> bool:
    page = answer.status_code == 200 and answer["Content-Type"].startswith("text/html")
    return page and "</html>" not in answer.text


def test_an_address_is_that_of_a_whole_page(kept_events: list[Event], kept_owner: Client, db: None) -> None:
    def faults(name: str) -> list[str]:
        """Each address is asked for a part first: where htmx gets none, a browser gets the same page."""
        found = []
        for path in dict.fromkeys(path_of(name, event) for event in kept_events):
            owner = another_browser(kept_owner)
            answer = owner.get(path, headers=BY_HTMX)
            if not is_part(answer):
                continue
            if "HX-Request" not in answer["Vary"]:
                found.append(f"{path} is kept as if it were for all")
            if is_part(owner.get(path)) or is_part(owner.get(path, headers=WENT_BACK)):
                found.append(f"{path} is a part for browsers, too")
        return found

    names = [*ANYBODY, *SIGNED_IN, *OURS]
    assert found_at(names, faults) == {name: [] for name in names}


@pytest.mark.parametrize("name", ["login", "accounts:start", "players:player_add", "rounds:entries"])
def test_no_page_begins_with_the_keyboard_of_a_touch_screen(
    name: str, kept_events: list[Event], kept_owner: Client, db: None
) -> None:
    """static/js/focus.js lets typing begin where there is another one."""
    ours = name.partition(":")[0] in ("players", "rounds")
    browser = another_browser(kept_owner) if ours else Client()
    page = browser.get(path_of(name, kept_events[0])).text
    assert " autofocus" not in page
