"""A copy's ZIP file, read with ceilings: whoever has made it may be a stranger. Nothing goes to a disk."""

import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import IO

import msgspec
from django.utils.translation import gettext as _
from msgspec import convert

from clubtornei.club_copies.packing import (
    CIRCUITS,
    CLUB,
    FORMAT,
    PRESETS,
    ROSTER,
    ClubFile,
    EventSummary,
    event_file,
)
from clubtornei.rounds.state.site_facts import EARLIEST, LATEST
from clubtornei.text.untyped import JsonObject

LARGEST_ZIP = 100_000_000  # bytes
MOST_FILES = 10_000
LARGEST_DIRECTORY = 2_000_000  # bytes of the list of its files
LARGEST_FILE = 64_000_000  # bytes, unpacked
LARGEST_INDEX = 2_000_000  # bytes of circolo.json, which the site itself reads: the rest is read by jobs
LARGEST_ALL = 1_000_000_000
DEEPEST = 100  # lists and objects in each other
SLUG = re.compile(r"[-\w]{1,80}", re.ASCII)

END = struct.Struct("<4s4H2LH")  # of the list of files, at the end of a ZIP
ZIP64 = 20  # bytes before it, where another end of a larger ZIP is named
LONGEST_COMMENT = 1 << 16
MOST_DIGITS = 40  # of a number, before or behind the point
COMPRESSED = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}  # LZMA takes as much memory as the file asks for
UNREADABLE = (zipfile.BadZipFile, zlib.error, struct.error, OSError, EOFError, RuntimeError, ValueError)


class CopyUnreadable(Exception):
    """The file is no copy, or cannot be restored; the message names the file in it, and the remedy."""


def unreadable(name: str, why: str) -> CopyUnreadable:
    return CopyUnreadable(
        _("%(file)s: %(why)s Non è cambiato niente: usa il file com’è stato scaricato, o un’altra copia.")
        % {"file": name, "why": why}
    )


def _decimal(text: str) -> Decimal:
    """A number with a moderate exponent: one of 1e999999999 as an integer would fill the memory."""
    number = Decimal(text)
    if abs(number.adjusted()) > MOST_DIGITS:
        raise ValueError(text)
    return number


DECODER = msgspec.json.Decoder(float_hook=_decimal)


class CopyArchive:
    """The files of a copy, each read when it is asked for. Raises CopyUnreadable."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        infos = archive.infolist()
        self.archive, self.infos = archive, {info.filename: info for info in infos}
        if len(self.infos) < len(infos):
            raise unreadable("ZIP", _("ha due volte lo stesso file."))
        if any(info.compress_type not in COMPRESSED for info in infos):
            raise unreadable("ZIP", _("è compresso in un modo che una copia non usa."))
        if sum(info.file_size for info in infos) > LARGEST_ALL:
            raise unreadable("ZIP", _("è troppo grande."))
        self.about = self._about()
        self.events = {event.slug: event for event in self.about.events}

    def _about(self) -> ClubFile:
        content = self.json(CLUB, LARGEST_INDEX)
        if content.get("program") != "ClubTornei":
            raise unreadable(CLUB, _("non è una copia di ClubTornei."))
        newest = content.get("format")
        if isinstance(newest, int) and newest > FORMAT:
            raise unreadable(
                CLUB, _("l’ha fatta una versione più nuova del programma: prima aggiorna questa.")
            )
        try:
            about = convert(content, ClubFile)
        except msgspec.ValidationError as error:
            raise unreadable(CLUB, f"{error}.") from error
        if not EARLIEST <= about.made_at.year < LATEST:  # beyond, a time zone may lead out of the calendar
            raise unreadable(CLUB, _("la data della copia non va bene."))
        slugs = [event.slug for event in about.events]
        if len(set(slugs)) < len(slugs) or not all(map(SLUG.fullmatch, slugs)):
            raise unreadable(CLUB, _("i nomi dei tornei (slug) non vanno bene."))
        return about

    @property
    def roster(self) -> JsonObject:
        return self.json(ROSTER)

    @property
    def presets(self) -> JsonObject:
        return self.json(PRESETS)

    @property
    def circuits(self) -> JsonObject:
        return self.json(CIRCUITS)

    def rows_of(self, event: EventSummary) -> JsonObject:
        return self.json(event_file(event.slug, "dati"))

    def history_of(self, event: EventSummary) -> JsonObject:
        return self.json(event_file(event.slug, "storia"))

    def json(self, name: str, largest: int = 0) -> JsonObject:
        """The object in a file of at most so many bytes; 0: as many as any file."""
        content = self.bytes(name, largest)
        if content is None:
            raise unreadable(name, _("manca."))
        try:
            value = DECODER.decode(content)
        except (
            msgspec.DecodeError,
            UnicodeDecodeError,
            ValueError,
            RecursionError,
            ArithmeticError,
        ) as error:
            raise unreadable(name, _("non è JSON che si possa leggere.")) from error
        if not isinstance(value, dict) or _is_too_deep(value):
            raise unreadable(name, _("non ha la forma di una copia."))
        return value

    def bytes(self, name: str, largest: int = 0) -> bytes | None:
        """What is in a file; None: there is none. What the ZIP says of its size is not believed."""
        info, most = self.infos.get(name), largest or LARGEST_FILE
        if info is None:
            return None
        try:
            with self.archive.open(info) as file:
                content = file.read(most + 1)
        except UNREADABLE as error:
            raise unreadable(name, _("è danneggiato.")) from error
        if len(content) > most:
            raise unreadable(name, _("è troppo grande."))
        return content


@contextmanager
def opened(file: IO[bytes]) -> Iterator[CopyArchive]:
    """Raises CopyUnreadable."""
    _refuse_long_list(file)
    try:
        archive = zipfile.ZipFile(file)
    except UNREADABLE as error:
        raise unreadable("ZIP", _("non è un file ZIP, o è danneggiato.")) from error
    with archive:
        yield CopyArchive(archive)


def _refuse_long_list(file: IO[bytes]) -> None:
    """zipfile reads the whole list of files, which may have millions: it says at the end how long it is."""
    size = file.seek(0, 2)
    if size > LARGEST_ZIP:
        raise unreadable("ZIP", _("è troppo grande."))
    file.seek(max(size - LONGEST_COMMENT - END.size, 0))
    tail = file.read()
    place = tail.rfind(b"PK\5\6")
    if place < 0 or len(tail) - place < END.size:
        raise unreadable("ZIP", _("non è un file ZIP, o è danneggiato."))
    _sign, _disk, _first, _here, count, length, _offset, _comment = END.unpack_from(tail, place)
    in_zip64 = tail[max(place - ZIP64, 0) : place].startswith(b"PK\6\7")  # another length counts then
    if count > MOST_FILES or length > LARGEST_DIRECTORY or in_zip64:
        raise unreadable("ZIP", _("ha troppi file."))
    file.seek(0)


def _is_too_deep(value: object) -> bool:
    level = [value]
    for _depth in range(DEEPEST):
        level = [
            part
            for one in level
            if isinstance(one, dict | list)
            for part in (one.values() if isinstance(one, dict) else one)
        ]
        if not level:
            return False
    return True
