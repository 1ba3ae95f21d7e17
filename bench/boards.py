"""What the sheets of a round of 100 tables cost: the pairing board, beside the bare table of the same rows;
the same players by name, and the slips to cut out. And the calendar of a round robin of 24, beside the bare
table of its games.

    python bench/boards.py [tables]

Prints the medians, taken in turn, and their ratios: processor time, so that whatever else the machine is
doing counts less. Needs no database.
"""

import os
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubtornei.settings")

import django

django.setup()

from weasyprint import HTML

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.core.stages import StageTabs
from clubtornei.rounds.printouts.calendars import calendar
from clubtornei.rounds.printouts.pairings import board_layout, by_name
from clubtornei.rounds.printouts.pdf import pdf
from clubtornei.rounds.printouts.slips import SLIPS_PER_PAGE, pages_to_cut
from clubtornei.rounds.snapshot.calendar import ShownRound, ShownTable
from clubtornei.untyped import Context
from pairing.berger import berger
from scoring.record import Player

RUNS = 5
PLAYERS = 24


class Shown:
    """What a sheet needs of `EventSnapshot`, without a database."""

    stages = StageTabs(all=(), shown=1, current=1)
    system = "amalfi"
    multiplayer = False
    event = Event(club=Club(name="Circolo"), name="Torneo sociale d’autunno", starts_on=date(2026, 11, 21))

    def __init__(self, tables: int) -> None:
        self.tables = tuple(table for table, _points in rows(tables))

    def round(self, number: int) -> ShownRound:
        return ShownRound(number=number, published=True, tables=self.tables, byes=())


class ShownCalendar(Shown):
    """The same of a round robin, before round 1."""

    system = "round-robin"

    def __init__(self, players: int) -> None:
        names = [player for _table, seats in rows(players // 2) for player, _points in seats]
        self.players = {player.id: player for player in names}
        self.calendar = tuple(
            ShownRound(
                number=number,
                published=False,
                tables=tuple(
                    ShownTable(number=place, seats=(self.players[white], self.players[black]))
                    for place, (white, black) in enumerate(berger(players, number), 1)
                ),
                byes=(),
            )
            for number in range(1, players)
        )

    def cached(self, key: str, make: Callable[[], Any]) -> Any:
        return make()


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


def printed(name: str, snapshot: Shown, facts: Context) -> Callable[[], bytes]:
    return lambda: pdf(name, snapshot, facts, "http://192.168.1.20:8000{}".format, "/t/sociale/")


def board(tables: int) -> Callable[[], bytes]:
    snapshot = Shown(tables)
    shown = rows(tables)
    layout = board_layout(shown, 0, by_points=True, numbered=False)
    facts = {"round": snapshot.round(3), "rows": shown, "layout": layout, "by_points": True, "colours": True}
    return printed("pairings", snapshot, facts)


def names(tables: int) -> Callable[[], bytes]:
    snapshot = Shown(tables)
    return printed("by-name", snapshot, by_name(snapshot, 3))


def slips(tables: int) -> Callable[[], bytes]:
    snapshot = Shown(tables)
    codes = [(table, f"/q/1-{table.number}-abcdefghi.{'x' * 43}/") for table in snapshot.tables]
    facts = {"round": snapshot.round(3), "pages": pages_to_cut(codes, SLIPS_PER_PAGE), "games": range(1, 2)}
    return printed("slips", snapshot, {**facts, "colours": True, "page": "cut"})


def all_rounds(players: int) -> Callable[[], bytes]:
    snapshot = ShownCalendar(players)
    return printed("calendar", snapshot, calendar(snapshot, 0))


def bare(tables: int) -> Callable[[], bytes]:
    return bare_table(
        (table.number, "1½", white.name, "___ – ___", black.name, 2)
        for table, ((white, _), (black, _)) in rows(tables)
    )


def bare_games(players: int) -> Callable[[], bytes]:
    """The games of a calendar, two in a row, as the sheet has them."""
    games = [
        (table.number, table.white.name, "___ – ___", table.black.name)
        for round_ in ShownCalendar(players).calendar
        for table in round_.tables
    ]
    return bare_table((*left, "", *right) for left, right in zip(games[::2], games[1::2], strict=True))


def bare_table(lines: Iterable[tuple[object, ...]]) -> Callable[[], bytes]:
    cells = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in line)}</tr>" for line in lines)
    return lambda: HTML(string=f"<table>{cells}</table>").write_pdf()


def seconds(make: Callable[[], bytes]) -> float:
    start = time.process_time()
    make()
    return time.process_time() - start


def compare(name: str, ours: Callable[[], bytes], theirs: Callable[[], bytes]) -> None:
    ours(), theirs()
    pairs = [(seconds(ours), seconds(theirs)) for _ in range(RUNS)]
    print(f"{name:22} {statistics.median(a for a, _ in pairs) * 1000:7.0f} ms")
    print(f"{'bare table':22} {statistics.median(b for _, b in pairs) * 1000:7.0f} ms")
    print(f"{'ratio':22} {statistics.median(a / b for a, b in pairs):7.2f}")


def main() -> None:
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    compare(f"board of {tables} tables", board(tables), bare(tables))
    compare(f"calendar of {PLAYERS}", all_rounds(PLAYERS), bare_games(PLAYERS))
    print(f"{2 * tables} players by name   {seconds(names(tables)) * 1000:7.0f} ms")
    print(f"{tables} slips to cut out  {seconds(slips(tables)) * 1000:7.0f} ms")


if __name__ == "__main__":
    main()
