"""Every edit works on the draft of every system, and can be undone."""

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.drafts import edit_actions as drafting, edits
from clubtornei.rounds.drafts.round_actions import publish
from pairing.checking import check
from pairing.registry import SYSTEMS
from pairing.system import Reason
from tests.rounds.drafts.draft_steps import (
    codes,
    current_token,
    latest_round,
    make_draft,
    seating_of,
    stored_draft,
)

pytestmark = pytest.mark.django_db

OPTIONS = {"amalfi": {"rounds": 3}, "bands": {"tables": 2}, "dutch": {"rounds": 3}, "rotation": {"rounds": 2}}


@pytest.fixture(scope="module", params=SYSTEMS)
def kept_event(request: pytest.FixtureRequest, kept_db: None) -> Event:
    name = request.param
    scoring = SYSTEMS[name].spec.scoring
    return make_draft(8, system=name, scoring=scoring, options=OPTIONS.get(name, {}))


@pytest.fixture
def club(event: Event) -> Club:
    return event.club


def test_two_are_swapped_and_all_is_undone(event: Event, arbiter: Client) -> None:
    before = seating_of(event)
    assert stored_draft(event).unseated == []

    drafting.change_draft(event, 1, edits.swap, before[1][0], before[2][0], expected=current_token(event))

    made = [table for table in latest_round(event).tables.all() if table.by_hand]
    assert {table.number for table in made} == {1, 2}
    assert all(codes(table)[0] == "hand_made" and len(codes(table)) > 1 for table in made)
    page = arbiter.get(reverse("rounds:round", args=[event.slug, 1]))
    assert page.content.decode().count("badge by-hand") == 2

    drafting.undo(event, 1, expected=current_token(event))
    assert seating_of(event) == before
    assert not latest_round(event).tables.filter(by_hand=True).exists()


def test_the_check_knows_what_the_hand_has_done(event: Event) -> None:
    before = seating_of(event)
    drafting.change_draft(event, 1, edits.swap, before[1][0], before[2][0], expected=current_token(event))
    publish(event, 1)

    assert [(found.ok, found.by_hand) for found in check(document_of(event))] == [(False, True)]


def test_a_whole_round_is_made_by_hand_and_given_back_to_the_system(event: Event) -> None:
    drawn = seating_of(event)
    for table in list(latest_round(event).tables.games()):
        drafting.change_draft(event, 1, edits.break_table, table.pk, expected=current_token(event))
    assert sorted(stored_draft(event).unseated) == list(range(1, 9))

    drafting.draw_again(event, 1, expected=current_token(event))

    assert seating_of(event) == drawn
    assert not latest_round(event).tables.filter(by_hand=True).exists()


def test_a_bracket_says_what_it_would_have() -> None:
    event = make_draft(8, system="knockout", options={})
    (one, other), (third, last) = seating_of(event)[1], seating_of(event)[2]

    drafting.change_draft(event, 1, edits.swap, other, third, expected=current_token(event))

    table = latest_round(event).tables.get(number=1)
    assert Reason("hand_bracket", {"player": one, "opponent": other}) in table.why
    assert Reason("hand_bracket", {"player": third, "opponent": last}) in table.why
