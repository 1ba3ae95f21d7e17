"""Two players of one name: no page and no sheet shows the bare name of either."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from clubtornei.accounts.models import Role
from clubtornei.events.models import Event
from clubtornei.rounds.participation.entries.actions import enter
from tests.addresses import OURS, PUBLISHED, addresses, path_of
from tests.factories import make_event, make_player, make_result, make_round, signed_in

pytestmark = pytest.mark.django_db

BARE = re.compile(r"Rossi Mario(?! \((?:Roma|Bari)\))")
RAW = "rounds:entry_change"
"""It has a field for the name without the mark."""

OF_A_SYSTEM = {"event", "round", "pairings", "bracket", "crosstable", "standings", "calendar", "card"}


def make_event_of_namesakes(system: str, scoring: str = "game", **options: object) -> Event:
    """Two of one name among six, a round played, and a draft after it."""
    event = make_event(
        published=True, seed="seme", system=system, scoring=scoring, options=options, draw_method="lots"
    )
    clubs = {"Roma": "Rossi Mario", "Bari": "Rossi Mario"} | {f"C{n}": f"Altro {n}" for n in range(4)}
    enter(event, [make_player(event.club, name, affiliation=club) for club, name in clubs.items()])
    for entry in event.entries.order_by("entry_no"):
        event.entries.filter(pk=entry.pk).update(number=entry.entry_no)
    Event.objects.filter(pk=event.pk).update(drawn_at="2026-01-01T10:00Z")
    event.refresh_from_db()
    round_ = make_round(event)
    for table in round_.tables.games():
        if scoring == "game":
            make_result(event, round_, table.number, "1-0")
    if scoring == "game":
        make_round(event, published=False)
    return event


def words(answer: HttpResponse) -> str:
    """The page as it is read, without what only parts a name from its mark."""
    page = re.sub(r'<span class="called"><span>(.*?)</span><span>(.*?)</span></span>', r"\1 \2", answer.text)
    return " ".join(page.split())


@pytest.fixture(scope="module")
def kept_events(kept_db: None) -> list[Event]:
    systems = {"round-robin": {}, "club-swiss": {"rounds": 3}, "knockout": {}}
    return [make_event_of_namesakes(system, **options) for system, options in systems.items()]


def test_no_page_shows_the_bare_name_of_a_namesake(kept_events: list[Event], not_laid_out: None) -> None:
    """Every address of the first event; of the others what a system shows in its own way."""
    names = [
        name
        for name in [*OURS, *PUBLISHED]
        if addresses()[name].startswith(("e/", "t/", "api/", "c/<slug:club>/calendar")) and name != RAW
    ]
    for event in kept_events:
        owner = signed_in(event.club, Role.OWNER)
        answers = {
            name: (Client() if name in PUBLISHED else owner).get(path_of(name, event, number=1))
            for name in names
        }
        pages = {name: answer for name, answer in answers.items() if "html" in answer["Content-Type"]}
        texts = {name: words(answer) for name, answer in pages.items() if answer.status_code == 200}
        assert {name: text for name, text in texts.items() if BARE.search(text)} == {}
        assert sum("Rossi Mario (Roma)" in text for text in texts.values()) >= 8
        draft = words(owner.get(path_of("rounds:round", event, number=2)))
        assert "Rossi Mario (" in draft
        assert not BARE.search(draft)
        names = [name for name in names if name.partition(":")[2] in OF_A_SYSTEM]
