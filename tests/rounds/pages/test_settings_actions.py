from datetime import date

import pytest
from django.http import Http404

from clubtornei.events import actions
from clubtornei.events.details import EventDetails, StageDetails
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.players.models import Player
from clubtornei.rounds.drafts import round_actions as pairing
from clubtornei.rounds.models import Seat
from clubtornei.rounds.pages import settings_actions
from clubtornei.rounds.participation.entries import actions as entry_actions
from clubtornei.rounds.stages import closing_actions as closing
from tests.factories import draw_by_lot, make_club, make_entered_event, make_entries, make_event, make_player
from tests.rounds.changes import change_settings

pytestmark = pytest.mark.django_db

STAGE = StageDetails(system="round-robin", options={"cycles": 2}, scoring="game", ranking=["points"])


def create(club, name="Torneo sociale", year=2026):
    return actions.create_event(club, EventDetails(name=name, starts_on=date(year, 5, 1)), STAGE)


def test_an_address_stays_when_the_name_changes():
    event = create(make_club())
    change_settings(event, name="Un altro nome", ranking=["points", "koya"])
    event.refresh_from_db()
    assert (event.name, event.slug) == ("Un altro nome", "torneo-sociale-2026")
    assert event.stages.get().ranking == ["points", "koya"]


def test_options_are_fixed_by_the_draw_but_the_ranking_is_not():
    event = make_entered_event(4)
    draw_by_lot(event)
    with pytest.raises(ActionRefused):
        change_settings(event, name="Altro", options={"cycles": 3})
    change_settings(event, ranking=["points", "wins"])
    stage = event.stages.get()
    assert (stage.options, stage.ranking) == ({}, ["points", "wins"])
    event.refresh_from_db()
    assert event.name == "Torneo"


@pytest.mark.parametrize(
    "act", [settings_actions.delete_event, settings_actions.publish, entry_actions.check_all_in]
)
def test_an_event_that_somebody_has_just_deleted_is_not_found(act):
    event = make_event()
    Event.objects.all().delete()
    with pytest.raises(Http404):
        act(event)


def test_a_closed_event_changes_only_in_who_sees_it():
    event = make_event()
    make_entries(event, 3, numbered=True)
    closing.close(event, unfinished=True)
    with pytest.raises(ActionRefused):
        entry_actions.enter(event, [make_player(event.club)])
    with pytest.raises(ActionRefused):
        change_settings(event, name="Altro")
    settings_actions.publish(event)
    assert Event.objects.public().get() == event
    settings_actions.unpublish(event)
    assert not Event.objects.public().exists()


@pytest.mark.django_db(transaction=True)
def test_deleting_an_event_takes_its_rounds_and_leaves_the_roster():
    event = make_entered_event(4)
    draw_by_lot(event)
    pairing.draw_round(event, 1)
    settings_actions.delete_event(event)
    assert not Event.objects.exists()
    assert not Seat.objects.exists()
    assert Player.objects.count() == 4
