"""The last round of a calendar: known from the first day, played when all other games are finished."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from clubtornei.accounts.models import Club
from clubtornei.events.models import Ending, Event
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.clock.actions import set_clock
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.models import Round
from clubtornei.rounds.printing.catalogue import names_of_set
from clubtornei.rounds.results.actions import play_early, record_result
from clubtornei.rounds.results.proposal_actions import propose_result
from clubtornei.rounds.state.last_round import rounds_to_finish
from clubtornei.rounds.state.next_step import next_step
from tests.factories import make_all_results, make_drawn_event, make_result, make_round, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return make_user()


@pytest.fixture
def event(club: Club, arbiter: Client) -> Event:
    """A round robin of four, published whole with the button of its page."""
    event = make_drawn_event(4, club)
    step = next_step(event)
    assert "Pubblica il calendario" in arbiter.get(f"/e/{event.slug}/").text
    assert "3 turni pubblicati." in arbiter.post(step.publishing_url, follow=True).text
    return event


def last(event: Event) -> Round:
    return Round.objects.of(event).select_related("stage__event").get(number=3)


def test_results_slips_and_clock_wait_for_earlier_games(event: Event, user: User, arbiter: Client) -> None:
    make_all_results(event, Round.objects.of(event).get(number=1))
    assert rounds_to_finish(last(event)) == [2]
    table = last(event).tables.get(number=1)
    for act in (
        lambda: record_result(event, user, table.pk, "1-0"),
        lambda: propose_result(event, table.pk, "1-0"),
        lambda: set_clock(event, last(event), 90, Ending.BARE),
    ):
        with pytest.raises(ActionRefused, match=r"prima si finiscono le partite aperte \(turno 2\)"):
            act()
    page = f"/e/{event.slug}/rounds/3/"
    assert "Gioca lo stesso l’ultimo turno" in arbiter.get(page).text
    assert arbiter.get(f"/e/{event.slug}/prints/slips.pdf?round=3")["Location"] == page
    assert "slips" not in names_of_set(EventSnapshot(event), 3)

    answer = arbiter.post(f"{page}play-early/", follow=True).text
    assert "L’ultimo turno si può giocare" in answer
    assert "Gioca lo stesso" not in answer
    assert "slips" in names_of_set(EventSnapshot(event), 3)
    record_result(event, user, table.pk, "1-0")


def test_it_does_not_wait_once_it_has_a_result_or_nothing_is_open(event: Event, user: User) -> None:
    play_early(event, last(event))
    make_result(event, last(event), 1, "1-0", user)
    Round.objects.update(played_early=False)
    assert rounds_to_finish(last(event)) == []

    record_result(event, user, last(event).tables.get(number=1).pk, "")
    assert rounds_to_finish(last(event)) == [1, 2]
    for number in (1, 2):
        make_all_results(event, Round.objects.of(event).get(number=number))
    assert rounds_to_finish(last(event)) == []


def test_a_rest_is_no_result_of_the_last_round(club: Club) -> None:
    event = make_drawn_event(5, club)
    for _number in range(5):
        make_round(event)
    assert rounds_to_finish(Round.objects.of(event).select_related("stage__event").get(number=5)) == [
        1,
        2,
        3,
        4,
    ]


def test_earlier_rounds_are_played_in_any_order(event: Event, user: User) -> None:
    make_all_results(event, Round.objects.of(event).get(number=2))
    assert rounds_to_finish(Round.objects.of(event).get(number=2)) == []
