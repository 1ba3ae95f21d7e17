"""A result corrected after a round was paired upon it: the round stays, and the pages say so."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from clubtornei.accounts.models import Club
from clubtornei.accounts.templatetags.components import with_whole_results
from clubtornei.events.models import Event
from clubtornei.rounds.drafts.round_actions import publish
from clubtornei.rounds.models import Round
from clubtornei.rounds.results.actions import record_result
from clubtornei.rounds.state.stale_pairings import StalePairing, stale_pairings
from tests.factories import make_all_results, make_result, make_round, make_user
from tests.rounds.drafts.draft_steps import AMALFI, make_draft

pytestmark = pytest.mark.django_db(transaction=True)  # each step at a time of its own


def played(club: Club, **fields: object) -> Event:
    """Two rounds with all results, White having won, and a third one published."""
    event = make_draft(8, club, rounds_played=2, published=True, **fields)
    publish(event, 3)
    return event


def correct(event: Event, number: int, table: int, code: str) -> None:
    found = Round.objects.of(event).get(number=number).tables.get(number=table)
    record_result(event, make_user(), found.pk, code, correcting=True)


def test_no_correction_no_word(club: Club, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    event = played(club)
    with django_assert_num_queries(2):  # no table is read for results that were there in time
        assert stale_pairings(event, 1) == []
    with django_assert_num_queries(1):  # no result can come before round 1
        assert stale_pairings(event, 1, 1) == []


def test_every_round_after_it_was_made_on_the_old_result(club: Club) -> None:
    event = played(club)
    correct(event, 1, 2, "0-1")

    assert stale_pairings(event, 1) == [
        StalePairing(drawn=drawn, round=1, table=2, was="1 – 0", now="0 – 1") for drawn in (2, 3)
    ]


def test_both_results_are_told_in_the_points_that_count(club: Club) -> None:
    event = played(club, scoring_options={"win": "2", "draw": "1"})
    correct(event, 2, 1, "=-=")

    assert [(stale.was, stale.now) for stale in stale_pairings(event, 1)] == [("2 – 0", "1 – 1")]


def test_corrected_back_there_is_nothing_to_say(club: Club) -> None:
    event = played(club)
    for code in ("=-=", "1-0"):
        correct(event, 2, 1, code)

    assert stale_pairings(event, 1) == []


def test_a_correction_before_the_round_was_paired_is_in_it(club: Club) -> None:
    event = make_draft(8, club, rounds_played=1, published=True)
    publish(event, 2)
    make_all_results(event, Round.objects.of(event).get(number=2), "1-0")
    correct(event, 1, 1, "=-=")
    make_round(event)

    assert [old.drawn for old in stale_pairings(event, 1)] == [2]


def test_a_calendar_asks_for_no_results(club: Club) -> None:
    event = played(club, system="round-robin", options={})
    correct(event, 1, 1, "0-1")

    assert stale_pairings(event, 1) == []


def test_a_game_that_was_open_then_is_no_correction(club: Club) -> None:
    event = make_draft(4, club, **{**AMALFI, "system": "round-robin", "options": {}})
    publish(event, 1)
    make_result(event, Round.objects.of(event).get(number=1), 1, "adjourned")
    make_round(event)
    make_result(event, Round.objects.of(event).get(number=1), 1, "1-0")

    assert stale_pairings(event, 1) == []


def test_the_pages_of_the_later_round_say_so(club: Club, arbiter: Client) -> None:
    event = played(club)
    before, now = with_whole_results("1 – 0"), with_whole_results("½ – ½")
    said = f"quando il tavolo 1 del turno 2 risultava {before}; dopo la correzione è {now}."
    pages = [
        reverse("rounds:round", args=[event.slug, 3]),
        reverse("public:why_pairing", args=[event.slug, 3, 1]),
        reverse("public:verify", args=[event.slug]),
    ]
    assert [said in arbiter.get(page).content.decode() for page in pages] == [False] * 3

    correct(event, 2, 1, "=-=")

    assert [said in arbiter.get(page).content.decode() for page in pages] == [True] * 3
    earlier = arbiter.get(reverse("public:why_pairing", args=[event.slug, 2, 1])).content.decode()
    assert "abbinamento fatto quando" not in earlier
