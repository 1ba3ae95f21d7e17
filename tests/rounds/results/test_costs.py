"""What comes in table by table costs a fixed number of queries, whatever the size of the round.

Two of each are the savepoint that the outermost transaction is here, inside that of the test: the site itself
makes none for it.
"""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from clubtornei.accounts.models import Club, Role
from clubtornei.rounds.models import Seat, Table
from clubtornei.rounds.results.proposal_actions import propose_result
from clubtornei.rounds.results.table_links import address_of
from tests.factories import (
    make_all_results,
    make_club,
    make_drawn_event,
    make_entered_event,
    make_round,
    make_seated_event,
    signed_in,
)

pytestmark = pytest.mark.django_db


def htmx() -> dict[str, str]:
    """The headers of a request from the page, which may send it again."""
    return {"HX-Request": "true", "Idempotency-Key": str(uuid4())}


SWISS = {"system": "amalfi", "options": {"rounds": 5}}


def first_table(club: Club, players: int, multiplayer: bool = False) -> Table:
    """Table 1 of round 2; of round 1 where more than two sit at a table."""
    if multiplayer:
        round_ = make_round(make_seated_event(players, club))
    else:
        event = make_drawn_event(players, club, **SWISS)
        make_all_results(event, make_round(event), "1-0")
        round_ = make_round(event)
    return round_.tables.select_related("round__stage__event").get(number=1)


@pytest.fixture(scope="module", params=[8, 40])
def kept_table(request: pytest.FixtureRequest, kept_db: None) -> Table:
    """Of two, in a round of few tables and of many."""
    return first_table(make_club(), request.param)


@pytest.fixture
def table(kept_table: Table) -> Table:
    return Table.objects.select_related("round__stage__event__club").get(pk=kept_table.pk)


def path(name: str, table: Table) -> str:
    return reverse(f"rounds:{name}", args=[table.round.stage.event.slug, table.pk])


Data = dict[str, str]
Prepare = Callable[[Client, Table], Data]
Send = Callable[[Client, Table, Data], object]


def nothing(_helper: Client, _table: Table) -> Data:
    return {"result": "1-0"}


def entered(helper: Client, table: Table) -> Data:
    result(helper, table, {"result": "1-0"})
    return {}


def proposed(_helper: Client, table: Table) -> Data:
    propose_result(table.round.stage.event, table.pk, "1-0")
    return {"proposal": str(table.proposals.get().pk)}


def proposed_among_others(_helper: Client, table: Table) -> Data:
    """All others propose something, too."""
    for other in table.round.tables.exclude(pk=table.pk):
        propose_result(table.round.stage.event, other.pk, "1-0")
    return proposed(_helper, table)


def result(helper: Client, table: Table, data: Data) -> object:
    return helper.post(path("result", table), {**data, "expected": ""}, headers=htmx())


def undo(helper: Client, table: Table, data: Data) -> object:
    address = reverse("rounds:undo", args=[table.round.stage.event.slug, table.round.number])
    return helper.post(address, data, headers=htmx())


def proposal(_helper: Client, table: Table, data: Data) -> object:
    return Client().post(address_of(table), data)


def confirmation(helper: Client, table: Table, data: Data) -> object:
    return helper.post(path("confirm", table), data, headers=htmx())


def rejection(helper: Client, table: Table, data: Data) -> object:
    return helper.post(path("reject", table), data, headers=htmx())


@pytest.mark.parametrize(
    ("before", "send", "queries"),
    [
        pytest.param(nothing, result, 14, id="result"),
        pytest.param(entered, undo, 15, id="undo"),
        pytest.param(nothing, proposal, 8, id="proposal"),
        pytest.param(proposed, confirmation, 15, id="confirmation"),
        pytest.param(proposed_among_others, confirmation, 15, id="confirmation among others"),
        pytest.param(proposed_among_others, rejection, 11, id="rejection among others"),
    ],
)
def test_at_a_table_of_two(
    before: Prepare,
    send: Send,
    queries: int,
    table: Table,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    helper = signed_in(table.round.stage.event.club, Role.HELPER)
    data = before(helper, table)
    with django_assert_num_queries(queries):
        answer = send(helper, table, data)
    assert answer.status_code in (200, 302)


@pytest.mark.parametrize(
    ("before", "send", "queries"),
    [
        pytest.param(nothing, result, 17, id="result"),
        pytest.param(proposed, confirmation, 18, id="confirmation"),
    ],
)
def test_the_last_table_of_a_round_says_what_is_next_for_three_more(
    before: Prepare,
    send: Send,
    queries: int,
    table: Table,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    helper = signed_in(table.round.stage.event.club, Role.HELPER)
    Seat.objects.filter(round=table.round, position=1).exclude(table=table).update(score=1)
    Seat.objects.filter(round=table.round, position=2).exclude(table=table).update(score=0)
    data = before(helper, table)
    with django_assert_num_queries(queries):
        answer = send(helper, table, data)
    tables = table.round.tables.count()
    assert f"{tables} di {tables}" in answer.text


@pytest.mark.parametrize("players", [10, 50])
def test_the_marks_of_a_table_of_five(
    players: int, club: Club, helper: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table = first_table(club, players, multiplayer=True)
    points = {f"{seat}-points": 10 * seat for seat in range(1, 6)}
    with django_assert_num_queries(14):
        answer = helper.post(path("scores", table), points, headers=htmx())
    assert answer.status_code == 200


@pytest.mark.parametrize("players", [8, 40])
def test_a_tap_of_the_roll_call(
    players: int, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    event = make_entered_event(players, club)
    arbiter = signed_in(club, Role.ARBITER)
    with django_assert_num_queries(12):
        answer = arbiter.post(
            reverse("rounds:check_in", args=[event.slug, 1]), {"present": "1"}, headers=htmx()
        )
    assert f"1 di {players}" in answer.text


def test_the_last_result_still_says_what_is_next(club: Club) -> None:
    """The counts that are read for one table agree with those of the whole round."""
    event = make_drawn_event(4, club, **SWISS)
    make_all_results(event, make_round(event))
    table = event.stages.get().rounds.get().tables.select_related("round__stage__event").get(number=1)
    arbiter = signed_in(club, Role.ARBITER)
    answer = arbiter.post(path("result", table), {"result": "0-1"}, headers=htmx()).text
    page = arbiter.get(reverse("rounds:round", args=[event.slug, 1])).text
    for shown in ("2 di 2", "Si può abbinare il turno 2 di\u00a05.", "Abbina il turno 2"):
        assert shown in answer
        assert shown in page
