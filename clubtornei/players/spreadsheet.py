"""Rows and cells from pasted text, a CSV file or a workbook (XLSX, XLS, ODS). No database, no forms.

Every source becomes plain text first (workbooks as tab-separated), so that the preview can carry it in its
form and parse it again, in the same way, when the import is confirmed.
"""

import csv
import io
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubtornei.players.workbook_reader import Ending, cell_text

MAX_BYTES = 2_000_000  # of an uploaded file, and of a pasted text
MAX_UNPACKED_BYTES = 20_000_000  # of all parts of an XLSX or ODS file together
MAX_PARTS = 1_000
MAX_ROWS = 4_000  # with one checkbox per row the preview stays below Django's DATA_UPLOAD_MAX_NUMBER_FIELDS
MAX_COLUMNS = 40
MAX_CELL = 1_000

ZIP, OLD_EXCEL, PDF = b"PK", b"\xd0\xcf\x11\xe0", b"%PDF"
UTF_16 = (b"\xff\xfe", b"\xfe\xff")


WORKBOOKS = {"xl/workbook.xml", "content.xml"}
READING_TIME = 20  # seconds
_UNREADABLE: dict[int, Promise] = {
    Ending.NO_WORKBOOK: gettext_lazy(
        "Il file è rovinato: aprilo e salvalo di nuovo, oppure incolla le celle."
    ),
    Ending.PROTECTED: gettext_lazy(
        "Il file è protetto da una password: salvalo senza, oppure incolla le celle."
    ),
    Ending.NO_SHEETS: gettext_lazy("Il file non contiene fogli."),
    Ending.TOO_MANY_ROWS: gettext_lazy("Il foglio è troppo grande: salva solo le righe che servono."),
}


class Unreadable(Exception):
    """The source cannot be read as a table; the message tells the organiser why and what to do instead."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row with at least one cell that is not empty; `number` in the source, from 1."""

    number: int
    cells: tuple[str, ...]


def decode_file(data: bytes) -> str:
    """The text of an uploaded CSV, XLSX, XLS or ODS file, known by its content. Raises Unreadable."""
    if len(data) > MAX_BYTES:
        raise Unreadable(_("Il file supera i 2 MB: togli i fogli e le colonne che non servono."))
    if data.startswith(ZIP):
        _check_package(data)
    if data.startswith((ZIP, OLD_EXCEL)):
        return _decode_workbook(data)
    return _decode_csv(data)


def _decode_csv(data: bytes) -> str:
    """The file decoded as UTF-8 with or without BOM, as UTF-16 with BOM (Excel's «Unicode text»), or else as
    Windows-1252. Raises Unreadable if it is binary.
    """
    if data.startswith(UTF_16):
        text = data.decode("utf-16", errors="replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", errors="replace")
    if "\0" in text or data.startswith(PDF):
        raise Unreadable(_("Non è un foglio di calcolo: servono un file CSV, XLSX, XLS o ODS."))
    return text


def _decode_workbook(data: bytes) -> str:
    """The first sheet, tab-separated. Raises Unreadable."""
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "clubtornei.players.workbook_reader"],
            input=data,
            capture_output=True,
            cwd=settings.BASE_DIR,
            timeout=READING_TIME,
        )
    except subprocess.TimeoutExpired as error:
        raise Unreadable(_UNREADABLE[Ending.NO_WORKBOOK]) from error
    if ended.returncode != Ending.DONE:
        raise Unreadable(_UNREADABLE.get(ended.returncode, _UNREADABLE[Ending.TOO_MANY_ROWS]))
    text = ended.stdout.decode()
    if sum(bool(line.strip()) for line in text.splitlines()) > MAX_ROWS + 1:
        raise _too_many_rows()
    return text


def _check_package(data: bytes) -> None:
    """Raises Unreadable if the package is too large or no workbook.

    The sizes that a ZIP declares can be relied on here, because zipfile never reads beyond them.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            parts = package.infolist()
    except (zipfile.BadZipFile, EOFError, OSError, NotImplementedError, ValueError) as error:
        raise Unreadable(_UNREADABLE[Ending.NO_WORKBOOK]) from error
    if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED_BYTES:
        raise Unreadable(_("Il file è troppo grande una volta aperto: salva solo il foglio che serve."))
    if WORKBOOKS.isdisjoint(part.filename for part in parts):
        raise Unreadable(_("Non è un foglio di calcolo: servono un file CSV, XLSX, XLS o ODS."))


def _tab_separated(rows: Iterable[Sequence[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter="\t", lineterminator="\n").writerows(rows)
    return out.getvalue()


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


def parse_lines(text: str) -> list[Line]:
    """The rows that are not empty, their cells trimmed, all of the same length. Raises Unreadable."""
    if len(text.encode()) > MAX_BYTES:
        raise Unreadable(_("Il testo supera i 2 MB: dividi l’elenco in parti."))
    text = text.removeprefix("\ufeff")
    delimiter, skipped = _guess_delimiter(text), 0
    first, _newline, rest = text.partition("\n")
    hint = re.fullmatch(r"sep=([^\s\"])", first.strip(), re.IGNORECASE)
    if hint:  # for Excel
        delimiter, text, skipped = hint[1], rest, 1
    try:
        found = (
            Line(number, cells)
            for number, row in enumerate(_csv_rows(text, delimiter), 1 + skipped)
            if any(cells := tuple(cell_text(cell)[:MAX_CELL] for cell in row[:MAX_COLUMNS]))
        )
        lines = list(islice(found, MAX_ROWS + 2))
    except csv.Error as error:
        raise Unreadable(
            _("Il testo non si lascia dividere in celle: incollalo da un foglio di calcolo.")
        ) from error
    if len(lines) > MAX_ROWS + 1:
        raise _too_many_rows()
    return _padded(lines)


def written(lines: Sequence[Line]) -> str:
    """A text of these lines, which `parse_lines` reads back with their numbers."""
    rows: list[tuple[str, ...]] = [()] * (lines[-1].number if lines else 0)
    for line in lines:
        rows[line.number - 1] = (
            *line.cells,
            "",
        )  # of one column alone it would not be known what parts cells
    return _tab_separated(rows)


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


def _too_many_rows() -> Unreadable:
    return Unreadable(_("Più di %(rows)d righe: dividi l’elenco in parti.") % {"rows": MAX_ROWS})
