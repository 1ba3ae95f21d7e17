"""The site imports, shows and exports an event of every system of the engines."""

import re
from decimal import Decimal

import pytest
from django.test import Client

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.rules.actions import ReasonNeeded, rules_of
from pairing.registry import SYSTEM_SPECS, SYSTEMS, pair
from pairing.simulate import Chances, SimulationRequest, simulate
from scoring.record import Document, read, record_of, to_json
from scoring.standings import standings
from tests.factories import make_club
from tests.rounds.changes import change_settings

pytestmark = pytest.mark.django_db

SIMULATED = [name for name, system in SYSTEMS.items() if system.spec.family != "knockout"]
ODDS = Chances(forfeits=Decimal(10), absences=Decimal(10), late=Decimal(10), withdrawals=Decimal(10))
SOME_AWAY = Chances(absences=Decimal(10), late=Decimal(10))


def played(system: str) -> Document:
    if system == "knockout":
        return eliminated()
    if SYSTEM_SPECS[system].multiplayer:
        return simulate(
            SimulationRequest(system=system, players=16, rounds=3, seed="prova", chances=SOME_AWAY)
        )
    return simulate(SimulationRequest(system=system, players=11, rounds=5, seed="prova", chances=ODDS))


def eliminated() -> Document:
    """Five players, two games a match; a quarter-final is over, a semi-final is level and to be continued."""
    stage = {"system": "knockout", "options": {"games": 2}, "ranking": ["points"], "rounds": []}
    players = [
        {"id": entry_no, "name": f"Giocatore {entry_no}", "number": entry_no} for entry_no in range(1, 6)
    ]
    document = {"clubtornei": 1, "seed": "prova", "players": players, "stages": [stage]}
    for result in ({"result": [1, 0], "games": [[1, 0], [0.5, 0.5]]}, {"games": [[1, 0], [0, 1]]}):
        paired = pair(record_of(read(to_json(document), SYSTEM_SPECS), SYSTEM_SPECS))
        tables = [{"seats": list(table.seats), "result": None} for table in paired.tables]
        tables[0] |= result
        byes = [{"player": bye.player, "points": 0} for bye in paired.byes]
        stage["rounds"].append({"tables": tables, "byes": byes})
    return read(to_json(document), SYSTEM_SPECS)


@pytest.fixture(scope="module", params=[*SIMULATED, "knockout"])
def kept_event(request: pytest.FixtureRequest, kept_db: None) -> Event:
    event = import_event(make_club(), played(request.param))
    Event.objects.filter(pk=event.pk).update(published=True)
    return event


@pytest.fixture
def club(event: Event) -> Club:
    return event.club


def test_the_ranking_is_the_same_after_the_journey(event: Event) -> None:
    there, here = played(event.stages.get().system), document_of(event)
    assert standings(record_of(here, SYSTEM_SPECS)) == standings(record_of(there, SYSTEM_SPECS))


PAGES = [
        "e/{}/rounds/2/", "e/{}/standings/", "e/{}/crosstable/", "e/{}/calendar/", "e/{}/players/1/",
        "t/{}/", "t/{}/rounds/2/", "t/{}/rounds/2/?by=name", "t/{}/rounds/2/tables/1/", "t/{}/standings/",
        "t/{}/standings/clubs/", "t/{}/standings/needs/", "t/{}/screen/",
]  # fmt: skip
"""Of each what a system shows in its own way, once."""


def _part(html: str, css_class: str) -> str:
    """From the first element of that class to the end of its list or menu."""
    return html.partition(f'class="{css_class}"')[2].partition("</nav>")[0]


def test_every_page_shows_it_and_has_tabs_for_what_it_knows(event: Event, arbiter: Client) -> None:
    shown = {page: arbiter.get("/" + page.format(event.slug)) for page in PAGES}
    assert {page: answer.status_code for page, answer in shown.items()} == dict.fromkeys(PAGES, 200)

    system = SYSTEMS[event.stages.get().system]
    pills = _part(shown["e/{}/rounds/2/"].text, "views")
    assert ("/calendar/" in pills) == (system.calendar is not None)
    for page, part in (("e/{}/standings/", "views"), ("t/{}/standings/", "tabs")):
        tabs = _part(shown[page].text, part)

        assert ("/bracket/" in tabs) == (system.bracket is not None), page
        assert ("/crosstable/" in tabs) == (system.bracket is None), page
        assert ("Incontri" in tabs) == (system.spec.multiplayer), page


def test_once_a_round_is_public_no_rule_of_it_changes_in_silence(event: Event) -> None:
    stage = event.stages.get()
    two = not SYSTEM_SPECS[stage.system].multiplayer
    rules = [
        {"ranking": [*stage.ranking, "lot"]},
        {"scoring_options": {"bye": Decimal("0.25")} if two else {"discards": 1}},
        {"scoring_options": {"win": 5} if two else {"discards": 2}},
    ]
    for changed in rules:
        with pytest.raises(ReasonNeeded):
            change_settings(event, **changed)
    assert rules_of(event) == rules_of(Event.objects.get(pk=event.pk))
    change_settings(event, **rules[0], reason="lo ha deciso l’assemblea")
    assert len(Event.objects.get(pk=event.pk).rule_changes) == 1


def test_every_sheet_that_is_offered_is_made(event: Event, arbiter: Client, not_laid_out: None) -> None:
    page = arbiter.get(f"/e/{event.slug}/prints/")
    assert page.status_code == 200
    sheets = set(re.findall(r'href="([^"]+\.pdf[^"]*)"', page.text))
    assert sheets
    assert {arbiter.get(round_view.replace("&amp;", "&")).status_code for round_view in sheets} == {200}
