"""On A3 type is larger than on A4, never the other way round."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.printouts.catalogue import SHEETS
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.typesetting.paper_format import A3, A4, SMALLEST, PaperFormat
from tests.factories import (
    make_all_results,
    make_drawn_event,
    make_played_event,
    make_round,
    make_seated_event,
)
from tests.rounds.printouts.inspecting import dressed

pytestmark = pytest.mark.django_db

LARGER = 1.3
PROSE = {"announcement", "hall", "certificates"}
CUT = {"slips", "scores", "numbers", "envelopes"}  # what is cut out is as large on all paper


def knockout(players: int, club: Club) -> Event:
    event = make_drawn_event(players, club, system="knockout")
    make_all_results(event, make_round(event), "1-0")
    return event


def swiss(players: int, club: Club) -> Event:
    return make_played_event(players, 2, club, system="amalfi", options={"rounds": 2})


def seated(players: int, club: Club) -> Event:
    event = make_seated_event(players, club)
    make_round(event)
    return event


def rotation(players: int, club: Club) -> Event:
    return make_seated_event(players, club, system="rotation", scoring="places", options={"rounds": 5})


def round_robin(players: int, club: Club) -> Event:
    return make_played_event(players, 2, club)


def sizes(snapshot: EventSnapshot, name: str, paper: PaperFormat) -> Iterator[tuple[float, int]]:
    """The types of rows on a sheet, in points on that paper, each with the number of its pages."""
    sheet = SHEETS[name]
    number = 1 if sheet.parts(snapshot) else snapshot.progress.rounds
    context: Any = sheet.context(snapshot, number, paper)
    if "layout" in context:
        yield context["layout"].size * paper.zoom, context["layout"].pages
    if "summary" in context:
        yield context["summary"].layout.size * paper.zoom, 1
    if "boards" in context:
        yield context["boards"].size * paper.zoom, len(context["boards"].pages)
    if "type" in context:
        yield float(context["type"].removesuffix("pt")) * paper.zoom, 1
    if name == "bracket":
        yield min(leaf.size for leaf in context["leaves"]) * paper.zoom, len(context["leaves"])


@pytest.mark.parametrize("players", [8, 10, 16, 24, 60, 120])
@pytest.mark.parametrize("make", [round_robin, swiss, knockout, seated, rotation])
def test_on_a3_rows_are_larger_on_no_more_pages_and_no_smaller_than_the_foot(
    make: Callable[[int, Club], Event], players: int, club: Club
) -> None:
    snapshot = dressed(make(players, club))
    ready = [name for name, sheet in SHEETS.items() if sheet.applies(snapshot) and sheet.ready(snapshot)]
    for name in set(ready) - PROSE - CUT - {"acceptance"}:
        on_a4, on_a3 = (list(sizes(snapshot, name, paper)) for paper in (A4, A3))
        assert on_a4, name
        for (small, most), (large, pages) in zip(on_a4, on_a3, strict=True):
            assert (large >= LARGER * small, pages <= most) == (True, True), name
            assert (small >= SMALLEST, large >= SMALLEST * A3.zoom) == (True, True), name
