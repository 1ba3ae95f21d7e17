"""No box of any sheet passes the margin or its own cell, however few or many, short or long the names."""

from collections.abc import Iterator
from typing import Any

import pytest

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.printouts.catalogue import SHEETS
from clubtornei.rounds.printouts.markup import markup
from clubtornei.rounds.typesetting.rendering import laid_out
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from tests.factories import (
    make_all_results,
    make_drawn_event,
    make_played_event,
    make_round,
    make_seated_event,
)

pytestmark = pytest.mark.django_db

LETTER = 1.0  # CSS pixels that a box may pass a margin: rounding
NAMES = [
    "Rossi Mario",
    "Santacroce-Bentivoglio Massimiliano Maria",
    "D’Angelo Nicolò",
    "Della Valle Pierfrancesco",
    "Wolkenstein-Trostburg",
]
CLUBS = ["Circolo Scacchistico Bergamasco", "La Torre", ""]
MANY_CRITERIA = ["points", "direct", "sonneborn_berger", "koya", "wins", "buchholz"]


def dressed(event: Event) -> EventSnapshot:
    """The event with names, clubs, titles and ratings of every length."""
    entries = list(event.entries.order_by("entry_no"))
    for place, entry in enumerate(entries):
        entry.name = NAMES[place % 5] + (f" {place}" if place >= 5 else "")
        entry.affiliation = CLUBS[place % 3]
        entry.rating, entry.title = 1500 + place, "CM" if place % 4 == 0 else ""
    event.entries.model.objects.bulk_update(entries, ["name", "affiliation", "rating", "title"])
    event.version += 1
    event.save()
    return EventSnapshot(event)


def beyond(snapshot: EventSnapshot, name: str) -> list[str]:
    """The texts of the sheet that pass the margins of their page or the right edge of their cell."""
    context = SHEETS[name].context(snapshot, snapshot.progress.rounds)
    sheet = markup(name, snapshot, context, "http://testserver{}".format, "/t/torneo/")
    document = laid_out(sheet)
    return [text for page in document.pages for text in _beyond(page._page_box)]


def _beyond(page: Any) -> Iterator[str]:
    right = page.margin_left + page.width + LETTER
    bottom = page.margin_top + page.height + LETTER
    for box, edge, floor in _texts(page, right, bottom):
        if box.position_x + box.width > edge or box.position_y + box.height > floor:
            yield box.text


def _texts(box: Any, edge: float, floor: float) -> Iterator[tuple[Any, float, float]]:
    """The texts in the box that are not cut off, with the right and lower edge each must not pass."""
    if getattr(box, "text", ""):
        yield box, edge, floor
    name = type(box).__name__
    if name == "MarginBox" or (box.style is not None and box.style["overflow"] == "hidden"):
        return
    if name == "TableCellBox":
        edge = min(edge, box.position_x + box.margin_width() + LETTER)
    if box.element_tag == "section":  # a slip or a score sheet, which is cut off there
        floor = min(floor, box.position_y + box.margin_height() + LETTER)
    for child in getattr(box, "children", ()):
        yield from _texts(child, edge, floor)


def refused(snapshot: EventSnapshot) -> dict[str, list[str]]:
    sheets = [name for name, sheet in SHEETS.items() if sheet.applies(snapshot) and sheet.ready(snapshot)]
    assert len(sheets) >= 5
    return {name: texts for name in sheets if (texts := beyond(snapshot, name))}


@pytest.mark.parametrize("players", [3, 8, 26])
def test_of_a_round_robin(club: Club, players: int) -> None:
    event = make_played_event(players, 2, club, ranking=MANY_CRITERIA)
    event.stages.update(days={"1": "2026-10-03", "2": "2026-11-22"})
    assert refused(dressed(event)) == {}


def test_of_a_swiss_of_eight_rows_and_all_its_criteria(club: Club) -> None:
    event = make_drawn_event(
        8, club, published=True, system="amalfi", options={"rounds": 3}, ranking=MANY_CRITERIA
    )
    for _ in range(2):
        make_all_results(event, make_round(event))
    assert refused(dressed(event)) == {}


@pytest.mark.parametrize("players", [5, 9, 23])
def test_of_larger_tables_with_all_that_breaks_ties(club: Club, players: int) -> None:
    event = make_seated_event(players, club, published=True)
    event.stages.update(scoring_options={"ties": "rtu-2003"})
    make_round(event)
    assert refused(dressed(event)) == {}


def test_a_name_without_an_end_is_broken(club: Club) -> None:
    event = make_drawn_event(4, club)
    make_round(event)
    snapshot = dressed(event)
    event.entries.update(name="W" * 200)
    event.version += 1
    event.save()
    snapshot = EventSnapshot(event)
    assert {name: beyond(snapshot, name) for name in ("pairings", "standings", "players", "calendar")} == {
        "pairings": [],
        "standings": [],
        "players": [],
        "calendar": [],
    }
