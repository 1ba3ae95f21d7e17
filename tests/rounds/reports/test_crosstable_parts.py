"""Large crosstables on the web, a part at a time."""

import re

import pytest
from django.test import Client

from clubtornei.accounts.models import Club
from clubtornei.rounds.reports.crosstable_parts import split_evenly
from tests.factories import make_drawn_event, make_entries, make_event, make_round, make_seated_event
from tests.markup import compact

pytestmark = pytest.mark.django_db


def names_on(text: str) -> list[str]:
    return re.findall(r'class="name"[^>]*><a [^>]*>(Giocatore \d+)<', compact(text))


@pytest.mark.parametrize(
    ("count", "parts"),
    [(1, [(1, 1)]), (60, [(1, 60)]), (61, [(1, 30), (31, 61)]), (121, [(1, 40), (41, 80), (81, 121)])],
)
def test_parts_are_few_and_even(count: int, parts: list[tuple[int, int]]) -> None:
    assert [(part.first, part.last) for part in split_evenly(count, 60)] == parts


def test_who_met_whom_of_four_hundred_comes_in_parts(arbiter: Client, club: Club) -> None:
    event = make_seated_event(400, club, published=True)
    make_round(event)
    for address in (f"/e/{event.slug}/crosstable/", f"/t/{event.slug}/crosstable/"):
        page = arbiter.get(f"{address}?by=number&rows=2")
        text = page.content.decode()
        assert len(page.content) < 400_000
        assert names_on(text) == [f"Giocatore {number:03}" for number in range(58, 115)]
        assert "Ha incontrato" in text
        assert "?by=number&amp;rows=3" in text


def test_a_swiss_crosstable_of_many_comes_in_parts_whose_rows_keep_their_numbers(
    arbiter: Client, club: Club
) -> None:
    event = make_drawn_event(100, club, system="amalfi", options={"rounds": 3})
    make_round(event)
    text = arbiter.get(f"/e/{event.slug}/crosstable/?by=number&rows=2").content.decode()
    assert len(names_on(text)) == 50
    assert re.findall(r'<td class="row-number">(\d+)</td>', text)[:2] == ["51", "52"]


@pytest.mark.parametrize(
    ("query", "rows"), [("q=giocatore+09", [*range(90, 100)]), ("by=number&q=07", [*range(70, 80)])]
)
def test_a_search_finds_rows_of_all_parts_which_keep_their_numbers(
    arbiter: Client, club: Club, query: str, rows: list[int]
) -> None:
    event = make_drawn_event(100, club, system="amalfi", options={"rounds": 3})
    make_round(event)
    text = arbiter.get(f"/e/{event.slug}/crosstable/?by=number&{query}").content.decode()
    assert re.findall(r'<td class="row-number">(\d+)</td>', text) == [str(row) for row in rows]
    assert names_on(text) == [f"Giocatore {row:03}" for row in rows]
    assert 'name="by" value="number"' in " ".join(text.split())
    assert "Righe 1" not in text


@pytest.mark.parametrize("query", ["?rows=9", "?rows=0", "?rows=x", "?columns=-1", "?rows=2&columns=99"])
def test_a_part_that_there_is_not_is_the_first_one(arbiter: Client, club: Club, query: str) -> None:
    event = make_drawn_event(6, club)
    text = arbiter.get(f"/e/{event.slug}/crosstable/{query}").content.decode()
    assert len(names_on(text)) == 6
    assert "Righe 1" not in text


def test_a_crosstable_of_those_not_drawn_yet_has_no_parts(arbiter: Client, club: Club) -> None:
    event = make_event(club)
    make_entries(event, 3)
    assert arbiter.get(f"/e/{event.slug}/crosstable/?rows=2").status_code == 200
