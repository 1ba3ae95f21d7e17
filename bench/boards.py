"""What the sheets of a round of 100 tables cost: the pairing board, beside the bare table of the same rows;
the same players by name, and the slips to cut out.

    python bench/boards.py [tables]

Prints the medians of the first two, taken in turn, and their ratio: processor time, so that whatever else the
machine is doing counts less. Needs no database.
"""

import os
import statistics
import sys
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubtornei.settings")

import django

django.setup()

from weasyprint import HTML

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.core.stages import StageTabs
from clubtornei.rounds.printouts.pairings import by_name
from clubtornei.rounds.printouts.pdf import pdf
from clubtornei.rounds.printouts.sheet import SheetContext, type_for
from clubtornei.rounds.printouts.slips import SLIPS_PER_PAGE, pages_to_cut
from clubtornei.rounds.reports.calendar import ShownRound, ShownTable
from scoring.record import Player

RUNS = 9


class Shown:
    """What a sheet needs of `EventSnapshot`, without a database."""

    stages = StageTabs(all=(), shown=1, current=1)
    system = "amalfi"
    many = False
    event = Event(club=Club(name="Circolo"), name="Torneo sociale d’autunno", starts_on=date(2026, 11, 21))

    def __init__(self, tables: int) -> None:
        self.tables = tuple(table for table, _points in rows(tables))

    def round(self, number: int) -> ShownRound:
        return ShownRound(number=number, published=True, tables=self.tables, byes=())


def rows(tables: int) -> list[tuple[ShownTable, list[tuple[Player, str]]]]:
    players = [
        Player(id=number, number=number, name=f"Santacroce Nicolò {number}")
        for number in range(1, 2 * tables + 1)
    ]
    return [
        (
            ShownTable(number=number, seats=(white, black)),
            [(white, "1.5"), (black, "2")],
        )
        for number, (white, black) in enumerate(zip(players[::2], players[1::2], strict=True), 1)
    ]


def printed(name: str, snapshot: Shown, facts: SheetContext) -> Callable[[], bytes]:
    return lambda: pdf(name, snapshot, facts, "http://192.168.1.20:8000{}".format, "/t/sociale/")


def board(tables: int) -> Callable[[], bytes]:
    snapshot = Shown(tables)
    facts = {"round": snapshot.round(3), "rows": rows(tables), "type": type_for(tables), "colours": True}
    return printed("pairings", snapshot, facts)


def names(tables: int) -> Callable[[], bytes]:
    snapshot = Shown(tables)
    return printed("by-name", snapshot, by_name(snapshot, 3))


def slips(tables: int) -> Callable[[], bytes]:
    snapshot = Shown(tables)
    codes = [(table, f"/q/1-{table.number}-abcdefghi.{'x' * 43}/") for table in snapshot.tables]
    facts = {"round": snapshot.round(3), "pages": pages_to_cut(codes, SLIPS_PER_PAGE), "games": range(1, 2)}
    return printed("slips", snapshot, {**facts, "colours": True, "page": "cut"})


def bare(tables: int) -> Callable[[], bytes]:
    cells = "".join(
        f"<tr><td>{table.number}</td><td>1½</td><td>{white.name}</td><td>___ – ___</td>"
        f"<td>{black.name}</td><td>2</td></tr>"
        for table, ((white, _), (black, _)) in rows(tables)
    )
    return lambda: HTML(string=f"<table>{cells}</table>").write_pdf()


def seconds(make: Callable[[], bytes]) -> float:
    start = time.process_time()
    make()
    return time.process_time() - start


def main() -> None:
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    ours, theirs = board(tables), bare(tables)
    ours(), theirs()
    pairs = [(seconds(ours), seconds(theirs)) for _ in range(RUNS)]
    print(f"board of {tables} tables  {statistics.median(a for a, _ in pairs) * 1000:7.0f} ms")
    print(f"bare table            {statistics.median(b for _, b in pairs) * 1000:7.0f} ms")
    print(f"ratio                 {statistics.median(a / b for a, b in pairs):7.2f}")
    print(f"{2 * tables} players by name   {seconds(names(tables)) * 1000:7.0f} ms")
    print(f"{tables} slips to cut out  {seconds(slips(tables)) * 1000:7.0f} ms")


if __name__ == "__main__":
    main()
