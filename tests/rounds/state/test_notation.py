"""How an event writes its figures: in one way, and aligned in their columns."""

import re

import pytest
from django.test import Client

from clubtornei.events.models import Event
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.cell_texts import written
from clubtornei.rounds.reports.ranking_columns import criteria_report
from clubtornei.rounds.reports.standings import standings_report
from clubtornei.rounds.state.formatting import Notation, notation_of, one_notation, points
from scoring.standings import Row
from tests.factories import make_drawn_event, make_result, make_round


def rows(**columns: list[str | None]) -> list[Row]:
    length = len(next(iter(columns.values())))
    return [
        Row(
            rank=place + 1,
            player=place + 1,
            values={name: values[place] for name, values in columns.items()},
            played=1,
            decided_by="points",
        )
        for place in range(length)
    ]


@pytest.mark.parametrize(
    ("columns", "notation"),
    [
        ({"points": ["3", "2"]}, Notation()),
        ({"points": ["3.5", "3"], "buchholz": ["12.5", None]}, Notation(decimals=1, slot=True)),
        ({"points": ["3"], "buchholz": ["7.5"]}, Notation()),
        ({"points": ["3.5"], "sonneborn_berger": ["7.75"]}, Notation(decimals=1, slot=True)),
        ({"points": ["1.15", "1.196"]}, Notation(halves=False, decimals=3)),
    ],
)
def test_halves_unless_there_are_smaller(columns: dict[str, list[str | None]], notation: Notation) -> None:
    assert notation_of(rows(**columns), 0, multiplayer=False) == notation


def test_at_larger_tables_points_are_decimals() -> None:
    assert notation_of(rows(points=["3.5"]), 2, multiplayer=True) == Notation(halves=False, decimals=2)


def test_all_stages_of_an_event_write_as_one() -> None:
    stages = [Notation(decimals=1, slot=True), Notation(halves=False, decimals=3)]
    assert one_notation(stages) == Notation(halves=False, decimals=3)
    assert one_notation([Notation(), Notation(decimals=1, slot=True)]) == Notation(decimals=1, slot=True)


def test_decimals_are_as_many_as_in_the_longest_of_the_column() -> None:
    known = rows(points=["1.15", "1.196", "2"], wins=["1", "2", None])
    report = criteria_report(["points", "wins"], known, notation_of(known, 0, multiplayer=True), {})
    shown = [tuple(cell.text for cell in row.cells) for row in written(report, report.columns)]
    assert shown == [("1,150", "1"), ("1,196", "2"), ("2,000", "")]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("0.5", "½"),
        ("-0.5", "−½"),
        ("-3", "−3"),
        ("-1.25", "−1¼"),
        ("-0.75", "−¾"),
        ("1.2", "1,2"),
        ("10.5", "10½"),
        ("0", "0"),
        (None, "–"),
    ],
)
def test_a_half_alone_has_no_zero(value: str | None, shown: str) -> None:
    assert points(value) == shown


@pytest.mark.django_db
def test_whole_points_leave_room_for_the_half_that_others_have(client: Client) -> None:
    event = make_drawn_event(6, published=True, ranking=["points", "wins"])
    round_ = make_round(event)
    make_result(event, round_, 1, "1-0")
    make_result(event, round_, 2, "=-=")
    for page in ("standings/", "crosstable/", "", "screen/"):
        text = re.sub(r"\s+<", "<", client.get(f"/t/{event.slug}/{page}").text)
        assert re.search(r'>\s*1<span class="half"></span>', text), page
        assert re.search(r">\s*½</td>", text), page
    first, *_others = written(standings_report(EventSnapshot(Event.objects.get(pk=event.pk))))
    cells = [(cell.text, cell.slot) for cell in first.cells if cell.column.is_criterion]
    assert cells == [("1", True), ("1", False)]
