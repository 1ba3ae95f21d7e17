"""Drafts for the tests of edits by hand, with two players at a table or more, and what they read of them."""

from typing import Any

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.drafts.draft_rows import StoredDraft
from clubtornei.rounds.models import Round, Table
from tests.factories import make_all_results, make_drawn_event, make_round

Seating = dict[int | None, tuple[int, ...]]

AMALFI = {"system": "amalfi", "options": {"rounds": 5, "first_white": True}}
SEATING = {"system": "seating", "scoring": "conversion-150", "options": {}}


def make_draft(players: int, club: Club | None = None, *, rounds_played: int = 0, **fields: Any) -> Event:
    """An event whose next round is a draft, after `rounds_played` rounds in which White won every game."""
    event = make_drawn_event(players, club, **{**AMALFI, **fields})
    for _number in range(rounds_played):
        make_all_results(event, make_round(event), "1-0")
    make_round(event, published=False)
    return event


def latest_round(event: Event) -> Round:
    return Round.objects.of(event).select_related("stage").latest("number")


def stored_draft(event: Event) -> StoredDraft:
    return StoredDraft(event, latest_round(event))


def current_token(event: Event) -> str:
    """The token that a page of the draft would show now."""
    return stored_draft(event).token


def seating_of(event: Event) -> Seating:
    """Entry numbers in seat order, by table number; players with a bye are under None."""
    seating: Seating = {}
    for table in stored_draft(event).tables:
        seating[table.number] = (*seating.get(table.number, ()), *table.seats) if table.bye else table.seats
    return seating


def table_at(event: Event, number: int | None) -> Table:
    return latest_round(event).tables.get(number=number)


def codes(table: Table) -> list[str]:
    return [reason.code for reason in table.why]
