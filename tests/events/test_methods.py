"""Which scoring method counts: chosen in the wizard and in the settings, with its own options and ranking."""

import re

import pytest
from django.test import Client
from django.utils.timezone import localdate

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.systems import offered_criteria, offered_methods
from pairing.registry import SYSTEMS
from scoring.methods import METHODS

pytestmark = pytest.mark.django_db

TABLES = [name for name, system in SYSTEMS.items() if system.spec.multiplayer]
FILLED = {
    "name": "Serate d’autunno",
    "starts_on": str(localdate()),
    "option-separate": ["clubs", "opponents"],
    "option-allow": "4 5",
    "scoring": "places",
    "shown": "places",
    "scoring-ties": "none",
    "scoring-discards": "1",
    "scoring-points": "10 6 3 1",
    "scoring-rest": "0",
    "ranking": ["points", "penalty"],
}


def new(club: Club, formula: str = "seating") -> str:
    return f"/c/{club.slug}/events/new/?formula={formula}"


def criteria_in(page: str) -> list[str]:
    return re.findall(r'name="ranking" value="(\w+)"', page)


@pytest.mark.parametrize("system", TABLES)
def test_a_table_can_be_counted_by_all_methods_for_tables(system: str) -> None:
    names = [method.name for method in offered_methods(system)]
    assert names[0] == SYSTEMS[system].spec.scoring
    many = {name for name, method in METHODS.items() if method.multiplayer}
    assert set(names) == (many if SYSTEMS[system].seat_order else many - {"winds"})


def test_a_game_without_colours_may_have_scores() -> None:
    assert [method.name for method in offered_methods("amalfi", game="Burraco")] == ["game", "score"]
    assert [method.name for method in offered_methods("amalfi", game="Scacchi")] == ["game"]
    scored = [row.name for row in offered_criteria("amalfi", game="Burraco", by_score=True)]
    assert {"score_difference", "points_scored"} <= set(scored)
    assert "points_scored" not in [row.name for row in offered_criteria("amalfi", game="Burraco")]


def test_another_method_brings_options_and_ranking(arbiter: Client, club: Club) -> None:
    chosen = FILLED | {"scoring": "master", "name": ""}
    for headers in ({}, {"HX-Request": "true"}):
        answer = arbiter.post(new(club), chosen, headers=headers)
        page = answer.content.decode()
        assert answer.status_code == 200
        assert criteria_in(page) == ["points", "best_1", "best_2", "best_3", "previous"]
        assert "scoring-points" not in page
        assert 'name="shown" value="master"' in page
        assert "errorlist" not in page
        assert ("<html" in page) is (not headers)
    assert not Event.objects.exists()


def test_another_method_keeps_the_discards(arbiter: Client, club: Club) -> None:
    answer = arbiter.post(new(club), FILLED | {"scoring": "master", "scoring-discards": "2"})
    assert answer.context["stage"].scoring["discards"].value() == 2
    arbiter.post(new(club), FILLED | {"scoring-discards": "2"})
    event = Event.objects.get()
    page = arbiter.post(f"/e/{event.slug}/settings/", {"scoring": "spartaco", "shown": "places"})
    assert page.context["stage"].scoring["discards"].value() == 2


def test_what_is_chosen_is_kept(arbiter: Client, club: Club) -> None:
    assert arbiter.post(new(club), FILLED).status_code == 302
    stage = Event.objects.get().stages.get()
    assert (stage.scoring, stage.scoring_options) == ("places", {"discards": 1})
    assert stage.ranking == ["points", "penalty"]


def test_an_unknown_method_is_as_if_none_was_chosen(arbiter: Client, club: Club) -> None:
    answer = arbiter.post(new(club), FILLED | {"scoring": "game"})
    assert answer.context["stage"].method.name == "conversion-150"
    assert not Event.objects.exists()
