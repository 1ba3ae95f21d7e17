"""Entering results, taking them back, and being told when somebody else was there first."""

import re
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.timezone import now

from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.models import ResultEntry, Round, Seat, Table
from clubtornei.rounds.participation.withdrawals.actions import withdraw
from clubtornei.rounds.results.actions import record_result, undo_result
from clubtornei.rounds.results.outcome_buttons import PLAYED, played_buttons
from clubtornei.rounds.state.result_codes import RESULT_CODES, outcome_of, scale_of
from clubtornei.rounds.state.table_state import state_of
from scoring.games import GameOptions
from tests.factories import (
    make_all_results,
    make_club,
    make_drawn_event,
    make_member,
    make_result,
    make_round,
    make_user,
    signed_in,
)
from tests.markup import compact

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture(scope="module")
def kept_round(kept_db: None) -> Round:
    return make_round(make_drawn_event(4, make_club("Circolo di prova")))


@pytest.fixture
def round_(kept_round: Round) -> Round:
    return Round.objects.select_related("stage__event__club").get(pk=kept_round.pk)


@pytest.fixture
def event(round_: Round) -> Event:
    return round_.stage.event


@pytest.fixture
def club(event: Event) -> Club:
    return event.club


@pytest.fixture
def user(club: Club) -> User:
    return make_member(club, role=Role.HELPER).user


def code_at(table: Table) -> str:
    """The code of what is marked at the table now."""
    table = Table.objects.get(pk=table.pk)
    return outcome_of(state_of(table)).code


def enter(client: Client, table: Table, code: str, *, htmx: bool = True, **data: Any) -> Any:
    slug = table.round.stage.event.slug
    headers = HTMX if htmx else {}
    path = reverse("rounds:result", args=[slug, table.pk])
    return client.post(path, {"result": code, **data}, headers=headers)


def undo(client: Client, round_: Round, *, htmx: bool = True, **data: Any) -> Any:
    path = reverse("rounds:undo", args=[round_.stage.event.slug, round_.number])
    return client.post(path, data, headers=HTMX if htmx else {})


def page(client: Client, round_: Round) -> str:
    return client.get(reverse("rounds:round", args=[round_.stage.event.slug, round_.number])).content.decode()


# The action


@pytest.mark.parametrize("code", [code for code in RESULT_CODES if code])
def test_every_outcome_is_kept(code: str, event: Event, round_: Round, user: User) -> None:
    table = round_.tables.get(number=1)

    record_result(event, user, table.pk, code, by_arbiter=True)

    assert code_at(table) == code
    entry = ResultEntry.objects.get()
    assert (entry.user, entry.table, entry.undone) == (user, table, False)


def test_a_result_that_is_deleted_leaves_no_mark_in_the_database(event: Event, round_: Round) -> None:
    """An empty score is NULL, never JSON's null: what is missing is counted by it."""
    table = make_result(event, round_, 1, "1-0")

    make_result(event, round_, 1, "")

    assert Seat.objects.filter(table=table, score__isnull=True).count() == 2


def test_the_same_result_twice_is_one_entry(event: Event, round_: Round) -> None:
    make_result(event, round_, 1, "1-0")
    make_result(event, round_, 1, "1-0")

    assert ResultEntry.objects.count() == 1


def test_a_result_nobody_knows_is_refused_with_a_word(event: Event, round_: Round) -> None:
    with pytest.raises(ActionRefused, match="«2-0» non è un risultato"):
        make_result(event, round_, 1, "2-0")


def test_a_draft_takes_no_results() -> None:
    event = make_drawn_event(4)
    with pytest.raises(ActionRefused, match="non è pubblicato"):
        make_result(event, make_round(event, published=False), 1, "1-0")


def test_a_table_of_another_event_is_not_there(round_: Round, user: User) -> None:
    with pytest.raises(ActionRefused, match="non c’è più"):
        record_result(make_drawn_event(4), user, round_.tables.get(number=1).pk, "1-0")


def test_who_comes_second_is_told_what_the_first_one_entered(event: Event, round_: Round, user: User) -> None:
    table = make_result(event, round_, 1, "1-0", make_user("ada"))
    winner = table.seats.get(position=1).entry.name

    with pytest.raises(ActionRefused, match=f"Tavolo 1: ada ha intanto registrato «Vince {winner} \\("):
        record_result(event, user, table.pk, "0-1", expected="")

    assert code_at(table) == "1-0"


def test_who_comes_after_an_undo_is_told_who_undid(event: Event, round_: Round, user: User) -> None:
    ada = make_user("ada")
    table = make_result(event, round_, 1, "1-0", ada)
    undo_result(event, ada, round_)

    with pytest.raises(ActionRefused, match="Tavolo 1: ada ha intanto cancellato il risultato"):
        record_result(event, user, table.pk, "0-1", expected="1-0")


def test_a_request_sent_again_records_nothing_twice(event: Event, round_: Round, arbiter: Client) -> None:
    """Its answer was lost on the way; meanwhile somebody else has corrected the table."""
    table = round_.tables.get(number=1)
    path = reverse("rounds:result", args=[event.slug, table.pk])
    typed = {"result": "1-0", "expected": ""}
    arbiter.post(path, typed, headers={**HTMX, "Idempotency-Key": "a1"})
    make_result(event, round_, 1, "0-1")

    answer = arbiter.post(path, typed, headers={**HTMX, "Idempotency-Key": "a1"})

    assert answer.status_code == 200
    assert code_at(table) == "0-1"
    assert ResultEntry.objects.count() == 2


def test_a_key_stands_for_one_table_and_one_result(event: Event, round_: Round, arbiter: Client) -> None:
    """Another request with it is refused, and says so: it must not be taken for the one that was stored."""
    first, second = round_.tables.filter(number__in=(1, 2)).order_by("number")
    headers = {**HTMX, "Idempotency-Key": "a1"}

    def send(table: Table, code: str) -> HttpResponse:
        path = reverse("rounds:result", args=[event.slug, table.pk])
        return arbiter.post(path, {"result": code}, headers=headers)

    assert send(first, "1-0").status_code == 200
    for answer in (send(second, "1-0"), send(first, "0-1")):
        assert answer.status_code == 422
        assert "con la stessa chiave è già arrivata un’altra richiesta" in answer.text
    assert (code_at(first), code_at(second)) == ("1-0", "")


def test_an_undo_sent_again_undoes_one(event: Event, round_: Round, arbiter: Client, club: Club) -> None:
    for number in (1, 2):
        enter(arbiter, round_.tables.select_related("round__stage__event").get(number=number), "1-0")

    path = reverse("rounds:undo", args=[event.slug, 1])
    for _time in range(2):
        answer = arbiter.post(path, headers={**HTMX, "Idempotency-Key": "b2"})
        assert "data-undone" in answer.text

    assert [code_at(round_.tables.get(number=number)) for number in (1, 2)] == ["1-0", ""]


def test_a_result_that_a_round_rests_on_is_corrected(event: Event, round_: Round, user: User) -> None:
    table = make_result(event, round_, 1, "1-0")
    make_round(event)

    with pytest.raises(ActionRefused, match="Correggi"):
        record_result(event, user, table.pk, "0-1")
    record_result(event, user, table.pk, "0-1", correcting=True)

    assert code_at(table) == "0-1"


def test_an_earlier_adjourned_game_is_finished(event: Event, round_: Round, user: User) -> None:
    table = make_result(event, round_, 1, "adjourned")
    make_round(event)

    record_result(event, user, table.pk, "1-0")

    assert code_at(table) == "1-0"


# Undo


def test_undo_goes_by_order_and_not_by_the_clock(event: Event, round_: Round, user: User) -> None:
    make_result(event, round_, 1, "1-0", user)
    ResultEntry.objects.update(at=now() + timedelta(hours=2))
    table = make_result(event, round_, 1, "0-1", user)
    undo_result(event, user, round_)
    assert code_at(table) == "1-0"


def test_undo_takes_back_ones_own_entries_from_the_last_on(event: Event, round_: Round, user: User) -> None:
    first = make_result(event, round_, 1, "1-0", user)
    second = make_result(event, round_, 2, "=-=", user)
    make_result(event, round_, 2, "0-1", user)

    assert undo_result(event, user, round_) == second
    assert code_at(second) == "=-="
    assert undo_result(event, user, round_) == second
    assert code_at(second) == ""
    assert undo_result(event, user, round_) == first
    assert code_at(first) == ""
    with pytest.raises(ActionRefused, match="Non hai altre registrazioni"):
        undo_result(event, user, round_)


def test_undo_of_a_table_without_an_entry_of_ones_own_undoes_no_other(
    event: Event, round_: Round, helper: Client
) -> None:
    first, second = round_.tables.get(number=1), round_.tables.get(number=2)
    enter(helper, first, "1-0")
    make_result(event, round_, 2, "0-1")
    told = enter(helper, second, "0-1").text.split('id="entered"')[1]
    assert "Tavolo 2:" not in told  # undoing it is not offered

    assert "Tavolo 2: non c’è una tua registrazione" in undo(helper, round_, table=second.pk).text
    assert (code_at(first), code_at(second)) == ("1-0", "0-1")

    undo(helper, round_, table=first.pk)
    assert code_at(first) == ""


def test_undo_leaves_what_others_entered(event: Event, round_: Round, user: User) -> None:
    other = make_result(event, round_, 1, "1-0")

    with pytest.raises(ActionRefused, match="Non hai altre registrazioni"):
        undo_result(event, user, round_)

    assert code_at(other) == "1-0"


def test_undo_does_not_overwrite_others(event: Event, round_: Round, user: User) -> None:
    table = make_result(event, round_, 1, "1-0", user)
    make_result(event, round_, 1, "0-1")

    with pytest.raises(ActionRefused, match="cambiato da "):
        undo_result(event, user, round_)

    assert code_at(table) == "0-1"


def test_undo_stops_where_another_round_was_drawn(event: Event, round_: Round, user: User) -> None:
    make_result(event, round_, 1, "1-0", user)
    make_round(event)

    with pytest.raises(ActionRefused, match="Correggi"):
        undo_result(event, user, round_)


# The page


def test_a_tap_gives_back_the_row_and_the_progress(arbiter: Client, round_: Round) -> None:
    table = round_.tables.get(number=2)

    answer = enter(arbiter, table, "1-0", expected="")

    assert answer.status_code == 200
    shown = answer.content.decode()
    assert compact(shown).startswith('<li class="table done"')
    assert f'id="table-{table.pk}"' in shown
    assert "1 di 2" in shown
    assert 'id="progress" hx-swap-oob="true"' in compact(shown)
    winner = table.seats.get(position=1).entry.name
    assert f"Tavolo 2: Vince {winner}." in compact(shown)
    assert code_at(table) == "1-0"


def test_a_conflict_shows_the_row_as_it_is_and_says_so(arbiter: Client, event: Event, round_: Round) -> None:
    table = make_result(event, round_, 1, "=-=")

    answer = enter(arbiter, table, "1-0", expected="")

    assert answer.status_code == 422
    shown = answer.content.decode()
    assert (
        "ha intanto registrato «Patta (½\N{NO-BREAK SPACE}–\N{WORD JOINER}\N{NO-BREAK SPACE}½)», e resta così"
        in shown
    )
    assert 'role="alert"' in shown
    assert '<input type="hidden" name="expected" value="=-=">' in shown


def test_an_answer_has_what_colleagues_entered_since_the_page_was_shown(
    arbiter: Client, event: Event, round_: Round
) -> None:
    """What its bar counts its tables show, also where the result was refused."""
    shown = event.version
    other = make_result(event, round_, 2, "=-=")
    table = round_.tables.get(number=1)
    for code, expected in (("1-0", ""), ("0-1", "")):
        answer = enter(arbiter, table, code, expected=expected, shown=str(shown)).content.decode()
        assert f'id="table-{other.pk}" hx-swap-oob="true"' in compact(answer)
        assert "2 di 2" in answer
    assert "Tu avevi scritto" in answer
    assert 'data-short="0 – 1" data-mine' in compact(answer)


def test_only_a_correction_replaces_a_result(arbiter: Client, helper: Client, round_: Round) -> None:
    """Two at the desk. Whoever sends no `expected` has seen nothing."""
    table = round_.tables.select_related("round__stage__event").get(number=1)
    enter(helper, table, "1-0", expected="")
    for seen in ({"expected": "1-0"}, {"expected": "", "replacing": "1"}, {"replacing": "1"}, {}):
        for code in ("0-1", ""):
            answer = enter(arbiter, table, code, **seen)
            assert answer.status_code == 422, (seen, code)
            assert 'role="alert"' in answer.text
    assert "Per cambiarlo premi prima «Correggi»." in answer.text
    assert code_at(table) == "1-0"

    assert enter(arbiter, table, "1-0").status_code == 200  # the same
    assert enter(arbiter, table, "0-1", expected="1-0", replacing="1").status_code == 200
    assert code_at(table) == "0-1"


def test_the_last_result_says_next(arbiter: Client, helper: Client, event: Event, round_: Round) -> None:
    make_result(event, round_, 1, "1-0")

    shown = enter(arbiter, round_.tables.get(number=2), "0-1", expected="").content.decode()

    assert "Si può abbinare il turno 2 di\u00a03" in shown
    assert "Si può abbinare" not in page(helper, round_)
    assert "I risultati del turno ci sono tutti." in page(helper, round_)


def test_undo_gives_back_the_row_that_changed(helper: Client, round_: Round) -> None:
    table = round_.tables.get(number=1)
    enter(helper, table, "1-0", expected="")

    answer = undo(helper, round_)

    shown = answer.content.decode()
    assert f'id="table-{table.pk}" hx-swap-oob="true" data-undone' in compact(shown)
    assert "0 di 2" in shown
    assert code_at(table) == ""


def test_a_settled_row_is_corrected(arbiter: Client, helper: Client, event: Event, round_: Round) -> None:
    table = make_result(event, round_, 1, "1-0")
    make_round(event)

    shown = page(arbiter, round_)

    assert reverse("rounds:correct", args=[event.slug, table.pk]) in shown
    assert reverse("rounds:result", args=[event.slug, table.pk]) not in shown
    open_table = round_.tables.get(number=2)
    assert reverse("rounds:result", args=[event.slug, open_table.pk]) in shown
    assert reverse("rounds:correct", args=[event.slug, table.pk]) not in page(helper, round_)


def test_annulled_games_are_not_waited_for(arbiter: Client, event: Event, round_: Round) -> None:
    make_result(event, round_, 2, "1-0")
    withdraw(event, event.entries.get(entry_no=4).pk, 2)

    shown = page(arbiter, round_)

    struck = [re.sub(r"<[^>]+>", "", name) for name in re.findall(r"<s>(.*?)</s>", shown)]
    assert "4 Giocatore 004" in struck
    assert "annullata" in shown
    assert "1 di 1" in shown


def test_a_table_that_is_not_of_this_event_is_not_found(arbiter: Client, event: Event, club: Club) -> None:
    foreign = make_round(make_drawn_event(4, club)).tables.get(number=1)

    path = reverse("rounds:result", args=[event.slug, foreign.pk])

    for address in (path, path.replace(str(foreign.pk), "9" * 30)):
        answer = arbiter.post(address, {"result": "1-0"}, follow=True)
        assert "Questo tavolo non c’è più" in answer.content.decode()
    assert not foreign.result_entries.exists()
    assert arbiter.get(reverse("rounds:round", args=[event.slug, 10**12])).status_code == 404


def test_what_others_enter_comes_with_a_poll(helper: Client, event: Event, round_: Round) -> None:
    panel = reverse("rounds:proposals", args=[event.slug, 1])
    ada = make_user("ada")
    before = event.version
    table = make_result(event, round_, 1, "1-0", ada)
    event.refresh_from_db()
    entered = helper.get(panel, {"shown": before}, headers=HTMX).text
    assert re.findall(r'id="table-(\d+)"', entered) == [str(table.pk)]
    assert 'name="expected" value="1-0"' in entered
    assert "1 di 2" in entered

    before = event.version
    undo_result(event, ada, round_)
    undone = helper.get(panel, {"shown": before}, headers=HTMX).text
    assert re.findall(r'id="table-(\d+)"', undone) == [str(table.pk)]
    assert 'name="expected" value=""' in undone
    assert "data-undone" not in undone  # nobody's cursor goes there
    assert helper.get(panel, {"shown": event.version}, headers=HTMX).status_code == 204


def test_an_earlier_round_leads_to_pairing_the_next_one_too(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(6, club, system="amalfi", options={"rounds": 3})
    for _number in range(2):
        make_all_results(event, make_round(event))
    for number in (1, 2):
        page = compact(arbiter.get(reverse("rounds:round", args=[event.slug, number])).text)
        assert re.search(r'name="number" value="3"[^>]*> ?Abbina il turno 3', page)


@pytest.mark.parametrize("players", [4, 24])
def test_queries_of_a_poll(players: int, club: Club, helper: Client, django_assert_num_queries: Any) -> None:
    event = make_drawn_event(players, club)
    make_all_results(event, make_round(event))

    with django_assert_num_queries(14):
        helper.get(reverse("rounds:proposals", args=[event.slug, 1]), {"shown": 0}, headers=HTMX)


# Points other than 1, ½, 0


def test_the_usual_points_keep_their_signs_and_keys() -> None:
    for outcome in RESULT_CODES.values():
        assert outcome.on(scale_of(GameOptions())) is outcome
    three = scale_of(GameOptions(win=Decimal(3), draw=Decimal(1)))
    assert [RESULT_CODES[code].on(three).label for code in ("1-0", "=-=", "0-1", "+--")] == [
        "3 – 0",
        "1 – 1",
        "0 – 3",
        "3\N{NO-BREAK SPACE}–\N{NO-BREAK SPACE}0\N{NO-BREAK SPACE}f.",
    ]
    assert [RESULT_CODES[code].on(three).tile_label for code in ("1-0", "--+")] == [
        "3 – 0",
        RESULT_CODES["--+"].on(three).label,
    ]
    less = scale_of(GameOptions(forfeit_win=Decimal("0.75")))
    with translation.override("it"):
        assert (
            RESULT_CODES["--+"].on(less).label
            == "0\N{NO-BREAK SPACE}–\N{NO-BREAK SPACE}¾\N{NO-BREAK SPACE}f."
        )
    assert RESULT_CODES["--+"].on(less).symbols == ("−", "+")
    halves = scale_of(GameOptions(win=Decimal("1.5"), draw=Decimal("0.5")))
    assert RESULT_CODES["1-0"].on(halves).label == "1½ – 0"
    assert [button.key for button in played_buttons(halves)] == [button.key for button in PLAYED]


@pytest.mark.parametrize(
    ("code", "scores"), [("=-0", (Decimal("0.5"), 0)), ("0-=", (0, Decimal("0.5"))), ("0-0", (0, 0))]
)
def test_an_arbiter_may_decide_a_game_otherwise_than_it_can_end(
    code: str, scores: tuple[Any, Any], arbiter: Client, event: Event, round_: Round
) -> None:
    table = round_.tables.get(number=1)
    page = arbiter.get(reverse("rounds:round", args=[event.slug, 1])).content.decode()
    assert reverse("rounds:correct", args=[event.slug, table.pk]) in page
    arbiter.post(reverse("rounds:correct", args=[event.slug, table.pk]), {"result": code})
    assert code_at(table) == code
    assert [seat.score for seat in table.seats.order_by("position")] == list(scores)
    assert arbiter.get(reverse("rounds:crosstable", args=[event.slug])).status_code == 200


def test_a_helper_may_not_decide_so(club: Club, event: Event, round_: Round) -> None:
    helper, table = signed_in(club, Role.HELPER), round_.tables.get(number=1)
    answer = enter(helper, table, "=-0")
    assert answer.status_code == 422
    assert "lo decide l’arbitro" in answer.content.decode()
    assert not code_at(table)
    page = helper.get(reverse("rounds:round", args=[event.slug, 1])).content.decode()
    assert reverse("rounds:correct", args=[event.slug, table.pk]) not in page
