"""A match of a bracket that a correction makes level again: what rests on it is taken back, no more."""

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.drafts.replay_actions import replay
from clubtornei.rounds.models import Round
from clubtornei.rounds.results.actions import record_result
from tests.factories import make_round, make_user
from tests.rounds.knockouts import make_knockout

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club) -> Event:
    """Of eight: quarter-finals and semi-finals are played, the final is out."""
    event = make_knockout(8, club, rounds=2)
    make_round(event)
    return event


def played(event: Event, number: int) -> dict[tuple[int, ...], bool]:
    """Whether there is a result, by who sits there."""
    tables = Round.objects.of(event).get(number=number).tables.with_seats()
    return {
        tuple(seat.entry.entry_no for seat in table.seated): table.seated[0].score is not None
        for table in tables
    }


def level(event: Event) -> int:
    """The primary key of the first quarter-final, which is level again: its result is annulled."""
    first = Round.objects.of(event).get(number=1).tables.get(number=1)
    replay(event, make_user(), first.pk, "=-=", game=1)
    return first.pk


def test_only_what_rests_on_the_match_is_taken_back(event: Event) -> None:
    before = played(event, 2)
    first = Round.objects.of(event).get(number=1).tables.get(number=1)
    quarter = {seat.entry.entry_no for seat in first.seated}

    level(event)

    assert played(event, 2) == {seats: True for seats in before if quarter.isdisjoint(seats)}
    assert len(played(event, 2)) == 1
    assert [round_.number for round_ in Round.objects.of(event)] == [1, 2]


def test_once_it_has_a_winner_what_lacked_is_paired_again(event: Event) -> None:
    before = played(event, 2)
    table = level(event)

    record_result(event, make_user(), table, "0-1", game=2)

    now = played(event, 2)
    assert sorted(now.values()) == [False, True]
    new, kept = (next(seats for seats, done in now.items() if done == is_done) for is_done in (False, True))
    assert kept in before
    first = Round.objects.of(event).get(number=1).tables.get(number=1).seated
    assert [seat.entry.entry_no for seat in first if seat.score == 1] == [
        player for player in new if player in {seat.entry.entry_no for seat in first}
    ]


def test_the_preview_says_what_becomes_of_the_ranking(event: Event, arbiter: Client) -> None:
    first = Round.objects.of(event).get(number=1).tables.get(number=1)
    address = reverse("rounds:correct", args=[event.slug, first.pk])

    for code in ("=-=", "0-1"):
        page = arbiter.get(address, {"result": code, "game": 1})
        assert page.status_code == 200
        assert "Se si rigioca" in page.text
        assert page.context["replayed"].lines
