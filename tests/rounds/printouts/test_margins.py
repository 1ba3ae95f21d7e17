"""No text of any sheet passes the margin or its own cell, is cut or too small; no page is empty."""

import re
from typing import Any

import pytest
from django.conf import settings

from clubtornei.accounts.models import Club
from clubtornei.rounds.printouts.catalogue import SHEETS
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.typesetting.paper_format import A3, A4, PaperFormat
from tests.factories import (
    make_all_results,
    make_drawn_event,
    make_played_event,
    make_round,
    make_seated_event,
)
from tests.rounds.printouts.inspecting import dressed, faults

pytestmark = pytest.mark.django_db

MANY_CRITERIA = ["points", "direct", "sonneborn_berger", "koya", "wins", "buchholz"]


def refused(snapshot: EventSnapshot, paper: PaperFormat = A4) -> dict[str, list[str]]:
    sheets = [name for name, sheet in SHEETS.items() if sheet.applies(snapshot) and sheet.ready(snapshot)]
    assert len(sheets) >= 5
    return {name: found for name in sheets if (found := faults(snapshot, name, paper))}


def test_styles_of_sheets_hide_only_what_there_is_no_room_for() -> None:
    """Other tests read the words of a sheet from its HTML."""
    styles = "".join(path.read_text() for path in (settings.BASE_DIR / "static/sheets").glob("*.css"))
    hidden = re.findall(r"^ *([^{}@]+?) *\{[^}]*(?:display: none|visibility: hidden)", styles, re.MULTILINE)
    assert sorted(hidden) == [
        "#running .numeral",
        ".rows #running .dot",
        ".rules .plays",
        ".rules .terms dd.soft",
        "body.compact header.sheet .soft",
    ]


@pytest.mark.usefixtures("short_parts")
@pytest.mark.parametrize("players", [3, 8, 26])
def test_of_a_round_robin(club: Club, players: int) -> None:
    event = make_played_event(players, 2, club, ranking=MANY_CRITERIA)
    event.stages.update(days={"1": "2026-10-03", "2": "2026-11-22"})
    assert refused(dressed(event)) == {}


def test_on_a3_type_is_as_large_as_on_a4(club: Club) -> None:
    assert refused(dressed(make_played_event(9, 1, club, ranking=MANY_CRITERIA)), A3) == {}


@pytest.mark.parametrize("players", [3, 8, 24])
def test_of_a_knockout(club: Club, players: int) -> None:
    event = make_drawn_event(players, club, system="knockout", options={"third_place": True})
    make_all_results(event, make_round(event), "1-0")
    make_round(event)
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
    assert {name: faults(snapshot, name) for name in ("pairings", "standings", "players", "calendar")} == {
        "pairings": [],
        "standings": [],
        "players": [],
        "calendar": [],
    }


LONG_ADDRESS = "/t/memorial-internazionale-castelbarco-visconti-di-bergamo-alta/"


@pytest.mark.parametrize(
    ("sheet", "players", "public"),
    [
        ("standings", 8, LONG_ADDRESS),
        ("standings", 8, None),
        ("swiss-crosstable", 24, LONG_ADDRESS),
        ("crosstable", 24, LONG_ADDRESS),
        ("crosstable", 24, None),
    ],
)
def test_a_long_name_of_the_event_stays_within_the_foot_of_each_page(
    sheet: str, players: int, public: str | None, club: Club
) -> None:
    name = "Trentaquattresimo Memorial Internazionale Castelbarco Visconti di Bergamo Alta"
    stage: dict[str, Any] = {} if sheet == "crosstable" else {"system": "amalfi", "options": {"rounds": 5}}
    event = make_drawn_event(players, club, name=name, **stage)
    make_all_results(event, make_round(event))
    assert faults(dressed(event), sheet, A4, public) == []
