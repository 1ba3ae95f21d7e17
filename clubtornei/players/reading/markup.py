"""Tables of people out of a page (HTML, also under the name .xls) and a report file (TRF)."""

import csv
import io
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
ROWS, CELLS = {"tr", "row", "li", "p", "div", "h1", "h2", "h3", "h4", "br", "dt"}, {"td", "th", "cell"}
UNSEEN = {"style", "script", "head", "title", "styles", "documentproperties"}


def as_table(text: str) -> str:
    """The text itself, or, of a page or a report file, what it says, tab-separated."""
    if _PAGE.match(text) or _WORKBOOK.match(text):
        return tab_separated(_rows_of_page(text))
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
