"""Rows and cells from pasted text, a CSV file or an XLSX file. No database, no Django forms.

Every source becomes plain text first (XLSX as tab-separated), so that the preview can carry it in its form
and parse it again, in the same way, when the import is confirmed.
"""

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from xml.etree.ElementTree import ParseError

import openpyxl
from django.utils.translation import gettext as _

MAX_BYTES = 2_000_000  # of an uploaded file, and of a pasted text
MAX_UNPACKED_BYTES = 20_000_000  # of all parts of an XLSX file together
MAX_PARTS = 1_000
MAX_ROWS = 4_000  # with one checkbox per row the preview stays below Django's DATA_UPLOAD_MAX_NUMBER_FIELDS
MAX_EMPTY_ROWS = 20_000  # a sheet may have formatted rows far below its last one with text
MAX_COLUMNS = 40
MAX_CELL = 1_000

ZIP, OLD_EXCEL, PDF = b"PK", b"\xd0\xcf\x11\xe0", b"%PDF"
UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class Unreadable(Exception):
    """The source cannot be read as a table; the message tells the organiser why and what to do instead."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row with at least one cell that is not empty; `number` in the source, from 1."""

    number: int
    cells: tuple[str, ...]


def decode_file(data: bytes) -> str:
    """The text of an uploaded CSV or XLSX file, recognised by its content. Raises Unreadable."""
    if len(data) > MAX_BYTES:
        raise Unreadable(_("Il file supera i 2 MB: togli i fogli e le colonne che non servono."))
    if data.startswith(OLD_EXCEL):
        raise Unreadable(
            _("È un file Excel protetto o nel vecchio formato .xls: salvalo come .xlsx senza password.")
        )
    if data.startswith(ZIP):
        return _decode_xlsx(data)
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
        raise Unreadable(_("Non è un foglio di calcolo: servono un file CSV o XLSX."))
    return text


def _decode_xlsx(data: bytes) -> str:
    """The first sheet, tab-separated. Raises Unreadable, also if it unpacks to far more than a roster."""
    try:
        _check_package(data)
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        try:
            return _tab_separated(_rows_of_sheet(book))
        finally:
            book.close()
    except (zipfile.BadZipFile, ParseError, EOFError, OSError) as error:
        raise Unreadable(
            _("Il file XLSX è rovinato: aprilo e salvalo di nuovo, oppure incolla le celle.")
        ) from error
    except (KeyError, ValueError, TypeError, IndexError, AttributeError, NotImplementedError) as error:
        # Raised within openpyxl by a package whose parts are inconsistent.
        raise Unreadable(_("Il file non si lascia leggere come XLSX: incolla le celle.")) from error


def _check_package(data: bytes) -> None:
    """Raises Unreadable if the package is too large or no workbook.

    The sizes that a ZIP declares can be relied on here, because zipfile never reads beyond them.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        parts = package.infolist()
    if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED_BYTES:
        raise Unreadable(_("Il file XLSX è troppo grande una volta aperto: salva solo il foglio che serve."))
    if "xl/workbook.xml" not in {part.filename for part in parts}:
        raise Unreadable(_("Non è un file XLSX: esporta il foglio in formato XLSX o CSV."))


def _rows_of_sheet(book: openpyxl.Workbook) -> Iterator[list[str]]:
    """The cells of the first sheet, row by row, empty rows included. Raises Unreadable."""
    if not book.worksheets:
        raise Unreadable(_("Il file XLSX non contiene fogli."))
    sheet = book.worksheets[0]
    sheet.reset_dimensions()  # the dimensions a file declares are often wrong
    filled = empty = 0
    for row in sheet.iter_rows(max_col=MAX_COLUMNS, values_only=True):
        cells = [_cell_text(value) for value in row]
        filled, empty = (filled + 1, empty) if any(cells) else (filled, empty + 1)
        if filled > MAX_ROWS + 1 or empty > MAX_EMPTY_ROWS:
            raise _too_many_rows()
        yield cells


def _cell_text(value: object) -> str:
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    return " ".join(str(value).split())


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
    if first.strip().lower().startswith("sep=") and len(first.strip()) == 5:  # a hint that Excel understands
        delimiter, text, skipped = first.strip()[4], rest, 1
    try:
        found = (
            Line(number, cells)
            for number, row in enumerate(_csv_rows(text, delimiter), 1 + skipped)
            if any(cells := tuple(_cell_text(cell)[:MAX_CELL] for cell in row[:MAX_COLUMNS]))
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
