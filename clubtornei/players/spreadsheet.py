"""Cells out of whatever a spreadsheet gives: a paste, a CSV file, an XLSX file. No database, no Django forms.

Every source becomes plain text first (XLSX as tab-separated), so that a preview can carry it in its form
and read it again, the same way, when it is confirmed.
"""

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from xml.etree.ElementTree import ParseError

import openpyxl
from django.utils.translation import gettext as _

MAX_BYTES = 2_000_000  # of an uploaded file, and of a pasted text
MAX_UNPACKED_BYTES = 40_000_000  # of all parts of an XLSX file
MAX_PARTS = 1_000
MAX_ROWS = 4_000  # with a checkbox each they stay below Django's DATA_UPLOAD_MAX_NUMBER_FIELDS
MAX_EMPTY_ROWS = 20_000  # a sheet may be formatted far below its last row
MAX_COLUMNS = 40
MAX_CELL = 1_000

ZIP, OLD_EXCEL, PDF = b"PK", b"\xd0\xcf\x11\xe0", b"%PDF"
UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class Unreadable(Exception):
    """The source is no table; the message says why and what to do instead."""


@dataclass(frozen=True, slots=True)
class Line:
    """A row that is not empty, with its number in the source (from 1)."""

    number: int
    cells: tuple[str, ...]


def text_of_file(data: bytes) -> str:
    """The text of an uploaded CSV or XLSX file, told apart by their content. Raises Unreadable."""
    if len(data) > MAX_BYTES:
        raise Unreadable(_("Il file supera i 2 MB: togli i fogli e le colonne che non servono."))
    if data.startswith(OLD_EXCEL):
        raise Unreadable(
            _("È un file Excel protetto o nel vecchio formato .xls: salvalo come .xlsx senza password.")
        )
    if data.startswith(ZIP):
        return text_of_xlsx(data)
    return text_of_csv(data)


def text_of_csv(data: bytes) -> str:
    """UTF-8 with or without BOM, UTF-16 with BOM (Excel's «Unicode text»), or else Windows-1252."""
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


def text_of_xlsx(data: bytes) -> str:
    """The first sheet, tab-separated. Refuses what unpacks to more than a roster ever needs."""
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
        # What openpyxl lets through from a package whose parts contradict each other.
        raise Unreadable(_("Il file non si lascia leggere come XLSX: incolla le celle.")) from error


def _check_package(data: bytes) -> None:
    """Reading never goes past the sizes a ZIP declares, so these may be believed here."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        parts = package.infolist()
    if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED_BYTES:
        raise Unreadable(_("Il file XLSX è troppo grande una volta aperto: salva solo il foglio che serve."))
    if "xl/workbook.xml" not in {part.filename for part in parts}:
        raise Unreadable(_("Non è un file XLSX: esporta il foglio in formato XLSX o CSV."))


def _rows_of_sheet(book: openpyxl.Workbook) -> Iterator[list[str]]:
    """The cells of the first sheet that has any, row by row, empty rows included."""
    if not book.worksheets:
        raise Unreadable(_("Il file XLSX non contiene fogli."))
    sheet = book.worksheets[0]
    sheet.reset_dimensions()  # what the file declares is often wrong
    full = empty = 0
    for row in sheet.iter_rows(max_col=MAX_COLUMNS, values_only=True):
        cells = [_cell_text(value) for value in row]
        full, empty = (full + 1, empty) if any(cells) else (full, empty + 1)
        if full > MAX_ROWS + 1 or empty > MAX_EMPTY_ROWS:
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


def _tab_separated(rows: Iterable[list[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter="\t", lineterminator="\n").writerows(rows)
    return out.getvalue()


def delimiter_of(text: str) -> str:
    """A tab wherever there is one, since nobody types it into a name; else the mark most rows agree on."""
    lines = [line for line in text.splitlines() if line.strip()][:200]
    if any("\t" in line for line in lines):
        return "\t"
    having = {mark: sum(mark in line for line in lines) for mark in ";,"}
    # «Rossi, Mario;1850»: the comma may belong to the name, the semicolon never does.
    return ";" if having[";"] and having[";"] * 2 >= having[","] else ","


def lines_of(text: str) -> list[Line]:
    """The rows that are not empty, their cells trimmed, all of the same length. Raises Unreadable."""
    if len(text.encode()) > MAX_BYTES:
        raise Unreadable(_("Il testo supera i 2 MB: dividi l’elenco in parti."))
    text = text.removeprefix("\ufeff")
    delimiter, skipped = delimiter_of(text), 0
    first, _newline, rest = text.partition("\n")
    if first.strip().lower().startswith("sep=") and len(first.strip()) == 5:  # Excel's own hint
        delimiter, text, skipped = first.strip()[4], rest, 1
    # An odd quotation mark is part of a name («Gigi "il Rosso), not the beginning of a quoted cell.
    odd = text.count('"') % 2 == 1
    reader = csv.reader(
        io.StringIO(text, newline=""),
        delimiter=delimiter,
        quoting=csv.QUOTE_NONE if odd else csv.QUOTE_MINIMAL,
    )
    try:
        lines = [
            Line(number, cells)
            for number, row in enumerate(reader, 1 + skipped)
            if any(cells := tuple(_cell_text(cell)[:MAX_CELL] for cell in row[:MAX_COLUMNS]))
        ]
    except csv.Error as error:
        raise Unreadable(
            _("Il testo non si lascia dividere in celle: incollalo da un foglio di calcolo.")
        ) from error
    if len(lines) > MAX_ROWS + 1:
        raise _too_many_rows()
    return _squared(lines)


def _squared(lines: list[Line]) -> list[Line]:
    """All rows as wide as the widest one that says something."""
    width = max(
        (1 + max(place for place, cell in enumerate(line.cells) if cell) for line in lines), default=0
    )
    return [Line(line.number, (line.cells + ("",) * width)[:width]) for line in lines]


def _too_many_rows() -> Unreadable:
    return Unreadable(_("Più di %(rows)d righe: dividi l’elenco in parti.") % {"rows": MAX_ROWS})
