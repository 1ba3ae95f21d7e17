from datetime import date
from functools import partial

import pytest

from clubtornei.events import actions
from clubtornei.events.details import EventDetails, StageDetails
from clubtornei.events.models import Event
from tests.at_once import at_once
from tests.factories import make_club

pytestmark = pytest.mark.django_db

STAGE = StageDetails(system="round-robin", options={"cycles": 2}, scoring="game", ranking=["points"])


def create(club, name="Torneo sociale", year=2026):
    return actions.create_event(club, EventDetails(name=name, starts_on=date(year, 5, 1)), STAGE)


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Torneo sociale", "torneo-sociale-2026"),
        ("Torneo 2026 d’estate", "torneo-2026-destate"),
        ("Città di Forlì", "citta-di-forli-2026"),
        ("将棋", "torneo-2026"),
        ("x" * 200, "x" * 60 + "-2026"),
    ],
)
def test_an_events_address_is_its_name_and_year(name, slug):
    assert create(make_club(), name).slug == slug


def test_events_of_one_name_and_year_have_different_addresses():
    events = [create(make_club()) for _ in range(3)]
    assert [event.slug for event in events] == [
        "torneo-sociale-2026",
        "torneo-sociale-2026-2",
        "torneo-sociale-2026-3",
    ]


@pytest.mark.django_db(transaction=True)
def test_two_events_of_one_name_made_at_once_have_different_addresses():
    club = make_club()
    made = at_once(*[partial(create, club)] * 4)
    assert len({event.slug for event in made}) == Event.objects.count() == 4
