"""Tables of people out of a page (HTML, also under the name .xls), address cards and a report file (TRF)."""

import csv
import io
import quopri
import re
from collections.abc import Iterable, Sequence
from html.parser import HTMLParser

from scoring.document import DocumentError
from scoring.trf_reading import read_trf

_PAGE = re.compile(
    r"\s*(?:<\?xml[^>]*>|<!--.*?-->|\s)*<(?:!doctype|html|head|body|table|ul|ol|div|p|meta|style)\b", re.I
)
_WORKBOOK = re.compile(r"\s*<\?xml[^>]*>.{0,300}<(?:\w+:)?Workbook\b", re.DOTALL)
_TRF_LINE = re.compile(r"^001 [ \d]{4} .{40,}", re.MULTILINE)
_CARD = "BEGIN:VCARD"
ROWS, CELLS = {"tr", "row", "li", "p", "div", "h1", "h2", "h3", "h4", "br", "dt"}, {"td", "th", "cell"}
UNSEEN = {"style", "script", "head", "title", "styles", "documentproperties"}


def as_table(text: str) -> str:
    """The text itself, or, of a page, of address cards or of a report file, what it says, tab-separated."""
    if _PAGE.match(text) or _WORKBOOK.match(text):
        return tab_separated(_rows_of_page(text))
    if _CARD in text[:2_000].upper():
        return tab_separated(_rows_of_cards(text))
    if _TRF_LINE.search(text):
        return _table_of_report(text) or text
    return text


def tab_separated(rows: Iterable[Sequence[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter="\t", lineterminator="\n").writerows(rows)
    return out.getvalue()


class _Page(HTMLParser):
    """The rows of the tables and lists of a page, and its paragraphs."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = [[""]]
        self.unseen = 0
        self.in_row = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        tag = tag.rpartition(":")[2]
        if tag in UNSEEN:
            self.unseen += 1
        elif tag in ("tr", "row"):
            self.in_row = True
            self.rows.append([])
        elif tag in CELLS:
            self.rows[-1].append("")
        elif tag in ROWS and not self.in_row:
            self.rows.append([""])
        elif tag in ROWS:
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        tag = tag.rpartition(":")[2]
        if tag in UNSEEN:
            self.unseen = max(0, self.unseen - 1)
        elif tag in ("tr", "row", "table"):
            self.in_row = False
            self.rows.append([""])

    def handle_data(self, data: str) -> None:
        if not self.unseen:
            if not self.rows[-1]:
                self.rows[-1].append("")
            self.rows[-1][-1] += data


def _rows_of_page(text: str) -> list[list[str]]:
    page = _Page()
    page.feed(text)
    page.close()
    rows = [[" ".join(cell.split()) for cell in row] for row in page.rows]
    return [row for row in rows if any(row)]


_CARD_HEADINGS = ("Cognome", "Nome", "Cognome e nome", "Data di nascita", "Recapito")


def _rows_of_cards(text: str) -> list[list[str]]:
    """One row for each card: the parts of its name, the day of birth, a telephone number or an address."""
    unfolded = re.sub(r"\r?\n[ \t]", "", text)
    unfolded = re.sub(r"=\r?\n", "", unfolded)
    rows = [list(_CARD_HEADINGS)]
    for card in re.split(rf"(?i){_CARD}", unfolded)[1:]:
        said = _said_by(card)
        family, given = ([*re.split(r"(?<!\\);", said.get("N", "")), "", ""])[:2]
        whole = said.get("FN", "")
        born = re.sub(r"^(\d{4})(\d\d)(\d\d)$", r"\1-\2-\3", said.get("BDAY", "")[:10])
        parts = [family, given] if family and given else ["", ""]
        rows.append(
            [
                *parts,
                "" if all(parts) else whole or family or given,
                born,
                said.get("TEL") or said.get("EMAIL", ""),
            ]
        )
    if any(row[0] for row in rows[1:]):  # a card with one name alone has it as its surname
        return [[row[0] or row[2], row[1], row[3], row[4]] for row in rows]
    return [row[2:] for row in rows]


def _said_by(card: str) -> dict[str, str]:
    """The first of each property of a card."""
    said: dict[str, str] = {}
    for line in card.splitlines():
        head, colon, value = line.partition(":")
        name, *parameters = head.upper().split(";")
        name = name.rpartition(".")[2]
        if not colon or name in said:
            continue
        if "QUOTED-PRINTABLE" in ";".join(parameters):
            value = quopri.decodestring(value.encode("utf-8")).decode("utf-8", errors="replace")
        said[name] = value.replace("\\,", ",").replace("\\n", " ").strip()
    return said


_REPORT_HEADINGS = (
    "Cognome e nome",
    "Sesso",
    "Titolo FIDE",
    "Elo FIDE",
    "Federazione",
    "Codice FIDE",
    "Data di nascita",
)


def _table_of_report(text: str) -> str:
    """The players of a report file; empty if it cannot be read."""
    lines = [line for line in text.splitlines() if line.startswith("001 ")]
    try:
        trf, _notes = read_trf("\n".join(line[:89] for line in lines))
    except DocumentError:
        return ""
    rows = [
        [
            *(player.name, player.sex, player.title, str(player.rating or ""), player.federation),
            *(str(player.fide_id or ""), player.born.replace("/", "-")),
        ]
        for player in trf.players
    ]
    return tab_separated([_REPORT_HEADINGS, *rows])
