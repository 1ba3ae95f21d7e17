"""A sheet as a PDF, made by WeasyPrint.

The look is static/sheets.css; the type comes from the font package, and nothing else is ever fetched: what a
template names from outside stays out.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import font_source_sans_pro
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone

from clubtornei.rounds.printouts.catalogue import SHEETS
from clubtornei.rounds.printouts.sheet import Facts
from clubtornei.rounds.reports.snapshot import EventSnapshot

WEIGHTS = {"Regular": 400, "Semibold": 600, "Bold": 700}


def pdf(
    name: str, snapshot: EventSnapshot, facts: Facts, whole: Callable[[str], str], public: str | None
) -> bytes:
    """The sheet as a PDF. `whole` makes a path an address that phones can open, for the QR codes; `public` is
    the path of the event's public page, None while it has none.

    Raises OSError where the system lacks Pango, which WeasyPrint draws with.
    """
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    html = render_to_string(
        f"rounds/printouts/sheets/{name}.html",
        {
            "sheet": SHEETS[name],
            "event": snapshot.event,
            "stage": snapshot.stages.title,
            "whole": whole,
            "public": public,
            "printed": timezone.now(),
            **facts,
        },
    )
    fetcher = _fetcher()
    style = CSS(string=_style(), font_config=fonts, url_fetcher=fetcher)
    document = HTML(string=html, url_fetcher=fetcher)
    made: bytes = document.write_pdf(stylesheets=[style], font_config=fonts)
    return made


@cache
def can_print() -> bool:
    """Whether WeasyPrint finds what it draws with."""
    try:
        import weasyprint  # noqa: F401
    except OSError:
        return False
    return True


@cache
def _style() -> str:
    folder = Path(font_source_sans_pro.font_directory)
    faces = [
        f"@font-face {{ font-family: 'Source Sans'; font-weight: {weight};"
        f" src: url('{(folder / f'SourceSansPro-{name}.otf').as_uri()}'); }}"
        for name, weight in WEIGHTS.items()
    ]
    return "\n".join([*faces, (settings.BASE_DIR / "static" / "sheets.css").read_text(encoding="utf-8")])


def _fetcher() -> Any:
    """Fetches the fonts of our package and what stands in the page itself; nothing else, from nowhere."""
    from weasyprint.urls import URLFetcher

    folder = Path(font_source_sans_pro.font_directory).as_uri()

    class OnlyFonts(URLFetcher):
        def fetch(self, url: str, headers: Any = None) -> Any:
            if not (url.startswith("data:") or (url.startswith(f"{folder}/") and ".." not in url)):
                raise ValueError(f"a sheet fetches nothing from outside: {url}")
            return super().fetch(url, headers)

    return OnlyFonts(allowed_protocols=["data", "file"])
