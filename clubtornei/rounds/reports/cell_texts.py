"""The values of a report in words, in the reader's language: alike on page, sheet and screen, whose templates
put the markup around them (`templatetags`); for spreadsheets and JSON as they are.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.rounds.documents.calendar import ShownTable
from clubtornei.rounds.reports.report import (
    NAME,
    Column,
    ColumnKind,
    CrossGame,
    CrossRound,
    EventPoints,
    NamedNumber,
    NumberList,
    Opponents,
    People,
    Report,
    ReportRow,
    RoundPoints,
    TableSeat,
    Value,
)
from clubtornei.rounds.state.formatting import (
    FRACTIONS,
    decimals_of,
    has_fraction,
    number,
    points,
    with_number,
)
from clubtornei.rounds.state.player_names import beside_club, surname_and_given_name
from clubtornei.rounds.state.table_words import COLOURS, colour_letter, wind_letter
from clubtornei.text.spreadsheets import SpreadsheetCell, SpreadsheetPage
from scoring.record import DocumentPlayer
from scoring.standings import decimal_text

FIGURES = (ColumnKind.POINTS, ColumnKind.CRITERION, ColumnKind.ROUND)
"""What is written in the notation of the event: with ½, or with as many decimals as the longest."""
NUMBERED = (ColumnKind.GAMES, ColumnKind.EVENT)
"""The columns under a number, whose meaning is the name of what it stands for."""


class Cell(Struct, frozen=True, kw_only=True):
    """A value as it is written. `slot`: whether there are halves in its column, for which a whole value
    leaves room; `decides`: whether it ranks the row below the one before it.
    """

    column: Column
    value: Value
    text: str
    slot: bool = False
    decides: bool = False

    @property
    def is_self(self) -> bool:
        """Whether it is of the player of the row against himself."""
        return self.column.is_against and self.value is None


class WrittenRow(Struct, frozen=True, kw_only=True):
    """A row with the cells of those columns that its medium has."""

    row: ReportRow
    cells: tuple[Cell, ...]

    @property
    def by_key(self) -> Mapping[str, Cell]:
        return {cell.column.key: cell for cell in self.cells}

    @property
    def main(self) -> Cell | None:
        """The value that the ranking looks at first."""
        return next((cell for cell in self.cells if cell.column.is_main), None)


def written(report: Report, columns: Sequence[Column] | None = None) -> Iterator[WrittenRow]:
    """The rows in the reader's language; `columns`: those of the medium, by default `shown_columns`."""
    chosen = report.shown_columns if columns is None else columns
    decimals = {column.key: _decimals(report, column) for column in chosen}
    texts = [
        {
            column.key: _text(report, row.values.get(column.key), column, decimals[column.key])
            for column in chosen
        }
        for row in report.rows
    ]
    halves = {key for row in texts for key, text in row.items() if text.endswith(tuple(FRACTIONS.values()))}
    for row, text_of in zip(report.rows, texts, strict=True):
        yield WrittenRow(
            row=row,
            cells=tuple(
                Cell(
                    column=column,
                    value=row.values.get(column.key),
                    text=text_of[column.key],
                    slot=column.key in halves,
                    decides=report.tells_what_decides and row.decided_by == column.key,
                )
                for column in chosen
            ),
        )


def _decimals(report: Report, column: Column) -> int | None:
    """Of all figures in the column: as many as its longest has, and points at least those of the event. None
    where they are written with fractions.
    """
    if column.kind not in FIGURES:
        return None
    values = (_figure(row.values.get(column.key)) for row in report.rows)
    figures = [decimal_text(value) for value in values if value is not None]
    if report.notation.halves and all(map(has_fraction, figures)):
        return None
    of_event = 0 if column.kind is ColumnKind.CRITERION else report.notation.decimals
    return max([*map(decimals_of, figures), column.decimals, of_event])


def _figure(value: Value) -> Fraction | None:
    if isinstance(value, RoundPoints):
        return value.points
    return Fraction(value) if isinstance(value, int | Fraction | Decimal) else None


def _text(report: Report, value: Value, column: Column, decimals: int | None) -> str:
    """In the reader's language; empty for None."""
    figure = _figure(value)
    if report.is_numbered and isinstance(value, DocumentPlayer):
        return with_number(value)
    if figure is None or column.kind not in FIGURES:
        return write(value, column.kind)
    return points(decimal_text(figure)) if decimals is None else number(decimal_text(figure), decimals)


def write(value: Value, kind: ColumnKind) -> str:
    """A value that stands alone, in the reader's language; empty for None. For points: `Notation.points`."""
    match value:
        case None:
            return ""
        case DocumentPlayer() | NamedNumber():
            return value.name
        case ShownTable():
            return value.result
        case TableSeat(table, seat, winds):
            return f"{table}·{wind_letter(seat) if winds else seat}" if seat else str(table)
        case People():
            return ", ".join(f"{one.player.name} {number(decimal_text(one.points))}" for one in value.members)
        case CrossRound():
            return _cross_round(value)
        case CrossGame():
            return value.symbol
        case Opponents():
            return ", ".join(player.name for player in value.players) or value.instead
        case EventPoints(counted, discarded):
            parts = (write(counted, kind), f"({write(discarded, kind)})" if discarded is not None else "")
            return " ".join(filter(None, parts))
        case NumberList():
            return " ".join(number(decimal_text(one)) for one in value.numbers)
        case tuple():
            return " ".join(game.symbol for game in value if game.symbol)
        case RoundPoints():
            return number(decimal_text(value.points))
        case Fraction():
            return number(decimal_text(value))
        case Decimal() if kind is ColumnKind.MONEY:
            return number(decimal_text(Fraction(value), 0 if value == round(value) else 2))
        case Decimal():
            return number(decimal_text(Fraction(value)))
        case date():
            return date_format(value, "SHORT_DATE_FORMAT")
        case str() if kind is ColumnKind.COLOUR:
            return next((str(colour_letter(one)) for one in COLOURS if one == value), "")
    return str(value)


def _cross_round(step: CrossRound) -> str:
    """Result, colour and row of the opponent: 1 B 7; of a bye its points: (1)."""
    if step.game is None:
        return f"({points(decimal_text(step.points or Fraction(0)))})" if step.kind.is_bye else ""
    colour = write(step.game.colour, ColumnKind.COLOUR)
    return " ".join(filter(None, (step.game.symbol, colour, str(step.row or ""))))


# Spreadsheets and JSON


def spreadsheet_page_of(report: Report) -> SpreadsheetPage:
    """The report as a table for spreadsheets: numbers are numbers; surnames and given names are apart."""
    return SpreadsheetPage(
        title=report.title,
        columns=[title for column in report.columns for title in _titles(report, column)],
        rows=[
            [cell for column in report.columns for cell in _spreadsheet_cells(report, row, column)]
            for row in report.rows
        ],
    )


def _titles(report: Report, column: Column) -> Sequence[str]:
    if not _is_split(report, column):
        return [column.meaning if column.kind in NUMBERED else column.title]
    if not column.is_seat:
        return [_("Cognome"), _("Nome")]
    return [_("Cognome %(of)s") % {"of": column.title}, _("Nome %(of)s") % {"of": column.title}]


def _is_split(report: Report, column: Column) -> bool:
    """Whether it is of players, in two columns."""
    values = (row.values.get(column.key) for row in report.rows)
    return (column.key == NAME or column.is_seat) and any(
        isinstance(value, DocumentPlayer) for value in values
    )


def _spreadsheet_cells(report: Report, row: ReportRow, column: Column) -> Iterator[SpreadsheetCell]:
    value = row.values.get(column.key)
    if isinstance(value, DocumentPlayer) and _is_split(report, column):
        yield from surname_and_given_name(beside_club(value))
    elif _is_split(report, column):
        yield from (write(value, column.kind), "")
    elif isinstance(value, RoundPoints):
        yield None if value.kind.is_open or value.kind.is_missing else value.points
    elif isinstance(value, EventPoints) and value.discarded is None:
        yield value.counted
    elif isinstance(value, int | Fraction | None):
        yield value
    elif isinstance(value, Decimal):
        yield value.normalize()
    else:
        yield write(value, column.kind)


def plain(value: Value) -> str | int | None:
    """A value as JSON has it: whole numbers as they are, others as exact texts with a decimal point."""
    match value:
        case None | int() | str():
            return value
        case Fraction():
            return decimal_text(value)
        case Decimal():
            return f"{value.normalize():f}"
        case NamedNumber():
            return decimal_text(value.number)
        case RoundPoints():
            return None if value.kind.is_open else decimal_text(value.points)
        case NumberList():
            return " ".join(map(decimal_text, value.numbers))
        case date():
            return value.isoformat()
    return write(value, ColumnKind.GAMES)
