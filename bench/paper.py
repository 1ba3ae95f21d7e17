"""What each sheet costs on paper, beside the bare table of the same rows.

    python bench/paper.py [--players 8 24] [--sheets calendar bracket]

CPU time of this process from the event, as the site keeps it, to the PDF, for events of 8, 24, 60 and 120
players, in seven to ten minutes; what WeasyPrint takes for the bare tables: the same rows and cells, the same
lines of text in them, the same font, and nothing else, no heading, code, rule or width; and what it takes for
the frame: the same sheet without any row, its heading, its QR code, its foot. All take turns, so that what
slows the machine slows them alike. It prints the medians, the ratio of the sheet to the bare table, and the
same without the frame, which costs the same however few the rows are; this is held to a limit, and it fails
beyond it. A sheet in parts is measured by its first. It starts a PostgreSQL of its own.
"""

import argparse
import atexit
import gc
import os
import re
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack
from functools import partial
from html import escape
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from clubtornei.launch.postgres import temporary_postgres

resources = ExitStack()
atexit.register(resources.close)
server = resources.enter_context(temporary_postgres())
os.environ |= {"DATABASE_URL": server.url, "DJANGO_SETTINGS_MODULE": "clubtornei.settings"}

import django
import weasyprint
from msgspec import structs

django.setup()

from django.core.management import call_command
from django.utils import timezone, translation
from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration

from clubtornei.events.models import Event
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.printouts.catalogue import SHEETS
from clubtornei.rounds.printouts.markup import markup
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.typesetting.paper_format import A4
from clubtornei.rounds.typesetting.rendering import Markup, font_faces, render
from tests.documents import document, players, raw, stage
from tests.factories import (
    make_all_results,
    make_club,
    make_drawn_event,
    make_played_event,
    make_round,
    make_seated_event,
)

PLAYERS = (8, 24, 60, 120)
LEAST_RUNS, LEAST_SECONDS = 3, 1.0
LIMIT = 1.5
FEWEST = 8  # players of larger tables
OTHER_LIMITS = {
    "announcement": 9.0,
    "slips": 3.5,
    "scores": 2.5,
    "numbers": 2.5,
    "envelopes": 2.5,
    "certificates": 20.0,
    "pairings": 2.0,
    "tables": 2.0,
    "entrants": 2.0,
    "summary": 2.0,
    "players": 2.0,
    "players-by-name": 2.0,
}
"""Of the sheets that are no tables: prose, which is laid out in up to three sizes to have one page; boxes to
write in, a code for each table, what is cut out; and of those of few cells with two weights or notes in them,
as the surname in a list, whose bare table takes 50 to 100 ms.
"""

NAME, PLACE = "Campionato sociale d’autunno", "Sala del Tè"
RANKING = ["points", "direct", "sonneborn_berger", "koya", "wins"]


class Bare(NamedTuple):
    """The rows of a sheet's tables and no more."""

    html: str
    rows: int
    cells: int


def prepare() -> None:
    call_command("migrate", verbosity=0)
    translation.activate("it")
    # As in clubtornei/wsgi.py.
    gc.freeze()
    gc.set_threshold(2_000, 10, 50)


def events(count: int, sheets: Collection[str]) -> Iterator[tuple[EventSnapshot, list[str]]]:
    """Events of so many players, each with those of the sheets that are printed of it."""
    facts = {"name": NAME, "place": PLACE, "published": True}
    rounds = 3 if count < 10 else 6
    makers: list[tuple[tuple[str, ...], Callable[[], Event], int | None]] = [
        (
            ("announcement", "players", "players-by-name", "pairings", "by-name", "slips", "standings",
             "crosstable", "calendar", "calendar-by-number", "numbers", "envelopes"),
            lambda: make_played_event(count, 2, ranking=RANKING, **facts),
            None,
        ),
        (
            ("swiss-crosstable",),
            lambda: make_played_event(count, rounds, system="amalfi", options={"rounds": rounds}, **facts),
            None,
        ),
        (("bracket",), lambda: knockout_of(count, **facts), None),
        (("tables", "scores", "summary"), lambda: seated_of(count, **facts), None),
        (
            ("calendar-of-tables",),
            lambda: make_seated_event(
                count, system="rotation", scoring="places", options={"rounds": 5}, **facts
            ),
            None,
        ),
        (("entrants",), lambda: final_of(count), 2),
        (("certificates",), lambda: closed_of(count, **facts), None),
    ]  # fmt: skip
    for names, make, of_stage in makers if count >= FEWEST else makers[:3]:
        if asked := [name for name in names if name in sheets]:
            yield EventSnapshot(make(), of_stage), asked


def knockout_of(count: int, **facts: Any) -> Event:
    event = make_drawn_event(count, system="knockout", **facts)
    make_all_results(event, make_round(event), "1-0")
    return event


def seated_of(count: int, **facts: Any) -> Event:
    event = make_seated_event(count, **facts)
    make_round(event)
    return event


def closed_of(count: int, **facts: Any) -> Event:
    """Seven rounds: after one, half of the players would share the first place, each with a certificate."""
    event = make_played_event(count, 7, ranking=RANKING, **facts)
    event.closed_at = timezone.now()
    event.save()
    return event


def final_of(count: int) -> Event:
    """An event whose final has half of its players."""
    tables = [
        {"seats": [*range(first, first + 4)], "result": [{"points": points} for points in (50, 30, 20, 10)]}
        for first in range(1, count + 1, 4)
    ]
    first = stage("seating", [{"tables": tables}], scoring="table-points", options={"rounds": 1})
    entry = {"ranked": {"stage": 1, "from": 1, "to": count // 2}}
    final = stage("bands", scoring="table-points", options={"tables": count // 8}, entry=entry, name="Finale")
    entrants = {"entrants": [*range(1, count // 2 + 1)]}
    return import_event(make_club(), document(raw(players(count), first, {**final, **entrants})))


def printed(name: str, snapshot: EventSnapshot) -> tuple[Callable[[], bytes], Markup]:
    """What prints the sheet, and its HTML."""
    sheet = SHEETS[name]
    number = 1 if sheet.parts(snapshot) else snapshot.progress.current.number

    def html() -> Markup:
        context = sheet.context(snapshot, number, A4)
        return markup(name, snapshot, context, "http://192.168.1.20:8000{}".format, "/t/sociale/")

    return lambda: render([html()]), html()


def bare(html: str) -> Bare:
    """The innermost tables of a sheet, with the lines of each cell. Of a bracket, which has no table, a
    row for each side of each match: a name and a score.
    """
    tree = HTML(string=html).etree_element
    tables = [
        [[(_spans(cell), _lines(cell)) for cell in row] for row in table.iter("tr")]
        for table in tree.iter("table")
        if not any(inner is not table for inner in table.iter("table"))
    ]
    if sides := [side for side in tree.iter("p") if "side" in side.get("class", "").split()]:
        tables.append([[("", _lines(side) or "Giocatore"), ("", "1")] for side in sides])
    text = "".join(f"<table>{''.join(f'<tr>{_cells(row)}</tr>' for row in rows)}</table>" for rows in tables)
    return Bare(text, sum(map(len, tables)), text.count("<td"))


def frame_of(sheet: Markup) -> Markup:
    """The sheet with its headings alone, each on a page of its own where its leaf is; slips have none, and
    only a page remains.
    """
    before = re.split(r"<section|<header", sheet.html, maxsplit=1)[0]
    headings = re.findall(r"(<section[^>]*>)?\s*(<header.*?</header>)", sheet.html, re.DOTALL)
    leaves = "".join(f"{leaf}{heading}{'</section>' if leaf else ''}" for leaf, heading in headings)
    return structs.replace(sheet, html=before + leaves if leaves else "")


def _spans(cell: Any) -> str:
    return "".join(f' {span}="{cell.get(span)}"' for span in ("colspan", "rowspan") if cell.get(span))


def _lines(cell: Any) -> str:
    """The text of a cell, broken into the same lines."""
    for block in [*cell.iter("p"), *cell.iter("small"), *cell.iter("br")]:
        block.tail = "\n" + (block.tail or "")
    lines = (" ".join(line.split()) for line in "".join(cell.itertext()).split("\n"))
    return "<br>".join(escape(line) for line in lines if line)


def _cells(row: list[tuple[str, str]]) -> str:
    return "".join(f"<td{spans}>{text}</td>" for spans, text in row)


fonts = FontConfiguration()
style = CSS(string=f"{font_faces()} html {{ font: 11pt 'Source Sans' }}", font_config=fonts)


def bare_pdf(html: str) -> bytes:
    content: bytes = HTML(string=html).render(stylesheets=[style], font_config=fonts).write_pdf()
    return content


def seconds(make: Callable[[], object]) -> float:
    """What one call takes, without the garbage that those before it have left."""
    gc.collect()
    start = process_time()
    make()
    return process_time() - start


def compare(*makers: Callable[[], object]) -> list[list[float]]:
    """The times of each in turn, again and again, once all have read their fonts."""
    for make in makers:
        make()
    rounds: list[list[float]] = []
    while len(rounds) < LEAST_RUNS or sum(map(sum, rounds)) < LEAST_SECONDS:
        rounds.append([seconds(make) for make in makers])
    return rounds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--players", nargs="*", type=int, default=PLAYERS)
    parser.add_argument("--sheets", nargs="*", choices=SHEETS, default=list(SHEETS))
    parser.add_argument("--keep", type=Path, help="a folder for the PDFs")
    asked = parser.parse_args()
    prepare()
    print(f"Python {sys.version.split()[0]}, WeasyPrint {weasyprint.__version__}; CPU time, milliseconds")
    print("players  sheet               rows  cells    sheet     bare    frame  ratio  without frame  limit")
    over = 0
    for count in asked.players:
        for snapshot, names in events(count, asked.sheets):
            for name in names:
                if not SHEETS[name].ready(snapshot):
                    print(f"{count:7}  {name:18} {'not of so many':>20}")
                    continue
                print_sheet, sheet = printed(name, snapshot)
                if asked.keep:
                    (asked.keep / f"{name}-{count}.pdf").write_bytes(print_sheet())
                table, frame = bare(sheet.html), frame_of(sheet)
                makers = print_sheet, partial(bare_pdf, table.html), partial(render, [frame])
                taken = compare(*makers)
                ratio = median(whole / rows for whole, rows, _frame in taken)
                of_rows = median((whole - around) / rows for whole, rows, around in taken)
                times = " ".join(f"{median(column) * 1000:8.0f}" for column in zip(*taken, strict=True))
                limit = OTHER_LIMITS.get(name, LIMIT)
                over += of_rows > limit
                print(
                    f"{count:7}  {name:18} {table.rows:5} {table.cells:6} {times} {ratio:6.2f}"
                    f" {of_rows:14.2f} {limit:6.1f}{'  too much' * (of_rows > limit)}",
                    flush=True,
                )
    sys.exit(over > 0)


if __name__ == "__main__":
    main()
