"""On which day and at what time rounds are played: typed, filled in at an interval, exported, read again."""

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.documents.importing import import_event
from tests.factories import make_club, make_drawn_event, make_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club) -> Event:
    return make_drawn_event(4, club, published=True)


def address(event: Event) -> str:
    return reverse("rounds:days", args=[event.slug])


def test_every_seven_days_with_the_time(event: Event, arbiter: Client) -> None:
    """They are filled in, and only saved by the arbiter."""
    filled = arbiter.get(
        address(event), {"first": "1", "start": "2026-11-20", "every": "7", "time": "20:30"}
    ).text
    for number, day in enumerate(("2026-11-20", "2026-11-27", "2026-12-04"), 1):
        assert f'name="day-{number}" value="{day}"' in filled
        assert f'name="time-{number}" value="20:30"' in filled
    assert "sono da salvare" in filled
    assert event.stages.get().days == {}


def test_an_interval_begins_with_the_first_round_without_a_day(event: Event, arbiter: Client) -> None:
    arbiter.post(address(event), {"day-1": "2026-11-20"})
    assert 'name="first" value="2"' in arbiter.get(address(event)).text
    filled = arbiter.get(address(event), {"first": "2", "start": "2026-12-01", "every": "14"}).text
    assert 'name="day-1" value="2026-11-20"' in filled
    assert 'name="day-3" value="2026-12-15"' in filled


def test_days_are_completed_in_a_closed_event_for_its_report(event: Event, arbiter: Client) -> None:
    arbiter.post(address(event), {"day-1": "2026-11-20"})
    Event.objects.filter(pk=event.pk).update(closed_at="2026-11-21T12:00:00Z")
    page = arbiter.get(address(event)).text
    assert '<button class="primary">Salva</button>' in page
    arbiter.post(address(event), {"day-1": "2026-11-20", "day-2": "2026-11-21", "day-3": "2026-11-22"})
    assert event.stages.get().days == {"1": "2026-11-20", "2": "2026-11-21", "3": "2026-11-22"}
    for known in ("2026-11-19", ""):
        answer = arbiter.post(address(event), {"day-1": known, "day-2": "2026-11-21"}, follow=True)
        assert "le date che ci sono restano" in answer.text
    assert event.stages.get().days["1"] == "2026-11-20"


def test_the_time_is_shown_wherever_the_day_is(event: Event, arbiter: Client, client: Client) -> None:
    arbiter.post(address(event), {"day-1": "2026-11-20", "time-1": "20:30", "day-2": "2026-11-27"})
    assert event.stages.get().days == {"1": "2026-11-20T20:30", "2": "2026-11-27"}
    make_round(event)
    assert "20 nov 2026, 20:30" in arbiter.get(reverse("rounds:round", args=[event.slug, 1])).text
    assert "20 novembre 2026, ore 20:30" in client.get(f"/t/{event.slug}/calendar/").text
    assert "27 novembre 2026" in client.get(f"/t/{event.slug}/calendar/").text
    assert 'name="time-1" value="20:30"' in arbiter.get(address(event)).text


def test_an_export_imported_again_has_the_same_days_and_times(event: Event, arbiter: Client) -> None:
    arbiter.post(address(event), {"day-1": "2026-11-20", "time-1": "20:30", "day-2": "2026-11-27"})
    document = document_of(event)
    site = document.stages[0].extra["site"]
    assert site["days"] == {"1": "2026-11-20", "2": "2026-11-27"}
    assert site["times"] == {"1": "20:30"}
    again = import_event(make_club(), document)
    assert again.stages.get().days == {"1": "2026-11-20T20:30", "2": "2026-11-27"}
