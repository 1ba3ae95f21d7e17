"""Results of games that ended before both had moved: they count, but for no rating."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.models import Round, Table
from clubtornei.rounds.results.proposal_actions import propose_result
from clubtornei.rounds.state.stale_pairings import stale_pairings
from pairing.registry import SYSTEM_SPECS
from scoring.record import record_of
from scoring.standings import standings
from tests import documents
from tests.factories import make_all_results, make_drawn_event, make_result, make_round, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club) -> Event:
    return make_drawn_event(4, club)


@pytest.fixture
def round_(event: Event) -> Round:
    return make_round(event)


def enter(client: Client, event: Event, table: Table, code: str, **more: Any) -> Any:
    return client.post(reverse("rounds:result", args=[event.slug, table.pk]), {"result": code, **more})


def keys_of(client: Client, event: Event, number: int = 1) -> int:
    page = client.get(reverse("rounds:round", args=[event.slug, number])).content.decode()
    return page.count('data-key="n"')


def test_a_key_makes_a_result_unrated(helper: Client, event: Event, round_: Round) -> None:
    table = round_.tables.get(number=1)
    assert keys_of(helper, event) == 0  # nothing recorded yet
    make_result(event, round_, 1, "1-0")
    rated = document_of(event)
    assert keys_of(helper, event) == 1
    answer = enter(helper, event, table, "1-0u", expected="1-0", replacing="1")
    assert answer.status_code == 302
    unrated = document_of(event)
    found = unrated.stages[0].rounds[0].tables[0]
    assert (found.result, found.unrated) == ((1, 0), True)
    assert standings(record_of(unrated, SYSTEM_SPECS)) == standings(record_of(rated, SYSTEM_SPECS))
    page = helper.get(reverse("rounds:round", args=[event.slug, 1])).content.decode()
    assert "senza Elo" in page
    assert "ma non vale per l’Elo" in page


@pytest.mark.parametrize("result", [[0.5, 0], [0, 0], None])
def test_a_document_may_call_any_result_unrated(result: Any, club: Club, arbiter: Client) -> None:
    played = {"tables": [{"seats": [1, 2], "result": result, "unrated": True}], "byes": []}
    value = documents.raw(documents.players(2), documents.stage("amalfi", [played], options={"rounds": 1}))
    event = import_event(club, documents.document(value))
    assert arbiter.get(reverse("rounds:round", args=[event.slug, 1])).status_code == 200
    assert document_of(event).stages[0].rounds[0].tables[0].unrated


def test_a_late_correction_may_say_so(arbiter: Client, event: Event, round_: Round) -> None:
    make_all_results(event, round_)
    make_round(event)
    table = round_.tables.get(number=1)
    path = reverse("rounds:correct", args=[event.slug, table.pk])
    assert "non vale per l’Elo" in arbiter.get(path).content.decode()
    arbiter.post(path, {"result": "=-=u", "expected": "=-="})
    assert document_of(event).stages[0].rounds[0].tables[0].unrated
    assert stale_pairings(event, 1) == []
    assert document_of(event).stages[0].interventions == ()


def test_neither_tables_nor_matches_say_so(event: Event, round_: Round, club: Club, arbiter: Client) -> None:
    with pytest.raises(ActionRefused):
        propose_result(event, round_.tables.get(number=1).pk, "1-0u")
    bracket = make_drawn_event(4, club, system="knockout", options={"games": 2})
    first = make_round(bracket)
    enter(arbiter, bracket, first.tables.get(number=1), "1-0u")
    assert document_of(bracket).stages[0].rounds[0].tables[0].games == ()
    make_result(bracket, first, 1, "1-0", make_user())
    assert keys_of(arbiter, bracket) == 0


def test_the_tables_proposal_of_the_same_result_is_no_other(event: Event, round_: Round) -> None:
    table = make_result(event, round_, 1, "1-0u")
    propose_result(event, table.pk, "1-0")
    assert not table.proposals.exists()
    propose_result(event, table.pk, "0-1")
    assert table.proposals.waiting().count() == 1
