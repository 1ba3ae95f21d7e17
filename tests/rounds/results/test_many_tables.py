"""A round of very many larger tables: one list, and the way to a table by its number."""

import gzip

import pytest
from django.test import Client

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
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


def test_a_hundred_tables_are_one_light_list(arbiter: Client, round_page: str) -> None:
    answer = arbiter.get(round_page, headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(answer.content).decode().count("data-scores") == 100
    assert len(answer.content) < 120 * 1024


def test_a_table_is_found_by_its_number_and_a_wrong_one_is_answered(arbiter: Client, round_page: str) -> None:
    answer = arbiter.get(f"{round_page}?go=44")
    assert answer["Location"].startswith(f"{round_page}#table-")
    row = answer["Location"].partition("#")[2]
    assert f'id="{row}"' in arbiter.get(answer["Location"]).content.decode()
    for wrong in ("101", "0", "x", ""):
        text = arbiter.get(f"{round_page}?go={wrong}").content.decode()
        assert "Nel turno 1 non c’è un tavolo con questo numero." in text
