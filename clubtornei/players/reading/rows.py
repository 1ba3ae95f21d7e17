"""Rows and cells of a text: pasted, of a CSV file, or what `files.py` made of a workbook.

Every source becomes plain text first (workbooks as tab-separated), so that the preview can carry it in its
form and parse it again, in the same way, when the import is confirmed.
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from django.utils.translation import gettext as _

from clubtornei.players.reading.markup import as_table, tab_separated
from clubtornei.players.reading.workbook import cell_text

MAX_BYTES = 2_000_000  # of an uploaded file, and of a pasted text
MAX_ROWS = 4_000  # with one checkbox per row the preview stays below Django's DATA_UPLOAD_MAX_NUMBER_FIELDS
MAX_COLUMNS = 40
MAX_CELL = 1_000
_NOTHING = " ,;"
"""What is left of a row that is all empty."""


class Unreadable(Exception):
    """The source cannot be read as a table; the message tells the organiser why and what to do instead."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row with at least one cell that is not empty; `number` in the source, from 1."""

    number: int
    cells: tuple[str, ...]

    @property
    def text(self) -> str:
        """What stands in it."""
        return " ".join(filter(None, self.cells))


def parse_lines(text: str) -> list[Line]:
    """The rows that are not empty, their cells trimmed, all of the same length. Raises Unreadable."""
    if len(text.encode()) > MAX_BYTES:
        raise Unreadable(_("Il testo supera i 2 MB: dividi l’elenco in parti."))
    text = as_table(text.removeprefix("\ufeff"))
    delimiter, skipped = _guess_delimiter(text), 0
    first, _newline, rest = text.partition("\n")
    hint = re.fullmatch(r"sep=([^\s\"])", first.strip(), re.IGNORECASE)
    if hint:  # for Excel
        delimiter, text, skipped = hint[1], rest, 1
    return _lines(text, delimiter, skipped)


def sentences(text: str) -> list[Line]:
    """The lines of a text in which commas part no cells. Raises Unreadable."""
    return _lines(as_table(text.removeprefix("\ufeff")), "")


def has_commas(text: str) -> bool:
    """Whether a comma is what parts its cells, as nothing else does."""
    return _guess_delimiter(as_table(text)) == "," and "," in text and not text.lower().startswith("sep=")


def written(lines: Sequence[Line]) -> str:
    """A text of these lines, which `parse_lines` reads back with their numbers."""
    rows: list[tuple[str, ...]] = [()] * (lines[-1].number if lines else 0)
    for line in lines:
        # Of one column alone it would not be known what parts cells.
        rows[line.number - 1] = (*line.cells, "")
    return tab_separated(rows)


def too_many_rows() -> Unreadable:
    return Unreadable(_("Più di %(rows)d righe: dividi l’elenco in parti.") % {"rows": MAX_ROWS})


def _lines(text: str, delimiter: str, skipped: int = 0) -> list[Line]:
    """The lines of the text; without a delimiter each has one cell."""
    rows = _csv_rows(text, delimiter) if delimiter else ([row] for row in text.splitlines())
    try:
        cells = (
            tuple(cell_text(_spaced(cell, row))[:MAX_CELL] for cell in row[:MAX_COLUMNS]) for row in rows
        )
        found = (
            Line(number, row)
            for number, row in enumerate(cells, 1 + skipped)
            if any(cell.strip(_NOTHING) for cell in row)
        )
        lines = list(islice(found, MAX_ROWS + 2))
    except csv.Error as error:
        raise Unreadable(
            _("Il testo non si lascia dividere in celle: incollalo da un foglio di calcolo.")
        ) from error
    if len(lines) > MAX_ROWS + 1:
        raise too_many_rows()
    return _padded(lines)


def _spaced(cell: str, row: list[str]) -> str:
    """Of a row of one cell, with a bar where blanks part what is said: columns copied out of a PDF file."""
    return re.sub(r"(?<=\S) {3,}(?=\S)", " | ", cell) if len(row) == 1 else cell


def _guess_delimiter(text: str) -> str:
    """The tab if there is any, since nobody types one into a name; otherwise the semicolon or the comma,
    whichever more of the first rows contain.
    """
    lines = [line for line in text.splitlines() if line.strip()][:200]
    if any("\t" in line for line in lines):
        return "\t"
    rows_with = {mark: sum(mark in line for line in lines) for mark in ";,"}
    # The comma counts half: in «Rossi, Mario;1850» it belongs to the name, as a semicolon never does.
    return ";" if rows_with[";"] and rows_with[";"] * 2 >= rows_with[","] else ","


def _csv_rows(text: str, delimiter: str) -> Iterator[list[str]]:
    """The rows of the text. With an odd number of quotation marks none of them quotes a cell: one is part of
    a name («Gigi "il Rosso»). Raises csv.Error.
    """
    return csv.reader(
        io.StringIO(text, newline=""),
        delimiter=delimiter,
        quoting=csv.QUOTE_NONE if text.count('"') % 2 else csv.QUOTE_MINIMAL,
    )


def _padded(lines: list[Line]) -> list[Line]:
    """All rows as wide as the last column that has text in any of them."""
    width = max(
        (1 + max(column for column, cell in enumerate(line.cells) if cell) for line in lines), default=0
    )
    return [Line(line.number, (line.cells + ("",) * width)[:width]) for line in lines]
