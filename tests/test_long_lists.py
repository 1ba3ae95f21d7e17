"""Wherever a list has more than 120 rows, one of them is found by its name."""

from html.parser import HTMLParser

import pytest
from django.test import Client

from clubtornei.accounts.models import Role
from clubtornei.events.models import Event
from tests.addresses import PUBLISHED, addresses, path_of
from tests.factories import make_drawn_event, make_played_event, make_round, signed_in
from tests.test_query_counts import QUERIES, STATES

PLAYERS, MANY = 124, 120
LONG = {
    "registering": {
        "rounds:presence",
        "rounds:sign_ups",
        "rounds:by_hand",
        "rounds:attendance",
        "rounds:withdraw",
        "public:event",
        "public:people",
    },
    "under way": {
        "season:circuit",
        "season:circuit_close",
        "season:people",
        "rounds:remove_absent",
        "rounds:draw",
        "rounds:ceremony",
        "rounds:attendance",
        "rounds:withdraw",
        "rounds:clinch",
        "rounds:close",
        "rounds:homologation",
        "public:clinch",
        "public:pairings",
        "public:people",
        "public:standings",
    },
    "larger tables": {
        "rounds:attendance",
        "rounds:clinch",
        "public:clinch",
        "public:pairings",
        "public:people",
        "public:standings",
    },
}
"""In each state the pages with so long a list. All others have pages of a hundred, parts, or fewer rows."""
NOT_SEARCHED = {
    "rounds:ceremony": "the hall looks on while one number comes after another",
}
TURNED = {"public:screen", "public:screen_numbered"}
"""What is cut into pages that turn: nobody scrolls or searches there."""


class Lists(HTMLParser):
    """The lists of a page that have more than MANY rows, and whether it has a field for a search."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.long: list[str] = []
        self.searched = False
        self._open: list[str] = []
        self._rows: list[int] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.searched |= tag == "input" and given.get("type") == "search"
        if tag in ("tbody", "ul", "ol"):
            self._open.append(given.get("class") or "")
            self._rows.append(0)
        elif tag in ("tr", "li") and self._rows:
            self._rows[-1] += 1

    def handle_endtag(self, tag: str) -> None:
        if tag in ("tbody", "ul", "ol"):
            classes, rows = self._open.pop(), self._rows.pop()
            if rows > MANY:
                self.long.append(classes)


@pytest.mark.django_db
@pytest.mark.parametrize("state", LONG)
def test_every_long_list_is_searched(state: str) -> None:
    event = STATES[state](PLAYERS)
    Event.objects.filter(pk=event.pk).update(published=True)
    client = signed_in(event.club, Role.OWNER)
    found = {}
    for name in filter(is_no_file, [*QUERIES[state], *PUBLISHED]):
        path = path_of(name, event) + ("?by=name" if name == "public:pairings" else "")
        answer = client.get(path)
        if answer["Content-Type"].startswith("text/html") and has_many_rows(answer.text):
            found[name] = answer.text
    lists = {name: Lists(page) for name, page in found.items()}
    lists = {name: each for name, each in lists.items() if each.long}
    lists = {name: each for name, each in lists.items() if name not in TURNED}
    assert set(lists) == LONG[state]
    assert {name for name, each in lists.items() if not each.searched} <= set(NOT_SEARCHED)


def is_no_file(name: str) -> bool:
    """Only the addresses of pages end so."""
    return addresses()[name].endswith("/")


def has_many_rows(page: str) -> bool:
    """Whether all its lists together have more than a hundred: reading which is in which takes long."""
    return page.count("<tr") + page.count("<li") > MANY


@pytest.mark.django_db
def test_a_round_of_more_than_a_hundred_tables_is_searched() -> None:
    event = make_drawn_event(2 * MANY + 2, system="amalfi", options={"rounds": 3}, published=True)
    make_round(event)
    client = signed_in(event.club, Role.ARBITER)
    for name in ("rounds:round", "public:pairings"):
        lists = Lists(client.get(path_of(name, event)).text)
        assert (bool(lists.long), lists.searched) == (True, True), name


@pytest.mark.django_db
@pytest.mark.parametrize(("players", "searched"), [(8, False), (40, True)])
def test_a_calendar_of_many_tables_is_searched(players: int, searched: bool) -> None:
    """None of its lists may be long: the player looked for is in one of them."""
    event = make_played_event(players, 5, system="amalfi", options={"rounds": 5}, published=True)
    page = Client().get(path_of("public:calendar", event)).text
    assert Lists(page).searched is searched
    assert ("data-nobody" in page) is searched


@pytest.mark.django_db
def test_one_of_a_large_bracket_is_found_where_its_tree_is_drawn_whole() -> None:
    """A match stands level between those that lead to it, so that none can be left out: it is reached by the
    name of a player, at whose match the page then opens (tests/e2e/test_knockout.py).
    """
    event = make_drawn_event(2 * MANY + 6, system="knockout", published=True)
    make_round(event)
    client = signed_in(event.club, Role.ARBITER)
    for name in ("rounds:bracket", "public:bracket"):
        path = path_of(name, event)
        page = client.get(path).text
        assert Lists(page).long, name
        choices = page.partition('<select id="player"')[2].partition("</select>")[0]
        assert choices.count("<option") == 2 * MANY + 7
