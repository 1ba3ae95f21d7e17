import pytest
from django.test import Client

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.stages import closing_actions as closing
from tests.events.test_methods import FILLED as METHOD_FIELDS
from tests.events.views.test_wizard import FILLED
from tests.factories import draw_by_lot, make_entries, make_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club):
    return make_event(club, "Torneo sociale", ranking=["points", "koya"])


def url(event, rest="settings/"):
    return f"/e/{event.slug}/{rest}"


def draw(event):
    make_entries(event, 4)
    draw_by_lot(event)


def test_the_form_shows_the_event_as_it_is(arbiter, event):
    page = arbiter.get(url(event))
    assert page.context["form"]["name"].value() == "Torneo sociale"
    assert page.context["stage"].ranking["ranking"].value() == ["points", "koya"]
    assert page.context["stage"].options["cycles"].value() == 1


def test_everything_can_be_changed_before_the_draw(arbiter, event):
    arbiter.post(url(event), FILLED | {"name": "Nuovo nome", "ranking": ["points", "wins"]})
    event.refresh_from_db()
    stage = event.stages.get()
    assert (event.name, event.place, event.version) == ("Nuovo nome", "Sala grande", 2)
    assert (stage.ranking, stage.options) == (["points", "wins"], {"cycles": 2, "exchange_last_two": True})


def test_the_names_in_the_hall_are_whole_unless_they_are_to_be_as_in_public(arbiter, event):
    for sent, kept in (({}, "whole"), ({"hall_names": "public"}, "public"), ({}, "public")):
        arbiter.post(url(event), FILLED | sent)
        event.refresh_from_db()
        assert event.hall_names == kept


def test_after_the_draw_the_options_are_not_offered_and_stay(arbiter, event):
    draw(event)
    page = arbiter.get(url(event)).content.decode()
    assert "option-cycles" not in page
    assert "i turni ne dipendono" in page
    arbiter.post(url(event), FILLED | {"name": "Nuovo nome", "option-cycles": "5"})
    event.refresh_from_db()
    assert (event.name, event.stages.get().options) == ("Nuovo nome", {})


def test_wrong_data_come_back_and_the_heading_keeps_the_name_that_holds(arbiter, event):
    page = arbiter.post(url(event), FILLED | {"name": "Altro", "starts_on": "mai"})
    assert page.status_code == 422
    assert page.context["event"].name == "Torneo sociale"
    event.refresh_from_db()
    assert event.name == "Torneo sociale"


def test_publishing_shows_the_public_address(arbiter, event):
    assert "Adesso il torneo lo vedono solo gli organizzatori" in arbiter.get(url(event)).content.decode()
    page = arbiter.post(url(event, "publish/"), {"published": "1"}, follow=True)
    assert Event.objects.public().get() == event
    assert f'href="http://testserver/t/{event.slug}/"' in page.content.decode()
    arbiter.post(url(event, "publish/"), {"published": "0"})
    assert not Event.objects.public().exists()


def test_a_closed_event_shows_its_data_and_takes_none(arbiter, event):
    make_entries(event, 3, numbered=True)
    closing.close(event, unfinished=True)
    assert 'name="starts_on"' not in arbiter.get(url(event)).content.decode()
    answer = arbiter.post(url(event), FILLED | {"name": "Altro"}, follow=True)
    assert "chiuso" in str(next(iter(answer.context["messages"])))
    event.refresh_from_db()
    assert event.name == "Torneo sociale"


def test_deleting_says_what_is_lost_and_wants_the_name(owner, event):
    make_entries(event, 4)
    assert "con 4 iscritti" in owner.get(url(event, "delete/")).content.decode()
    assert owner.post(url(event, "delete/"), {"name": "Torneo"}).status_code == 422
    assert Event.objects.exists()
    answer = owner.post(url(event, "delete/"), {"name": " torneo SOCIALE "})
    assert answer.url == f"/c/{event.club.slug}/"
    assert not Event.objects.exists()


def test_the_settings_change_the_method_too(arbiter: Client, club: Club) -> None:
    event = make_event(club, system="seating", scoring="standard")
    event.stages.update(scoring_options={"discards": 2}, ranking=["points", "best_1"])
    page = f"/e/{event.slug}/settings/"
    stage = arbiter.get(page).context["stage"]
    assert stage.scoring["discards"].value() == 2
    assert stage.ranking["ranking"].value() == ["points", "best_1"]
    asked = METHOD_FIELDS | {"shown": "standard"}
    assert arbiter.post(page, asked).context["stage"].changed
    assert event.stages.get().scoring == "standard"
    assert arbiter.post(page, METHOD_FIELDS).status_code == 302
    assert event.stages.get().scoring == "places"
