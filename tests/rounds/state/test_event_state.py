from decimal import Decimal

import pytest

from clubtornei.events.models import NumberingMethod
from clubtornei.rounds.drafts import round_actions as pairing
from clubtornei.rounds.models import Table
from clubtornei.rounds.numbers import actions as numbers
from clubtornei.rounds.participation.entries import actions as entry_actions
from clubtornei.rounds.participation.withdrawals import actions as withdrawals
from clubtornei.rounds.results import actions as results
from clubtornei.rounds.stages import closing_actions as closing
from clubtornei.rounds.stages.entrant_actions import begin_stage
from clubtornei.rounds.state.event_state import event_state_of, is_locked
from clubtornei.rounds.state.next_step import next_step
from tests.factories import draw_by_lot, make_entered_event, make_entries, make_event, make_user
from tests.rounds.progress import progress_in_document
from tests.rounds.staged import decide_ties

pytestmark = pytest.mark.django_db
CALENDAR = "Il calendario è pronto: pubblicato intero, ognuno conosce subito i suoi avversari."


def drawn_event(players, **fields):
    event = make_entered_event(players, **fields)
    draw_by_lot(event)
    event.refresh_from_db()
    return event


def play(event, number, codes=None):
    """Draw and publish the round, and enter the results: all of them draws, or the codes given."""
    pairing.draw_round(event, number)
    tables = list(pairing.publish(event, number).tables.games())
    user = make_user()
    for table, code in zip(tables, codes or ["=-="] * len(tables), strict=True):
        if code:
            results.record_result(event, user, table.pk, code)


def told(event):
    event.refresh_from_db()
    step = next_step(event)
    return step.code, step.sentence


def test_before_the_draw_it_asks_for_entries_roll_call_and_draw():
    event = make_event()
    assert told(event) == ("entries", "Iscrivi i giocatori: ne servono almeno 3.")
    make_entries(event, 1)
    assert told(event) == ("entries", "C’è 1 iscritto: ne servono almeno 3.")
    make_entries(event, 2)
    assert told(event) == ("draw", "3 iscritti: si può sorteggiare. L’appello non è stato fatto.")
    entry_actions.check_in(event, 2, True)
    assert told(event) == ("presence", "Appello: 1 presente di 3. Mancano Giocatore 001, Giocatore 003.")
    entry_actions.check_all_in(event)
    assert told(event)[0] == "draw"
    assert not is_locked(event)


def test_during_the_rounds_it_leads_from_draft_to_results_to_the_next_round():
    event = drawn_event(4)
    assert is_locked(event)
    assert told(event) == ("pair", CALENDAR)
    pairing.draw_round(event, 1)
    assert told(event) == ("publish", "Il turno 1 è in bozza: controllalo e pubblicalo.")
    tables = list(pairing.publish(event, 1).tables.games())
    assert told(event) == ("results", "Turno 1: mancano 2 risultati.")
    results.record_result(event, make_user(), tables[0].pk, "1-0")
    assert told(event) == ("results", "Turno 1: manca 1 risultato.")
    results.record_result(event, make_user(), tables[1].pk, "--+")
    assert told(event) == ("pair", "Si può abbinare il turno 2 di\u00a03.")


def test_an_adjourned_game_waits_until_the_last_round_is_near():
    event = drawn_event(4)
    play(event, 1, ["1-0", "adjourned"])
    words = "Si può abbinare il turno 2 di\u00a03. Dei turni prima resta da finire 1 partita."
    assert told(event) == ("pair", words)
    assert next_step(event).open_round_url.endswith("/rounds/1/")
    play(event, 2)
    step = next_step(event)
    finish = "Turno 1: va finita 1 partita aggiornata, poi si va avanti. Scrivine il risultato."
    assert (step.code, step.sentence) == ("results", finish)
    assert step.url.endswith("/rounds/1/")


def test_after_the_last_result_it_asks_to_close_and_then_is_done():
    event = drawn_event(3)
    for number in (1, 2, 3):
        play(event, number)
    assert told(event)[0] == "close"
    closing.close(event, level=True)
    assert told(event)[0] == "closed"


def test_nobody_waits_for_the_games_of_an_annulled_player():
    event = drawn_event(6)
    play(event, 1, ["adjourned", "adjourned", "1-0"])
    leaving = Table.objects.games().order_by("number").first().seats.first().entry
    withdrawals.withdraw(event, leaving.pk, 2)
    assert told(event)[0] == "pair"
    play(event, 2)
    play(event, 3)
    play(event, 4)
    finish = "Turno 1: va finita 1 partita aggiornata, poi si va avanti. Scrivine il risultato."
    assert told(event) == ("results", finish)


@pytest.mark.parametrize("leaves", [2, 4, 7])
def test_database_and_document_count_alike_when_somebody_leaves(leaves):
    """Before half of the games they are annulled, behind it forfeited; who leaves later is still there."""
    event = drawn_event(8)
    play(event, 1, ["adjourned", "1-0", "=-=", ""])
    leaving = Table.objects.games().order_by("number").first().seats.first().entry
    for number in range(2, min(leaves, 5)):
        play(event, number)
    withdrawals.withdraw(event, leaving.pk, leaves)
    play(event, min(leaves, 5))
    (stage,) = event_state_of(event).stages
    assert [stage.rounds] == progress_in_document(event)


def test_database_and_document_count_alike_when_somebody_leaves_a_later_stage():
    event = drawn_event(5)
    for number in range(1, 6):
        play(event, number)
    first = event.stages.get()
    event.stages.create(
        number=2,
        system=first.system,
        scoring=first.scoring,
        ranking=first.ranking,
        qualification={"ranked": {"stage": 1, "from": 1, "to": 4}},
    )
    decide_ties(event, 2)
    begin_stage(event, 2)
    pairing.draw_round(event, 1)
    table = pairing.publish(event, 1).tables.games().first()
    results.record_result(event, make_user(), table.pk, "1-0")
    withdrawals.withdraw(event, table.seats.first().entry.pk, 2)
    counted = [stage.rounds for stage in event_state_of(event).stages]
    assert counted == progress_in_document(event)
    assert [round_.games for round_ in counted[1]] == [1]


@pytest.mark.parametrize("by_the_entry", [None, 4])
def test_database_and_document_count_alike_when_the_first_stage_has_the_withdrawal(by_the_entry):
    """An imported document may say it there, or in both places; the earlier round holds."""
    event = drawn_event(6)
    play(event, 1, ["adjourned", "adjourned", "1-0"])
    leaving = Table.objects.games().order_by("number").first().seats.first().entry
    event.stages.update(withdrawals={str(leaving.entry_no): 2})
    event.entries.filter(pk=leaving.pk).update(withdrawn=by_the_entry)
    (stage,) = event_state_of(event).stages
    assert [stage.rounds] == progress_in_document(event)
    assert [round_.games for round_ in stage.rounds] == [2]


def test_it_waits_for_the_games_of_a_player_who_leaves_after_half_of_his_games():
    event = drawn_event(4)
    play(event, 1, ["adjourned", "1-0"])
    play(event, 2)
    leaving = Table.objects.games().get(round__number=1, number=1).seats.first().entry
    withdrawals.withdraw(event, leaving.pk, 3)
    finish = "Turno 1: va finita 1 partita aggiornata, poi si va avanti. Scrivine il risultato."
    assert told(event) == ("results", finish)


def test_marks_of_zero_are_results():
    event = drawn_event(4)
    play(event, 1, ["---", "0-1"])
    assert set(Table.objects.games().values_list("seats__score", flat=True)) == {0, 1}
    assert Decimal(0) in Table.objects.games().values_list("seats__score", flat=True)
    assert told(event)[0] == "pair"


def rated_event(players, **fields):
    event = make_entered_event(players, **fields)
    assert told(event)[0] == "draw"
    assert told(event)[1].startswith(f"{players} iscritti: si possono assegnare i numeri.")
    numbers.announce_draw(event)
    numbers.draw_numbers(event, NumberingMethod.RATING)
    return event


def test_where_points_make_the_next_round_an_adjourned_game_counts_as_drawn():
    event = rated_event(6, system="amalfi", options={"rounds": 2})
    assert told(event) == ("pair", "Si può abbinare il turno 1 di\u00a02.")
    play(event, 1, ["1-0", "adjourned", "1-0"])
    sentence = "Si può abbinare il turno 2 di\u00a02."
    drawn = " Per l’abbinamento 1 partita aggiornata vale patta, finché non ha un risultato."
    assert told(event) == ("pair", sentence + drawn)
    play(event, 2)
    finish = "Turno 1: va finita 1 partita aggiornata, poi si va avanti. Scrivine il risultato."
    assert told(event) == ("results", finish)
    table = Table.objects.get(round__stage__event=event, round__number=1, number=2)
    results.record_result(event, make_user(), table.pk, "=-=")
    assert told(event)[0] == "close"


def test_where_a_match_needs_a_winner_an_adjourned_one_is_finished_first():
    event = rated_event(4, system="knockout")
    play(event, 1, ["1-0", "adjourned"])
    finish = "Turno 1: va finita 1 partita aggiornata, poi si va avanti. Scrivine il risultato."
    assert told(event) == ("results", finish)


def test_where_the_number_of_rounds_is_open_one_may_close_at_any_time():
    event = make_entered_event(4, system="club-swiss")
    draw_by_lot(event)
    assert told(event) == ("pair", "Si può abbinare il turno 1.")
    play(event, 1)
    assert told(event) == ("pair", "Si può abbinare il turno 2, o chiudere il torneo.")
    closing.close(event, level=True)
    assert told(event)[0] == "closed"
