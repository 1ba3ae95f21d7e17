"""Long lists of the organisers: a page at a time, and found by the words that somebody remembers."""

import re

import pytest
from django.http import QueryDict
from django.test import Client

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.state.listing import is_found, listing_of
from tests.factories import make_all_results, make_drawn_event, make_entered_event, make_round
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
    return make_entered_event(MANY, club, system="amalfi", options={"rounds": 5})


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
    assert names_on(arbiter, f"{path}?q=giocatore+12") == numbered(120, MANY)
    assert names_on(arbiter, f"{path}?q=117", **SEARCHING) == {"Giocatore 117"}
    page = arbiter.get(f"{path}?q=nobody&order=rating").content.decode()
    assert "Nessuno da iscrivere nell’elenco con «nobody»." in page
    assert "124 iscritti" in page


@pytest.mark.parametrize(("rows", "pages"), [(101, [101]), (120, [120]), (121, [100, 21])])
def test_a_few_more_than_a_page_has_are_on_it(rows: int, pages: list[int]) -> None:
    listing = listing_of(range(rows), QueryDict(), str)
    assert [len(page) for page in listing.page.paginator] == pages


@pytest.mark.django_db
def test_a_short_list_has_no_search(arbiter: Client, club: Club) -> None:
    for players, searched in ((20, False), (21, True)):
        event = make_drawn_event(players, club)
        page = arbiter.get(f"/e/{event.slug}/entries/").content.decode()
        assert ('type="search"' in page) is searched


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
    rows = re.findall(r'data-key="(giocatore \d+)"( hidden)?>', page)
    assert len(rows) == MANY
    assert {name for name, hidden in rows if not hidden} == {f"giocatore 05{digit}" for digit in range(10)}


@pytest.mark.django_db
def test_a_round_shows_the_tables_of_who_is_searched(arbiter: Client, playing: Event) -> None:
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


@pytest.mark.parametrize(("players", "searchable"), [(6, False), (8, True)])
def test_a_long_calendar_is_searched(arbiter: Client, club: Club, players: int, searchable: bool) -> None:
    text = arbiter.get(f"/e/{make_drawn_event(players, club).slug}/calendar/").text
    assert ('data-filters="calendar"' in text) == searchable
