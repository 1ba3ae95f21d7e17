"""RisiKo! tables for numbers of players that tables of four and five cannot seat."""

import html
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.exporting import exported
from clubtornei.rounds.drafts import edit_actions as drafting, edits
from clubtornei.rounds.drafts.draft_rows import StoredDraft
from clubtornei.rounds.models import Round
from clubtornei.rounds.participation.withdrawals.actions import withdraw
from pairing.checking import check
from pairing.registry import SYSTEM_SPECS
from scoring.record import read, write
from tests.factories import make_seated_event
from tests.rounds.staged import play

pytestmark = pytest.mark.django_db


def draw(client: Client, event: Event, **data: Any) -> Any:
    return client.post(reverse("rounds:draw_next", args=[event.slug]), {"number": 1, **data})


def sizes(event: Event) -> list[int]:
    round_ = Round.objects.get(stage__event=event)
    return [table.seats.count() for table in round_.tables.order_by("number")]


@pytest.mark.parametrize(("players", "tables"), [(3, [3]), (6, [3, 3]), (7, [4, 3]), (11, [4, 4, 3])])
def test_tables_of_three_in_one_click(club: Club, arbiter: Client, players: int, tables: list[int]) -> None:
    event = make_seated_event(players, club)
    refused = draw(arbiter, event)
    text = refused.content.decode()
    assert refused.status_code == 422
    assert 'name="remedy" value="allow"' in text
    assert "contano tre giocatori per quattro" in text
    assert reverse("rounds:draw_by_hand", args=[event.slug]) in text

    draw(arbiter, event, remedy="allow")

    assert sizes(event) == tables
    assert event.stages.get().options == {"rounds": 3, "allow": [3, 4, 5]}
    assert [found.ok for found in check(read(write(exported(event)), SYSTEM_SPECS))] == [True]
    event.refresh_from_db()
    assert event.rule_changes == []


def test_later_tables_of_three_are_a_change_of_rules(club: Club, arbiter: Client, client: Client) -> None:
    event = make_seated_event(8, club, published=True)
    play(event, 1, 1)
    withdraw(event, event.entries.get(entry_no=1).pk, 2)

    draw(arbiter, event, number=2, remedy="allow")

    assert event.stages.get().options == {"rounds": 3, "allow": [3, 4, 5]}
    public = " ".join(html.unescape(client.get(f"/t/{event.slug}/rules/").text).split())
    assert "Tavoli ammessi: da 4 e 5 a 3, 4 e 5." in public
    assert "Motivo: «7 giocatori non si dividono in tavoli da 4 o 5»." in public


def token(event: Event) -> str:
    return StoredDraft(event, Round.objects.get(stage__event=event)).token


def arrange(client: Client, event: Event, **data: Any) -> Any:
    address = reverse("rounds:arrange", args=[event.slug, 1])
    return client.post(address, {"expected": token(event), **data}, headers={"HX-Request": "true"})


def test_the_rest_is_seated_by_lot_around_a_table_made_by_hand(club: Club, arbiter: Client) -> None:
    event = make_seated_event(11, club)
    drafting.draw_by_hand(event, 1)
    arrange(arbiter, event, together=1, player=[1, 2, 3])

    answer = arrange(arbiter, event, rest=1)

    assert answer.status_code == 200
    assert sizes(event) == [3, 4, 4]
    seated = [table.seats for table in StoredDraft(event, Round.objects.get()).tables]
    assert sorted(player for seats in seated for player in seats) == list(range(1, 12))
    assert set(seated[0]) == {1, 2, 3}
    by_hand = Round.objects.get().tables.order_by("number").values_list("by_hand", flat=True)
    assert list(by_hand) == [True, False, False]
    drafting.undo(event, 1, expected=token(event))
    assert sizes(event) == [3]


def test_a_rest_that_cannot_be_seated_is_said(club: Club, arbiter: Client) -> None:
    event = make_seated_event(11, club)
    drafting.draw_by_hand(event, 1)
    drafting.change_draft(event, 1, edits.seat_together, [1, 2, 3, 4], expected=token(event))

    answer = arrange(arbiter, event, rest=1)

    assert answer.status_code == 422
    assert "7 giocatori non si dividono" in answer.content.decode()
    assert sizes(event) == [4]
