"""The address on a table's paper."""

import pytest
from django.core.signing import Signer
from django.test import Client

from clubtornei.rounds.drafts.round_actions import publish, take_back
from clubtornei.rounds.models import Table
from clubtornei.rounds.results.table_links import address_of, table_at
from tests.factories import make_drawn_event, make_event, make_round, make_seated_event

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


def test_a_table_of_five(client: Client) -> None:
    event = make_seated_event(5)
    make_round(event)
    page = client.get(address_of(first_table(event)))
    assert all(entry.name in page.text for entry in event.entries.all())


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


@pytest.mark.parametrize("token", ["x", "1-2-3", "1-2-3.x", "-", "é", "1-" + "9" * 400 + "-1.x"])
def test_a_token_that_we_did_not_sign(client: Client, token: str) -> None:
    assert client.get(f"/q/{token}/").status_code == 404


def test_a_changed_token(client: Client) -> None:
    event = make_drawn_event(4)
    make_round(event)
    first, second = Table.objects.select_related("round__stage").order_by("number")
    address = address_of(first)
    assert client.get(address.replace(f"-{first.pk}-", f"-{second.pk}-")).status_code == 404
    other = Signer(salt="another", sep=".").sign(address.split("/")[2].rpartition(".")[0])
    assert table_at(other) is None


def test_a_table_of_another_event_is_not_reached() -> None:
    assert table_at(Signer(salt="clubtornei.table", sep=".").sign(f"{make_event().pk}-1-x")) is None
