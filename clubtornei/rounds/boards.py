"""What hangs on the wall: the sheets, made into PDFs by WeasyPrint.

A sheet is a row of SHEETS and its template in templates/print/. The look is static/sheets.css; the type comes
from the font package, and nothing else is ever fetched: what a template names from outside stays out.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from math import ceil
from pathlib import Path
from typing import Any

import font_source_sans_pro
import segno
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.computed import Seen
from clubtornei.rounds.crosstable import crosstable
from clubtornei.rounds.standings import standings_table
from scoring.ledger import Ledger
from scoring.standings import exact

Facts = dict[str, Any]

WEIGHTS = {"Regular": 400, "Semibold": 600, "Bold": 700}
# Rows, and the class of type that fits so many: few tables are read from across the hall.
TYPE_SIZES = {8: "hall", 15: "large", 30: "middle"}
CROSSTABLE_SIZES = {14: "large", 24: "middle"}
SMALLEST = "small"
LINE = 20  # letters of a name on a line of a board, in whatever type
MOST_CROSSED = 48  # players on a crosstable of one page
MOST_SCHEDULED = 100  # players: beyond, a calendar fills a book, and takes too long to lay out
MOST_NAMED_GAMES = 66  # games of a calendar with names: twelve players, everybody once


@dataclass(frozen=True)
class Sheet:
    """`ready`: is there something to print? `waits` says for what where there is not, `facts` gives what the
    template shows where there is. `of_round`: there is one for each published round.
    """

    title: Promise
    about: Promise
    waits: Promise
    ready: Callable[[Seen], bool]
    facts: Callable[[Seen, int], Facts]
    of_round: bool = False


def begun(seen: Seen) -> bool:
    return seen.progress.rounds > 0


def crossable(seen: Seen) -> bool:
    return len(seen.players) <= MOST_CROSSED and bool(seen.calendar)


def scheduled(seen: Seen) -> bool:
    return len(seen.players) <= MOST_SCHEDULED and bool(seen.calendar)


def entered(seen: Seen) -> bool:
    return bool(seen.players)


def pairings(seen: Seen, number: int) -> Facts:
    """The tables of a published round, with everybody's points before it."""
    round_ = seen.calendar[number - 1]
    points = Ledger(seen.record(number - 1)).points_of
    lines = sum(ceil(max(len(player.name) for player in table.seats) / LINE) for table in round_.tables)
    return {
        "round": round_,
        "rows": [
            (
                table,
                [
                    (player, exact(points[player.id]) if player.id in points else None)
                    for player in table.seats
                ],
            )
            for table in round_.tables
        ],
        "type": type_for(lines),
        "landscape": lines <= min(TYPE_SIZES),
    }


def calendar(seen: Seen, number: int) -> Facts:
    """All rounds: by name while that fits a wall, else by number, as the printed tables have it."""
    players = sorted(seen.players.values(), key=lambda player: player.number)
    games = sum(len(round_.tables) for round_ in seen.calendar)
    return {"rounds": seen.calendar, "players": players, "by_name": games <= MOST_NAMED_GAMES}


def standings(seen: Seen, number: int) -> Facts:
    """The ranking as it is now."""
    table = standings_table(seen)
    return {"table": table, "after": seen.progress.rounds, "type": type_for(len(table.lines))}


def cross(seen: Seen, number: int) -> Facts:
    """Everybody against everybody, on one page."""
    size = type_for(len(seen.players), CROSSTABLE_SIZES)
    return {
        "crosstable": crosstable(seen, by_rank=seen.progress.rounds > 0),
        "type": size,
        "landscape": True,
    }


def numbers(seen: Seen, number: int) -> Facts:
    """Numbers to be cut out and drawn from an envelope, one for each entry, four in a row."""
    count = len(seen.players)
    rows = [range(first, min(first + 4, count + 1)) for first in range(1, count + 1, 4)]
    return {"rows": rows}


def type_for(rows: int, sizes: Mapping[int, str] = TYPE_SIZES) -> str:
    """The class of type for a sheet with so many rows."""
    return next((size for most, size in sizes.items() if rows <= most), SMALLEST)


SHEETS: Mapping[str, Sheet] = {
    "pairings": Sheet(
        _("Abbinamenti"),
        _("I tavoli del turno, con lo spazio per i risultati."),
        _("Quando il primo turno è pubblicato."),
        begun,
        pairings,
        of_round=True,
    ),
    "standings": Sheet(
        _("Classifica"),
        _("Con tutti gli spareggi."),
        _("Quando il primo turno è pubblicato."),
        begun,
        standings,
    ),
    "crosstable": Sheet(
        _("Tabellone incrociato"),
        _("Tutti contro tutti, in una pagina."),
        _("Quando i numeri sono sorteggiati, fino a 48 giocatori."),
        crossable,
        cross,
    ),
    "calendar": Sheet(
        _("Calendario"),
        _("Tutti i turni del torneo."),
        _("Quando i numeri sono sorteggiati, fino a 100 giocatori."),
        scheduled,
        calendar,
    ),
    "numbers": Sheet(
        _("Numeri per il sorteggio"),
        _("Da ritagliare e mettere nella busta."),
        _("Quando ci sono iscritti."),
        entered,
        numbers,
    ),
}


def pdf(name: str, seen: Seen, facts: Facts, address: str | None) -> bytes:
    """The sheet as a PDF. `address`: the event's public page, for the QR code; None while it has none.

    Raises OSError where the system lacks Pango, which WeasyPrint draws with.
    """
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    html = render_to_string(
        f"print/{name}.html",
        {
            "sheet": SHEETS[name],
            "event": seen.event,
            "address": address,
            "qr": address and segno.make(address, micro=False).svg_data_uri(border=0),
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
