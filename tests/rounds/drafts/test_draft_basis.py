"""A draft that was computed from what has changed since: what its page says, and what an old page may do."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event, Stage
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.drafts import edit_actions as drafting, edits
from clubtornei.rounds.drafts.round_actions import discard, draw_round, publish
from clubtornei.rounds.models import Round
from clubtornei.rounds.participation.entries.actions import enter
from clubtornei.rounds.participation.fees.actions import mark_paid
from clubtornei.rounds.results.actions import record_result
from tests.at_once import at_once
from tests.factories import make_player, make_user
from tests.rounds.drafts.draft_steps import (
    current_token,
    latest_round,
    make_draft,
    seating_of,
    stored_draft,
    table_at,
)

pytestmark = pytest.mark.django_db(transaction=True)  # each step at a time of its own

CORRECTED = "Turno 1, tavolo 2: era 1 – 0, ora è 0 – 1."
REFUSED = "Non è stato fatto: la bozza è da rifare."
"""What has changed is said on the draft's page, and not a second time."""


def correct(event: Event) -> None:
    table = Round.objects.of(event).get(number=1).tables.get(number=2)
    record_result(event, make_user(), table.pk, "0-1", correcting=True)


def post(client: Client, event: Event, name: str, *args: int, **data: Any) -> str:
    answer = client.post(reverse(f"rounds:{name}", args=[event.slug, *args]), data, follow=True)
    return answer.content.decode()


def page(client: Client, event: Event) -> str:
    return client.get(reverse("rounds:round", args=[event.slug, 2])).content.decode()


@pytest.fixture
def event(club: Club) -> Event:
    """The second round is a draft."""
    return make_draft(8, club, rounds_played=1)


def test_a_draft_whose_round_before_was_corrected_says_so(event: Event, arbiter: Client) -> None:
    assert "Scarta e abbina di nuovo" not in page(arbiter, event)

    correct(event)

    assert CORRECTED in page(arbiter, event)
    assert "Scarta e abbina di nuovo" in page(arbiter, event)
    assert "Pubblica così com’è" in page(arbiter, event)
    round_1 = arbiter.get(reverse("rounds:round", args=[event.slug, 1])).text
    assert "La bozza del turno 2 è da rifare: dopo è cambiato un risultato." in round_1
    assert "Rifai la bozza" in round_1


def test_a_page_that_has_not_said_so_does_not_publish(event: Event, arbiter: Client) -> None:
    shown = current_token(event)
    correct(event)

    assert CORRECTED in post(arbiter, event, "publish", 2, expected=shown)
    assert not latest_round(event).published

    post(arbiter, event, "publish", 2, expected=current_token(event))
    assert latest_round(event).published


def test_nor_does_it_swap_or_discard(event: Event) -> None:
    shown, before = current_token(event), seating_of(event)
    correct(event)

    for act in (
        lambda: drafting.change_draft(event, 2, edits.swap, before[1][0], before[2][0], expected=shown),
        lambda: discard(event, 2, expected=shown),
    ):
        with pytest.raises(ActionRefused) as refused:
            act()
        assert str(refused.value) == REFUSED

    assert seating_of(event) == before


def test_the_draft_is_discarded_and_drawn_anew_in_one_step(event: Event, arbiter: Client) -> None:
    correct(event)

    post(arbiter, event, "draw_next", number=2, discarding=current_token(event))

    assert stored_draft(event).basis_changes == []
    drawn = seating_of(event)
    discard(event, 2)
    draw_round(event, 2)
    assert seating_of(event) == drawn


def test_who_enters_during_the_draft_is_named_and_plays_once_it_is_drawn_anew(
    event: Event, arbiter: Client
) -> None:
    enter(event, [make_player(event.club, "Tardi Ugo"), make_player(event.club, "Tardi Ada")])
    assert "Intanto sono entrati Tardi Ada, Tardi Ugo." in page(arbiter, event)
    assert "Scarta e abbina di nuovo" in page(arbiter, event)

    post(arbiter, event, "discard", 2, expected=current_token(event))
    post(arbiter, event, "draw_next", number=2)

    assert "Intanto" not in page(arbiter, event)
    seated = {seat.entry.name for table in latest_round(event).tables.all() for seat in table.seated}
    assert {"Tardi Ugo", "Tardi Ada"} <= seated


def test_a_colleagues_change_is_not_published_unseen(event: Event, arbiter: Client) -> None:
    shown, seats = current_token(event), seating_of(event)
    drafting.change_draft(event, 2, edits.swap, seats[1][0], seats[2][0], expected=shown)

    for name in ("publish", "discard"):
        assert "Intanto la bozza è cambiata" in post(arbiter, event, name, 2, expected=shown)
    assert "Intanto la bozza è cambiata" in post(arbiter, event, "draw_next", number=2, discarding=shown)

    assert not latest_round(event).published
    assert table_at(event, 1).by_hand


def test_a_draft_drawn_anew_is_told_with_its_reason_its_tables_and_who_drew_it(
    event: Event, arbiter: Client
) -> None:
    shown = current_token(event)
    correct(event)
    post(arbiter, event, "draw_next", number=2, discarding=current_token(event))

    said = post(arbiter, event, "publish", 2, expected=shown)

    assert re.search(r"Questa è una bozza nuova: .* intanto scartata \(\w+, \d\d:\d\d\)\.", said)
    assert "Turno 1, tavolo 2: era 1" in said
    assert "Tavolo 1: ora Giocatore 00" in said
    assert not latest_round(event).published


def test_a_draft_that_a_colleague_has_discarded_is_not_published_but_can_be_drawn_anew(
    event: Event, arbiter: Client
) -> None:
    shown = current_token(event)
    discard(event, 2)
    assert "Il turno 2 che vedevi è stato intanto scartato" in post(
        arbiter, event, "publish", 2, expected=shown
    )
    assert "intanto scartato" not in post(arbiter, event, "draw_next", number=2, discarding=shown)
    assert not latest_round(event).published


def test_published_otherwise_by_a_colleague_it_is_told(event: Event, arbiter: Client) -> None:
    shown, seats = current_token(event), seating_of(event)
    drafting.change_draft(event, 2, edits.swap, seats[1][0], seats[2][0], expected=shown)
    swapped = current_token(event)
    post(arbiter, event, "publish", 2, expected=swapped)

    assert "Intanto la bozza è cambiata" in post(arbiter, event, "publish", 2, expected=shown)
    correct(event)
    assert "Intanto" not in post(arbiter, event, "publish", 2, expected=swapped)  # a double click


FORGED = (
    "",
    "x",
    "[]",
    '[[[1,[9999,1],false,"None"]],{"options":"","playing":[99999999999999999999]},"0001-01-01T00:00:00Z"]',
    '[[],{"options":"","more":' + "[" * 100_000,
)


@pytest.mark.parametrize("forged", FORGED, ids=range(len(FORGED)))
def test_a_forged_token_only_says_that_the_draft_is_another(
    event: Event, arbiter: Client, forged: str
) -> None:
    assert "Ora la vedi com’è" in post(arbiter, event, "publish", 2, expected=forged)
    assert not latest_round(event).published


def test_who_leaves_meanwhile_is_named(event: Event) -> None:
    shown = current_token(event)
    event.entries.filter(entry_no=3).update(absent=[2])

    with pytest.raises(ActionRefused, match="Non è stato fatto"):
        publish(event, 2, expected=shown)
    assert stored_draft(event).basis_changes == ["Chi gioca: non più Giocatore 003."]


def test_options_and_prohibited_meetings_count(event: Event) -> None:
    Stage.objects.filter(event=event).update(
        options={"rounds": 7, "first_white": True}, prohibited=[{"players": [1, 2]}]
    )

    assert stored_draft(event).basis_changes == [
        "Gli incontri vietati sono altri.",
        "Le opzioni della fase sono altre.",
    ]


def test_a_fee_or_a_report_blocks_nothing(event: Event) -> None:
    shown = current_token(event)
    mark_paid(event, 1, paid=True)
    table = Round.objects.of(event).get(number=1).tables.get(number=2)
    table.why = []
    table.save()

    assert publish(event, 2, expected=shown).published


def test_a_calendar_depends_on_no_result(club: Club) -> None:
    event = make_draft(8, club, rounds_played=1, system="round-robin", options={})
    shown = current_token(event)
    correct(event)

    assert publish(event, 2, expected=shown).published


def test_a_correction_comes_before_publishing_or_after_it(event: Event) -> None:
    shown = current_token(event)

    _corrected, published = at_once(lambda: correct(event), lambda: publish(event, 2, expected=shown))

    assert latest_round(event).published != isinstance(published, ActionRefused)
    if isinstance(published, ActionRefused):
        assert str(published) == REFUSED
