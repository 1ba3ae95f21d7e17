"""The ranking as a table: its columns are the criteria, its rows say why they stand in this order."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from clubtornei.events.option_forms import spoken
from clubtornei.rounds.computed import Seen
from clubtornei.rounds.sentences import language
from clubtornei.rounds.templatetags.tournament import number, points
from scoring.criteria import CRITERIA
from scoring.reasons import why_above
from scoring.record import Player
from scoring.standings import Row

AS_POINTS = ("points", "direct", "koya")  # written with halves: they are sums of points


class Column(Struct, frozen=True):
    """A criterion in the reader's language."""

    name: str
    title: str
    meaning: str


class Cell(Struct, frozen=True):
    """A value as it is written; `decides`: it is what puts the row below the one above it."""

    column: str
    text: str
    decides: bool


class Line(Struct, frozen=True, kw_only=True):
    """A row of the table.

    `rank` is None, and the cells are empty, for who is annulled. `why`: why the row above is above, in words.
    `close`: were the two level on the first criterion, so that the words are worth reading?
    """

    player: Player
    rank: int | None
    cells: tuple[Cell, ...]
    played: int
    why: str
    close: bool


class Standings(Struct, frozen=True):
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]

    @property
    def close_calls(self) -> list[Line]:
        """The rows that a tie-break, or none, puts below the one above them."""
        return [line for line in self.lines if line.close]


def standings_table(seen: Seen, after: int | None = None) -> Standings:
    """The ranking after so many rounds (None: all), in the reader's language. Faulty: no such round."""
    players = seen.players
    rows = [written(row) for row in seen.standings(after) if row.player in players]
    columns = tuple(
        Column(name, spoken(CRITERIA[name].title), spoken(CRITERIA[name].meaning)) for name in seen.ranking
    )
    above: Sequence[Row | None] = [None, *rows]
    lines = tuple(
        Line(
            player=players[row.player],
            rank=row.rank,
            cells=tuple(
                Cell(column.name, row.values.get(column.name, "–"), row.parted == column.name)
                for column in columns
            ),
            played=row.played,
            why=_why(upper, row, players),
            close=upper is not None and row.rank is not None and row.parted not in seen.ranking[:1],
        )
        for upper, row in zip(above, rows, strict=False)
    )
    return Standings(columns, lines)


def written(row: Row) -> Row:
    """The row with its values as the reader's language writes them."""
    written = {
        name: points(value) if name in AS_POINTS else number(value) for name, value in row.values.items()
    }
    return replace(row, values=written)


def _why(upper: Row | None, row: Row, players: Mapping[int, Player]) -> str:
    if upper is None:
        return ""
    return why_above(upper, row, lambda player: players[player].name, language())
