"""The address on a table's paper."""

import pytest
from django.test import Client

from clubtornei.rounds.drafts.round_actions import publish, take_back
from clubtornei.rounds.models import Table
from clubtornei.rounds.results.table_links import address_of
from tests.factories import make_drawn_event, make_round

pytestmark = pytest.mark.django_db


def first_table(event) -> Table:
    tables = Table.objects.select_related("round__stage").filter(round__stage__event=event)
    return tables.earliest("round__number", "number")


def test_the_paper_leads_to_its_table(client: Client, django_assert_num_queries) -> None:
    event = make_drawn_event(4)
    make_round(event)
    table = first_table(event)
    with django_assert_num_queries(0):
        address = address_of(table)
    page = client.get(address)
    names = [seat.entry.name for seat in table.seats.select_related("entry")]
    assert all(name in page.text for name in names)


def test_a_draft_has_no_address() -> None:
    event = make_drawn_event(4)
    make_round(event, published=False)
    assert address_of(first_table(event)) == ""


def test_the_paper_of_a_round_taken_back_leads_nowhere(client: Client) -> None:
    event = make_drawn_event(4)
    make_round(event)
    old = address_of(first_table(event))
    take_back(event, 1)
    assert client.get(old).status_code == 404
    publish(event, 1)
    assert client.get(old).status_code == 404
    assert client.get(address_of(first_table(event))).status_code == 200


@pytest.mark.parametrize("key", ["01b3e718-a9aa-4139-99a5-ade557146fe7", "x", "1-57-abc.Sig", "-", "é"])
def test_a_key_that_no_table_has(client: Client, key: str) -> None:
    answer = client.get(f"/q/{key}/")
    assert answer.status_code == 404
    assert "Chiedine uno nuovo a chi organizza" in answer.text
