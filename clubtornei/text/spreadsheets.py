"""Tables as files for spreadsheets: XLSX and CSV.

A cell is a number or a text, and a text is never a formula: XLSX writes it as a text, and in CSV, which knows
no types, one that begins like a formula gets an apostrophe, which spreadsheets take for the mark of a text.
CSV is written as spreadsheets of the reader's language read it: where decimals have a comma, the semicolon
separates.
"""

import csv
import io
import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from django.utils.formats import get_format
from msgspec import Struct
from xlsxwriter import Workbook

from scoring.document import as_decimal

SpreadsheetCell = str | int | Decimal | Fraction | None
CSV, XLSX = "text/csv; charset=utf-8", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

FORMULA = ("=", "+", "-", "@", "\t", "\r")
NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?")
NOT_IN_A_TITLE = re.compile(r"[\[\]:*?/\\'\x00-\x1f]")
LONGEST_TITLE = 31  # of a worksheet, in every spreadsheet
WIDEST = 60


class SpreadsheetPage(Struct, frozen=True, kw_only=True):
    """A table: a row of headings, then rows of cells."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[SpreadsheetCell]]


def as_csv(sheet: SpreadsheetPage) -> bytes:
    """UTF-8 with the mark by which Excel knows it."""
    mark = str(get_format("DECIMAL_SEPARATOR"))
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";" if mark == "," else ",", lineterminator="\r\n")
    writer.writerow([defused(title) for title in sheet.columns])
    writer.writerows([_text(cell, mark) for cell in row] for row in sheet.rows)
    return b"\xef\xbb\xbf" + out.getvalue().encode()


def defused(text: str) -> str:
    """The text with an apostrophe in front, if a spreadsheet might take it for a formula."""
    if text.startswith(FORMULA) and not NUMBER.fullmatch(text):
        return f"'{text}"
    return text


def _text(cell: SpreadsheetCell, mark: str = ".") -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return defused(cell)
    if isinstance(cell, Fraction):
        cell = as_decimal(cell)
    return f"{cell:f}".replace(".", mark) if isinstance(cell, Decimal) else str(cell)


def as_xlsx(sheets: Sequence[SpreadsheetPage]) -> bytes:
    """A workbook with a worksheet for each table."""
    out = io.BytesIO()
    book = Workbook(
        out,
        {
            "in_memory": True,
            "strings_to_formulas": False,
            "strings_to_urls": False,
            "strings_to_numbers": False,
        },
    )
    bold = book.add_format({"bold": True})
    taken: set[str] = set()
    for sheet in sheets:
        page = book.add_worksheet(_title(sheet.title, taken))
        page.freeze_panes(1, 0)
        for column, title in enumerate(sheet.columns):
            page.write_string(0, column, title, bold)
            texts = (_text(row[column]) for row in sheet.rows if column < len(row))
            page.set_column(column, column, min(WIDEST, 2 + max(len(title), *map(len, texts), 0)))
        for number, row in enumerate(sheet.rows, 1):
            for column, cell in enumerate(row):
                if isinstance(cell, str):
                    page.write_string(number, column, cell)
                elif cell is not None:
                    page.write_number(number, column, cell)
    book.close()
    return out.getvalue()


def _title(wanted: str, taken: set[str]) -> str:
    """What a worksheet may be called, in its workbook."""
    plain = NOT_IN_A_TITLE.sub(" ", wanted).strip()[:LONGEST_TITLE] or "1"
    title, number = plain, 2
    while title.casefold() in taken:
        behind = f" {number}"
        title, number = f"{plain[: LONGEST_TITLE - len(behind)]}{behind}", number + 1
    taken.add(title.casefold())
    return title
