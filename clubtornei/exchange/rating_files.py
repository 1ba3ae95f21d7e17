"""The files in which rating lists come, row by row as they are read: FIDE's zip and a national CSV."""

import codecs
import csv
import io
import re
import struct
import zipfile
import zlib
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import BinaryIO

from django.db.models import CharField
from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.exchange.models import ListedPlayer
from clubtornei.players.cells import clean_cells
from clubtornei.players.forms import PlayerForm
from clubtornei.players.models import Player
from clubtornei.players.names import PART_LENGTH, sort_key
from clubtornei.players.reading.headings import fields_from_headings
from clubtornei.players.reading.lines import cells_of
from clubtornei.players.reading.rows import Line
from scoring.trf import FIDE_TITLES

LARGEST_UNPACKED = 2_000_000_000  # bytes; the list of November 2026 has 317 million
ENCRYPTED = 1  # the bit of a zip's flags
COMPRESSED = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}  # LZMA takes as much memory as the file asks for
MOST_DIGITS = {"fide_id": 9, "rating": 4}  # of a number; a longer one is none
LONGEST_LINE = 2000  # bytes; a longer one would be no player's
MOST_LINES = 10_000_000  # of FIDE's list, which has 2 million: a small zip may hold a billion empty ones
BEGINNING = 100_000  # bytes by which the encoding is told
COLUMNS = tuple(field.name for field in ListedPlayer._meta.local_fields)
"""The columns of a list's table, in the order of a row here."""
TEXTS = tuple(field.name for field in ListedPlayer._meta.local_fields if isinstance(field, CharField))

Row = tuple[str | None, ...]
_HEADING = re.compile(r"ID Number|ID_NUMBER|\S+")
_FIDE = {
    "ID Number": "fide_id",
    "ID_NUMBER": "fide_id",
    "Name": "name",
    "NAME": "name",
    "Fed": "federation",
    "COUNTRY": "federation",
    "Sex": "sex",
    "SEX": "sex",
    "Tit": "fide_title",
    "TITLE": "fide_title",
    "WTit": "women's title",
    "W_TITLE": "women's title",
    "SRtng": "fide_rating",
    "SK": "fide_k",
    "RRtng": "fide_rapid",
    "Rk": "fide_rapid_k",
    "RK": "fide_rapid_k",
    "BRtng": "fide_blitz",
    "BK": "fide_blitz_k",
    "B-day": "birth_year",
    "BIRTHDAY": "birth_year",
}
"""The headings of FIDE's file, of which older ones lack some."""
_ONE_RATE = {
    "standard": ("fide_rating", "fide_k"),
    "rapid": ("fide_rapid", "fide_rapid_k"),
    "blitz": ("fide_blitz", "fide_blitz_k"),
}
"""The columns of a list of one rate, by the word that its file's name has: the heading says only a month."""
_RATE = re.compile("|".join(_ONE_RATE), re.IGNORECASE)
_MONTH = re.compile(r"[A-Z]{3}\d{2}")
_NEEDED = {"fide_id": "ID Number", "name": "Name", "federation": "Fed"}
_NUMBERS = ("fide_rating", "fide_rapid", "fide_blitz", "fide_k", "fide_rapid_k", "fide_blitz_k", "birth_year")
_RATINGS = ("fide_rating", "fide_rapid", "fide_blitz")
NATIONAL_RATINGS = ("fsi_rating", "fide_rating")
"""What the ratings of a national list are that do not say of which list they are: its own."""
_SEXES = {"M": "m", "F": "w"}
_SIMPLE = re.compile(r"[A-Za-z0-9 ,.\-]*")
_BLANKS = str.maketrans(",.-", "   ")


class ListUnreadable(Exception):
    """The file is no such list; the message says why and what to do."""


class Read(Struct, frozen=True):
    """A row, and how many bytes of the file have been read with it."""

    row: Row
    position: int


def rows_of(file: BinaryIO, rating_list: str, federations: Collection[str]) -> Iterator[Read]:
    """The players of the file; with `federations` only theirs. Raises ListUnreadable."""
    if zipfile.is_zipfile(file):
        with _whole_zip(), zipfile.ZipFile(file) as archive:
            found = _list_in(archive)
            with io.BufferedReader(archive.open(found)) as content:  # type: ignore[type-var]
                yield from _fide_rows(content, federations, found.filename)
        return
    file.seek(0)
    if rating_list == "fide":
        yield from _fide_rows(file, federations)
    else:
        yield from _national_rows(file, federations)


def size_of(file: BinaryIO) -> int:
    """How many bytes are to be read. Raises ListUnreadable. Not for a request: the directory of a zip is read
    whole, which may take gigabytes.
    """
    if not zipfile.is_zipfile(file):
        return file.seek(0, io.SEEK_END)
    with _whole_zip(), zipfile.ZipFile(file) as archive:
        return _list_in(archive).file_size


@contextmanager
def _whole_zip() -> Iterator[None]:
    """Raises ListUnreadable where the block finds the zip damaged."""
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, struct.error, OSError, EOFError, NotImplementedError) as error:
        raise ListUnreadable(_("Lo zip è rovinato: scaricalo di nuovo.")) from error


def _list_in(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    found = [info for info in archive.infolist() if info.filename.lower().endswith(".txt")]
    unreadable = any(info.flag_bits & ENCRYPTED or info.compress_type not in COMPRESSED for info in found)
    if len(found) != 1 or found[0].file_size > LARGEST_UNPACKED or unreadable:
        raise ListUnreadable(
            _("Nello zip ci vuole un solo file .txt: scarica la lista della FIDE in formato TXT.")
        )
    return found[0]


def _fide_rows(file: BinaryIO, federations: Collection[str], name: str = "") -> Iterator[Read]:
    """The players of FIDE's TXT. `name`: of the file, which tells the rate where there is one. Raises
    ListUnreadable.
    """
    empty = dict.fromkeys(COLUMNS)
    for cells, position in _people(file, _rate_of(name)):
        federation, number, full_name = (cells.get(field, "") for field in ("federation", "fide_id", "name"))
        if federations and federation not in federations:
            continue
        if not _is_number(number, MOST_DIGITS["fide_id"]) or not 0 < len(full_name) <= PART_LENGTH:
            continue
        values = _fide_values(cells) | {"fide_id": number, "federation": federation[:3]}
        yield Read(tuple((empty | values).values()), position)


def _rate_of(name: str) -> str:
    """The rate that the name of a file has, or nothing: «rapid_rating_list.txt»."""
    found = _RATE.search(name)
    return found[0].lower() if found else ""


def _people(file: BinaryIO, rate: str) -> Iterator[tuple[dict[str, str], int]]:
    """The cells of each line by field, and how many bytes have been read with it. Raises ListUnreadable."""
    header = file.readline(LONGEST_LINE)
    position, columns = len(header), _columns(header.decode("latin-1"), rate)
    for number, raw in enumerate(iter(partial(file.readline, LONGEST_LINE), b"")):
        if number == MOST_LINES:
            raise ListUnreadable(_("Ha più di %(most)d righe: non è la lista FIDE.") % {"most": MOST_LINES})
        position += len(raw)
        line = raw.decode("latin-1")
        yield {field: line[place].strip() for field, place in columns.items()}, position


def _columns(header: str, rate: str) -> dict[str, slice]:
    """Where each column is, by its heading: it ends where the next one begins. `rate`: of a list of one,
    whose rating stands under a month. Raises ListUnreadable.
    """
    headings = [(match.start(), match[0]) for match in _HEADING.finditer(header)]
    ends = [start for start, _name in headings[1:]] + [len(header) + 20]
    rating, k = _ONE_RATE.get(rate, ("", ""))
    columns = {
        field: slice(start, end)
        for (start, name), end in zip(headings, ends, strict=False)
        if (field := _FIDE.get(name) or (rating if _MONTH.fullmatch(name) else k if name == "K" else ""))
    }
    for field, name in _NEEDED.items():
        if field not in columns:
            raise ListUnreadable(
                _("Nella prima riga manca la colonna «%(name)s»: non è la lista FIDE in formato TXT.")
                % {"name": name}
            )
    if columns.keys().isdisjoint(_RATINGS):
        raise ListUnreadable(
            _(
                "È la lista di una sola cadenza, e non si sa quale: carica lo zip con il nome che ha alla"
                " FIDE («standard», «rapid» o «blitz»), oppure scarica quella con tutte, «STD, RPD, BLZ"
                " combined»."
            )
        )
    return columns


def _fide_values(cells: Mapping[str, str]) -> dict[str, str | None]:
    surname, comma, given = cells["name"].partition(",")
    surname, given = surname.strip(), given.strip()
    whole = f"{surname} {given}".strip()
    values: dict[str, str | None] = {
        "name": whole,
        "sort_name": _folded(whole),
        "surname": surname if comma else "",
        "given_name": given,
        "fsi_id": "",
        "category": "",
        "affiliation": "",
        "sex": _SEXES.get(cells.get("sex", ""), ""),
        "fide_title": (cells.get("fide_title") or cells.get("women's title", ""))[:3],
    }
    for field in _NUMBERS:
        number = cells.get(field, "")
        fits = _is_number(number, MOST_DIGITS["rating"])
        values[field] = number if fits and number.strip("0") else None
    return values


def _is_number(text: str, most_digits: int) -> bool:
    return text.isdecimal() and len(text) <= most_digits


def _folded(name: str) -> str:
    """The sort key; that of a name in plain letters, as nearly all of FIDE's are, is found sooner."""
    if _SIMPLE.fullmatch(name):
        return " ".join(name.lower().translate(_BLANKS).split())
    return sort_key(name)


def _national_rows(file: BinaryIO, federations: Collection[str]) -> Iterator[Read]:
    """Of a CSV with headings, matched as the roster's import does. A cell that cannot be read is left empty,
    a row without a name is left out.
    """
    text = io.TextIOWrapper(file, encoding=_encoding(file), newline="")
    first = text.readline(10_000)
    delimiter = max(";\t,", key=first.count)
    headings = Line(1, tuple(next(csv.reader([first], delimiter=delimiter), [])))
    columns = fields_from_headings(headings, NATIONAL_RATINGS)
    if columns is None:
        raise ListUnreadable(
            _("Nella prima riga non c’è una colonna con il nome: ci vogliono intestazioni, come «Nome;Elo».")
        )
    fields = PlayerForm(instance=Player()).fields
    position = len(first)
    for number, cells in enumerate(_csv_rows(text, delimiter), 2):
        position += sum(map(len, cells)) + len(cells)
        padded = (*cells, *[""] * (len(columns) - len(cells)))[: len(columns)]
        said, _errors = clean_cells(cells_of(Line(number, tuple(padded)), columns), fields)
        if not said.name or (federations and said.federation not in federations):
            continue
        known = {**_by_title(said.title), **said.values()}
        known["sort_name"] = sort_key(said.name)
        values = (str(known[name]) if name in known else _empty(name) for name in COLUMNS)
        yield Read(tuple(values), position)


def _csv_rows(text: io.TextIOWrapper, delimiter: str) -> Iterator[list[str]]:
    """The rows below the headings. Raises ListUnreadable."""
    rows, line = csv.reader(text, delimiter=delimiter), 2
    try:
        for row in rows:
            yield row
            line = rows.line_num + 2
    except csv.Error as error:
        raise ListUnreadable(
            _("Le virgolette della riga %(line)s non si chiudono: correggila e riprova.") % {"line": line}
        ) from error
    except UnicodeDecodeError as error:
        raise ListUnreadable(
            _("Dopo la riga %(line)s il testo non è più UTF-8: salvalo tutto così e riprova.")
            % {"line": line}
        ) from error


def _by_title(title: str) -> dict[str, str]:
    """The column that a title fills, where a list has one column for FIDE's and its own. CM is a national
    category in Italy, too, and taken for one.
    """
    fide = title.upper() in FIDE_TITLES and title.upper() != "CM"
    return {"fide_title": title.upper()} if fide else {"category": title}


def _empty(name: str) -> str | None:
    return "" if name in TEXTS else None


def _encoding(file: BinaryIO) -> str:
    """UTF-8, or that of Windows where the beginning is none."""
    beginning = file.read(BEGINNING)
    file.seek(0)
    whole = len(beginning) < BEGINNING  # else it may end within a letter
    try:
        codecs.getincrementaldecoder("utf-8")().decode(beginning, final=whole)
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8-sig"
