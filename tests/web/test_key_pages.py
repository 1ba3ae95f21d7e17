"""Pages by key: forwards, back, and while the list changes."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubtornei.accounts.models import Club
from clubtornei.events.models import LATEST_FIRST, Event
from clubtornei.web.key_pages import KeyPage, key_page, page_of_rows
from tests.factories import make_club, make_event


@pytest.fixture
def club(db: None) -> Club:
    """Seven events on three days."""
    club = make_club()
    for number in range(7):
        make_event(club, str(number), starts_on=date(2026, 1, 1 + number // 3))
    return club


def page(club: Club, asked: str | None = None) -> KeyPage[Event]:
    return key_page(club.events.all(), LATEST_FIRST, asked, 3)


def names(page: KeyPage[Event]) -> str:
    return "".join(event.name for event in page)


def test_one_goes_on_and_back(club: Club) -> None:
    first = page(club)
    second = page(club, first.next_page_number)
    third = page(club, second.next_page_number)
    assert [names(first), names(second), names(third)] == ["654", "321", "0"]
    assert [first.has_previous, third.has_previous, third.has_next] == [False, True, False]
    assert page(club, third.previous_page_number) == second
    assert names(page(club, second.previous_page_number)) == "654"


def test_nothing_is_missed_while_new_ones_come(club: Club) -> None:
    """And whoever goes back to the beginning sees them, on a page that is full."""
    first = page(club)
    make_event(club, "n", starts_on=date(2026, 2, 1))
    second = page(club, first.next_page_number)
    assert names(second) == "321"
    assert names(page(club, second.previous_page_number)) == "654"
    assert names(page(club, page(club, second.previous_page_number).previous_page_number)) == "n65"


@pytest.mark.parametrize("asked", ["0", "-0", "99999999", "-99999999", "--1", "x", "9" * 40])
def test_a_key_of_no_row_shows_the_first_page(club: Club, asked: str) -> None:
    assert names(page(club, asked)) == "654"
    assert page_of_rows([7, 6, 5, 4, 3, 2, 1], asked, 3).rows == [7, 6, 5]


def test_another_clubs_key_is_none(club: Club) -> None:
    other = make_event(make_club(), starts_on=date(2026, 1, 2))
    assert names(page(club, str(other.pk))) == "654"


def test_a_page_far_down_skips_and_counts_no_rows(club: Club) -> None:
    behind = page(club, page(club).next_page_number).next_page_number
    with CaptureQueriesContext(connection) as queries:
        assert names(page(club, behind)) == "0"
    said = " ".join(query["sql"] for query in queries)
    assert len(queries) == 2 and "OFFSET" not in said and "COUNT" not in said


def test_rows_at_hand_are_known_by_how_many_are_older() -> None:
    rows = [7, 6, 5, 4, 3, 2, 1]
    first = page_of_rows(rows, None, 3)
    second = page_of_rows([8, *rows], first.next_page_number, 3)
    assert (first.rows, second.rows) == ([7, 6, 5], [4, 3, 2])
    assert page_of_rows([8, *rows], second.previous_page_number, 3).rows == [7, 6, 5]
    assert page_of_rows(rows, second.next_page_number, 3).rows == [1]
    assert not page_of_rows(rows, second.next_page_number, 3).has_next
