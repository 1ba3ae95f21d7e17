"""Sheets as HTML become one PDF, by WeasyPrint.

The stylesheets are in static/sheets/, the fonts in their package; no URL of a sheet is ever fetched. Nothing
here knows of Django, so that a process of its own begins quickly. WeasyPrint is imported in functions: it
takes a second, and fails without Pango.
"""

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import font_source_sans_pro
from fontTools.ttLib import TTFont
from msgspec import Struct

from clubtornei.rounds.printing.paper_format import ONE_SIZE, SMALLEST, WALL

if TYPE_CHECKING:
    from weasyprint import Document

STYLES = Path(__file__).parents[3] / "static" / "sheets"
FONTS = Path(font_source_sans_pro.font_directory)
WEIGHTS = {"Regular": 400, "Semibold": 600, "Bold": 700}
DISCS = STYLES.parent / "fonts" / "discs.ttf"
"""○ and ●, which Source Sans lacks, and other fonts have too wide for the cells of a crosstable. Made with
fontTools.fontBuilder: 500 of 1000 wide, circles around (240, 330) of radius 215, that of the hole 165.
"""

LONG, VERY_LONG = 300, 900
"""Elements: what has more begins with the last but one of its sizes, or has the smallest; on several pages it
gains little from larger type.
"""
FULL, HEAD = 0.95, 0.15
"""Of a page: below it is the foot; and above it what stands before the first line of a second one."""
END = '<div id="end">'  # of what fills the pages of a sheet, where that is one run
NOTE = 0.65  # of the type: that of what is noted, of clubs for example; at least SMALLEST


class SheetHtml(Struct, frozen=True):
    """A sheet as HTML, and the names of its stylesheets, as far as there are any, beside `base.css` and
    `list.css`; `sizes`: those of its type that are tried, in points, from the largest to the smallest;
    `columns`: of a page, filled one after the other.
    """

    html: str
    looks: tuple[str, ...] = ()
    sizes: tuple[float, ...] = ONE_SIZE
    columns: int = 1

    @property
    def elements(self) -> int:
        """About how many boxes it has. WeasyPrint takes about a millisecond for each."""
        return self.html.count("</") + self.html.count("<img")


@contextmanager
def uncollected() -> Iterator[None]:
    """Without Python's garbage collector, which takes a tenth of the time of a layout and finds nothing: its
    boxes are all kept until the end.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@uncollected()
def render(
    sheets: Sequence[SheetHtml],
    *,
    title: str = "",
    tell: Callable[[int], None] = lambda _done: None,
) -> bytes:
    """The sheets one behind the other, each with page numbers of its own; those read from afar in one size of
    type. `title`: of the file, where there are several; `tell` hears how many are laid out.
    """
    layouts = []
    for done, sheet in enumerate(sheets):
        tell(done)
        layouts.append(SheetLayout(sheet))
    smallest = min((layout.size for layout in layouts if layout.is_of_wall), default=0)
    documents = [layout.in_type(smallest if layout.is_of_wall else layout.size) for layout in layouts]
    document = documents[0].copy([page for document in documents for page in document.pages])
    if len(documents) > 1:
        document.metadata.title = title
    content: bytes = document.write_pdf()
    return content


class SheetLayout:
    """Lays a sheet out. Raises OSError if the system lacks Pango, which WeasyPrint draws with."""

    def __init__(self, sheet: SheetHtml) -> None:
        from weasyprint import CSS, HTML  # here: it fails without Pango, and takes a second
        from weasyprint.text.fonts import FontConfiguration  # here for the same reason
        from weasyprint.urls import URLFetcher  # here for the same reason

        self.sheet, self.fonts = sheet, FontConfiguration()
        self.html = HTML(string=sheet.html, url_fetcher=URLFetcher(allowed_protocols=["data"]))
        names = ("base", "list", *sheet.looks)
        files = [path for name in names if (path := STYLES / f"{name}.css").exists()]
        text = "\n".join([font_faces(), *(path.read_text(encoding="utf-8") for path in files)])
        of_fonts = URLFetcher(allowed_protocols=["file"])
        self.style = CSS(string=text, font_config=self.fonts, url_fetcher=of_fonts)
        self.tried: dict[float, Document] = {}
        self.size = self._largest()

    @property
    def is_of_wall(self) -> bool:
        """Whether its names are read from afar."""
        return self.sheet.sizes[-1] >= WALL[-1]

    def _largest(self) -> float:
        """The largest of its sizes of type in which it takes the fewest pages, as far as few tries find it:
        what it fills is taken to grow as its type does.
        """
        *larger, size = self.sheet.sizes
        if larger and LONG < self.sheet.elements <= VERY_LONG and END in self.sheet.html:
            pages, filled = self._taken(larger[-1])
            shrunk = filled * size / larger[-1]
            if pages == 1 or shrunk > (pages - 1) * (1 + HEAD) or self._taken(size)[0] == pages:
                size = larger[-1]
        fewest, filled = self._taken(size)
        for tried in larger if fewest == 1 or self.sheet.elements <= LONG else ():
            grown = filled * tried / size
            if tried > size and grown <= fewest * FULL and self._taken(tried)[0] == fewest:
                size = tried
                break
        self.tried = {size: self.in_type(size)}
        return size

    def _taken(self, size: float) -> tuple[int, float]:
        """How many pages it takes in this size of type, and how many it fills; 0 where it has no `end`."""
        *others, last = self.in_type(size).pages
        columns, filled = self.sheet.columns, 0.0
        if "end" in last.anchors:
            left, top = last.anchors["end"][:2]
            filled = len(others) + (int(left / last.width * columns) + top / last.height) / columns
        return len(others) + 1, filled

    def in_type(self, size: float) -> "Document":
        """In this size of type, in points."""
        from weasyprint import CSS  # here for the same reason

        if size not in self.tried:
            note = max(SMALLEST, NOTE * size)
            style = f"html {{ --type: {size}pt; --note: {note:.2f}pt }}"
            styles = [self.style, CSS(string=style)]
            self.tried[size] = self.html.render(stylesheets=styles, font_config=self.fonts)
        return self.tried[size]


@cache
def can_print() -> bool:
    """Whether WeasyPrint finds Pango and its other libraries."""
    try:
        import weasyprint  # noqa: F401 (only to see whether it can be imported)
    except OSError:
        return False
    return True


@cache
def letters() -> frozenset[str]:
    """The characters that the sheets' typeface has."""
    return frozenset(map(chr, TTFont(FONTS / "SourceSansPro-Regular.otf").getBestCmap()))


def font_faces() -> str:
    faces = {("Source Sans", weight): FONTS / f"SourceSansPro-{name}.otf" for name, weight in WEIGHTS.items()}
    return "\n".join(
        f"@font-face {{ font-family: '{family}'; font-weight: {weight}; src: url('{path.as_uri()}'); }}"
        for (family, weight), path in (*faces.items(), (("Discs", 400), DISCS))
    )
