"""Events in which the result of a game of two is what each scored (rules/games.md#score)."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.models import Round, Table
from clubtornei.rounds.results.actions import record_result, undo_result
from clubtornei.rounds.state.table_state import state_of
from tests.factories import make_club, make_drawn_event, make_round, make_user

pytestmark = pytest.mark.django_db

RANKING = ["points", "score_difference", "points_scored"]


def make_burraco(club: Club, **fields: Any) -> Event:
    return make_drawn_event(
        6,
        club,
        **{"published": True, "game": "Burraco", "scoring": "score", "ranking": RANKING, **fields},
    )


def text(response: Any) -> str:
    return " ".join(response.content.decode().split())


def send(client: Client, event: Event, table: Table, **sent: str) -> str:
    address = reverse("rounds:result", args=[event.slug, table.pk])
    return text(client.post(address, sent, headers={"HX-Request": "true"}))


def first_table(round_: Round) -> Table:
    return round_.tables.get(number=1)


def test_the_score_is_typed_and_more_points_win(club: Club, arbiter: Client) -> None:
    event = make_burraco(club)
    round_ = make_round(event)
    page = text(arbiter.get(reverse("rounds:round", args=[event.slug, 1])))
    assert 'placeholder="120-85"' in page
    assert 'data-key="1"' not in page

    row = send(arbiter, event, first_table(round_), result="score", score=" 85-120 ")

    state = state_of(first_table(round_))
    assert (state.scores, state.score) == ((0, 1), (85, 120))
    assert "85 – 120" in row
    for name in ("public:pairings", "rounds:calendar"):
        shown = text(arbiter.get(reverse(name, args=[event.slug, *([1] if "pairings" in name else [])])))
        assert "85 – 120" in shown, name
    standings = text(arbiter.get(reverse("rounds:standings", args=[event.slug])))
    assert "Differenza punti" in standings
    assert "-35" in standings or "−35" in standings
    copy = import_event(make_club(), document_of(event))
    assert state_of(Table.objects.get(round__stage__event=copy, number=1)).score == (85, 120)


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"result": "1-0"}, "Scrivi i punti di tutti e due, come 120-85"),
        ({"result": "score", "score": "centoventi"}, "non è un risultato"),
        ({"result": "score", "score": "1000000-1"}, "non è un risultato"),
    ],
)
def test_anything_else_is_refused(club: Club, arbiter: Client, sent: dict[str, str], said: str) -> None:
    event = make_burraco(club)
    table = first_table(make_round(event))
    assert said in send(arbiter, event, table, **sent)
    assert state_of(table).score is None


def test_a_score_overwrites_no_other_and_is_undone(club: Club, arbiter: Client) -> None:
    event, user = make_burraco(club), make_user()
    round_ = make_round(event)
    table = record_result(event, user, first_table(round_).pk, "120:85")
    assert "già «" in send(arbiter, event, table, result="score", score="121-85", expected="120:85")
    sent = {"result": "score", "score": "121-85", "expected": "120:85", "replacing": "1"}
    assert "121 – 85" in send(arbiter, event, table, **sent)
    assert "intanto registrato" in send(arbiter, event, table, **{**sent, "score": "9-3"})
    record_result(event, user, table.pk, "200:10", replacing=True)
    undo_result(event, user, round_)
    assert state_of(first_table(round_)).score == (121, 85)
    record_result(event, user, table.pk, "")
    assert state_of(first_table(round_)).score is None


def test_a_correction_shows_what_another_score_changes(club: Club, arbiter: Client) -> None:
    event = make_burraco(club, system="amalfi", options={"rounds": 5})
    round_ = make_round(event)
    for table in round_.tables.games():
        record_result(event, make_user(), table.pk, "120:85")
    make_round(event)
    address = reverse("rounds:correct", args=[event.slug, first_table(round_).pk])
    shown = text(arbiter.get(address, {"score": "120-90"}))
    assert "Correggi in 120 – 90" in shown
    seats = first_table(round_).seating
    arbiter.post(address, {"result": "120-90", "scope": "standings", "seats": seats})
    assert state_of(first_table(round_)).score == (120, 90)


def test_players_propose_a_score_from_their_table(club: Club, client: Client, arbiter: Client) -> None:
    event = make_burraco(club)
    table = first_table(make_round(event))
    address = reverse("rounds:at_table", args=[table.link_key])
    assert 'name="score"' in text(client.get(address))
    client.post(address, {"score": "905-905"})
    proposal = table.proposals.get()
    assert (proposal.state.score, proposal.state.scores[0]) == ((905, 905), proposal.state.scores[1])
    assert "905" in text(arbiter.get(reverse("rounds:round", args=[event.slug, 1])))


def test_a_level_game_of_a_bracket_is_played_again(club: Club) -> None:
    event = make_burraco(club, system="knockout", ranking=["round_reached"])
    round_ = make_round(event)
    table = record_result(event, make_user(), first_table(round_).pk, "50:50")
    assert not state_of(table).scored
    record_result(event, make_user(), table.pk, "60:50")
    assert state_of(first_table(round_)).scored


def test_chess_takes_no_scores(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(6, club)
    table = first_table(make_round(event))
    assert "«12-3» non è un risultato" in send(arbiter, event, table, result="score", score="12-3")
