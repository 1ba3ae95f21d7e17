"""Drawing rounds, publishing them, discarding drafts, making published rounds drafts again."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.drafts.round_actions import (
    discard,
    draw_round,
    publish,
    tables_with_results,
    take_back,
)
from clubtornei.rounds.models import ResultEntry, Round
from clubtornei.rounds.participation.withdrawals.actions import withdraw
from tests.factories import make_all_results, make_drawn_event, make_entered_event, make_result, make_round

pytestmark = pytest.mark.django_db


def paired(round_: Round) -> list[tuple[int, ...]]:
    """Entry numbers in seat order, table by table."""
    return [
        tuple(seat.entry.entry_no for seat in table.seats.select_related("entry"))
        for table in round_.tables.games()
    ]


def rounds(event: Event) -> list[tuple[int, bool]]:
    return [(round_.number, round_.published) for round_ in Round.objects.of(event)]


def post(client: Client, event: Event, name: str, *args: int, **data: Any) -> Any:
    return client.post(reverse(f"rounds:{name}", args=[event.slug, *args]), data)


def get(client: Client, event: Event, name: str, *args: int) -> str:
    return client.get(reverse(f"rounds:{name}", args=[event.slug, *args])).content.decode()


def test_a_round_is_drawn_as_a_draft_with_a_reason_for_each_table() -> None:
    event = make_drawn_event(4)

    round_ = draw_round(event, 1)

    assert not round_.published
    assert paired(round_) == [(1, 4), (2, 3)]
    codes = [[reason.code for reason in table.why] for table in round_.tables.all()]
    assert codes == [["berger", "last_number"], ["berger", "mixed_parity"]]


def test_who_rests_sits_at_no_numbered_table() -> None:
    event = make_drawn_event(5)

    round_ = draw_round(event, 1)

    rest = round_.tables.get(number=None)
    assert [seat.entry.entry_no for seat in rest.seats.all()] == [1]
    assert rest.seats.get().score == 0
    assert rest.why[0].code == "rest"


def test_without_numbers_nothing_is_drawn(club: Club, arbiter: Client) -> None:
    event = make_entered_event(4, club)

    with pytest.raises(ActionRefused, match="Prima si danno i numeri"):
        draw_round(event, 1)

    assert (
        "Prima si danno i numeri"
        in arbiter.post(
            reverse("rounds:draw_next", args=[event.slug]), {"number": 1}, follow=True
        ).content.decode()
    )
    assert rounds(event) == []


def test_a_double_click_finds_the_draft(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(4, club)

    answers = [post(arbiter, event, "draw_next", number=1) for _ in range(2)]

    assert {answer.url for answer in answers} == {reverse("rounds:round", args=[event.slug, 1])}
    assert rounds(event) == [(1, False)]


def test_a_draft_is_published_before_the_next_round_is_drawn() -> None:
    event = make_drawn_event(4)
    make_round(event, published=False)

    with pytest.raises(ActionRefused, match="Il turno 1 è ancora una bozza"):
        draw_round(event, 2)


def test_the_last_round_of_a_calendar_is_drawn_whatever_is_open(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(4, club)
    make_round(event)
    make_round(event)

    post(arbiter, event, "draw_next", number=3)

    assert paired(Round.objects.of(event).get(number=3)) == [(2, 4), (3, 1)]


def test_after_the_last_round_the_engine_says_so(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(3, club)
    for _ in range(3):
        make_all_results(event, make_round(event))

    with pytest.raises(ActionRefused, match="Tutti i 3 turni sono stati abbinati"):
        draw_round(event, 4)

    assert reverse("rounds:draw_next", args=[event.slug]) not in get(arbiter, event, "event")


def test_games_of_the_annulled_are_left_out_and_their_opponents_rest() -> None:
    event = make_drawn_event(4)
    make_all_results(event, make_round(event))
    withdraw(event, event.entries.get(entry_no=4).pk, 2)

    round_ = draw_round(event, 2)

    assert paired(round_) == [(1, 2)]
    assert round_.tables.get(number=None).seats.get().entry.entry_no == 3


def test_forfeits_of_who_left_late_are_no_results_of_somebody() -> None:
    """A player who leaves after half of the games forfeits the rest: the draw writes the forfeits."""
    event = make_drawn_event(4)
    make_all_results(event, make_round(event))
    make_all_results(event, make_round(event))
    withdraw(event, event.entries.get(entry_no=4).pk, 3)
    round_ = make_round(event)
    assert [table.forfeit for table in round_.tables.games()] == [True, False]

    assert not take_back(event, 3).published


def test_publishing_twice_keeps_the_first_moment() -> None:
    event = make_drawn_event(4)
    first = make_round(event).published_at

    assert publish(event, 1).published_at == first


@pytest.mark.django_db(transaction=True)  # drawn and thrown away in transactions of their own
def test_a_discarded_draft_comes_again_the_same() -> None:
    event = make_drawn_event(6)
    before = paired(make_round(event, published=False))

    discard(event, 1)

    assert rounds(event) == []
    assert paired(draw_round(event, 1)) == before


def test_a_published_round_is_not_discarded(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(4, club)
    make_round(event)

    post(arbiter, event, "discard", 1)

    assert rounds(event) == [(1, True)]


def test_an_old_page_does_not_take_back_a_round_published_anew(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(4, club)
    shown = make_round(event).published_at
    take_back(event, 1)
    publish(event, 1)

    post(arbiter, event, "take_back", 1, published=shown.isoformat())

    assert rounds(event) == [(1, True)]
    assert "stato intanto rifatto" in get(arbiter, event, "round", 1)


def test_a_published_round_without_results_becomes_a_draft_again(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(4, club)
    make_round(event)
    assert "Riportare in bozza il turno 1?" in get(arbiter, event, "take_back", 1)

    post(arbiter, event, "take_back", 1)

    assert rounds(event) == [(1, False)]


@pytest.mark.parametrize("code", ["1-0", "+--", "---", "adjourned"])
def test_a_round_with_anything_entered_is_not_taken_back(code: str, club: Club, arbiter: Client) -> None:
    event = make_drawn_event(4, club)
    make_result(event, make_round(event), 2, code)

    with pytest.raises(ActionRefused, match="tavolo 2"):
        take_back(event, 1)

    assert rounds(event) == [(1, True)]


@pytest.mark.parametrize("code", ["1-0", "+--", "---", "adjourned"])
def test_a_round_is_taken_back_with_the_results_that_its_page_has_shown(
    code: str, club: Club, arbiter: Client
) -> None:
    event = make_drawn_event(6, club)
    round_ = make_round(event)
    make_result(event, round_, 2, code)
    assert "(tavolo 2): si cancella. Resta nello storico." in get(arbiter, event, "take_back", 1)
    make_result(event, round_, 3, "1-0")

    post(arbiter, event, "take_back", 1, clearing=["2"])

    assert rounds(event) == [(1, True)]
    assert "altri risultati (tavoli 2, 3)" in get(arbiter, event, "round", 1)

    post(arbiter, event, "take_back", 1, clearing=["2", "3"])

    assert rounds(event) == [(1, False)]
    assert not tables_with_results(round_)
    cleared = ResultEntry.objects.filter(table__number=3).first()
    assert cleared
    assert cleared.before.scored
    assert not cleared.after.scored
    assert cleared.user


def test_a_round_with_another_after_it_is_not_taken_back() -> None:
    event = make_drawn_event(4)
    make_round(event)
    make_round(event, published=False)

    with pytest.raises(ActionRefused, match="ne è già stato abbinato un altro"):
        take_back(event, 1)


@pytest.mark.parametrize("players", [4, 24])
def test_drawing_costs_the_same_for_every_size(players: int, django_assert_num_queries: Any) -> None:
    event = make_drawn_event(players)

    with django_assert_num_queries(12):
        draw_round(event, 1)


def test_a_draft_discarded_where_attendance_is_asked_leads_back_there(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(7, club, system="amalfi", options={"rounds": 3})
    draw_round(event, 1)
    asked = reverse("rounds:attendance", args=[event.slug])
    assert 'value="rounds:attendance">Scarta la bozza' in arbiter.get(asked).text

    sent = {"back": "rounds:attendance"}
    answer = arbiter.post(reverse("rounds:discard", args=[event.slug, 1]), sent, follow=True)

    assert answer.redirect_chain[-1][0] == asked
    assert "Bozza del turno 1 scartata." in answer.text
