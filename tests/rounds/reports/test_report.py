"""A report is written alike on every medium, and shows nobody what is not for him."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from msgspec.structs import replace

from clubtornei.public.api.answers import ranking_rows
from clubtornei.public.screen import ranking_of
from clubtornei.rounds.documents.calendar import ShownTable
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.printing.rankings import ranking_context
from clubtornei.rounds.reports.cell_texts import plain, spreadsheet_page_of, write, written
from clubtornei.rounds.reports.report import (
    Audience,
    Column,
    ColumnKind,
    NotForThisAudience,
    Report,
    ReportRow,
    Value,
)
from clubtornei.rounds.reports.standings import standings_report
from clubtornei.rounds.state.formatting import Notation
from clubtornei.text.spreadsheets import as_csv
from scoring.ledger import BLACK
from scoring.record import DocumentPlayer
from tests.factories import make_played_event

ROSSI, DE_LUCA = (
    DocumentPlayer(id=1, name="Rossi Mario", number=1),
    DocumentPlayer(id=2, name="De Luca Anna", number=2),
)
REPORT = Report(
    title="Classifica",
    notation=Notation(decimals=1, slot=True),
    columns=(
        Column(key="rank", title="Posto", kind=ColumnKind.PLACE),
        Column(key="name", title="Nome", kind=ColumnKind.NAME),
        Column(key="points", title="Punti", kind=ColumnKind.POINTS, is_main=True),
        Column(key="rating", title="Elo", kind=ColumnKind.NUMBER, is_detail=True),
    ),
    rows=(
        ReportRow(values={"rank": 1, "name": ROSSI, "points": Fraction(7, 2), "rating": Decimal("1800.00")}),
        ReportRow(values={"rank": 2, "name": DE_LUCA, "points": Fraction(3)}),
    ),
)
BIRTH = Column(key="birth", title="Nascita", kind=ColumnKind.DAY, audience=Audience.ORGANISERS)


def with_column(report: Report, column: Column, values: Sequence[Value]) -> Report:
    """As if the function that makes the report had one more column at the end."""
    rows = (
        replace(row, values={**row.values, column.key: value})
        for row, value in zip(report.rows, values, strict=True)
    )
    return replace(report, columns=(*report.columns, column), rows=tuple(rows))


def texts(report: Report) -> list[list[str]]:
    return [[cell.text for cell in row.cells] for row in written(report)]


def test_values_are_written_in_the_notation_of_the_event() -> None:
    assert texts(REPORT) == [["1", "Rossi Mario", "3½"], ["2", "De Luca Anna", "3"]]
    assert [row.cells[2].slot for row in written(REPORT)] == [True, True]


@pytest.mark.parametrize(
    ("value", "kind", "italian", "english"),
    [
        (None, ColumnKind.NUMBER, "", ""),
        (Decimal("1843.50"), ColumnKind.NUMBER, "1843,5", "1843.5"),
        (BLACK, ColumnKind.COLOUR, "N", "B"),
        (ShownTable(number=1, seats=(ROSSI, DE_LUCA), outcome="=-="), ColumnKind.OUTCOME, "½ – ½", "½ – ½"),
        (date(2026, 11, 9), ColumnKind.DAY, "09/11/2026", "11/09/2026"),
    ],
)
def test_a_value_alone_is_in_the_readers_language(
    value: Value, kind: ColumnKind, italian: str, english: str
) -> None:
    for language, text in (("it", italian), ("en", english)):
        with translation.override(language):
            assert write(value, kind) == text


def test_spreadsheets_have_numbers_and_names_in_two_parts() -> None:
    sheet = spreadsheet_page_of(REPORT)
    assert sheet.columns == ["Posto", "Cognome", "Nome", "Punti", "Elo"]
    assert [list(row) for row in sheet.rows] == [
        [1, "Rossi", "Mario", Fraction(7, 2), Decimal(1800)],
        [2, "De Luca", "Anna", Fraction(3), None],
    ]


def test_json_has_exact_values() -> None:
    assert [plain(value) for value in REPORT.rows[0].values.values()] == [1, "Rossi Mario", "3.5", "1800"]


def test_a_public_report_has_no_column_for_organisers() -> None:
    with pytest.raises(NotForThisAudience, match="birth"):
        with_column(REPORT, BIRTH, [date(1980, 1, 1), None])


def test_a_report_for_organisers_is_not_for_the_public() -> None:
    for_organisers = with_column(replace(REPORT, audience=Audience.ORGANISERS), BIRTH, [None, None])
    assert for_organisers.only_for(Audience.ORGANISERS) == for_organisers
    with pytest.raises(NotForThisAudience):
        for_organisers.only_for(Audience.PUBLIC)


@pytest.mark.django_db
def test_one_more_column_of_the_standings_stands_on_every_medium() -> None:
    """Whoever adds "Elo nazionale" to the report changes nothing else."""
    event = make_played_event(4, 3, ranking=["points", "sonneborn_berger"])
    snapshot = EventSnapshot(event)
    column = Column(key="national", title="Elo nazionale", kind=ColumnKind.NUMBER)
    report = with_column(standings_report(snapshot), column, [1543, 1620, 1712, 1888])
    context = {"report": report, "event": event, "stages": snapshot.stages, "snapshot": snapshot}
    page = render_to_string(
        "rounds/reports/report.html", {**context, "look": "standings", "card_view": "public:card"}
    )
    sheet = render_to_string("rounds/printing/sheets/_report.html", {**context, **ranking_context(report)})
    screen = render_to_string(
        "public/screen/_ranking.html", {**context, "ranking": ranking_of(report), "columns": 1}
    )
    table = as_csv(spreadsheet_page_of(report)).decode("utf-8-sig")
    for medium in (page, sheet, screen, table):
        assert "Elo nazionale" in medium
        assert all(value in medium for value in ("1543", "1620", "1712", "1888"))
    assert ranking_rows(report)[0].values["national"] == "1543"
