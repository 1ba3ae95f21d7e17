"""What a pairing board of 100 tables costs, beside the bare table of the same rows.

    python bench/boards.py [tables]

Prints the medians of both, taken in turn, and their ratio: processor time, so that whatever else the
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

from clubtornei.events.models import Event
from clubtornei.players.models import Club
from clubtornei.rounds.calendar import ShownRound, ShownTable
from clubtornei.rounds.paper.pdf import pdf
from clubtornei.rounds.paper.sheet import type_for
from scoring.record import Player

RUNS = 9


class Shown:
    """What a sheet needs of `Seen`, without a database."""

    event = Event(club=Club(name="Circolo"), name="Torneo sociale d’autunno", starts_on=date(2026, 11, 21))


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


def board(tables: int) -> Callable[[], bytes]:
    found = rows(tables)
    round_ = ShownRound(number=3, published=True, tables=tuple(table for table, _ in found), byes=())
    facts = {"round": round_, "rows": found, "type": type_for(tables)}
    return lambda: pdf("pairings", Shown(), facts, "http://192.168.1.20:8000{}".format, "/t/sociale/")


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


if __name__ == "__main__":
    main()
