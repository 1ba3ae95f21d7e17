"""Rendering a sheet as a PDF with WeasyPrint.

The style is static/sheets.css; the fonts come from their package. No other URL is ever fetched.
"""

import atexit
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import font_source_sans_pro
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone

from clubtornei.rounds.printouts.catalogue import SHEETS
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.untyped import Context

if TYPE_CHECKING:
    from weasyprint import CSS, Document
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher

WEIGHTS = {"Regular": 400, "Semibold": 600, "Bold": 700}


class ThreadStyle(threading.local):
    """The style as the thread has read it, if it has."""

    style: "tuple[CSS, FontConfiguration, URLFetcher] | None" = None


thread_style = ThreadStyle()
# WeasyPrint removes its copies of the fonts, which it no longer can while Python itself ends.
atexit.register(lambda: vars(thread_style).clear())


def pdf(
    name: str,
    snapshot: EventSnapshot,
    context: Context,
    absolute_url: Callable[[str], str],
    public: str | None,
) -> bytes:
    """The sheet as a PDF; the arguments are those of `markup`."""
    content: bytes = laid_out(name, snapshot, context, absolute_url, public).write_pdf()
    return content


def laid_out(
    name: str,
    snapshot: EventSnapshot,
    context: Context,
    absolute_url: Callable[[str], str],
    public: str | None,
) -> "Document":
    """The sheet, laid out; the arguments are those of `markup`.

    Raises OSError if the system lacks Pango, which WeasyPrint draws with.
    """
    from weasyprint import HTML  # imported here: it fails without Pango, and takes a second

    html = markup(name, snapshot, context, absolute_url, public)
    style, fonts, fetcher = _style()
    document = HTML(string=html, url_fetcher=fetcher).render(stylesheets=[style], font_config=fonts)
    # As a browser reads a title: viewers show the lines of the template otherwise.
    document.metadata.title = " ".join((document.metadata.title or "").split())
    return document


def markup(
    name: str,
    snapshot: EventSnapshot,
    context: Context,
    absolute_url: Callable[[str], str],
    public: str | None,
) -> str:
    """The sheet as HTML. `absolute_url` makes a path a URL that phones can open, for the QR codes; `public`
    is the path of the event's public page, None if it is not published.
    """
    return render_to_string(
        f"rounds/printouts/sheets/{name}.html",
        {
            "sheet": SHEETS[name],
            "event": snapshot.event,
            "stage": snapshot.stages.title,
            "absolute_url": absolute_url,
            "public": public,
            "printed": timezone.now(),
            **context,
        },
    )


@cache
def can_print() -> bool:
    """Whether WeasyPrint finds Pango and its other libraries."""
    try:
        import weasyprint  # noqa: F401 (only to see whether it can be imported)
    except OSError:
        return False
    return True


def _style() -> "tuple[CSS, FontConfiguration, URLFetcher]":
    """The stylesheet with its fonts, and what fetches those. Reading them takes longer than laying out a
    small sheet, so each thread does it once; Pango's fonts are not for several threads.
    """
    from weasyprint import CSS  # here for the same reason as in laid_out()
    from weasyprint.text.fonts import FontConfiguration

    if thread_style.style is None:
        fonts, fetcher = FontConfiguration(), _fetcher()
        thread_style.style = CSS(string=_style_text(), font_config=fonts, url_fetcher=fetcher), fonts, fetcher
    return thread_style.style


def _style_text() -> str:
    folder = Path(font_source_sans_pro.font_directory)
    faces = [
        f"@font-face {{ font-family: 'Source Sans'; font-weight: {weight};"
        f" src: url('{(folder / f'SourceSansPro-{name}.otf').as_uri()}'); }}"
        for name, weight in WEIGHTS.items()
    ]
    return "\n".join([*faces, (settings.BASE_DIR / "static" / "sheets.css").read_text(encoding="utf-8")])


def _fetcher() -> "URLFetcher":
    """A WeasyPrint URL fetcher that allows only data URLs and the fonts of their package."""
    from weasyprint.urls import URLFetcher  # here for the same reason as in laid_out()

    folder = Path(font_source_sans_pro.font_directory).as_uri()

    class OnlyFonts(URLFetcher):
        def fetch(self, url: str, headers: object = None) -> object:
            if not (url.startswith("data:") or (url.startswith(f"{folder}/") and ".." not in url)):
                raise ValueError(f"a sheet fetches nothing from outside: {url}")
            return super().fetch(url, headers)

    return OnlyFonts(allowed_protocols=["data", "file"])
