"""A first place that several share: it is said, it may be played off or decided by lot, and is confirmed."""

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.documents.exporting import document_of, exported
from clubtornei.rounds.drafts.round_actions import draw_round, publish
from clubtornei.rounds.models import Round, Seat
from clubtornei.rounds.reports.card import event_ties_of
from clubtornei.rounds.results.actions import record_result
from clubtornei.rounds.stages import entrant_actions
from clubtornei.rounds.stages.closing_actions import close
from clubtornei.rounds.stages.closing_queries import closing_state_in, event_ranking, shared_firsts_of
from pairing.registry import SYSTEM_SPECS
from scoring.document import SeatScore
from scoring.final import final_standings
from scoring.record import read, write
from tests.factories import make_drawn_event, make_user
from tests.rounds.staged import (
    FINALISTS,
    FIRST_FOUR,
    SEMI_FINALS,
    decide_ties,
    level,
    make_staged_event,
    play,
)

pytestmark = pytest.mark.django_db


def all_drawn(event: Event, stage: int = 1) -> None:
    """Every game of the round robin is drawn, but the last player loses all of his."""
    user, last = make_user(), event.entries.count()
    for number in (1, 2, 3):
        round_ = publish(event, draw_round(event, number, stage=stage).number, stage=stage)
        for table in round_.tables.games():
            seats = [seat.entry.entry_no for seat in table.seats.order_by("position")]
            outcome = "=-=" if last not in seats else "0-1" if seats[0] == last else "1-0"
            record_result(event, user, table.pk, outcome)
    event.refresh_from_db()


def page(browser: Client, event: Event, name: str = "close") -> str:
    return " ".join(browser.get(reverse(f"rounds:{name}", args=[event.slug])).text.split())


def test_an_event_with_three_winners_is_closed_only_after_a_word(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(4, club, ranking=["points", "wins"])
    all_drawn(event)
    with pytest.raises(
        ActionRefused, match="Sono primi a pari merito Giocatore 001, Giocatore 002, Giocatore"
    ):
        close(event)
    shown = page(arbiter, event)
    assert "Sono primi a pari merito Giocatore 001, Giocatore 002, Giocatore 003." in shown
    assert "Sono pari in tutto quello che decide: Punti (2), Vittorie (1)." in shown
    for remedy in ("Aggiungi lo spareggio", "Decidi a sorte", "Chiudi così: restano primi insieme."):
        assert remedy in shown
    address = reverse("rounds:close", args=[event.slug])
    refused = arbiter.post(address, {"version": event.version})
    assert refused.status_code == 422 and "Falli spareggiare" in refused.text
    arbiter.post(address, {"version": event.version, "level": "on"})
    event.refresh_from_db()
    assert [row["rank"] for row in event.final_ranking] == [1, 1, 1, 4]


def test_a_final_table_with_two_winners_names_the_final(club: Club, arbiter: Client) -> None:
    event = make_staged_event(8, FIRST_FOUR, club=club)
    play(event, 1, 1)
    entrant_actions.begin_stage(event, 2)
    play(event, 1, 2)
    final = Round.objects.get(stage__event=event, stage__number=2)
    for place, seat in enumerate(Seat.objects.filter(round=final).order_by("position")):
        seat.score = SeatScore(points=60 if place < 2 else 10 + place)
        seat.save()
    [shared] = shared_firsts_of(document_of(event))
    assert (shared.stage, shared.title, len(shared.players), shared.multiplayer) == (2, "Finale", 2, True)
    shown = page(arbiter, event)
    assert "<strong>Finale.</strong> Sono primi a pari merito" in shown
    assert "correggi il suo risultato" in shown
    with pytest.raises(ActionRefused, match="Finale: primi a pari merito"):
        close(event)


def test_who_won_the_final_at_the_table_is_first_wherever_it_is_ranked(club: Club, arbiter: Client) -> None:
    event = make_staged_event(8, FIRST_FOUR, club=club, published=True)
    play(event, 1, 1)
    entrant_actions.begin_stage(event, 2)
    play(event, 1, 2)
    for entry_no, outside in ((1, 14), (2, 20)):
        score = SeatScore(points=60, outside=outside)
        Seat.objects.filter(round__stage__number=2, entry__entry_no=entry_no).update(score=score)
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    event.refresh_from_db()
    ranked = [(row.rank, row.player) for row in EventSnapshot(event, 2).standings()]
    assert ranked == [(1, 2), (2, 1), (3, 3), (4, 4)]
    text = " ".join(arbiter.get(reverse("rounds:standings", args=[event.slug, 2])).text.split())
    assert (
        "Giocatore 002 e Giocatore 001 sono pari: Giocatore 002 è davanti per lo spareggio al tavolo." in text
    )
    assert "Pari per il 1° posto: decide «Punti fuori obiettivo», Giocatore 002 20, Giocatore 001 14." in text
    decided = page(arbiter, event).split("Parità decise")[1].split("</ul>")[0]
    assert "<li>Finale, tavolo 1: Pari per il 1° posto: decide «Punti fuori obiettivo»" in decided
    close(event)
    event.refresh_from_db()
    ties = event_ties_of(EventSnapshot(event), 2)
    assert any(tie.startswith("Finale, tavolo 1: Pari") for tie in ties), ties
    winners = (
        Client().get(f"/t/{event.slug}/").text.split('<ol class="winners"')[1].split('class="button"')[0]
    )
    assert (
        "Pari per il 1° posto: decide «Punti fuori obiettivo», Giocatore 002 20, Giocatore 001 14." in winners
    )
    api = Client().get(f"/api/v1/events/{event.slug}/standings/").json()
    assert [row["player"]["id"] for row in api["rows"]][:2] == [2, 1]


def test_closing_does_not_ask_about_a_tie_at_a_table_that_was_decided_for_the_final(club: Club) -> None:
    event = make_staged_event(12, SEMI_FINALS, FINALISTS, club=club)
    play(event, 1, 1)
    entrant_actions.begin_stage(event, 2)
    semi_finals = play(event, 1, 2)
    first, second, *_others = (
        seat.entry.entry_no
        for seat in Seat.objects.filter(round=semi_finals, table__number=1).order_by("entry__entry_no")
    )
    level(event, first, second, stage=2)
    [asked] = closing_state_in(document_of(event)).ties
    assert "Semifinali" in asked
    decide_ties(event, 3)
    assert closing_state_in(document_of(event)).ties == []


def test_lots_decide_the_same_on_the_site_and_in_the_document(club: Club, owner: Client) -> None:
    event = make_drawn_event(4, club)
    all_drawn(event)
    address = reverse("rounds:stage_lots", args=[event.slug, 1])
    asked = owner.post(address)
    assert asked.status_code == 422 and "motivo" in asked.text.lower()
    owner.post(address, {"reason": "Tre primi: a sorte"})
    assert event.stages.get().ranking == ["points", "lot"]
    assert shared_firsts_of(document_of(event)) == []
    standings = owner.get(reverse("rounds:standings", args=[event.slug])).text
    assert standings.count("in ordine di sorteggio, dal seme del torneo") == 1
    assert "Sort." not in standings
    event.refresh_from_db()
    close(event)
    event.refresh_from_db()
    rows = final_standings(read(write(exported(event)), SYSTEM_SPECS), SYSTEM_SPECS)
    assert [row["player"] for row in event.final_ranking] == [row.player for row in rows]


def test_a_play_off_is_a_stage_of_the_level_and_decides_the_first_place(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(4, club)
    all_drawn(event)
    add = reverse("rounds:stage_add", args=[event.slug])
    assert "play_off=1" in arbiter.get(f"{add}?play_off=1").text
    assert "Spareggio" in arbiter.get(f"{add}?formula=round-robin.single&play_off=1").text
    event.stages.create(
        number=2,
        name="Spareggio",
        system="round-robin",
        scoring="game",
        ranking=["points"],
        qualification={"play_off": {"stage": 1}},
    )
    entrant_actions.begin_stage(event, 2)
    assert event.stages.get(number=2).entrants == [1, 2, 3]
    user = make_user()
    for number in (1, 2, 3):
        round_ = publish(event, draw_round(event, number, stage=2).number, stage=2)
        for table in round_.tables.games():
            seats = [seat.entry.entry_no for seat in table.seats.order_by("position")]
            record_result(event, user, table.pk, "1-0" if seats[0] > seats[1] else "0-1")
    assert [row.player for row in event_ranking(document_of(event))] == [3, 2, 1, 4]
    close(event)
    rows = final_standings(read(write(exported(event)), SYSTEM_SPECS), SYSTEM_SPECS)
    assert [(row.rank, row.player) for row in rows] == [(1, 3), (2, 2), (3, 1), (4, 4)]
