"""A calendar that is known beforehand is published at once; then results come in any order."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.drafts.round_actions import draw_round, publish, publish_all, take_back
from clubtornei.rounds.models import Round
from clubtornei.rounds.results.actions import play_early, record_result, undo_result
from clubtornei.rounds.state.next_step import next_step
from pairing.registry import SYSTEM_SPECS, calendar
from scoring.record import record_of
from tests.factories import make_all_results, make_drawn_event, make_result, make_round, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club) -> Event:
    return make_drawn_event(6, club, published=True)


@pytest.fixture
def user() -> User:
    return make_user("ada")


def round_of(event: Event, number: int) -> Round:
    return Round.objects.select_related("stage").get(stage__event=event, number=number)


def page(event: Event, name: str, *args: int) -> str:
    return reverse(f"rounds:{name}", args=[event.slug, *args])


def test_all_rounds_are_those_of_the_calendar(event: Event) -> None:
    expected = [
        [table.seats for table in draw.tables]
        for draw in calendar(record_of(document_of(event), SYSTEM_SPECS))
    ]
    assert publish_all(event) == [1, 2, 3, 4, 5]
    rounds = document_of(event, public=True).stages[0].rounds
    assert [[table.seats for table in round_.tables] for round_ in rounds] == expected


def test_the_rounds_after_those_already_played(event: Event) -> None:
    make_all_results(event, make_round(event))
    assert publish_all(event) == [2, 3, 4, 5]
    with pytest.raises(ActionRefused):
        publish_all(event)


def test_a_draft_is_decided_first(event: Event) -> None:
    draw_round(event, 1)
    with pytest.raises(ActionRefused, match="Il turno 1 è ancora una bozza"):
        publish_all(event)
    assert Round.objects.count() == 1


def test_an_early_result_of_a_later_round(event: Event, user: User, arbiter: Client) -> None:
    publish_all(event)
    make_result(event, round_of(event, 4), 2, "1-0", user)
    step = next_step(event)
    assert step.sentence == "Turno 1: mancano 3 risultati."
    first = round_of(event, 1)
    table = make_result(event, first, 1, "1-0", user)
    record_result(event, user, table.pk, "0-1")
    assert undo_result(event, user, first) == table
    assert "data-undo" in arbiter.get(page(event, "round", 1)).text
    make_all_results(event, first)
    assert next_step(event).sentence == "Turno 2: mancano 3 risultati."
    assert next_step(event).url == page(event, "round", 2)


def test_rounds_published_one_by_one_stay_open(event: Event, user: User, arbiter: Client) -> None:
    make_all_results(event, make_round(event))
    draw_round(event, 2)
    publish(event, 2)
    assert round_of(event, 1).is_followed()
    publish_all(event)
    take_back(event, 5)
    publish(event, 5)
    play_early(event, round_of(event, 5))
    make_result(event, round_of(event, 5), 1, "1-0", user)
    make_result(event, round_of(event, 2), 1, "1-0", user)
    for number, table in ((1, 2), (2, 1), (5, 1)):
        played = round_of(event, number).tables.get(number=table)
        record_result(event, user, played.pk, "--+")
        assert undo_result(event, user, round_of(event, number)) == played
    assert "data-undo" in arbiter.get(page(event, "round", 2)).text


def test_everybody_sees_the_round_that_is_played(event: Event, client: Client, user: User) -> None:
    publish_all(event)
    make_result(event, round_of(event, 4), 2, "1-0", user)
    make_all_results(event, round_of(event, 1))
    make_result(event, round_of(event, 2), 1, "1-0", user)
    home = client.get(f"/t/{event.slug}/").text
    assert "1 risultato su 3" in home
    assert f'href="/t/{event.slug}/rounds/2/"' in home
    assert "Turno 2 in corso: 1 risultato su 3" in client.get(f"/t/{event.slug}/standings/").text
    calendar = client.get(f"/t/{event.slug}/calendar/").text
    link = rf'<a href="/t/{event.slug}/rounds/2/">Turno 2</a>'
    assert re.search(rf'id="round-2">\s*{link}\s*<span class="badge live">', calendar)
    assert client.get(f"/t/{event.slug}/rounds/5/").status_code == 200


def test_the_last_one_can_still_be_taken_back(event: Event) -> None:
    publish_all(event)
    assert take_back(event, 5).number == 5
    with pytest.raises(ActionRefused):
        take_back(event, 4)


def test_the_page_asks_first(event: Event, arbiter: Client) -> None:
    assert page(event, "publish_all") in arbiter.get(page(event, "event")).text
    asked = arbiter.get(page(event, "publish_all")).text
    assert "Pubblica 5 turni" in asked
    assert Round.objects.count() == 0
    answer = arbiter.post(page(event, "publish_all"), follow=True)
    assert "5 turni pubblicati." in answer.text
    assert page(event, "publish_all") not in answer.text
    assert "Tutti i turni sono già pubblicati." in arbiter.get(page(event, "publish_all")).text


def test_where_results_decide_there_is_no_such_page(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(6, club, system="club-swiss")
    assert "publish-all" not in arbiter.get(page(event, "event")).text
    assert arbiter.get(page(event, "publish_all")).status_code == 404
    assert arbiter.post(page(event, "publish_all")).status_code == 404
