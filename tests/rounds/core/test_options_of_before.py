"""Options whose defaults changed keep, in events of before, the meaning that they had."""

from importlib import import_module

import pytest
from django.apps import apps

from clubtornei.events.models import Event
from tests.factories import make_event, make_played_event

pytestmark = pytest.mark.django_db
MIGRATION = import_module("clubtornei.rounds.migrations.0002_secret_time_and_options_of_before")
AMALFI = {"system": "amalfi", "options": {"rounds": 3}}
METHOD = {"system": "seating", "scoring": "edition-1997-3"}


def kept(event: Event, column: str) -> object:
    MIGRATION.keep_what_options_meant(apps, None)
    return getattr(event.stages.get(), column)


def test_points_of_late_entries_go_on_counting_where_an_amalfi_event_had_begun() -> None:
    begun, planned = make_played_event(4, 1, **AMALFI), make_event(**AMALFI)

    assert kept(begun, "options") == {"rounds": 3, "late_in_standings": True}
    assert kept(planned, "options") == {"rounds": 3}


@pytest.mark.parametrize(
    ("written", "meant"),
    [({}, {"armies": "in"}), ({"armies": "all", "discards": 1}, {"armies": "all", "discards": 1})],
)
def test_the_third_method_of_1997_goes_on_counting_the_armies_it_counted(
    written: dict[str, object], meant: dict[str, object]
) -> None:
    assert kept(make_event(**METHOD, scoring_options=written), "scoring_options") == meant
