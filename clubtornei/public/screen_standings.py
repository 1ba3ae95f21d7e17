"""The report of the standings as the projector's layout takes it; it goes with that layout."""

from collections.abc import Sequence

from msgspec import Struct

from clubtornei.rounds.core.formatting import leaves_room
from clubtornei.rounds.reports import final_ranking
from clubtornei.rounds.reports.report import Column, NamedNumber, Report, ReportRow
from clubtornei.rounds.reports.writing import written
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from scoring.record import Player

CriterionColumn = Column


class StandingsCell(Struct, frozen=True):
    """A value. `slot`: whether there are halves in its column; `in_words`: whether it is no figure."""

    column: str
    text: str
    slot: bool = False
    in_words: bool = False

    @property
    def widest(self) -> str:
        """The text with what it leaves room for."""
        return f"{self.text}½" if leaves_room(self.text, self.slot) else self.text

    @property
    def look(self) -> str:
        return "num words" if self.in_words else "num"


class StandingsLine(Struct, frozen=True, kw_only=True):
    player: Player
    rank: int | None
    cells: tuple[StandingsCell, ...]


class Standings(Struct, frozen=True):
    columns: tuple[CriterionColumn, ...]
    lines: tuple[StandingsLine, ...]


def current_standings(snapshot: EventSnapshot) -> Standings:
    report = final_ranking.current_standings(snapshot)
    return Standings(report.criteria, tuple(_lines(report, report.rows)))


def podium(snapshot: EventSnapshot) -> list[StandingsLine]:
    report = final_ranking.current_standings(snapshot)
    return _lines(report, final_ranking.podium(report))


def _lines(report: Report, rows: Sequence[ReportRow]) -> list[StandingsLine]:
    return [
        StandingsLine(
            player=line.row.person,
            rank=line.row.rank,
            cells=tuple(
                StandingsCell(cell.column.key, cell.text, cell.slot, isinstance(cell.value, NamedNumber))
                for cell in line.cells
            ),
        )
        for line in written(report, report.criteria)
        if line.row in rows and line.row.person
    ]
