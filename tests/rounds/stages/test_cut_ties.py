"""A tie that decides who enters is never silent (rules/qualification.md#undecided)."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.exporting import document_of, exported
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.drafts.round_actions import publish
from clubtornei.rounds.stages import entrant_actions
from clubtornei.rounds.stages.cut_actions import decide_tie, in_one_order, take_back_decision
from clubtornei.rounds.stages.entrant_queries import stage_entrants_of
from pairing.checking import as_json, check
from pairing.registry import SYSTEM_SPECS
from scoring.cut_ties import cut_lots
from scoring.record import read, write
from tests.commands import run
from tests.rounds.staged import FIRST_FOUR, level, make_staged_event, play

pytestmark = pytest.mark.django_db
TIE = "rank-1-4"


@pytest.fixture
def tied(club: Club) -> Event:
    """Players 4 and 5 are level for the last place of the final."""
    event = make_staged_event(8, FIRST_FOUR, club=club, published=True)
    play(event, 1, 1)
    level(event, 4, 5)
    return event


def page(browser: Client, event: Event, name: str = "rounds:stage", *args: object) -> str:
    return " ".join(browser.get(reverse(name, args=[event.slug, *args])).text.split())


def deciding(event: Event, way: str, tie: str = TIE) -> str:
    return reverse("rounds:stage_decide", args=[event.slug, 2, tie, way])


def test_the_page_says_who_is_level_and_begins_nothing(tied: Event, arbiter: Client) -> None:
    shown = page(arbiter, tied, "rounds:stage", 2)
    assert "Giocatore 004 e Giocatore 005 sono pari per 1 posto" in shown
    assert "Sono pari in tutto quello che decide: Punti (56)" in shown
    for way in ("Spareggio giocato", "Sorteggio in pubblico", "Decisione con il motivo"):
        assert way in shown
    assert "Conferma chi entra e abbina" not in shown
    begin = reverse("rounds:stage_begin", args=[tied.slug, 2])
    refused = arbiter.post(begin, {"version": tied.version}, follow=True).text
    assert "Prima va deciso chi passa. Giocatore 004 e Giocatore 005 sono pari per 1 posto." in refused
    assert tied.stages.get(number=2).entrants is None


@pytest.mark.parametrize("players", [8, 40])
def test_queries_of_a_tie(players: int, club: Club, arbiter: Client, django_assert_num_queries: Any) -> None:
    event = make_staged_event(players, FIRST_FOUR, club=club)
    play(event, 1, 1)
    level(event, 4, 5)
    with django_assert_num_queries(11):
        assert arbiter.get(deciding(event, "arbiter")).status_code == 200


def test_no_line_parts_who_is_level_until_that_is_decided(tied: Event, arbiter: Client) -> None:
    entrants = stage_entrants_of(document_of(tied), 2)
    assert [row.player.id for row in entrants.level] == [4, 5]
    assert not {4, 5} & {row.player.id for row in (*entrants.above, *entrants.reserves)}
    assert [row.player.id for row in entrants.reserves] == [6, 7, 8]
    assert not entrants.not_ranked
    cut = page(arbiter, tied, "rounds:stage", 2).split("Alla pari sul taglio")[1]
    assert cut.index("Giocatore 004") < cut.index("Giocatore 005") < cut.index("Riserve, in ordine")
    decide_tie(tied, 2, TIE, "play_off", order=[5, 4])
    decided = stage_entrants_of(document_of(tied), 2)
    assert not decided.level and decided.above[-1].player.id == 5 and decided.reserves[0].player.id == 4


def test_a_play_off_is_typed_confirmed_and_public(tied: Event, arbiter: Client) -> None:
    address = deciding(tied, "play_off")
    twice = arbiter.post(address, {"place_4": "1", "place_5": "1", "version": tied.version})
    assert twice.status_code == 422 and "Ogni posto va a uno solo" in twice.text
    order = {"place_4": "2", "place_5": "1", "version": tied.version}
    asked = arbiter.post(address, order)
    assert asked.context["outcome"] == {"enter": ["Giocatore 005"], "stay": ["Giocatore 004"]}
    assert tied.stages.get(number=2).decided == []
    arbiter.post(address, order | {"confirmed": "1"})
    assert tied.stages.get(number=2).decided == [5, 4]
    said = "2 giocatori pari, deciso da uno spareggio. Ordine: 1° Giocatore 005, 2° Giocatore 004."
    assert said in page(arbiter, tied, "rounds:stage", 2)
    assert said in page(Client(), tied, "public:stages")
    entrant_actions.begin_stage(tied, 2)
    assert 5 in tied.stages.get(number=2).entrants
    publish(tied, 1)
    assert said in page(Client(), tied, "public:stages")


def test_a_lot_follows_from_the_document_and_is_derived_again(tied: Event, arbiter: Client) -> None:
    document = document_of(tied)
    assert document.seed in page(arbiter, tied, "rounds:stage_decide", 2, TIE, "lot")
    arbiter.post(deciding(tied, "lot"), {"confirmed": "1", "version": tied.version})
    drawn = list(cut_lots(document, 2, [4, 5]))
    assert tied.stages.get(number=2).decided == drawn
    assert "deciso per sorteggio, dal seme del torneo" in page(Client(), tied, "public:stages")
    assert "qualify - --lots --stage 2" in page(Client(), tied, "public:verify")
    words = ("scoring", "qualify", "-", "--lots", "--stage", "2")
    assert run(*words, given=write(exported(tied)).encode()).answer["lots"] == [drawn]


def test_reserves_come_in_the_order_that_was_decided(tied: Event) -> None:
    level(tied, 4, 5, 6)
    decide_tie(tied, 2, TIE, "play_off", order=[5, 6, 4])
    for confirm in (lambda: None, lambda: entrant_actions.begin_stage(tied, 2)):
        confirm()
        reserves = stage_entrants_of(document_of(tied), 2).reserves
        assert [row.player.id for row in reserves] == [6, 4, 7]


def test_a_decision_needs_its_reason_which_everybody_reads(tied: Event, arbiter: Client) -> None:
    order = {"place_4": "2", "place_5": "1", "version": tied.version, "confirmed": "1"}
    assert arbiter.post(deciding(tied, "arbiter"), order).status_code == 422
    arbiter.post(deciding(tied, "arbiter"), order | {"reason": "Art. 7: il più <giovane>"})
    for browser, name, args in ((Client(), "public:stages", ()), (arbiter, "rounds:stage", (2,))):
        assert "deciso dall’arbitro: «Art. 7: il più &lt;giovane&gt;»" in page(browser, tied, name, *args)


def test_a_decision_is_undone_until_the_stage_begins(tied: Event, arbiter: Client) -> None:
    decide_tie(tied, 2, TIE, "arbiter", order=[5, 4], reason="Sorte")
    undo = reverse("rounds:stage_undecide", args=[tied.slug, 2])
    arbiter.post(undo, {"decision": "0", "version": tied.version})
    stage = tied.stages.get(number=2)
    assert (stage.decided, stage.decisions) == ([], [])
    decide_tie(tied, 2, TIE, "arbiter", order=[5, 4], reason="Sorte")
    entrant_actions.begin_stage(tied, 2)
    with pytest.raises(ActionRefused, match="già cominciata"):
        take_back_decision(tied, 2, 0)


def test_a_page_of_before_decides_nothing(tied: Event, arbiter: Client) -> None:
    before = tied.version
    level(tied, 4, 5, 6)
    order = {"place_4": "2", "place_5": "1", "version": before, "confirmed": "1"}
    arbiter.post(deciding(tied, "play_off"), order)
    with pytest.raises(ActionRefused, match="Intanto è cambiato qualcosa"):
        decide_tie(tied, 2, TIE, "lot", expected=before)
    assert tied.stages.get(number=2).decided == []
    with pytest.raises(ActionRefused, match="tutti i giocatori pari"):
        decide_tie(tied, 2, TIE, "play_off", order=[5, 4])
    gone = arbiter.get(deciding(tied, "lot", "rank-1-2"), follow=True)
    assert "Questa parità non c’è più" in gone.text


def test_wild_cards_and_shared_first_places_are_decided_too(club: Club, arbiter: Client) -> None:
    wild = {"ranked": {"stage": 1, "from": 1, "to": 3}, "wildcards": {"stage": 1, "count": 1}}
    event = make_staged_event(8, wild, {"winners_of": 2}, club=club)
    event.stages.filter(number=2).update(options={"tables": 1})
    play(event, 1, 1)
    level(event, 4, 5)
    assert "wild card: stesso miglior risultato, posto 4." in page(arbiter, event, "rounds:stage", 2)
    decide_tie(event, 2, "wildcard-1-4", "play_off", order=[5, 4])
    entrant_actions.begin_stage(event, 2)
    play(event, 1, 2)
    level(event, 1, 2, stage=2)
    shown = page(arbiter, event, "rounds:stage", 3)
    assert (
        "Fase «Semifinali», tavolo 1. Giocatore 001 e Giocatore 002" in shown
        and "Segnati al tavolo (59)" in shown
    )
    assert "risultato del tavolo 1" in shown
    decide_tie(event, 3, "table-2-1", "play_off", order=[2, 1])
    assert stage_entrants_of(document_of(event), 3).entry_nos == [2]


def test_decisions_go_out_and_come_back_and_are_checked(tied: Event, club: Club) -> None:
    decide_tie(tied, 2, TIE, "play_off", order=[5, 4])
    entrant_actions.begin_stage(tied, 2)
    document = document_of(tied)
    assert read(write(document), SYSTEM_SPECS).stages[1].decided == (5, 4)
    assert document_of(import_event(club, document)) == document
    assert all(as_json(row)["ok"] for row in check(document))


def test_orders_of_several_ties_hold_together() -> None:
    assert in_one_order([[3, 1], [1, 2, 4]]) == [3, 1, 2, 4]
    with pytest.raises(ActionRefused, match="contraddice"):
        in_one_order([[3, 1], [1, 2, 3]])
