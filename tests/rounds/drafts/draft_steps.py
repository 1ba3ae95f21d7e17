"""Drafts to be arranged by hand: of games for two, and of tables for more."""

from typing import Any

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.drafts.repository import DraftRepository
from clubtornei.rounds.models import Round, Table
from tests.factories import make_all_results, make_drawn_event, make_round

Sat = dict[int | None, tuple[int, ...]]

AMALFI = {"system": "amalfi", "options": {"rounds": 5, "first_white": True}}
SEATING = {"system": "seating", "scoring": "conversion-150", "options": {}}


def draft(players: int, club: Club | None = None, *, after: int = 0, **fields: Any) -> Event:
    """An event whose next round is a draft, after so many rounds that White has won everywhere."""
    event = make_drawn_event(players, club, **{**AMALFI, **fields})
    for _number in range(after):
        make_all_results(event, make_round(event), "1-0")
    make_round(event, published=False)
    return event


def round_of(event: Event) -> Round:
    return Round.objects.of(event).select_related("stage").latest("number")


def repository(event: Event) -> DraftRepository:
    return DraftRepository(event, round_of(event))


def expected(event: Event) -> str:
    """What a page of the draft has shown."""
    return repository(event).token


def sat(event: Event) -> Sat:
    """Idents in seat order by number of table; who rests under None."""
    found: Sat = {}
    for place in repository(event).places:
        found[place.number] = (*found.get(place.number, ()), *place.seats) if place.bye else place.seats
    return found


def at(event: Event, number: int | None) -> Table:
    return round_of(event).tables.get(number=number)


def codes(table: Table) -> list[str]:
    return [reason.code for reason in table.why]
