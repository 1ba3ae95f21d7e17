"""Of every list with more than a hundred rows, on any page, one row is found by its name, and only those in
sight are drawn.
"""

from html.parser import HTMLParser

import pytest
from django.test import Client

from clubtornei.accounts.models import Role
from clubtornei.events.models import Event
from tests.addresses import OURS, PUBLISHED, path_of
from tests.factories import make_club, make_drawn_event, make_played_event, make_round, make_user, signed_in
from tests.test_query_counts import AMALFI, closed, registering

PLAYERS, MANY = 130, 100
DRAWN_IN_SIGHT = {"css/long-lists.css": None, "css/organisers.css": "chips presence"}
"""By which stylesheet, and of which lists if not all."""
NOT_SEARCHED = {
    "rounds:ceremony",  # the hall looks on, and nobody types
    "rounds:publish_all",  # its rows are rounds, by their number
}
NOT_IN_SIGHT_ALONE = {
    "rounds:ceremony",  # the wall shows all of them
}


class LongLists(HTMLParser):
    """Of a page: the classes of its lists with more than a hundred rows, and what it looks for them with."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.classes: list[str] = []
        self.searched = False
        self._open: list[tuple[str, str, int]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.searched |= tag == "input" and given.get("type") == "search"
        if tag in ("tr", "li") and self._open:
            name, classes, rows = self._open.pop()
            self._open.append((name, classes, rows + 1))
        if tag in ("tbody", "ul", "ol", "tr", "li"):
            self._open.append((tag, given.get("class") or "", 0))

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1][0] == tag:
            _name, classes, rows = self._open.pop()
            if rows > MANY:
                self.classes.append(classes)


def under_way(players: int) -> Event:
    """So near its end that everybody can be told what he needs."""
    event = make_played_event(players, 2, make_club(owner=make_user()), **AMALFI)
    event.club.circuits.create(name="Anno", slug=f"anno-{event.club_id}", first_day=event.starts_on)
    make_round(event)
    return event


def calendar(players: int) -> Event:
    """Of a round robin that its first player has left."""
    event = make_drawn_event(players, make_club(owner=make_user()))
    make_round(event)
    event.entries.filter(entry_no=1).update(withdrawn=2)
    return event


LONG = {
    "registering": "",
}


@pytest.mark.django_db
@pytest.mark.parametrize("make", [registering, under_way, closed, calendar])
def test_x(make) -> None:
    event = make(PLAYERS)
    Event.objects.filter(pk=event.pk).update(published=True)
    client = signed_in(event.club, Role.OWNER)
    for name in [*OURS, *PUBLISHED]:
        for query in ("", "?by=name"):
            answer = client.get(path_of(name, event) + query)
            if answer.status_code == 200 and "html" in answer["Content-Type"]:
                found = LongLists(answer.text)
                if found.classes:
                    print(make.__name__, name, query, found.classes, found.searched, "long-lists" in answer.text)
