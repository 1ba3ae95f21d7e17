"""The bracket as the rows and cells of an HTML table, positioned by row and column spans alone.

Between two columns of matches is one with the lines that connect them.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from clubtornei.rounds.reports.bracket import Bracket, BracketMatch

WIDTH = 20  # of a connector, in units of its SVG; a row of the table is 2 units high


class Connector(Struct, frozen=True, kw_only=True):
    """The lines to a match from those that feed it, as SVG paths; `highlighted`: of the chosen player."""

    height: int
    lines: tuple[str, ...]
    highlighted: str = ""


class BracketCell(Struct, frozen=True, kw_only=True):
    """A match, a connector, or, with neither, an empty cell. `third`: the match for the third place, shown
    below the final.
    """

    rows: int
    columns: int = 1
    match: BracketMatch | None = None
    connector: Connector | None = None
    third: BracketMatch | None = None


def table_rows(bracket: Bracket, player: int | None = None) -> list[list[BracketCell]]:
    """The rows of the table; `player`: the id of the one whose path is highlighted."""
    rows: dict[int, list[tuple[int, BracketCell]]] = defaultdict(list)
    before: Sequence[BracketMatch] = ()
    first = bracket.rounds[0].number
    for round_ in bracket.rounds:
        last = round_ is bracket.rounds[-1]
        for match in round_.matches:
            for column, cell in _cells(match, before, first, player):
                rows[match.row].append((column, cell))
            third = _following(bracket.third, player) if last and bracket.third else None
            cell = BracketCell(rows=match.rows, match=_following(match, player), third=third)
            rows[match.row].append((2 * (round_.number - first) + 1, cell))
        before = round_.matches
    return [[cell for _column, cell in sorted(rows[row], key=_column_of)] for row in range(bracket.rows)]


def _following(match: BracketMatch, player: int | None) -> BracketMatch:
    """The match with that player marked in it."""
    if player is None or not match.has(player):
        return match
    return replace(
        match,
        sides=tuple(
            replace(side, followed=side.player is not None and side.player.id == player)
            for side in match.sides
        ),
    )


def _column_of(placed: tuple[int, BracketCell]) -> int:
    return placed[0]


def _cells(
    match: BracketMatch, before: Sequence[BracketMatch], first: int, player: int | None
) -> Iterator[tuple[int, BracketCell]]:
    """(column, cell) of what stands before the match in its row: its connector, or an empty cell. `first`:
    the round of the first column.
    """
    if match.round == first:
        return
    column = 2 * (match.round - first)
    if match.feeders:
        feeders = [before[place - 1] for place in match.feeders]
        yield column, BracketCell(rows=match.rows, connector=_connector(match, feeders, player))
    else:
        yield 1, BracketCell(rows=match.rows, columns=column)


def _connector(match: BracketMatch, feeders: Sequence[BracketMatch], player: int | None) -> Connector:
    lines = [(_line(match, feeder), feeder) for feeder in feeders]
    highlighted = [
        line
        for line, feeder in lines
        if player is not None
        and feeder.winner is not None
        and feeder.winner.id == player
        and match.has(player)
    ]
    return Connector(
        height=2 * match.rows,
        lines=tuple(line for line, _feeder in lines),
        highlighted=highlighted[0] if highlighted else "",
    )


def _line(match: BracketMatch, feeder: BracketMatch) -> str:
    """The SVG path from the middle of the feeding match to the middle of this one."""
    start, end = 2 * (feeder.row - match.row) + feeder.rows, match.rows
    return f"M0 {start}H{WIDTH // 2}V{end}H{WIDTH}"
