"""Sheets as HTML become one PDF, by WeasyPrint.

The stylesheets are in static/sheets/, the fonts in their package. No other URL is ever fetched. Nothing here
knows of Django, so that a process of its own begins quickly.
"""

import atexit
import re
import threading
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import font_source_sans_pro
from msgspec import Struct

if TYPE_CHECKING:
    from weasyprint import CSS, HTML, Document
    from weasyprint.urls import URLFetcher

STYLES = Path(__file__).parents[3] / "static" / "sheets"
FONTS = Path(font_source_sans_pro.font_directory)
END, LITTLE = "end", 0.4
OF_NOTES = re.compile(r"^::(?:foot)?note-.*", re.MULTILINE)
"""The lines of WeasyPrint's stylesheet for notes."""
WEIGHTS = {"Regular": 400, "Semibold": 600, "Bold": 700}


class Markup(Struct, frozen=True):
    """A sheet as HTML, and the names of its stylesheets, beside `base.css`; `zoom`: of its paper to A4;
    `others`: stylesheets that are tried where it has several pages, for fewer of them.
    """

    html: str
    looks: tuple[str, ...] = ()
    zoom: float = 1.0
    others: tuple[str, ...] = ()

    @property
    def elements(self) -> int:
        """About how many boxes it has. WeasyPrint takes about a millisecond for each."""
        return self.html.count("</") + self.html.count("<img")


class Press:
    """What a thread prints with: the fonts, and the stylesheets that it has read. Reading them takes longer
    than laying out a small sheet; Pango's fonts are not for several threads.
    """

    def __init__(self) -> None:
        from weasyprint import CSS  # imported here: it fails without Pango, and takes a second
        from weasyprint.text.fonts import FontConfiguration

        self.fetcher = only_fonts()
        self.html = html_without_notes()
        self.fonts = FontConfiguration()
        self.styles: dict[Sequence[str], CSS] = {}
        CSS(string=font_faces(), font_config=self.fonts, url_fetcher=self.fetcher)  # adds them to the fonts

    def style_of(self, looks: Sequence[str]) -> "CSS":
        """The stylesheets as one: WeasyPrint looks up each element in each of them."""
        if looks not in self.styles:
            from weasyprint import CSS  # here for the same reason as in Press()

            files = [(STYLES / f"{name}.css").read_text(encoding="utf-8") for name in ("base", *looks)]
            self.styles[looks] = CSS(string="\n".join(files), url_fetcher=self.fetcher)
        return self.styles[looks]


class OfThread(threading.local):
    """The press of the thread, once it has printed."""

    press: Press | None = None


of_thread = OfThread()
# WeasyPrint removes its copies of the fonts, which it no longer can while Python itself ends.
atexit.register(lambda: vars(of_thread).clear())


def render(
    sheets: Sequence[Markup], *, title: str = "", finished: Callable[[], object] = lambda: None
) -> bytes:
    """The sheets, all of one format, one behind the other, each with page numbers of its own. `title`: of
    the file, where there are several; `finished`: called after each of them is laid out.
    """
    documents = []
    for sheet in sheets:
        documents.append(laid_out(sheet))
        finished()
    document = documents[0].copy([page for document in documents for page in document.pages])
    if len(documents) > 1:
        document.metadata.title = title
    content: bytes = document.write_pdf(zoom=sheets[0].zoom)
    return content


def laid_out(sheet: Markup) -> "Document":
    """The sheet, laid out. Raises OSError if the system lacks Pango, which WeasyPrint draws with."""
    press = of_thread.press = of_thread.press or Press()
    html = press.html(string=sheet.html, url_fetcher=press.fetcher)

    def in_looks(*looks: str) -> "Document":
        return html.render(stylesheets=[press.style_of(looks)], font_config=press.fonts)

    document = in_looks(*sheet.looks)
    for other in sheet.others:
        if len(document.pages) == 1:
            break
        tried = in_looks(*sheet.looks, other)
        document = min(document, tried, key=lambda one: (len(one.pages), _is_nearly_empty(one)))
    # As a browser reads a title: viewers show the lines of the template otherwise.
    document.metadata.title = " ".join((document.metadata.title or "").split())
    return document


def _is_nearly_empty(document: "Document") -> bool:
    """Whether the last of several pages has little on it: `#end` stands below the last line."""
    *others, last = document.pages
    return bool(others) and last.anchors.get(END, (0.0, last.height))[1] < LITTLE * last.height


@cache
def can_print() -> bool:
    """Whether WeasyPrint finds Pango and its other libraries."""
    try:
        import weasyprint  # noqa: F401 (only to see whether it can be imported)
    except OSError:
        return False
    return True


def font_faces() -> str:
    return "\n".join(
        f"@font-face {{ font-family: 'Source Sans'; font-weight: {weight};"
        f" src: url('{(FONTS / f'SourceSansPro-{name}.otf').as_uri()}'); }}"
        for name, weight in WEIGHTS.items()
    )


def only_fonts() -> "URLFetcher":
    """A WeasyPrint URL fetcher that allows only data URLs and the fonts of their package."""
    from weasyprint.urls import URLFetcher  # here for the same reason as in Press()

    fonts = FONTS.resolve()

    class OnlyFonts(URLFetcher):
        def fetch(self, url: str, headers: object = None) -> object:
            parts = urlsplit(url)
            is_font = (parts.scheme, parts.netloc) == ("file", "") and (
                Path(unquote(parts.path)).resolve().is_relative_to(fonts)
            )
            if parts.scheme != "data" and not is_font:
                raise ValueError(f"a sheet fetches nothing from outside: {url}")
            return super().fetch(url, headers)

    return OnlyFonts(allowed_protocols=["data", "file"])


def html_without_notes() -> "type[HTML]":
    """WeasyPrint's HTML, without the five styles that it makes of each element for notes. No sheet has any,
    and they took a quarter of the time to lay one out.
    """
    from weasyprint import CSS, HTML  # here for the same reason as in Press()
    from weasyprint.html import UA

    style = CSS(string=OF_NOTES.sub("", UA))

    class WithoutNotes(HTML):
        def _ua_stylesheets(self, forms: bool = False) -> list["CSS"]:
            return [style]

    return WithoutNotes
