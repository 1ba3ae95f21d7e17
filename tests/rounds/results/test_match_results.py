"""Matches entered game by game, taken back, forfeited and replayed; by two arbiters and on the page."""

from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.drafts.round_actions import discard, draw_round, publish, take_back
from clubtornei.rounds.models import ResultEntry, Round, Table
from clubtornei.rounds.results.actions import record_result, undo_result
from clubtornei.rounds.state.event_state import recorded_progress
from pairing.registry import SYSTEM_SPECS
from scoring.record import read, write
from tests.factories import make_drawn_event, make_member, make_round

pytestmark = pytest.mark.django_db

HALF = Decimal("0.5")


def make_knockout(players: int, club: Club | None = None, games: int = 3, **fields: Any) -> Event:
    given = {"system": "knockout", "options": {"games": games}, "ranking": ["round_reached"], **fields}
    return make_drawn_event(players, club, **given)


@pytest.fixture
def event(club: Club) -> Event:
    return make_knockout(4, club)


@pytest.fixture
def round_(event: Event) -> Round:
    return make_round(event)


@pytest.fixture
def table(round_: Round) -> Table:
    return round_.tables.get(number=1)


@pytest.fixture
def user(club: Club) -> User:
    return make_member(club, role=Role.HELPER).user


def state(table: Table) -> tuple[list[Any], list[Any]]:
    """The scores and the games, in seat order."""
    table = Table.objects.get(pk=table.pk)
    return [seat.score for seat in table.seats.all()], table.games


def enter(client: Client, table: Table, code: str, game: int, **data: Any) -> Any:
    path = reverse("rounds:result", args=[table.round.stage.event.slug, table.pk])
    return client.post(path, {"result": code, "game": game, **data}, headers={"HX-Request": "true"})


def page(client: Client, round_: Round) -> str:
    return client.get(reverse("rounds:round", args=[round_.stage.event.slug, round_.number])).content.decode()


def test_games_make_the_result(event: Event, table: Table, user: User) -> None:
    record_result(event, user, table.pk, "1-0")
    assert state(table) == ([None, None], [[1, 0]])
    record_result(event, user, table.pk, "=-=")
    assert state(table) == ([None, None], [[1, 0], [HALF, HALF]])
    record_result(event, user, table.pk, "1-0")
    assert state(table) == ([1, 0], [[1, 0], [HALF, HALF], [1, 0]])
    assert ResultEntry.objects.count() == 3


def test_undo_goes_back_game_by_game(event: Event, round_: Round, table: Table, user: User) -> None:
    for code in ("1-0", "0-1"):
        record_result(event, user, table.pk, code)
    assert state(table) == ([1, 0], [[1, 0], [1, 0]])
    undo_result(event, user, round_)
    assert state(table) == ([None, None], [[1, 0]])
    undo_result(event, user, round_)
    assert state(table) == ([None, None], [])
    with pytest.raises(ActionRefused, match="Non hai altre registrazioni"):
        undo_result(event, user, round_)


def test_undo_stops_where_another_arbiter_has_entered_a_game(
    event: Event, round_: Round, table: Table, user: User, club: Club
) -> None:
    record_result(event, user, table.pk, "1-0")
    record_result(event, make_member(club).user, table.pk, "=-=")
    with pytest.raises(ActionRefused, match="cambiato da "):
        undo_result(event, user, round_)
    assert state(table)[1] == [[1, 0], [HALF, HALF]]


def test_a_single_game_that_is_drawn_stays_open_and_is_replayed(club: Club, user: User) -> None:
    event = make_knockout(2, club, games=1)
    table = make_round(event).tables.get()
    record_result(event, user, table.pk, "=-=")
    assert state(table) == ([None, None], [[HALF, HALF]])
    with pytest.raises(ActionRefused, match="Ogni incontro deve avere"):
        draw_round(event, 2)
    record_result(event, user, table.pk, "1-0")
    assert state(table) == ([0, 1], [[HALF, HALF], [0, 1]])


def test_a_round_waits_for_every_match(event: Event, round_: Round, user: User) -> None:
    first, second = round_.tables.games()
    for code in ("1-0", "0-1"):
        record_result(event, user, first.pk, code)
    record_result(event, user, second.pk, "1-0")
    with pytest.raises(ActionRefused, match="Ogni incontro deve avere un vincitore"):
        draw_round(event, 2)
    record_result(event, user, second.pk, "+--")
    seats = list(publish(event, draw_round(event, 2).number).tables.get().seats.select_related("entry"))
    assert {seat.entry.entry_no for seat in seats} == {1, second.seats.get(position=2).entry.entry_no}


def test_half_played_is_cleared_only_by_who_has_seen_it(event: Event, table: Table, user: User) -> None:
    record_result(event, user, table.pk, "1-0")
    with pytest.raises(ActionRefused, match=r"Il turno ora ha altri risultati \(tavolo 1\)"):
        take_back(event, 1, user)
    assert state(table) == ([None, None], [[1, 0]])
    take_back(event, 1, user, clearing=[1])
    assert state(table) == ([None, None], [])


def test_a_forfeit_keeps_the_games_played(event: Event, table: Table, user: User) -> None:
    record_result(event, user, table.pk, "1-0")
    record_result(event, user, table.pk, "--+", game=2)
    assert state(table) == ([1, 0], [[1, 0]])
    assert Table.objects.get(pk=table.pk).forfeit
    record_result(event, user, table.pk, "", game=2)
    assert state(table) == ([None, None], [[1, 0]])
    assert not Table.objects.get(pk=table.pk).forfeit


def test_open_matches_in_the_document(event: Event, table: Table, user: User) -> None:
    record_result(event, user, table.pk, "1-0")
    record_result(event, user, table.pk, "1-0")
    document = document_of(event)
    assert document.stages[0].rounds[0].tables[0].games == ((1, 0), (0, 1))
    assert read(write(document), SYSTEM_SPECS) == document


# On the page


def test_a_game_sent_twice_is_entered_once(arbiter: Client, table: Table, event: Event) -> None:
    enter(arbiter, table, "1-0", 1, expected="")
    assert enter(arbiter, table, "1-0", 1, expected="").status_code == 200
    assert state(table)[1] == [[1, 0]]
    enter(arbiter, table, "1-0", 2, expected="1-0")
    assert enter(arbiter, table, "1-0", 2, expected="1-0").status_code == 200
    assert state(table)[1] == [[1, 0], [0, 1]]
    assert ResultEntry.objects.count() == 2


def test_a_game_entered_meanwhile_is_told(arbiter: Client, table: Table) -> None:
    enter(arbiter, table, "1-0", 1, expected="")
    answer = enter(arbiter, table, "=-=", 1, expected="")
    assert answer.status_code == 422
    assert "ha intanto registrato «" in answer.content.decode()
    assert state(table)[1] == [[1, 0]]


def test_the_row_shows_whose_turn_white_is_and_the_games(arbiter: Client, table: Table) -> None:
    first, second = (seat.entry.name for seat in table.seats.all())
    row = enter(arbiter, table, "1-0", 1, expected="").content.decode()
    assert 'name="game" value="2"' in row
    assert row.index(second) < row.index(first)
    assert "Si gioca la partita 2 di 3." in row
    assert f"partita 1: Vince {first}" in row
    row = enter(arbiter, table, "0-1", 2, expected="1-0").content.decode()
    assert f"Vince l’incontro <strong>{first}</strong>" in row
    assert "la partita 3 non serve più" in row


@pytest.mark.parametrize("players", [4, 32])
def test_the_round_of_matches_costs_as_many_queries_for_few_as_for_multiplayer(
    players: int, club: Club, arbiter: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    event = make_knockout(players, club)
    round_ = make_round(event)
    for table in round_.tables.games():
        record_result(event, make_member(club).user, table.pk, "1-0")
    with django_assert_num_queries(18):
        page(arbiter, round_)


def test_a_discarded_draft_leaves_the_results_to_be_changed(event: Event, round_: Round, user: User) -> None:
    for table in round_.tables.games():
        for code in ("1-0", "0-1"):
            record_result(event, user, table.pk, code)
    draw_round(event, 2)
    with pytest.raises(ActionRefused, match="si cambia con «Correggi»"):
        undo_result(event, user, round_)
    discard(event, 2)
    undo_result(event, user, round_)
    assert recorded_progress(round_, ()).missing
