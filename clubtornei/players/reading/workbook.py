"""The sheets of a workbook as tab-separated texts: `python -m clubtornei.players.reading.workbook`.

A process of its own reads it, from its standard input to its output. A workbook may claim a cell in its last
row and column, for which the reader asks for all the memory there is: that ends this process and no worker of
the site. Exit statuses: see ReadingEnd.
"""

import csv
import io
import resource
import sys
from datetime import date, datetime
from enum import IntEnum
from itertools import islice

from python_calamine import CalamineError, CalamineWorkbook, PasswordError

MOST_MEMORY = 256 * 1024**2  # bytes; the largest roster takes 60 million
MOST_ROWS, MOST_COLUMNS, MOST_SHEETS = 25_000, 40, 8
BETWEEN_SHEETS = "\f"


class ReadingEnd(IntEnum):
    """How the process ends; any other number: it was stopped."""

    DONE = 0
    NO_WORKBOOK = 3
    PROTECTED = 4
    NO_SHEETS = 5
    TOO_MANY_ROWS = 6


def main() -> ReadingEnd:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(sys.stdin.buffer.read()))
        if not book.sheet_names:
            return ReadingEnd.NO_SHEETS
        if book.get_sheet_by_index(0).total_height > MOST_ROWS:
            return ReadingEnd.TOO_MANY_ROWS
        texts = [_text(book, place) for place in range(min(len(book.sheet_names), MOST_SHEETS))]
    except PasswordError:
        return ReadingEnd.PROTECTED
    except (CalamineError, ValueError, OSError):
        return ReadingEnd.NO_WORKBOOK
    sys.stdout.buffer.write(BETWEEN_SHEETS.join(texts).encode())
    return ReadingEnd.DONE


def _text(book: CalamineWorkbook, place: int) -> str:
    """The sheet at that place; empty where it is no list."""
    sheet = book.get_sheet_by_index(place)
    if sheet.total_height > MOST_ROWS:
        return ""
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    rows = sheet.to_python(skip_empty_area=False)
    writer.writerows([cell_text(value) for value in islice(row, MOST_COLUMNS)] for row in rows)
    return out.getvalue()


def cell_text(value: object) -> str:
    """What a cell says, on one line; of a box that is ticked x."""
    if value is None or isinstance(value, bool):
        return "x" if value else ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    return " ".join(str(value).split())


if __name__ == "__main__":
    sys.exit(main())
