"""The changes that a formula proposes after a withdrawal: shown in “Chi passa”, applied by one button."""

import html
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubtornei.accounts.models import Club
from clubtornei.events.details import EventDetails
from clubtornei.events.formula_actions import create_by_formula
from clubtornei.events.models import Event
from clubtornei.events.plans import FormulaChoice
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.models import Round, Seat
from clubtornei.rounds.stages import entrant_actions, formula_actions
from clubtornei.rounds.stages.entrant_queries import stage_entrants_of
from clubtornei.rounds.stages.formula_queries import formula_offers
from scoring.document import SeatScore
from tests.factories import make_entries
from tests.rounds.staged import play, score_all

WINNER = 1


def qualified(club: Club, formula: str, players: int, **options: int) -> Event:
    """All qualifying games are played, each won by the lowest entry number, so that player 1 has won all."""
    choice = FormulaChoice(name=formula, players=players, options=options, scoring="")
    details = EventDetails(name="Master", starts_on=date(2026, 11, 21))
    event = create_by_formula(club, details, choice)
    make_entries(event, players, numbered=True)
    Event.objects.filter(pk=event.pk).update(drawn_at=timezone.now())
    event.refresh_from_db()
    for number in range(1, event.stages.get(number=1).options["rounds"] + 1):
        play(event, number, 1)
    return event


def codes(event: Event) -> list[str]:
    return [offer.code for offer in formula_offers(event, document_of(event))]


def test_who_alone_leads_with_two_wins_goes_to_the_final_at_one_tap(club: Club, arbiter: Client) -> None:
    event = qualified(club, "master-2016", 20)
    page = reverse("rounds:stage", args=[event.slug, 2])
    shown = arbiter.get(page).text
    assert "Giocatore 001 è in testa da solo e ha vinto tutte le sue partite" in shown
    assert len(stage_entrants_of(document_of(event), 2).entrants) == 16
    done = arbiter.post(
        reverse("rounds:stage_follow_rules", args=[event.slug, 2]), {"proposal": "alone_ahead"}, follow=True
    )
    assert "Le fasi da giocare sono rifatte" in done.text and "è in testa da solo" not in done.text
    event.refresh_from_db()
    entrance = stage_entrants_of(document_of(event), 2)
    assert [player.id for player in entrance.ahead] == [WINNER] and len(entrance.entrants) == 12
    assert event.formula["options"] == {"direct": 1}
    assert document_of(import_event(club, document_of(event))) == document_of(event)


def test_when_he_declines_there_are_four_semi_finals_again(club: Club, arbiter: Client) -> None:
    event = qualified(club, "master-2016", 20, direct=1)
    assert codes(event) == []
    entrant_actions.decline(event, 2, WINNER, True)
    assert (
        "vogliono allora quattro semifinali"
        in arbiter.get(reverse("rounds:stage", args=[event.slug, 2])).text
    )
    formula_actions.apply_formula_offer(event, "direct_gone")
    entrance = stage_entrants_of(document_of(event), 2)
    assert len(entrance.entrants) == 16 and not entrance.ahead and WINNER not in entrance.entry_nos
    assert [player.id for player in entrance.declined] == [WINNER]  # as before
    event.refresh_from_db()
    assert event.formula["options"] == {"direct": 0} and codes(event) == []
    with pytest.raises(ActionRefused, match="Intanto è cambiato"):
        formula_actions.apply_formula_offer(event, "direct_gone")


def test_nothing_is_offered_once_the_semi_finals_have_begun(club: Club, helper: Client) -> None:
    event = qualified(club, "master-2016", 20)
    shown = helper.get(reverse("rounds:stage", args=[event.slug, 2])).text
    assert "è in testa da solo" in shown and "Rifai le fasi così" not in shown  # it is not a helper's to do
    entrant_actions.begin_stage(event, 2)
    assert codes(event) == []


def test_the_formula_is_chosen_otherwise_for_the_stages_to_come(club: Club, owner: Client) -> None:
    event = qualified(club, "master-2016", 20, direct=1)
    change = reverse("rounds:formula", args=[event.slug])
    assert change in owner.get(reverse("rounds:stages", args=[event.slug])).text
    assert "Si rifanno le fasi non ancora cominciate" in owner.get(change).text
    sent = {"players": "20", "scoring": "master", "wildcards": "2", "formula-direct": "0"}
    asked = owner.post(change, sent)
    assert (asked.status_code, Round.objects.of(event, 1).count()) == (422, 2)
    assert "Chi gioca: da" in html.unescape(asked.text)
    sent["reason"] = "Due wild card, come annunciato"
    assert owner.post(change, sent)["Location"] == reverse("rounds:stages", args=[event.slug])
    assert event.stages.get(number=2).qualification["wildcards"]["count"] == 2
    assert Round.objects.of(event, 1).count() == 2
    for stage in (2, 3):
        entrant_actions.begin_stage(event, stage)
        play(event, 1, stage)
    assert change not in owner.get(reverse("rounds:stages", args=[event.slug])).text
    assert "già cominciate" in owner.post(change, sent, follow=True).text


def test_a_result_corrected_meanwhile_takes_the_offer_away(club: Club) -> None:
    event = qualified(club, "master-2016", 20)
    assert codes(event) == ["alone_ahead"]
    last = Round.objects.of(event, 1).get(number=2)
    for seat in Seat.objects.filter(round=last).select_related("entry"):  # now the highest entry_no wins
        seat.score = SeatScore(points=seat.entry.entry_no)
        seat.save(update_fields=["score"])
    assert codes(event) == []
    score_all(last)
    assert codes(event) == ["alone_ahead"]


def test_a_smaller_formula_is_proposed_for_fewer(club: Club, arbiter: Client, owner: Client) -> None:
    """Master 2020: 17 entered, 15 played both games, so there is only a final; nothing changes by itself."""
    event = qualified(club, "master-2020", 17)
    round_ = event.stages.get(number=1).rounds.get(number=2)
    for table in round_.tables.order_by("-number")[:2]:
        table.seats.order_by("-position")[:1].get().delete()
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    page = reverse("rounds:stage", args=[event.slug, 2])
    text = html.unescape(arbiter.get(page).text)
    assert "fatta per 17 giocatori" in text and "per 15 c’è solo la finale dei primi quattro" in text
    assert event.stages.count() == 3
    prefilled = reverse("rounds:formula", args=[event.slug]) + "?players=15"
    assert prefilled in text
    assert owner.get(prefilled).context["forms"].size["players"].value() == 15
    arbiter.post(
        reverse("rounds:stage_follow_rules", args=[event.slug, 2]), {"proposal": "others_played_final"}
    )
    event.refresh_from_db()
    assert (event.formula["players"], event.stages.count()) == (15, 2)
    assert "per 15 c’è solo la finale" in event.rule_changes[0]["reason"]
    assert codes(event) == []
