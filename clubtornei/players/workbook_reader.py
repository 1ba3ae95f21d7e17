"""The first sheet of a workbook as tab-separated text: `python -m clubtornei.players.workbook_reader`.

A process of its own reads it, from its standard input to its output. A workbook may claim a cell in its last
row and column, for which the reader asks for all the memory there is: that ends this process and no worker of
the site. Exit statuses: see Ending.
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
MOST_ROWS, MOST_COLUMNS = 25_000, 40


class Ending(IntEnum):
    """How the process ends; any other number: it was stopped."""

    DONE = 0
    NO_WORKBOOK = 3
    PROTECTED = 4
    NO_SHEETS = 5
    TOO_MANY_ROWS = 6


def main() -> Ending:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(sys.stdin.buffer.read()))
        if not book.sheet_names:
            return Ending.NO_SHEETS
        sheet = book.get_sheet_by_index(0)
        if sheet.total_height > MOST_ROWS:
            return Ending.TOO_MANY_ROWS
        rows = sheet.to_python(skip_empty_area=False)
    except PasswordError:
        return Ending.PROTECTED
    except (CalamineError, ValueError, OSError):
        return Ending.NO_WORKBOOK
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerows([cell_text(value) for value in islice(row, MOST_COLUMNS)] for row in rows)
    sys.stdout.buffer.write(out.getvalue().encode())
    return Ending.DONE


def cell_text(value: object) -> str:
    """What a cell says, on one line; a tick box says nothing."""
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    return " ".join(str(value).split())


if __name__ == "__main__":
    sys.exit(main())
