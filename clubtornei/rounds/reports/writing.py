"""The one place that writes the values of a report: alike on page, sheet and screen, in the reader's
language; for spreadsheets and JSON as they are.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.rounds.core.formatting import decimals_of, number
from clubtornei.rounds.core.player_names import beside_club, surname_and_given_name
from clubtornei.rounds.core.result_codes import ResultCode
from clubtornei.rounds.core.seat_names import COLOURS, colour_letter
from clubtornei.rounds.reports.report import (
    NAME,
    Column,
    CrossRound,
    EventPoints,
    Game,
    Kind,
    NamedNumber,
    Opponents,
    People,
    Report,
    ReportRow,
    RoundPoints,
    Several,
    Value,
)
from clubtornei.spreadsheets import Cell as SpreadsheetCell
from clubtornei.spreadsheets import Sheet
from scoring.record import Player
from scoring.standings import exact

FIGURES = (Kind.POINTS, Kind.CRITERION, Kind.ROUND)
"""What is written in the notation of the event: with ½, or with as many decimals as the longest."""
NUMBERED = (Kind.GAMES, Kind.MEETINGS, Kind.EVENT)
"""The columns under a number, whose meaning is the name of what it stands for."""


class Cell(Struct, frozen=True, kw_only=True):
    """A value as it is written. `slot`: whether there are halves in its column, for which a whole value
    leaves room; `decides`: whether it ranks the row below the one before it; `total`: after a round of a
    crosstable.
    """

    column: Column
    value: Value
    text: str
    slot: bool = False
    decides: bool = False
    total: str = ""

    @property
    def is_self(self) -> bool:
        """Whether it is of the player of the row against himself."""
        return self.column.is_against and self.value is None

    @property
    def css_class(self) -> str:
        if self.column.kind is Kind.MEETINGS and isinstance(self.value, int):
            return "met again" if self.value > 1 else "met" if self.value else "missing"
        return "self" if self.is_self else self.column.css_class


class WrittenRow(Struct, frozen=True, kw_only=True):
    """A row with the cells of those columns that its medium has."""

    row: ReportRow
    cells: tuple[Cell, ...]

    @property
    def main(self) -> Cell | None:
        """The value that the ranking looks at first."""
        return next((cell for cell in self.cells if cell.column.is_main), None)


def written(report: Report, columns: Sequence[Column] | None = None) -> Iterator[WrittenRow]:
    """The rows in the reader's language; `columns`: those of the medium, by default `shown_columns`."""
    chosen = report.shown_columns if columns is None else columns
    decimals = {column.key: _decimals(report, column) for column in chosen}
    texts = [
        {column.key: _text(report, row.values.get(column.key), column, decimals) for column in chosen}
        for row in report.rows
    ]
    halves = {key for row in texts for key, text in row.items() if text.endswith("½")}
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
                    total=_total(report, row.values.get(column.key)),
                )
                for column in chosen
            ),
        )


def _total(report: Report, value: Value) -> str:
    if not isinstance(value, CrossRound) or value.total is None:
        return ""
    return report.notation.points(exact(value.total))


def _decimals(report: Report, column: Column) -> int:
    """Of all figures in the column: as many as its longest has, and points at least those of the event."""
    if column.kind not in FIGURES:
        return 0
    values = (_figure(row.values.get(column.key)) for row in report.rows)
    longest = [decimals_of(exact(value)) for value in values if value is not None]
    of_event = 0 if column.kind is Kind.CRITERION else report.notation.decimals
    return max([*longest, column.decimals, of_event])


def _figure(value: Value) -> Fraction | None:
    if isinstance(value, RoundPoints):
        return value.points
    return Fraction(value) if isinstance(value, int | Fraction | Decimal) else None


def _text(report: Report, value: Value, column: Column, decimals: Mapping[str, int]) -> str:
    """In the reader's language; empty for None."""
    figure = _figure(value)
    if figure is not None and column.kind in FIGURES:
        return report.notation.figure(exact(figure), decimals[column.key])
    return write(value, column.kind)


def write(value: Value, kind: Kind) -> str:
    """A value that stands alone, in the reader's language; empty for None. For points: `Notation.points`."""
    match value:
        case None:
            return ""
        case Player() | NamedNumber():
            return value.name
        case ResultCode():
            return value.label
        case People():
            return ", ".join(f"{one.player.name} {write(one.points, Kind.NUMBER)}" for one in value.members)
        case CrossRound():
            return _cross_round(value)
        case Game():
            return value.symbol
        case Opponents():
            return ", ".join(player.name for player in value.players) or value.instead
        case EventPoints(counted, discarded):
            parts = (write(counted, kind), f"({write(discarded, kind)})" if discarded is not None else "")
            return " ".join(filter(None, parts))
        case Several():
            return " ".join(number(exact(one)) for one in value.numbers)
        case tuple():
            return " ".join(game.symbol for game in value if game.symbol)
        case RoundPoints():
            return number(exact(value.points))
        case Fraction():
            return number(exact(value))
        case Decimal() if kind is Kind.MONEY:
            return number(exact(Fraction(value), 0 if value == round(value) else 2))
        case Decimal():
            return number(exact(Fraction(value)))
        case date():
            return date_format(value, "SHORT_DATE_FORMAT")
        case str() if kind is Kind.COLOUR:
            return next((str(colour_letter(one)) for one in COLOURS if one == value), "")
    return str(value)


def _cross_round(step: CrossRound) -> str:
    """Result, colour and row of the opponent: 1 B 7; of a bye its points: (1)."""
    if step.game is None:
        return f"({write(step.points, Kind.NUMBER)})" if step.kind.is_bye else ""
    colour = write(step.game.colour, Kind.COLOUR)
    return " ".join(filter(None, (step.game.symbol, colour, str(step.row or ""))))


# Spreadsheets and JSON


def sheet_of(report: Report) -> Sheet:
    """The report as a table for spreadsheets: numbers are numbers; surnames and given names are apart."""
    titles: list[str] = []
    for column in report.columns:
        if _is_split(report, column):
            titles += [_("Cognome"), _("Nome")]
        else:
            titles.append(column.meaning if column.kind in NUMBERED else column.title)
    return Sheet(
        title=report.title,
        columns=titles,
        rows=[
            [cell for column in report.columns for cell in _spreadsheet_cells(report, row, column)]
            for row in report.rows
        ],
    )


def _is_split(report: Report, column: Column) -> bool:
    """Whether it is of whom the rows are, in two columns."""
    return column.key == NAME and any(row.person for row in report.rows)


def _spreadsheet_cells(report: Report, row: ReportRow, column: Column) -> Iterator[SpreadsheetCell]:
    value = row.values.get(column.key)
    if isinstance(value, Player) and _is_split(report, column):
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
        case None | int():
            return value
        case Fraction():
            return exact(value)
        case Decimal():
            return f"{value.normalize():f}"
        case NamedNumber():
            return exact(value.number)
        case RoundPoints():
            return None if value.kind.is_open else exact(value.points)
        case ResultCode():
            return value.code
        case Player():
            return value.name
        case Several():
            return " ".join(map(exact, value.numbers))
        case tuple() | CrossRound() | People() | EventPoints() | Game() | Opponents():
            return write(value, Kind.GAMES)
        case date():
            return value.isoformat()
    return value
