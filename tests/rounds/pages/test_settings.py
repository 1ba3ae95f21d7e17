import re

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Event
from clubtornei.events.numbering_method import NumberingMethod
from clubtornei.rounds.numbers import actions as numbers
from clubtornei.rounds.participation.exemptions import actions as exemptions
from clubtornei.rounds.stages import closing_actions as closing
from tests.events.test_methods import FILLED as METHOD_FIELDS
from tests.events.views.test_wizard import FILLED
from tests.factories import make_club, make_entries, make_event, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club):
    return make_event(club, "Torneo sociale", ranking=["points", "koya"])


def url(event, rest="settings/"):
    return f"/e/{event.slug}/{rest}"


def draw(event):
    make_entries(event, 4)
    numbers.announce_draw(event)
    numbers.draw_numbers(event, NumberingMethod.RANDOM)


def test_the_form_shows_the_event_as_it_is(arbiter, event):
    page = arbiter.get(url(event))
    assert page.context["form"]["name"].value() == "Torneo sociale"
    assert page.context["stage"].ranking["ranking"].value() == ["points", "koya"]
    assert page.context["stage"].options["cycles"].value() == 1


def test_what_else_can_be_done_stands_beside_the_form(event):
    page = signed_in(event.club, Role.OWNER).get(url(event)).content.decode()
    form, beside = page.split("<aside")
    beside = beside.partition("</aside>")[0]
    for way in ("screens", "stages", "history", "export", "copy", "close", "delete"):
        assert f'href="{reverse(f"rounds:{way}", args=[event.slug])}"' in beside
    assert 'name="name"' in form


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


def test_the_game_is_shown_in_the_readers_language_and_stays_as_it_is(arbiter, club):
    event = make_event(club, game="Scacchi")
    english = {"Accept-Language": "en"}
    assert arbiter.get(url(event), headers=english).context["form"]["game"].value() == "Chess"
    arbiter.post(url(event), FILLED | {"name": "Nuovo nome", "game": "Chess"}, headers=english)
    event.refresh_from_db()
    assert (event.name, event.game) == ("Nuovo nome", "Scacchi")


def test_after_the_draw_the_options_are_not_offered_and_stay(arbiter, event):
    draw(event)
    page = arbiter.get(url(event)).content.decode()
    assert "option-cycles" not in page
    assert "i turni ne dipendono" in page
    arbiter.post(url(event), FILLED | {"name": "Nuovo nome", "option-cycles": "5"})
    event.refresh_from_db()
    assert (event.name, event.stages.get().options) == ("Nuovo nome", {})


def test_a_bracket_says_which_rounds_it_will_have(arbiter, club):
    """The plan is for the players entered so far, some of whom skip the first rounds."""
    event = make_event(club, system="knockout")
    make_entries(event, 8)
    assert "Con 8 giocatori 3 turni: quarti di finale in 8" in arbiter.get(url(event)).content.decode()
    exemptions.exempt(event, {1: 2})
    assert "4 turni: ottavi di finale in 2, quarti" in arbiter.get(url(event)).content.decode()


def test_wrong_data_come_back_and_the_heading_keeps_the_name_that_holds(arbiter, event):
    page = arbiter.post(url(event), FILLED | {"name": "Altro", "starts_on": "mai"})
    assert page.status_code == 422
    assert page.context["event"].name == "Torneo sociale"
    event.refresh_from_db()
    assert event.name == "Torneo sociale"


def test_moving_a_criterion_saves_nothing(arbiter, event):
    page = arbiter.post(url(event), FILLED | {"move": "up:sonneborn_berger"})
    assert page.context["stage"].ranking["ranking"].value() == ["sonneborn_berger", "points"]
    assert event.stages.get().ranking == ["points", "koya"]


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


def test_a_locked_event_is_not_asked_for_what_its_page_does_not_show(arbiter: Client, club: Club) -> None:
    event = make_event(club)
    make_entries(event, 8)
    numbers.announce_draw(event)
    numbers.draw_numbers(event, NumberingMethod.RANDOM)
    wrong = FILLED | {"starts_on": "2026-11-20", "ends_on": "2026-11-01"}
    page = arbiter.post(url(event), wrong)
    assert page.status_code == 422
    summary = page.text.partition('class="summary"')[2].partition("</ul>")[0]
    assert re.findall(r'href="#([^"]+)"', summary) == ["id_ends_on"]


def test_deleting_says_what_is_lost_and_wants_the_name(owner, event):
    make_entries(event, 4)
    assert "con 4 iscritti" in owner.get(url(event, "delete/")).content.decode()
    assert owner.post(url(event, "delete/"), {"name": "Torneo"}).status_code == 422
    assert Event.objects.exists()
    answer = owner.post(url(event, "delete/"), {"name": " torneo SOCIALE "})
    assert answer.url == f"/c/{event.club.slug}/"
    assert not Event.objects.exists()


def test_only_the_owner_is_offered_to_delete(arbiter, owner, event):
    assert "/delete/" not in arbiter.get(url(event)).content.decode()
    assert "/delete/" in owner.get(url(event)).content.decode()
    assert arbiter.post(url(event, "delete/"), {"name": event.name}).status_code == 403
    assert Event.objects.exists()


@pytest.mark.parametrize(("role", "status"), [(Role.HELPER, 403), (None, 404)])
@pytest.mark.parametrize(
    ("method", "rest"),
    [
        ("get", "settings/"),
        ("post", "settings/"),
        ("post", "publish/"),
        ("get", "delete/"),
        ("post", "delete/"),
    ],
)
def test_settings_are_for_arbiters_of_the_club(event, method, rest, role, status):
    client = signed_in(event.club if role else make_club(), role or Role.OWNER)
    assert getattr(client, method)(url(event, rest), FILLED).status_code == status
    event.refresh_from_db()
    assert (event.version, event.published) == (1, False)


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


@pytest.mark.parametrize(
    ("system", "scoring", "game", "fits"),
    [
        ("dutch", "game", "Scacchi", ["prohibitions", "homologation"]),
        ("dutch", "game", "Briscola", ["prohibitions"]),
        ("seating", "table-points", "RisiKo!", []),
    ],
)
def test_the_gear_has_what_fits_the_game(
    club: Club, arbiter: Client, system: str, scoring: str, game: str, fits: list[str]
) -> None:
    event = make_event(club, system=system, scoring=scoring, game=game)
    html = arbiter.get(reverse("rounds:settings", args=[event.slug])).text
    places = ("prohibitions", "homologation")
    assert [place for place in places if reverse(f"rounds:{place}", args=[event.slug]) in html] == fits


def test_fees_stand_among_the_players_once_they_are_used(club: Club, arbiter: Client) -> None:
    event = make_event(club)
    fees = f'href="{reverse("rounds:fees", args=[event.slug])}"'
    entries, settings = (reverse(f"rounds:{page}", args=[event.slug]) for page in ("entries", "settings"))
    assert (fees in arbiter.get(entries).text, fees in arbiter.get(settings).text) == (False, True)
    Event.objects.filter(pk=event.pk).update(entry_fee=10)
    assert (fees in arbiter.get(entries).text, fees in arbiter.get(settings).text) == (True, False)
