"""A round of very many larger tables: a part of it at a time, and the way to a table by its number."""

import pytest
from django.test import Client

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.results.round_queries import MOST_FORMS
from tests.factories import make_round, make_seated_event

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def kept_event(kept_db: None) -> Event:
    event = make_seated_event(4 * 100)
    make_round(event)
    return event


@pytest.fixture
def round_page(kept_event: Event) -> str:
    return f"/e/{kept_event.slug}/rounds/1/"


@pytest.fixture
def club(kept_event: Event) -> Club:
    return kept_event.club


def tables_on(text: str) -> int:
    return text.count("data-scores")


def test_a_page_of_a_hundred_tables_has_a_part_and_leads_to_all(arbiter: Client, round_page: str) -> None:
    page = arbiter.get(round_page)
    text = page.content.decode()
    assert tables_on(text) == 20 <= MOST_FORMS
    assert len(page.content) < 450_000  # all of them: 1.7 MB
    assert [f"Tavoli {first}–{first + 19}" in text for first in range(1, 100, 20)] == [True] * 5
    assert "Tavolo 41\n" not in text
    assert tables_on(arbiter.get(f"{round_page}?table=41").content.decode()) == 20


def test_a_table_is_found_by_its_number_and_a_wrong_one_is_answered(arbiter: Client, round_page: str) -> None:
    answer = arbiter.get(f"{round_page}?go=44")
    assert answer["Location"].startswith(f"{round_page}?table=44#table-")
    row = answer["Location"].partition("#")[2]
    assert f'id="{row}"' in arbiter.get(answer["Location"]).content.decode()
    for wrong in ("101", "0", "x", ""):
        text = arbiter.get(f"{round_page}?go={wrong}").content.decode()
        assert "Nel turno 1 non c’è un tavolo con questo numero." in text
