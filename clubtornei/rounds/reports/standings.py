"""The ranking as a table: its columns are the criteria, its rows say why they stand in this order."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from clubtornei.languages import reader_language, translated
from clubtornei.rounds.core.formatting import number, points
from clubtornei.rounds.reports.bracket import round_names
from clubtornei.rounds.reports.snapshot import EventSnapshot
from scoring.criteria import CRITERIA, ROUND_REACHED
from scoring.ledger import Ledger
from scoring.reasons import why_above
from scoring.record import Player
from scoring.standings import Row, exact

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


class RoundResult(Struct, frozen=True, kw_only=True):
    """What one round brought a player: `kind` as the ledger has it; `discarded`: it does not count."""

    round: int
    kind: str
    points: str
    place: int | None
    discarded: bool


class Line(Struct, frozen=True, kw_only=True):
    """A row of the table. `results`: of each round, where more than two sit at a table.

    `rank` is None, and the cells are empty, for who is annulled. `why`: why the row above is above, in words.
    `close`: were the two level on the first criterion, so that the words are worth reading?
    """

    player: Player
    rank: int | None
    cells: tuple[Cell, ...]
    played: int
    why: str
    close: bool
    results: tuple[RoundResult, ...] = ()


class Standings(Struct, frozen=True):
    """`rounds`: those that have a column of their own."""

    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    rounds: tuple[int, ...] = ()

    @property
    def discarding(self) -> bool:
        """Is there any result that does not count?"""
        return any(result.discarded for line in self.lines for result in line.results)

    @property
    def close_calls(self) -> list[Line]:
        """The rows that a tie-break, or none, puts below the one above them."""
        return [line for line in self.lines if line.close]


def standings_table(snapshot: EventSnapshot, after: int | None = None) -> Standings:
    """The ranking after so many rounds (None: all), in the reader's language. Faulty: no such round."""
    players = snapshot.players
    rows = [
        localised(row, halves=not snapshot.multiplayer)
        for row in snapshot.standings(after)
        if row.player in players
    ]
    columns = tuple(
        Column(name, translated(CRITERIA[name].title), translated(CRITERIA[name].meaning))
        for name in snapshot.ranking
    )
    results = results_of(snapshot, after)
    names = round_names(snapshot) if ROUND_REACHED in snapshot.ranking else {}
    above: Sequence[Row | None] = [None, *rows]
    lines = tuple(
        Line(
            player=players[row.player],
            rank=row.rank,
            cells=tuple(
                Cell(column.name, _text(row, column.name, names), row.decided_by == column.name)
                for column in columns
            ),
            played=row.played,
            why=why_between(upper, row, players),
            close=upper is not None and row.rank is not None and row.decided_by not in snapshot.ranking[:1],
            results=results.get(row.player, ()),
        )
        for upper, row in zip(above, rows, strict=False)
    )
    rounds = tuple(result.round for result in max(results.values(), key=len, default=()))
    return Standings(columns, lines, rounds)


def _text(row: Row, criterion: str, round_names: Mapping[str, str]) -> str:
    """The value; of a round reached, what the round is called."""
    value = row.values.get(criterion) or "–"
    return round_names.get(value, value) if criterion == ROUND_REACHED else value


def results_of(snapshot: EventSnapshot, after: int | None = None) -> Mapping[int, tuple[RoundResult, ...]]:
    """What each round brought everybody, by id; nothing where two sit at a table: see the crosstable."""
    if not snapshot.multiplayer:
        return {}
    what = "results" if after is None else f"results:{after}"
    return snapshot.cached(what, lambda: _results(Ledger(snapshot.record(after))))


def _results(ledger: Ledger) -> Mapping[int, tuple[RoundResult, ...]]:
    found = {}
    for player in ledger.players:
        dropped = ledger.discarded(player)
        found[player] = tuple(
            RoundResult(
                round=number,
                kind=outcome.code,
                points=exact(outcome.points),
                place=outcome.place,
                discarded=number in dropped,
            )
            for number, outcome in enumerate(ledger.round_results[player], 1)
        )
    return found


def localised(row: Row, *, halves: bool = True) -> Row:
    """The row with its values as the reader's language writes them; `halves`: half a point as ½."""
    localised = {
        name: points(value) if halves and name in AS_POINTS else number(value)
        for name, value in row.values.items()
    }
    return replace(row, values=localised)


def why_between(upper: Row | None, row: Row, players: Mapping[int, Player]) -> str:
    """Why the row stands below the one above it; nothing of the first."""
    if upper is None:
        return ""
    return why_above(upper, row, lambda player: players[player].name, reader_language())
