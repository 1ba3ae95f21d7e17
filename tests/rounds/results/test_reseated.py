"""A result from a page of before: its round was taken back, and others were seated at its tables."""

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.drafts import edit_actions as drafting, edits
from clubtornei.rounds.drafts.round_actions import discard, publish, take_back
from clubtornei.rounds.models import Table
from tests.rounds.drafts.draft_steps import SEATING, current_token, make_draft, seating_of, table_at

pytestmark = pytest.mark.django_db


def seated_anew(event: Event) -> Table:
    """Table 1, once the first players of tables 1 and 2 have changed places."""
    take_back(event, 1)
    seats = seating_of(event)
    drafting.change_draft(event, 1, edits.swap, seats[1][0], seats[2][0], expected=current_token(event))
    publish(event, 1)
    return table_at(event, 1)


def send(client: Client, name: str, event: Event, table: Table, **data: Any) -> HttpResponse:
    address = reverse(f"rounds:{name}", args=[event.slug, table.pk])
    return client.post(address, data, headers={"HX-Request": "true"})


def test_a_result_is_not_written_where_others_sit_now(club: Club, arbiter: Client) -> None:
    event = make_draft(8, club)
    shown = publish(event, 1).tables.get(number=1).seating
    table = seated_anew(event)

    answer = send(arbiter, "result", event, table, result="1-0", expected="", seats=shown)

    assert answer.status_code == 422
    assert "intanto è cambiato chi ci siede, e adesso sono Giocatore 007" in answer.content.decode()
    assert table.result_entries.count() == 0

    send(arbiter, "result", event, table, result="1-0", expected="", seats=table.seating)
    assert table.result_entries.count() == 1


def test_nor_the_points_of_a_table_of_four(club: Club, arbiter: Client) -> None:
    event = make_draft(8, club, **SEATING)
    shown = publish(event, 1).tables.get(number=1).seating
    table = seated_anew(event)
    points = {f"t{table.pk}-{seat}-points": seat * 10 for seat in range(1, 5)}

    answer = send(arbiter, "scores", event, table, seats=shown, **points)

    assert "intanto è cambiato chi ci siede" in answer.content.decode()
    assert 'value="40"' not in answer.content.decode()  # they were of others
    assert table.result_entries.count() == 0


@pytest.mark.parametrize("discarded", [False, True])
@pytest.mark.parametrize(("name", "system"), [("result", {}), ("scores", SEATING)])
def test_of_a_round_taken_back_the_page_shows_what_is_there_now_and_why(
    name: str, system: dict[str, Any], discarded: bool, club: Club, arbiter: Client
) -> None:
    event = make_draft(8, club, **system)
    table = publish(event, 1).tables.get(number=1)
    seats = table.seating
    take_back(event, 1)
    if discarded:
        discard(event, 1)

    answer = send(arbiter, name, event, table, result="1-0", seats=seats)

    shown = arbiter.get(answer["HX-Redirect"], follow=True).content.decode()
    refused = "Tavolo 1: non registrato, il turno è stato riportato in bozza."
    assert ("ha riportato in bozza il turno" if discarded else refused) in shown
    assert ("Abbina il turno 1" if discarded else "Pubblica") in shown


@pytest.mark.parametrize("discarded", [False, True])
def test_of_several_results_under_way_one_message_says_that_they_are_not_recorded(
    discarded: bool, club: Club, arbiter: Client
) -> None:
    """Nor does the page say so twice that has asked meanwhile what is new."""
    event = make_draft(8, club)
    tables = list(publish(event, 1).tables.filter(number__in=[2, 3]))
    take_back(event, 1)
    if discarded:
        discard(event, 1)
    for table in tables:
        answer = send(arbiter, "result", event, table, result="1-0", seats=table.seating)
    if not discarded:
        polled = reverse("rounds:proposals", args=[event.slug, 1])
        arbiter.get(polled, {"phase": "published"}, headers={"HX-Request": "true"})

    told = [str(one) for one in arbiter.get(answer["HX-Redirect"], follow=True).context["messages"]]

    gone = "Questo tavolo non c’è più: un collega ha riportato in bozza il turno. Non è registrato nulla."
    refused = "Tavoli 2 e 3: non registrati, il turno è stato riportato in bozza."
    assert told == [gone if discarded else refused]
    assert not list(arbiter.get(answer["HX-Redirect"], follow=True).context["messages"])
