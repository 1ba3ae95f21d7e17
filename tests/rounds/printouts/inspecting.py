"""Sheets as they are laid out, and what is wrong with them."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import unescape
from typing import Any

from msgspec import Struct

from clubtornei.events.models import Event
from clubtornei.rounds.printouts.catalogue import SHEETS
from clubtornei.rounds.printouts.markup import markup
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.typesetting.paper_format import A4, SMALLEST, PaperFormat
from clubtornei.rounds.typesetting.rendering import Markup, laid_out

NAMES = [
    "Rossi Mario",
    "Santacroce-Bentivoglio Massimiliano Maria",
    "D’Angelo Nicolò",
    "Della Valle Pierfrancesco",
    "Wolkenstein-Trostburg",
]
CLUBS = ["Circolo Scacchistico Bergamasco", "La Torre", ""]
PUBLIC = "/t/torneo/"
NOT_MEANT = re.compile(
    r'^[^>]*>|<div id="running">.*?(?=<div id="foot|<header)|<(dd|p) class="(?:soft|plays)">.*?</\1>'
)
"""The tag of the body, the heading of second pages, and what is left out where there is little room."""
LETTER = 1.0  # CSS pixels that a box may pass a margin: rounding
PIXEL = 0.75  # points
HALF = 0.5


def dressed(event: Event, stage: int | None = None) -> EventSnapshot:
    """The event with names, clubs, titles and ratings of every length."""
    entries = list(event.entries.order_by("entry_no"))
    for place, entry in enumerate(entries):
        entry.name = NAMES[place % 5] + (f" {place}" if place >= 5 else "")
        entry.affiliation = CLUBS[place % 3]
        entry.rating, entry.title = 1500 + place, "CM" if place % 4 == 0 else ""
    event.entries.model.objects.bulk_update(entries, ["name", "affiliation", "rating", "title"])
    event.version += 1
    event.save()
    return EventSnapshot(event, stage)


class Edges(Struct, frozen=True):
    """What a text must not pass; `hidden`: where it is cut off."""

    right: float
    bottom: float
    hidden_right: float = float("inf")
    hidden_bottom: float = float("inf")


def faults(
    snapshot: EventSnapshot, name: str, paper: PaperFormat = A4, public: str | None = PUBLIC
) -> list[str]:
    """Texts that pass the margins of their page, its foot or the edge of their cell, that are cut or too
    small; what no page shows; and pages with nothing on them.
    """
    made = markup_of(snapshot, name, paper, public)
    document = _laid_out(made)
    found = [fault for page in document.pages for fault in _faults_of(page._page_box, paper)]
    filled = [_filled(page._page_box) for page in document.pages]
    found += [f"not shown: {text}" for text in _hidden(made.html, document.pages)]
    said = SHEETS[name].pages(snapshot, _number(snapshot, name), paper)
    if said not in (None, len(document.pages)):
        found.append(f"{len(document.pages)} pages instead of {said}")
    found += [f"page {number} is empty" for number, part in enumerate(filled, 1) if not part]
    if len(filled) == 1 and _grows(snapshot, name) and filled[0] < HALF:
        found.append(f"{filled[0]:.0%} of the page")
    return found


def laid_out_sheet(
    snapshot: EventSnapshot, name: str, paper: PaperFormat = A4, public: str | None = PUBLIC
) -> Any:
    """The sheet of the last round in WeasyPrint; `public`: the path of the event’s public page."""
    return _laid_out(markup_of(snapshot, name, paper, public))


def markup_of(snapshot: EventSnapshot, name: str, paper: PaperFormat, public: str | None) -> Markup:
    sheet = SHEETS[name]
    context = sheet.context(snapshot, _number(snapshot, name), paper)
    return markup(name, snapshot, context, "http://testserver{}".format, public, paper)


def _number(snapshot: EventSnapshot, name: str) -> int:
    """The last round, or the first part of a sheet in parts."""
    return 1 if SHEETS[name].parts(snapshot) else snapshot.progress.rounds


@lru_cache(maxsize=1)
def _laid_out(sheet: Markup) -> Any:
    """Once for who looks at what stands on a sheet, and then for its faults."""
    return laid_out(sheet)


def texts_of(page: Any) -> list[Any]:
    """The boxes of text on a page, without what stands in its margins."""
    anywhere = Edges(float("inf"), float("inf"))
    children = [child for child in page._page_box.children if type(child).__name__ != "MarginBox"]
    return [box for child in children for box, _edges in _texts(child, anywhere) if box.text.strip()]


def lines_of_page(page: Any) -> list[str]:
    """The texts on a page, with those beside each other in one cell as one: a name in two weights."""
    lines: list[str] = []
    before: Any = None
    for box in texts_of(page):
        follows = before and abs(base_of(box) - base_of(before)) < LETTER
        if follows and abs(before.position_x + before.width - box.position_x) < LETTER:
            lines[-1] += box.text
        else:
            lines.append(box.text)
        before = box
    return lines


def in_margin(page: Any, keyword: str) -> str:
    """What stands there in the margin of a page."""
    margins = [box for box in page._page_box.children if getattr(box, "at_keyword", "") == keyword]
    return " ".join(
        box.text for margin in margins for box in margin.descendants() if getattr(box, "text", "")
    )


def codes_of(page: Any) -> int:
    """How many codes to open with a phone are on the page, in its margins too."""
    return sum(box.element_tag == "img" for box in page._page_box.descendants())


def base_of(text: Any) -> float:
    """The line on which a text stands."""
    return float(text.position_y + text.baseline)


def _grows(snapshot: EventSnapshot, name: str) -> bool:
    """Whether so many rows can fill half a page."""
    growing = {"players", "pairings", "by-name", "standings", "crosstable", "swiss-crosstable", "bracket"}
    return name in growing and len(snapshot.players) >= 8


def _hidden(html: str, pages: Sequence[Any]) -> list[str]:
    """What the sheet says but no page shows. In capitals and without spaces: lines may break anywhere."""
    anywhere = Edges(float("inf"), float("inf"))
    boxes = [box for page in pages for box, _edges in _texts(page._page_box, anywhere)]
    shown = _run_together("".join(box.text for box in boxes))
    said = re.split("<[^>]*>", NOT_MEANT.sub("", html.partition("<body")[2]))
    texts = dict.fromkeys(unescape(text).strip() for text in said)
    return [text for text in texts if _run_together(text) not in shown]


def _run_together(text: str) -> str:
    return re.sub(r"[\s\u00ad\u200b\u2060]+", "", text).upper()


def _faults_of(page: Any, paper: PaperFormat) -> Iterator[str]:
    edges = Edges(page.margin_left + page.width + LETTER, page.margin_top + page.height + LETTER)
    for box, around in _texts(page, edges):
        right, bottom = box.position_x + box.width, box.position_y + box.height
        if right > around.right or bottom > around.bottom:
            yield f"beyond: {box.text}"
        elif right > around.hidden_right or bottom > around.hidden_bottom:
            yield f"cut: {box.text}"
        size = box.style["font_size"] * PIXEL * paper.zoom
        if size < SMALLEST - 0.02 and box.text.strip():
            yield f"{size:.1f} pt: {box.text}"


def _texts(box: Any, edges: Edges) -> Iterator[tuple[Any, Edges]]:
    """The texts in the box, each with the edges around it."""
    if getattr(box, "text", ""):
        yield box, edges
    right, bottom = (
        box.position_x + box.margin_width() + LETTER,
        box.position_y + box.margin_height() + LETTER,
    )
    name = type(box).__name__
    if name == "MarginBox":
        outside = float("inf")
        edges = Edges(right, bottom) if box.at_keyword == "@bottom-left" else Edges(outside, outside)
    elif box.style is not None and box.style["overflow"] == "hidden":
        edges = Edges(float("inf"), float("inf"), right, bottom)
    elif name == "TableCellBox":
        edges = Edges(min(edges.right, right), edges.bottom, edges.hidden_right, edges.hidden_bottom)
    elif (
        box.element_tag == "section" and box.style["height"] != "auto"
    ):  # where a slip or a score sheet is cut off
        edges = Edges(edges.right, min(edges.bottom, bottom), edges.hidden_right, edges.hidden_bottom)
    for child in getattr(box, "children", ()):
        yield from _texts(child, edges)


def _filled(page: Any) -> float:
    """How far down the page there is something, as a part of its height."""
    bottoms = [
        box.position_y + box.height - page.margin_top
        for child in page.children
        if type(child).__name__ != "MarginBox"
        for box, _edges in _texts(child, Edges(float("inf"), float("inf")))
        if box.text.strip()
    ]
    return float(max(bottoms, default=0.0) / page.height)
