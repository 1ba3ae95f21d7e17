"""Files made to break the site, or to keep it busy: each is answered with a sentence, none hangs it."""

import io
import json
import zipfile
import zlib
from collections.abc import Callable
from time import thread_time
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clubtornei.accounts.models import Club, ClubLogo, Role
from clubtornei.events.models import Event
from clubtornei.exchange.views import LARGEST_FILE
from clubtornei.players.models import Player
from tests.factories import signed_in

pytestmark = pytest.mark.django_db

MB = 1_000_000
MANY = 250_000  # rows, rounds, players: where each took as long as those before it, that would be minutes
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 100
HANGS = 15.0  # seconds of work, not of the clock: a machine may be slow, but what is quadratic takes hours

MAIN = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
TYPES = b"http://schemas.openxmlformats.org/package/2006/content-types"
RELATIONS = b"http://schemas.openxmlformats.org/package/2006/relationships"
KIND = b"application/vnd.openxmlformats-officedocument.spreadsheetml"
SHEET = b'<worksheet xmlns="' + MAIN + b'"><sheetData>%b</sheetData></worksheet>'
ENTITIES = b'<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">%b]>' % b"".join(
    b'<!ENTITY %c "%b">' % (code, b"&%c;" % (code - 1) * 10) for code in range(ord("b"), ord("k"))
)
PACKAGE = {
    "[Content_Types].xml": b'<Types xmlns="%b">'
    b'<Override PartName="/xl/workbook.xml" ContentType="%b.sheet.main+xml"/>'
    b'<Override PartName="/xl/sharedStrings.xml" ContentType="%b.sharedStrings+xml"/></Types>'
    % (TYPES, KIND, KIND),
    "xl/workbook.xml": b'<workbook xmlns="%b" xmlns:r="%b"><sheets>'
    b'<sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>' % (MAIN, OFFICE),
    "xl/_rels/workbook.xml.rels": b'<Relationships xmlns="%b">'
    b'<Relationship Id="rId1" Type="%b/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
    % (RELATIONS, OFFICE),
    "xl/worksheets/sheet1.xml": SHEET % b"",
}


def xlsx(**parts: bytes) -> bytes:
    """A workbook of which these parts are others: their names without what is around them."""
    places = {
        "sheet": "xl/worksheets/sheet1.xml",
        "strings": "xl/sharedStrings.xml",
        "more": "xl/media/a.png",
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as package:
        for name, content in (PACKAGE | {places[part]: content for part, content in parts.items()}).items():
            package.writestr(name, content)
    return file.getvalue()


def declared(size: int, book: bytes) -> bytes:
    """The workbook, whose last part says that it is so large."""
    at = book.rindex(b"PK\1\2") + 24
    return book[:at] + size.to_bytes(4, "little") + book[at + 4 :]


def document(**changed: object) -> bytes:
    players = [{"id": number, "name": f"Giocatore {number}"} for number in (1, 2)]
    whole = {"clubtornei": 1, "name": "Prova", "players": players, "stages": [STAGE]} | changed
    return json.dumps(whole).encode()


def filled(part: bytes, times: int, **changed: object) -> bytes:
    """The document with `part` so often in the one empty list that `changed` has."""
    return document(**changed).replace(b"[]", b"[" + b",".join([part] * times) + b"]")


STAGE = {"system": "round-robin", "scoring": "game", "ranking": ["points"]}
OPEN = {**STAGE, "rounds": []}  # `filled` fills its list

SHEETS: dict[str, Callable[[], bytes]] = {
    "says that it unpacks to a gigabyte": lambda: declared(10**9, xlsx(more=b"a")),
    "says that it is small": lambda: declared(100, xlsx(strings=b"<sst>" + b"<si/>" * MB + b"</sst>")),
    "a row without end": lambda: xlsx(sheet=SHEET % (b"<row>" + b"<c/>" * MB + b"</row>")),
    "rows without end": lambda: xlsx(sheet=SHEET % (b"<row/>" * MB)),
    "strings without end": lambda: xlsx(strings=b"<sst>" + b"<si/>" * MB + b"</sst>"),
    "entities in entities": lambda: xlsx(sheet=ENTITIES + SHEET % b"<row><c t='str'><v>&j;</v></c></row>"),
    "elements in elements": lambda: xlsx(sheet=SHEET % (b"<row>" * MB)),
    "one line": lambda: b"a" * 2 * MB,
    "nothing but separators": lambda: b";" * 2 * MB,
    "nothing but quotation marks": lambda: b'"' * 2 * MB,
    "one letter a line": lambda: b"a\n" * MB,
    "names of ten thousand letters": lambda: b"nome\n" + (b"a" * 10_000 + b"\n") * 40,
    "a picture": lambda: PICTURE,
    "a program": lambda: b"\x7fELF" + bytes(1000),
    "3 MB": lambda: b"a;b\n" * MB,
}
DOCUMENTS: dict[str, Callable[[], bytes]] = {
    "lists in lists": lambda: b"[" * 19 * MB,
    "objects in objects": lambda: b'{"a":' * 3 * MB,
    "lists in lists in a document": lambda: filled(b"[" * 99_999 + b"]" * 99_999, 1, notes=[]),
    "a number without end": lambda: filled(b"9" * 19 * MB, 1, notes=[]),
    "an exponent": lambda: filled(b"1e999999999", 1, notes=[]),
    "names of ten thousand letters": lambda: document(
        players=[{"id": number, "name": "a" * 10_000} for number in range(1, 1_900)]
    ),
    "a name of 19 MB": lambda: document(name="a" * 19 * MB),
    "players that are none": lambda: filled(b"0", 2 * MANY, players=[]),
    "stages that are none": lambda: filled(b"{}", 2 * MANY, stages=[]),
    "rounds that are none": lambda: filled(b"{}", 2 * MANY, stages=[OPEN]),
    "empty rounds": lambda: filled(b'{"tables": []}', MANY, stages=[OPEN]),
    "the same key": lambda: document().replace(b"{", b"{" + b'"a": 1, ' * MB, 1),
    "half pairs": lambda: filled(b'"\\ud800"', MANY, notes=[]),
    "a report of nothing": lambda: b"012 a\n" + b"001\n" * 100_000,
    "a report without end": lambda: b"001 " * 500_000,
    "21 MB": lambda: b" " * 21 * MB,
    "a picture": lambda: PICTURE,
}


def chunk(kind: bytes, content: bytes) -> bytes:
    return len(content).to_bytes(4, "big") + kind + content + zlib.crc32(kind + content).to_bytes(4, "big")


def png(width: int, height: int, *chunks: bytes, said: bytes = b"") -> bytes:
    """A PNG of that size, all of its points nothing, unless another content is `said`."""
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x01\0\0\0\0"
    content = said or zlib.compress(bytes((width + 7) // 8 + 1) * height)
    return (
        PICTURE[:8] + chunk(b"IHDR", head) + b"".join(chunks) + chunk(b"IDAT", content) + chunk(b"IEND", b"")
    )


WEBP = b"VP8X" + (10).to_bytes(4, "little") + bytes(4) + b"\xff\x3f\0\xff\x3f\0"
LOGOS: dict[str, Callable[[], bytes]] = {
    "says that it is 2 billion points wide": lambda: png(2**31 - 1, 2**31 - 1, said=b"a"),
    "unpacks to 64 million points": lambda: png(8_000, 8_000),
    "says that it is large, as WebP": lambda: b"RIFF" + (22).to_bytes(4, "little") + b"WEBP" + WEBP,
    "text that unpacks to 10 MB": lambda: png(
        100, 100, chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(10 * MB)))
    ),
    "parts without end": lambda: png(10, 10, *[chunk(b"tEXt", b"a\0b")] * 100_000),
    "broken off": lambda: png(1000, 1000)[:-30],
    "no colours": lambda: png(100, 100, said=zlib.compress(b"")),
    "a picture of nothing": lambda: PICTURE,
    "a drawing with a script": lambda: (
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
    ),
    "a page": lambda: b"<!DOCTYPE html><script>alert(1)</script>",
    "a program": lambda: b"\x7fELF" + bytes(1000),
    "3 MB": lambda: png(100, 100) + bytes(3 * MB),
}


@pytest.fixture
def client() -> Client:
    Club.objects.create(name="Circolo", slug="circolo")
    return signed_in(Club.objects.get(), Role.OWNER)


def test_spreadsheets(client: Client) -> None:
    for made in SHEETS.values():
        answered(client, "players/import/", made(), "roster.xlsx")
        assert not Player.objects.exists()


def test_documents(client: Client) -> None:
    for made in DOCUMENTS.values():
        answered(client, "events/import/", made(), "torneo.json")
        assert not Event.objects.exists()


def test_logos(client: Client) -> None:
    """WeasyPrint has pictures that say too much, or too little, read as far as they go: they are harmless."""
    for name, made in LOGOS.items():
        answer = sent(client, "club/look/", "logo", made(), "logo.png")
        assert answer.status_code == 422 or name in {"no colours", "text that unpacks to 10 MB"}
        assert all(len(logo.image) < 10_000 for logo in ClubLogo.objects.all())


def answered(client: Client, path: str, content: bytes, name: str) -> None:
    """It is answered by the form with a sentence, or by a preview."""
    assert sent(client, path, "file", content, name).status_code in {200, 422}


def sent(client: Client, path: str, field: str, content: bytes, name: str) -> Any:
    """The answer, which comes without hanging; how quick it is, no test can say on every machine."""
    begun = thread_time()
    answer = client.post(f"/c/circolo/{path}", {field: SimpleUploadedFile(name, content)})
    assert thread_time() - begun < HANGS
    return answer


def test_a_rating_list_of_the_largest_size_is_read() -> None:
    assert settings.LARGEST_BODY > LARGEST_FILE
