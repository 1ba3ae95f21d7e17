"""Long lists of the organisers: a page at a time, and found by the words that somebody remembers."""

import re

import pytest
from django.test import Client

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.core.listing import is_found
from clubtornei.rounds.models import Table
from clubtornei.rounds.results.actions import record_result
from tests.factories import (
    make_all_results,
    make_drawn_event,
    make_entries,
    make_event,
    make_member,
    make_round,
    make_seated_event,
)
from tests.markup import compact

MANY = 124
SEARCHING = {"HX-Request": "true", "HX-Target": "listed"}


@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("", True),
        ("rossi", True),
        ("NICO ross", True),
        ("dang", True),
        ("ossi", False),
        ("bianchi", False),
        ("rossi ada", False),
    ],
)
def test_every_word_begins_one_of_the_name_whatever_its_accents(q: str, found: bool) -> None:
    assert is_found("D’Angelo Rossi Nicolò", q) is found


@pytest.fixture
def entered(club: Club) -> Event:
    event = make_event(club, system="amalfi", options={"rounds": 5})
    make_entries(event, MANY)
    return event


@pytest.fixture
def playing(club: Club) -> Event:
    """One round is over."""
    event = make_drawn_event(MANY, club, system="amalfi", options={"rounds": 5})
    make_all_results(event, make_round(event), "1-0")
    return event


def names_on(client: Client, path: str, **headers: str) -> set[str]:
    """The players in the rows of the page’s table."""
    page = client.get(path, headers=headers).content.decode()
    return set(re.findall(r'<th [^>]*scope="row"[^>]*>\s*(?:<a[^>]*>)?(Giocatore \d+)', page))


def numbered(first: int, last: int) -> set[str]:
    return {f"Giocatore {number:03}" for number in range(first, last + 1)}


@pytest.mark.django_db
def test_entries_come_a_hundred_at_a_time_and_are_found_by_name(arbiter: Client, entered: Event) -> None:
    path = f"/e/{entered.slug}/entries/"
    assert names_on(arbiter, path) == numbered(1, 100)
    assert names_on(arbiter, f"{path}?page=2") == numbered(101, MANY)
    assert names_on(arbiter, f"{path}?name=giocatore+12") == numbered(120, MANY)
    assert names_on(arbiter, f"{path}?name=117", **SEARCHING) == {"Giocatore 117"}
    page = arbiter.get(f"{path}?name=nobody&order=rating").content.decode()
    assert "Niente con «nobody»." in page
    assert '<input type="hidden" name="order" value="rating">' in page
    assert "124 iscritti" in page


@pytest.mark.django_db
def test_a_short_list_has_no_search(arbiter: Client, club: Club) -> None:
    event = make_event(club)
    make_entries(event, 20)
    assert 'name="name"' not in arbiter.get(f"/e/{event.slug}/entries/").content.decode()
    make_entries(event, 1)
    assert 'name="name"' in arbiter.get(f"/e/{event.slug}/entries/").content.decode()


@pytest.mark.django_db
def test_standings_come_a_hundred_at_a_time_and_are_found_by_name(arbiter: Client, playing: Event) -> None:
    path = f"/e/{playing.slug}/standings/"
    first, second = names_on(arbiter, path), names_on(arbiter, f"{path}?page=2")
    assert (len(first), len(second)) == (100, 24)
    assert first | second == numbered(1, MANY)
    assert names_on(arbiter, f"{path}?q=giocatore+077") == {"Giocatore 077"}
    make_round(playing)
    before = arbiter.get(f"{path}?after=1&q=077").content.decode()
    assert '<input type="hidden" name="after" value="1">' in before


@pytest.mark.django_db
def test_the_roll_call_shows_who_is_searched_and_keeps_the_others(arbiter: Client, entered: Event) -> None:
    page = arbiter.get(f"/e/{entered.slug}/entries/presence/?q=giocatore+05").content.decode()
    rows = re.findall(r'<li data-key="(giocatore \d+)"( hidden)?>', page)
    assert len(rows) == MANY
    assert {name for name, hidden in rows if not hidden} == {f"giocatore 05{digit}" for digit in range(10)}


@pytest.mark.django_db
def test_a_round_shows_the_tables_of_who_is_searched_and_keeps_the_others(
    arbiter: Client, playing: Event
) -> None:
    make_round(playing)
    path = f"/e/{playing.slug}/rounds/2/"
    page = compact(arbiter.get(f"{path}?q=giocatore+077").text)
    rows = re.findall(r'<li class="table[^"]*" id="table-\d+"([^>]*)>', page)
    assert len(rows) == MANY // 2
    (shown,) = [row for row in rows if " hidden" not in row]
    assert "Giocatore 077" in shown
    assert "data-nobody hidden" in page
    nobody = arbiter.get(f"{path}?q=nobody").content.decode()
    assert "data-nobody hidden" not in nobody
    assert "Nessuno con questo nome." in nobody


@pytest.mark.django_db
def test_of_many_larger_tables_those_of_who_is_searched_are_shown(arbiter: Client, club: Club) -> None:
    event = make_seated_event(100, club)
    round_ = make_round(event)
    table = Table.objects.get(round=round_, seats__entry__entry_no=77)
    page = compact(arbiter.get(f"/e/{event.slug}/rounds/1/?q=giocatore+077").text)
    assert re.findall(r'<li class="multiplayer-table[^"]*" id="table-(\d+)"', page) == [str(table.pk)]
    assert "Nessuno con questo nome." in arbiter.get(f"/e/{event.slug}/rounds/1/?q=nobody").content.decode()


@pytest.mark.django_db(transaction=True)
def test_the_history_is_found_by_who_played_and_who_wrote(owner: Client, club: Club) -> None:
    event = make_drawn_event(8, club)
    round_ = make_round(event)
    user = make_member(club).user
    for table in round_.tables.games():
        record_result(event, user, table.pk, "1-0")
    path = f"/e/{event.slug}/history/"
    lines = re.compile(r"<li><time[^>]*>[^<]*</time><span>(.*?)</span></li>")
    found = lines.findall(compact(owner.get(f"{path}?q=giocatore+003").text))
    assert found
    assert all("Giocatore 003" in line for line in found)
    assert len(found) < len(lines.findall(compact(owner.get(path).text)))
    assert "Niente nello storico con «nobody»." in owner.get(f"{path}?q=nobody").content.decode()


@pytest.mark.parametrize("players", [20, 21])
def test_of_many_players_one_is_searched_wherever_all_are_listed(
    arbiter: Client, club: Club, players: int
) -> None:
    """The field is shown by the module that does it: without JavaScript what is typed would be lost."""
    entered = make_event(club)
    make_entries(entered, players)
    drafted = make_drawn_event(players, club)
    make_round(drafted, published=False)
    for event, page in (
        (entered, "entries/remove-absent/"),
        (entered, "draw/by-hand/"),
        (entered, "withdraw/"),
        (drafted, "rounds/1/"),
    ):
        text = arbiter.get(f"/e/{event.slug}/{page}").text
        field = re.search(r'<form class="search"[^>]*\srole="search"\s+method="get"\s+hidden>', text)
        assert bool(field) == (players > 20), page
        assert text.count("data-nobody") == 1


@pytest.mark.parametrize(("players", "searchable"), [(40, False), (44, True)])
def test_larger_tables_of_more_than_forty_players_are_searched(
    arbiter: Client, club: Club, players: int, searchable: bool
) -> None:
    event = make_seated_event(players, club)
    make_round(event)
    text = arbiter.get(f"/e/{event.slug}/rounds/1/").content.decode()
    assert ('name="q"' in text) == searchable


@pytest.mark.parametrize(("players", "searchable"), [(6, False), (8, True)])
def test_a_calendar_of_many_tables_is_searched(
    arbiter: Client, club: Club, players: int, searchable: bool
) -> None:
    text = arbiter.get(f"/e/{make_drawn_event(players, club).slug}/calendar/").text
    assert ('data-filters="calendar"' in text) == searchable
