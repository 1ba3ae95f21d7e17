"""The text of an uploaded file: CSV, a workbook (XLSX, XLS, ODS), a page, a report file."""

import codecs
import io
import subprocess
import sys
import zipfile

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from clubtornei.players.reading.lines import layout_of, read_lines
from clubtornei.players.reading.rows import MAX_BYTES, MAX_ROWS, Unreadable, parse_lines, too_many_rows
from clubtornei.players.reading.workbook import BETWEEN_SHEETS, ReadingEnd

MAX_UNPACKED_BYTES = 20_000_000  # of all parts of an XLSX or ODS file together
MAX_PARTS = 1_000
ZIP, OLD_EXCEL, PDF = b"PK", b"\xd0\xcf\x11\xe0", b"%PDF"
WORKBOOKS = {"xl/workbook.xml", "content.xml"}
READING_TIME = 20  # seconds
_UNREADABLE: dict[int, Promise] = {
    ReadingEnd.NO_WORKBOOK: gettext_lazy(
        "Il file è rovinato: aprilo e salvalo di nuovo, oppure incolla le celle."
    ),
    ReadingEnd.PROTECTED: gettext_lazy(
        "Il file è protetto da una password: salvalo senza, oppure incolla le celle."
    ),
    ReadingEnd.NO_SHEETS: gettext_lazy("Il file non contiene fogli."),
    ReadingEnd.TOO_MANY_ROWS: gettext_lazy("Il foglio è troppo grande: salva solo le righe che servono."),
}


def decode_file(data: bytes) -> str:
    """The text of an uploaded file, known by its content. Raises Unreadable."""
    if len(data) > MAX_BYTES:
        raise Unreadable(_("Il file supera i 2 MB: togli i fogli e le colonne che non servono."))
    if data.startswith(ZIP):
        _check_package(data)
    if data.startswith((ZIP, OLD_EXCEL)):
        return _decode_workbook(data)
    text = _decoded(data)
    if "\0" in text or data.startswith(PDF):
        raise Unreadable(_("Non è un foglio di calcolo: servono un file CSV, XLSX, XLS o ODS."))
    return text


def _decoded(data: bytes) -> str:
    """UTF-8, UTF-16 as Excel writes it, else the encoding of Windows."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _decode_workbook(data: bytes) -> str:
    """The first sheet with people, tab-separated. Raises Unreadable."""
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "clubtornei.players.reading.workbook"],
            input=data,
            capture_output=True,
            cwd=settings.BASE_DIR,
            timeout=READING_TIME,
        )
    except subprocess.TimeoutExpired as error:
        raise Unreadable(_UNREADABLE[ReadingEnd.NO_WORKBOOK]) from error
    if ended.returncode != ReadingEnd.DONE:
        raise Unreadable(_UNREADABLE.get(ended.returncode, _UNREADABLE[ReadingEnd.TOO_MANY_ROWS]))
    sheets = ended.stdout.decode().split(BETWEEN_SHEETS)
    text = next((sheet for sheet in sheets if len(sheets) > 1 and _has_people(sheet)), sheets[0])
    if sum(bool(line.strip()) for line in text.splitlines()) > MAX_ROWS + 1:
        raise too_many_rows()
    return text


def _has_people(text: str) -> bool:
    """Whether at least half of the rows of a sheet are people."""
    try:
        lines = parse_lines(text)[:200]
    except Unreadable:
        return False
    if not lines:
        return False
    layout = layout_of(lines)
    body = read_lines(lines[layout.header :], layout.columns)
    people = sum(bool(one.cells.get("name")) and not (one.refusal or one.doubt) for one in body)
    return 0 < people >= len(body) / 2


def _check_package(data: bytes) -> None:
    """Raises Unreadable if the package is too large or no workbook.

    The sizes that a ZIP declares can be relied on here, because zipfile never reads beyond them.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            parts = package.infolist()
    except (zipfile.BadZipFile, EOFError, OSError, NotImplementedError, ValueError) as error:
        raise Unreadable(_UNREADABLE[ReadingEnd.NO_WORKBOOK]) from error
    if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED_BYTES:
        raise Unreadable(_("Il file è troppo grande una volta aperto: salva solo il foglio che serve."))
    if WORKBOOKS.isdisjoint(part.filename for part in parts):
        raise Unreadable(_("Non è un foglio di calcolo: servono un file CSV, XLSX, XLS o ODS."))
