"""The arbiter's page of the projectors."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Role
from clubtornei.events.models import Event
from clubtornei.rounds.models import Screen
from clubtornei.rounds.pages.screen_queries import screen_of, screens_of
from clubtornei.rounds.stages.closing_actions import close
from tests.factories import make_drawn_event, make_played_event, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_drawn_event(4, published=True)


@pytest.fixture
def arbiter(event: Event) -> Client:
    return signed_in(event.club, Role.ARBITER)


def set_screen(arbiter: Client, event: Event, number: int, **fields: object) -> int:
    """Add it if it is not there, and save the page with these values of it."""
    if number not in [screen.number for screen in screens_of(event).all]:
        added = arbiter.post(reverse("rounds:add_screen", args=[event.slug, number])).status_code
        if added != 302:
            return added
    data = {
        f"screen-{screen.number}-{name}": getattr(screen, name)
        for screen in screens_of(event).all
        for name in ("contents", "seconds", "light", "message")
    } | {f"screen-{number}-{name}": value for name, value in fields.items()}
    return arbiter.post(reverse("rounds:screens", args=[event.slug]), data).status_code


def told(event: Event) -> list[tuple[int, str, int, str]]:
    return [
        (screen.number, screen.contents, screen.seconds, screen.message) for screen in screens_of(event).all
    ]


def test_an_event_has_one_screen_that_knows_by_itself_what_to_show(event: Event, arbiter: Client) -> None:
    assert told(event) == [(1, "automatic", 12, "")]
    page = arbiter.get(reverse("rounds:screens", args=[event.slug])).text
    assert f'href="/t/{event.slug}/screen/"' in page


def test_screens_are_set_added_and_removed(event: Event, arbiter: Client) -> None:
    version = Event.objects.get(pk=event.pk).version
    assert set_screen(arbiter, event, 2, contents="standings", seconds=20) == 302
    assert told(event) == [(1, "automatic", 12, ""), (2, "standings", 20, "")]
    assert (
        Event.objects.get(pk=event.pk).version == version + 2
    )  # added and set, so that its page is made anew
    page = arbiter.get(reverse("rounds:screens", args=[event.slug])).text
    assert f'href="/t/{event.slug}/screen/2/"' in page
    assert set_screen(arbiter, event, 2, contents="board", seconds=5) == 302
    assert told(event)[1] == (2, "board", 5, "")
    arbiter.post(reverse("rounds:remove_screen", args=[event.slug, 2]))
    assert told(event) == [(1, "automatic", 12, "")]


@pytest.mark.parametrize(("system", "status"), [("round-robin", 422), ("knockout", 302)])
def test_a_bracket_is_shown_where_there_is_one(system: str, status: int) -> None:
    event = make_drawn_event(4, published=True, system=system)
    arbiter = signed_in(event.club, Role.ARBITER)
    offered = 'value="bracket"' in arbiter.get(reverse("rounds:screens", args=[event.slug])).text
    assert offered == (status == 302)
    assert set_screen(arbiter, event, 1, contents="bracket", seconds=12) == status


@pytest.mark.parametrize(
    ("number", "fields", "status"),
    [
        (1, {"contents": "board", "seconds": 4}, 422),
        (1, {"contents": "nothing", "seconds": 12}, 422),
        (1, {"contents": "board", "seconds": 12, "message": "x" * 121}, 422),
        (10, {"contents": "board", "seconds": 12}, 404),
    ],
)
def test_what_no_screen_can_show_is_refused(
    number: int, fields: dict[str, object], status: int, event: Event, arbiter: Client
) -> None:
    assert set_screen(arbiter, event, number, **fields) == status
    assert not Screen.objects.exists()


def test_a_message_is_put_on_all_screens_and_taken_back(event: Event, arbiter: Client) -> None:
    set_screen(arbiter, event, 2, contents="standings", seconds=20)
    address = reverse("rounds:screen_message", args=[event.slug])
    assert arbiter.post(address, {"message": " "}).status_code == 422
    arbiter.post(address, {"message": "Si riprende alle 16"})
    set_screen(arbiter, event, 3, contents="board", seconds=20)
    assert [screen_of(event, number).message for number in (1, 2, 3, 9)] == ["Si riprende alle 16"] * 4
    assert told(event) == [  # what each shows by itself stays
        (1, "automatic", 12, ""),
        (2, "standings", 20, ""),
        (3, "board", 20, ""),
    ]
    page = arbiter.get(reverse("rounds:screens", args=[event.slug])).text
    assert "Togli il messaggio" in page
    arbiter.post(address, {"do": "clear"})
    assert [screen_of(event, number).message for number in (1, 2, 3, 9)] == [""] * 4
    assert "Togli il messaggio" not in arbiter.get(reverse("rounds:screens", args=[event.slug])).text


def test_at_the_prize_giving_the_screens_can_still_be_set() -> None:
    event = make_played_event(4, 3)
    close(event)
    arbiter = signed_in(event.club, Role.ARBITER)
    arbiter.post(reverse("rounds:screen_message", args=[event.slug]), {"message": "Premiazione"})
    assert screens_of(event).message == "Premiazione"


def test_all_screens_are_saved_at_once(event: Event, arbiter: Client) -> None:
    set_screen(arbiter, event, 2, contents="standings", seconds=20)
    address = reverse("rounds:screens", args=[event.slug])
    sent = {
        f"screen-{number}-{name}": value
        for number in (1, 2)
        for name, value in {"contents": "results", "seconds": 9 + number}.items()
    }
    assert arbiter.post(address, sent | {"screen-2-light": "True"}).status_code == 302
    assert told(event) == [(1, "results", 10, ""), (2, "results", 11, "")]
    assert [screen_of(event, number).light for number in (1, 2)] == [False, True]
    page = arbiter.get(address).text
    assert re.findall(r'<option value="(True|False)" selected>', page) == ["False", "True"]
    assert arbiter.post(address, sent | {"screen-2-seconds": "2"}).status_code == 422
    assert told(event)[0] == (1, "results", 10, "")
