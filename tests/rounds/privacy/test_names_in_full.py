"""Organisers read names in full where the public reads initials."""

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from clubtornei.accounts.models import Role
from clubtornei.events.models import Event
from clubtornei.players.models import Player
from clubtornei.rounds.drafts.missed_actions import without_table
from clubtornei.rounds.participation.attendance.actions import set_plans
from clubtornei.rounds.participation.entries.actions import check_in
from clubtornei.rounds.participation.withdrawals.actions import withdraw
from clubtornei.rounds.stages.entrant_actions import decline
from clubtornei.rounds.state.event_state import no_shows
from clubtornei.rounds.state.next_step import next_step
from tests.addresses import OURS, path_of
from tests.factories import make_all_results, make_drawn_event, make_entered_event, make_round, signed_in
from tests.rounds.staged import FIRST_FOUR, level, make_staged_event, play

pytestmark = pytest.mark.django_db

INITIALS = re.compile(r"\bQ\. [A-L]\.")
ELSEWHERE = {"rounds:person", "rounds:entries", "rounds:entry_change", "rounds:ceremony", "rounds:trf"}
"""Where both names stand, or what is made before everybody or for a federation."""


def with_initials(**fields: Any) -> Event:
    event = make_drawn_event(8, published=True, **fields)
    call_by_initials(event)
    return event


def call_by_initials(event: Event) -> None:
    """Everybody in it has asked for initials."""
    for entry, first in zip(event.entries.order_by("entry_no"), "ABCDEFGHIJKL", strict=False):
        Player.objects.filter(name=entry.name).update(name=f"Quaglia {first}lba", initials=True)
        entry.name = f"Q. {first}."
        entry.save()


def played() -> Event:
    event = with_initials(system="amalfi", options={"rounds": 4})
    make_all_results(event, make_round(event), "1-0")
    make_round(event)
    return event


def draft() -> Event:
    event = with_initials(system="knockout", options={"games": 2})
    make_round(event, published=False)
    return event


def staged() -> Event:
    """The final is still to begin: two are level at the cut, and one declines."""
    event = make_staged_event(12, FIRST_FOUR, published=True)
    call_by_initials(event)
    play(event, 1, 1)
    level(event, 4, 5)
    decline(event, 2, 1, declines=True)
    return event


def several() -> Event:
    """A larger table, and one who has left after its round."""
    event = with_initials(system="seating", scoring="conversion-150", options={"rounds": 3})
    make_round(event)
    withdraw(event, event.entries.get(entry_no=1).pk, 2)
    return event


def test_no_preview_of_organisers_has_initials() -> None:
    event = with_initials(system="amalfi", options={"rounds": 4})
    set_plans(event, 1, {1: "absent"})
    make_all_results(event, make_round(event), "1-0")
    owner = signed_in(event.club, Role.OWNER)
    for name, query in (
        ("rounds:missed", {"player": 1, "plan": "1"}),
        ("rounds:correct", {"result": "0-1"}),
        ("rounds:withdraw", {"player": 2}),
    ):
        path = path_of(name, event)
        shown = owner.get(path, query).text
        assert "Quaglia" in shown and not INITIALS.search(shown), path


def test_no_page_of_organisers_has_initials(not_laid_out: None) -> None:
    """What takes only forms, or is no page, is asked for once."""
    names = [name for name in OURS if name.startswith(("rounds:", "season:")) and name not in ELSEWHERE]
    for event in (played(), draft(), staged(), several()):
        owner = signed_in(event.club, Role.OWNER)
        stage = event.stages.count()
        answers = {name: owner.get(path_of(name, event, stage=stage)) for name in names}
        pages = {name: answer.text for name, answer in answers.items() if is_page(answer)}
        assert [name for name, text in pages.items() if INITIALS.search(text)] == []
        assert sum("Quaglia Alba" in text for text in pages.values()) > 10
        names = list(pages)


def is_page(answer: HttpResponse) -> bool:
    return answer.status_code != 405 and answer["Content-Type"].startswith("text/html")


def called(event: Event) -> Event:
    """By their names in public Moretti comes before Marini."""
    names = {1: ("Moretti Aldo", "M. A."), 2: ("Marini Sara", "Marini Sara")}
    for entry in event.entries.filter(entry_no__in=names).select_related("player"):
        entry.player.name, entry.name = names[entry.entry_no]
        entry.player.save()
        entry.save()
    return event


def test_who_is_missing_is_named_in_the_order_of_whole_names() -> None:
    event = called(make_entered_event(3))
    check_in(event, 3, True)
    assert next_step(event).sentence == "Appello: 1 presente di 3. Mancano Marini Sara, Moretti Aldo."


def test_who_did_not_come_and_who_plays_on_are_in_the_order_of_whole_names() -> None:
    event = called(make_drawn_event(5, system="amalfi", options={"rounds": 4}))
    round_ = make_round(event)
    make_all_results(event, round_, "---")
    late = [entry.name for entry in without_table(round_)]
    assert late == sorted(late)
    names = no_shows(round_.stage, 1) + late
    assert {"Marini Sara", "Moretti Aldo"} <= set(names)
    assert no_shows(round_.stage, 1) == sorted(no_shows(round_.stage, 1))


def test_the_public_reads_initials_whoever_looked_first() -> None:
    event = played()
    path = f"/e/{event.slug}/standings/"
    assert "Quaglia Alba" in signed_in(event.club, Role.HELPER).get(path).text
    for public in (f"/t/{event.slug}/standings/", f"/t/{event.slug}/players/1/", f"/t/{event.slug}/verify/"):
        page = Client().get(public).text
        assert "Quaglia" not in page
    assert "Q. A." in Client().get(f"/t/{event.slug}/standings/").text
    assert "Quaglia Alba" in signed_in(event.club, Role.HELPER).get(path).text
