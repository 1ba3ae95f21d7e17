"""Imported documents without the entrants of a later stage: undecided, or contradicted by its tables."""

import re
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import NoReverseMatch, resolve, reverse

from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Event
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.models import Seat
from pairing.registry import SYSTEM_SPECS
from scoring.record import Document, read, to_json
from tests.addresses import LEAST_ROLE, PUBLISHED, addresses, path_of
from tests.caches import forget_everything
from tests.factories import signed_in
from tests.rounds.staged import make_staged_event

pytestmark = pytest.mark.django_db

FIRST = ([1, 2, 3, 4], [5, 6, 7, 8, 9])


def table(seats: list[int], *, played: bool = True) -> dict[str, Any]:
    scores = [{"points": 60 - 5 * player} for player in seats]
    return {"seats": seats, "result": scores if played else None}


def document(*, missing: bool, final: list[int]) -> Document:
    """Nine players at two tables, then a final of the first four whose entrants are not in the document."""
    first = [table(FIRST[0]), table(FIRST[1], played=not missing)]
    rule = {"ranked": {"stage": 1, "from": 1, "to": 4}}
    stage = {"scoring": "table-points", "ranking": ["points"]}
    raw = {
        "clubtornei": 1,
        "name": "Di altra mano",
        "seed": "open" if missing else "stranger",
        "players": [
            {"id": entry_no, "name": f"Giocatore {entry_no}", "number": entry_no} for entry_no in range(1, 10)
        ],
        "stages": [
            {**stage, "system": "seating", "options": {"rounds": 1}, "rounds": [{"tables": first}]},
            {
                **stage,
                "system": "bands",
                "options": {"tables": 1},
                "entry": rule,
                "rounds": [{"tables": [table(final)]}],
            },
        ],
    }
    return read(to_json(raw), SYSTEM_SPECS)


WORDS = {"open": "mancano risultati", "stranger": "siede chi non vi è entrato (Giocatore 9)"}
"""The text expected on the page, by the seed of the document."""


def imported(club: Club, *, missing: bool) -> Event:
    """An imported event with a result missing in the first stage, or with a non-entrant in the final."""
    event = import_event(club, document(missing=missing, final=[1, 2, 3, 4 if missing else 9]))
    Event.objects.filter(pk=event.pk).update(published=True)
    event.refresh_from_db()
    return event


@pytest.fixture(params=[True, False], ids=["open", "stranger"])
def event(request: pytest.FixtureRequest, club: Club) -> Event:
    return imported(club, missing=request.param)


def warning_text(text: str) -> str:
    found = re.search(r'class="message warning".*?<p>(.*?)</p>', text, re.DOTALL)
    return found.group(1) if found else ""


def test_no_page_breaks_and_what_is_missing_is_said(club: Club, not_laid_out: None) -> None:
    """Every address for the event with a result missing; for the other the pages that need entrants."""
    client = signed_in(club, Role.OWNER)
    names = [*PUBLISHED, *(name for names in LEAST_ROLE.values() for name in names)]
    event, stranger = imported(club, missing=True), imported(club, missing=False)
    missing = []
    for name in names:
        if addresses()[name].startswith(("e/", "t/")):
            status = status_of(client, "get", path_for(name, event), event)
            if status == 405 or name == "rounds:close":
                status = status_of(client, "post", path_for(name, event), event)
            elif status == 409:
                missing.append(name)
    assert len(missing) > 25
    for name in missing:
        assert status_of(client, "get", path_for(name, stranger), stranger) == 409, name


def path_for(name: str, event: Event) -> str:
    """Of the address, for the undecided stage where it has one."""
    path = path_of(name, event)
    try:
        return reverse(name, kwargs={**resolve(path).kwargs, "stage": 2})
    except NoReverseMatch:
        return path


def status_of(client: Client, method: str, path: str, event: Event) -> int:
    """How it answers: no error of the server, and where it needs the entrants it says why there are none."""
    with transaction.atomic():  # each finds the event as it was
        answer = (
            client.get(path) if method == "get" else client.post(path, {"player": "1", "unfinished": "on"})
        )
        transaction.set_rollback(method == "post")
    if method == "post" and answer.status_code not in (405, 409):
        forget_everything()  # what was shown of that version did not come to pass
    assert answer.status_code < 500, path
    if answer.status_code == 409:
        assert WORDS[event.seed] in warning_text(answer.text), path
        assert "/stages/1/standings/" in answer.text
    return answer.status_code


def test_the_stages_that_are_known_can_be_looked_at(event: Event, arbiter: Client) -> None:
    pages = ("standings", "calendar", "crosstable", "clubs", "clinch")
    for room, page in [(room, page) for room in ("public", "rounds") for page in pages]:
        assert arbiter.get(reverse(f"{room}:{page}", args=[event.slug, 1])).status_code == 200
        assert arbiter.get(reverse(f"{room}:{page}", args=[event.slug, 2])).status_code == 409
    for page in ("event", "stages", "history", "export"):
        answer = arbiter.get(reverse(f"rounds:{page}", args=[event.slug]), follow=True)
        assert answer.status_code == 200, page


def test_the_arbiter_says_that_who_sits_there_plays(event: Event, arbiter: Client) -> None:
    page = reverse("rounds:stage", args=[event.slug, 2])
    shown = arbiter.get(page).text
    assert "Gioca chi siede ai tavoli" in shown and "Conferma chi entra" not in shown
    locked = arbiter.post(reverse("rounds:stage_confirm", args=[event.slug, 2]), follow=True)
    assert "È fissato chi gioca questa fase: chi siede ai suoi tavoli" in locked.text
    stage = event.stages.get(number=2)
    assert stage.entrants == [
        seat.entry.entry_no for seat in Seat.objects.filter(round__stage=stage).order_by("position")
    ]
    for name in PUBLISHED:
        if name not in ("public:pairings", "public:why_pairing"):  # there is no second round
            there = 404 if name == "api:bracket" else 200
            assert arbiter.get(path_of(name, event)).status_code == there, name
    empty = arbiter.post(
        reverse("rounds:stage_confirm", args=[make_staged_event(9, {}, club=event.club).slug, 2]), follow=True
    )
    assert "non siede ancora nessuno" in empty.text


def test_the_json_interface_says_it_as_json(event: Event, client: Client) -> None:
    answer = client.get(f"/api/v1/events/{event.slug}/stages/2/standings/")
    assert (answer.status_code, answer["Content-Type"].partition(";")[0]) == (409, "application/json")
    assert WORDS[event.seed] in answer.json()["error"]
    assert client.get(f"/api/v1/events/{event.slug}/stages/1/standings/").status_code == 200
    Event.objects.filter(pk=event.pk).update(published=False)
    assert client.get(f"/api/v1/events/{event.slug}/stages/2/standings/").status_code == 404
