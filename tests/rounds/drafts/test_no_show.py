"""Who does not come to his table in a published round: by forfeit, or the table plays without him."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.drafts.check_actions import check_again
from clubtornei.rounds.models import Round, Table
from clubtornei.rounds.state.result_codes import outcome_of
from clubtornei.rounds.state.table_state import state_of
from pairing.checking import check
from tests.evenings import make_scores
from tests.factories import make_drawn_event, make_player, make_round, make_seated_event

pytestmark = pytest.mark.django_db


def not_come(client: Client, event: Event, round_: Round, seat: int = 0, **sent: Any) -> Any:
    """Says of who sits there at table 1 that he did not come; the answer."""
    table = round_.tables.get(number=1)
    address = reverse("rounds:no_show", args=[event.slug, round_.number, table.seated[seat].entry.entry_no])
    assert client.get(address).status_code == 200
    return client.post(address, {"seats": table.seating} | sent, follow=True)


def seating(round_: Round) -> list[list[int]]:
    return [[seat.entry.entry_no for seat in table.seated] for table in round_.tables.games()]


def code(round_: Round) -> str:
    return outcome_of(state_of(Table.objects.get(round=round_, number=1))).code


def test_a_game_of_two_is_lost_by_forfeit_by_one_or_both(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(6, club, system="amalfi", options={"rounds": 3})
    round_ = make_round(event)
    tile = arbiter.get(reverse("rounds:round", args=[event.slug, 1])).content.decode()
    assert "non si è presentato" in tile
    not_come(arbiter, event, round_)
    assert code(round_) == "--+"
    not_come(arbiter, event, round_, 1)
    assert code(round_) == "---"


def test_a_larger_table_plays_without_him_and_he_may_come_after_all(club: Club, arbiter: Client) -> None:
    event = make_seated_event(9, club)
    round_ = make_round(event)
    before = seating(round_)
    gone = before[0][1]
    page = not_come(arbiter, event, round_, 1).content.decode()
    assert "non si è presentato" in page
    assert seating(round_)[0] == [entry for entry in before[0] if entry != gone]
    assert [reason.code for reason in round_.tables.get(number=1).why] == ["hand_made"]
    assert event.entries.get(entry_no=gone).absent == [1]
    assert [(checked.ok, checked.by_hand) for checked in check(document_of(event))] == [(False, True)]
    check_again(event.pk, 1, 1)
    page = arbiter.get(reverse("rounds:round", args=[event.slug, 1])).content.decode()
    assert "con chi c’era allora" in page
    assert "che le regole non danno" not in page

    missed = reverse("rounds:missed", args=[event.slug, 1])
    assert "siede a un tavolo" in arbiter.get(missed).content.decode()
    table = round_.tables.get(number=1)
    arbiter.post(reverse("rounds:seat_latecomer", args=[event.slug, 1]), {"seated": gone, "table": table.pk})
    assert sorted(seating(round_)[0]) == sorted(before[0])
    assert event.entries.get(entry_no=gone).absent == []
    make_scores(event, round_)
    make_round(event)
    assert [checked.ok for checked in check(document_of(event))][1:] == [True]


def test_the_quality_says_that_tables_were_changed_only_where_they_were(club: Club, arbiter: Client) -> None:
    event = make_seated_event(9, club)
    round_ = make_round(event)
    page = arbiter.get(reverse("rounds:round", args=[event.slug, 1])).content.decode()
    assert "Quanto sono buoni i tavoli" in page and "cambiato a mano" not in page
    assert "cambiato a mano" in not_come(arbiter, event, round_, 1).content.decode()


def test_a_table_of_three_is_not_left_to_two(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(3, club, system="rotation", scoring="places", options={"rounds": 2})
    round_ = make_round(event)
    page = not_come(arbiter, event, round_).content.decode()
    assert "sarebbero in due" in page
    assert len(seating(round_)[0]) == 3


def test_nothing_is_written_where_a_result_is_or_others_sit(club: Club, arbiter: Client) -> None:
    event = make_seated_event(8, club)
    make_player(club)
    round_ = make_round(event)
    before = seating(round_)
    assert (
        "intanto è cambiato chi ci siede" in not_come(arbiter, event, round_, seats="1,2,3").content.decode()
    )
    make_scores(event, round_)
    assert "già un risultato" in not_come(arbiter, event, round_).content.decode()
    assert seating(round_) == before


def test_a_saved_table_says_how_to_record_who_did_not_come(club: Club, arbiter: Client) -> None:
    event = make_seated_event(8, club)
    round_ = make_round(event)
    make_scores(event, round_)
    page = arbiter.get(reverse("rounds:round", args=[event.slug, 1])).content.decode()
    assert page.count("cancella il risultato: poi qui si segna chi mancava") == 2
