"""The history: who did what, when, from what to what, newest first."""

import re
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.club_history import history_models
from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Event
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.models import Proposal, Table
from clubtornei.rounds.prizes.actions import (
    announce_prizes,
    confirm_awards,
    give_up,
    mark_players,
    take_back_awards,
)
from clubtornei.rounds.prizes.queries import computed_awards, digest_of
from clubtornei.rounds.results.proposal_actions import propose_result
from clubtornei.rounds.stages.cut_actions import decide_tie, take_back_decision
from scoring.prize_list import PrizeCategory, PrizeList, PrizePlace
from tests.factories import (
    make_drawn_event,
    make_entered_event,
    make_entries,
    make_event,
    make_member,
    make_played_event,
    make_round,
)
from tests.markup import compact
from tests.rounds.changes import change_entry, change_settings
from tests.rounds.drafts.draft_steps import current_token
from tests.rounds.staged import FIRST_FOUR, level, make_staged_event, play

# What one transaction does is one moment: these tests need transactions of their own.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def browser(club: Club) -> Client:
    """Ada, the owner, signed in."""
    ada = User.objects.create_user("ada", first_name="Ada", last_name="Bianchi")
    make_member(club, ada, Role.OWNER)
    client = Client()
    client.force_login(ada)
    return client


def post(client: Client, event: Event, name: str, *args: int, **data: Any) -> None:
    response = client.post(reverse(f"rounds:{name}", args=[event.slug, *args]), data)
    assert response.status_code == 302, response.content.decode()


def told(client: Client, event: Event, **query: Any) -> list[str]:
    """The lines of the page, without tags and times."""
    page = compact(client.get(reverse("rounds:history", args=[event.slug]), query).text)
    lines = re.findall(r"<time[^>]*>\d\d:\d\d</time><span>(.*?)</span></li>", page)
    return [" ".join(re.sub("<[^>]*>", " ", line).split()) for line in lines]


def table_of(event: Event, round_number: int, number: int) -> Table:
    return Table.objects.get(round__stage__event=event, round__number=round_number, number=number)


def test_a_tournament_is_told_from_draw_to_closing(browser: Client, club: Club) -> None:
    event = make_entered_event(4, club, "Sociale")
    post(browser, event, "announce")
    post(browser, event, "draw_numbers", method="lots")
    post(browser, event, "draw_next", number=1)
    post(browser, event, "publish", 1, expected=current_token(event))
    post(browser, event, "take_back", 1)
    post(browser, event, "discard", 1)
    post(browser, event, "close", unfinished="on")
    post(browser, event, "reopen")
    lines = told(browser, event)
    assert lines[:7] == [
        "Torneo riaperto. Ada Bianchi",
        "Torneo chiuso: classifica finale. Ada Bianchi",
        "Turno 1: bozza scartata. Ada Bianchi",
        "Turno 1: di nuovo in bozza. Ada Bianchi",
        "Turno 1: abbinamenti pubblicati. Ada Bianchi",
        "Turno 1: abbinamenti in bozza. Ada Bianchi",
        "Numeri assegnati: Sorteggio semplice. Ada Bianchi",
    ]
    assert lines[7].startswith("Sorteggio annunciato, con l’impronta ")
    assert lines[8:] == [
        "Iscrizioni: Giocatore 001, Giocatore 002, Giocatore 003, Giocatore 004.",
        "Torneo creato.",
    ]


def test_a_requested_bye_is_one_line_and_an_absence_another(browser: Client, club: Club) -> None:
    event = make_drawn_event(4, club, system="amalfi", options={"rounds": 4})
    plans = {f"round-{number}": plan for number, plan in enumerate(("0.5", "0", "absent", "plays"), 1)}
    post(browser, event, "plans", 2, **plans)
    about = [line.removesuffix(" Ada Bianchi") for line in told(browser, event) if "turno" in line]
    assert sorted(about) == [
        "Giocatore 002 assente al turno 3.",
        "Giocatore 002 chiede un riposo al turno 1 (punti: ½).",
        "Giocatore 002 chiede un riposo al turno 2 (punti: 0).",
    ]


def test_results_are_told_as_entered_corrected_cleared_and_undone(browser: Client, club: Club) -> None:
    event = make_drawn_event(4, club)
    post(browser, event, "draw_next", number=1)
    post(browser, event, "publish", 1, expected=current_token(event))
    table = table_of(event, 1, 1)
    for shown, code in pairwise(("", "adjourned", "1-0", "=-=", "")):
        post(browser, event, "result", table.pk, result=code, expected=shown, replacing=1)
    post(browser, event, "undo", 1)
    where = "Turno 1, tavolo 1, Giocatore 001 – Giocatore 004"
    assert told(browser, event)[:5] == [
        f"{where}: registrazione annullata, da niente a ½ – ½. Ada Bianchi",
        f"{where}: risultato cancellato, era ½ – ½. Ada Bianchi",
        f"{where}: corretto, da 1 – 0 a ½ – ½. Ada Bianchi",
        f"{where}: finita, 1 – 0. Ada Bianchi",
        f"{where}: agg. Ada Bianchi",
    ]


def test_a_withdrawal_is_told_with_its_table(browser: Client, club: Club) -> None:
    event = make_drawn_event(6, club)
    post(browser, event, "draw_next", number=1)
    post(browser, event, "publish", 1, expected=current_token(event))
    post(browser, event, "result", table_of(event, 1, 1).pk, result="+--")
    post(browser, event, "withdraw", player=6, round=1, effect="annulled")
    assert not Table.objects.games().filter(seats__entry__entry_no=6).exists()
    post(browser, event, "come_back", 6)
    assert told(browser, event)[:3] == [
        "Giocatore 006 torna in gioco: ritiro ripreso. Ada Bianchi",
        "Giocatore 006 si ritira dal turno 1. Ada Bianchi",
        "Turno 1, tavolo 1, Giocatore 001 – Giocatore 006: 1 – 0 f. Ada Bianchi",
    ]


def test_changes_of_names_and_settings_say_from_what_to_what(browser: Client, club: Club) -> None:
    event = make_event(club, "Sociale", place="")
    entry = make_entries(event, 1)[0]
    entry.name, entry.rating = "Rossi Ugo", 1500
    entry.save()
    event.name, event.place = "Sociale d’autunno", "Sede"
    event.save()
    stage = event.stages.get()
    stage.ranking = ["points", "sonneborn_berger"]
    stage.save()
    entry.delete()
    assert told(browser, event) == [
        "Via dagli iscritti: Rossi Ugo.",
        "Criteri di classifica: da «Punti» a «Punti, Sonneborn-Berger».",
        "Nome del torneo: da «Sociale» a «Sociale d’autunno».",
        "Sede: da niente a «Sede».",
        "Rossi Ugo, nome: da «Giocatore 001» a «Rossi Ugo».",
        "Rossi Ugo, Elo: da niente a 1500.",
        "Iscrizione: Giocatore 001.",
        "Torneo creato.",
    ]


def test_an_import_is_one_line(browser: Client, club: Club) -> None:
    event = import_event(club, document_of(make_played_event(4, 2)))
    assert told(browser, event) == ["Torneo importato."]


def test_the_day_is_that_of_the_hall(browser: Client, club: Club) -> None:
    """At half past midnight in Italy it is still the day before in the database."""
    event = make_event(club)
    versions = apps.get_model("events", "EventEvent").objects.filter(pgh_obj_id=event.pk)
    versions.update(pgh_created_at=datetime(2026, 5, 1, 22, 30, tzinfo=UTC))
    page = browser.get(reverse("rounds:history", args=[event.slug])).content.decode()
    assert "sabato 2 maggio 2026" in page.lower()
    assert ">00:30</time>" in page


def test_of_another_event_nothing_is_told(browser: Client, club: Club) -> None:
    make_played_event(4, 2, club)
    assert told(browser, make_event(club)) == ["Torneo creato."]


def test_it_is_read_a_page_at_a_time(browser: Client, club: Club) -> None:
    event = make_played_event(10, 9, club)
    first = told(browser, event)
    assert len(first) == 50
    following = browser.get(reverse("rounds:history", args=[event.slug])).context["page"].next_page_number
    second = told(browser, event, page=following)
    assert first[0].startswith("Turno 9, tavolo 5")
    assert second[-1] == "Torneo creato."
    assert told(browser, event, page="x") == first


def test_both_proposals_of_a_table_that_disagrees_are_told(browser: Client, club: Club) -> None:
    event = make_drawn_event(3, club)
    table = make_round(event).tables.get(number=1)
    propose_result(event, table.pk, "1-0", phone="one")
    propose_result(event, table.pk, "0-1", phone="two")
    proposal = table.proposals.get(phone="two")
    post(browser, event, "confirm", table.pk, proposal=proposal.pk, replacing=1)
    where = f"Turno 1, tavolo 1, {' – '.join(seat.entry.name for seat in table.seats.all())}"
    assert sorted(told(browser, event)[:5]) == [
        f"{where}: 0 – 1. Ada Bianchi",
        f"{where}: dal tavolo «0 – 1», confermata. Ada Bianchi",
        f"{where}: dal tavolo «0 – 1», in attesa dell’arbitro.",
        f"{where}: dal tavolo «1 – 0», in attesa dell’arbitro.",
        f"{where}: dal tavolo «1 – 0», respinta. Ada Bianchi",
    ]
    assert not history_models()[Proposal]._base_manager.exists(), "their rows say it"
    before = [line for line in told(browser, event) if "dal tavolo" in line]
    table.delete()
    assert [line for line in told(browser, event) if "dal tavolo" in line] == before


def test_a_change_of_the_rules_after_round_1_is_told_with_its_reason(browser: Client, club: Club) -> None:
    event = make_played_event(4, 1, club)
    change_settings(event, ranking=["wins", "points"], reason="Errore nel bando")
    lines = told(browser, event)
    assert "Regole cambiate dopo il turno 1. Motivo: «Errore nel bando»." in lines
    assert "Criteri di classifica: da «Punti» a «Vittorie, Punti»." in lines


def test_another_order_of_the_rating_lists_is_one_line(browser: Client, club: Club) -> None:
    event = make_event(club, rating_lists=["fide", "fsi", "club"])
    make_entries(event, 5, rating=1500, other_ratings=[1400, None])
    change_settings(event, rating_lists=["fsi", "fide", "club"], announcement="Quota 10 €")
    assert told(browser, event)[:2] == [
        "Lista Elo: Elo FSI, Elo FIDE, Punteggio sociale.",
        "Cambiato il testo dell’annuncio.",
    ]
    change_entry(event, 1, other_ratings=[1450, None])
    assert told(browser, event)[0] == ("Giocatore 001, Elo nelle altre liste: da 1500, – a 1450, –.")


def test_prizes_are_told_from_announcing_to_confirming(browser: Client, club: Club) -> None:
    event = make_played_event(4, 1, club)
    category = PrizeCategory(name="Coppa", mark="socio", places=(PrizePlace(thing="coppa"),))
    announce_prizes(event, PrizeList(categories=(category,)), shown=digest_of(event))
    mark_players(event, {"socio": [1, 2]}, shown=digest_of(Event.objects.get()))
    give_up(event, 1, gives_up=True)
    computed = computed_awards(Event.objects.get())
    assert computed
    confirm_awards(event, shown=computed.digest)
    take_back_awards(event)
    assert told(browser, event)[:5] == [
        "La conferma dei premi è tolta.",
        "I premi sono confermati.",
        "È cambiato chi rinuncia ai premi.",
        "È cambiato chi ha un segno per i premi.",
        "Premi annunciati: Coppa.",
    ]


def test_how_a_tie_was_decided_by_whom_and_why(browser: Client, club: Club) -> None:
    event = make_staged_event(8, FIRST_FOUR, club=club)
    play(event, 1, 1)
    level(event, 4, 5)
    address = reverse("rounds:stage_decide", args=[event.slug, 2, "rank-1-4", "arbiter"])
    typed = {"place_4": "2", "place_5": "1", "reason": "Art. 7", "confirmed": "1"}
    browser.post(address, typed)
    take_back_decision(event, 2, 0)
    decide_tie(event, 2, "rank-1-4", "play_off", order=[4, 5])
    lines = told(browser, event)
    assert lines[0].endswith(
        "Fase «Finale», chi passa: 2 giocatori pari, deciso da uno spareggio. Ordine: 1° Giocatore 004, 2° "
        "Giocatore 005."
    )
    assert "Fase «Finale», chi passa: annullato. 2 giocatori pari, deciso dall’arbitro" in lines[1]
    assert "Ada Bianchi" in lines[2] and "deciso dall’arbitro: «Art. 7»" in lines[2]
    assert "Fase 1: abbinamenti pubblicati." in lines


def test_points_given_and_taken_back_with_the_reason(browser: Client, club: Club) -> None:
    event = make_played_event(4, 1, club)
    post(browser, event, "adjustments", player="1", points="-1", round="1", reason="Cellulare")
    post(browser, event, "adjustments", remove="0")
    taken_back, given = told(browser, event)[:2]
    assert "Ada Bianchi" in given and "Punti dati o tolti: Giocatore 001 −1 (turno 1: Cellulare)." in given
    assert "Punti dati o tolti, annullati: Giocatore 001 −1 (turno 1: Cellulare)." in taken_back
