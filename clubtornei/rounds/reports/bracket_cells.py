"""The bracket as rows and cells of a table: nothing but spans places it, so it needs no style of its own.

Between two columns of matches stands one of joints: the lines by which the winners go on.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from msgspec import Struct

from clubtornei.rounds.reports.bracket import Bracket, Match

WIDTH = 20  # of a joint, in its own units; a row of the picture is 2 of them high


class Connector(Struct, frozen=True, kw_only=True):
    """The lines from the matches before to one match; `way`: that of the player who is followed."""

    height: int
    lines: tuple[str, ...]
    way: str = ""


class Cell(Struct, frozen=True, kw_only=True):
    """A match, a joint, or (neither) room that is left free."""

    rows: int
    columns: int = 1
    match: Match | None = None
    joint: Connector | None = None
    third: Match | None = None


def table_rows(bracket: Bracket, player: int | None = None) -> list[list[Cell]]:
    """The rows of the table; `player`: whose way is drawn stronger."""
    rows: dict[int, list[tuple[int, Cell]]] = defaultdict(list)
    before: Sequence[Match] = ()
    for round_ in bracket.rounds:
        last = round_ is bracket.rounds[-1]
        for match in round_.matches:
            for column, cell in _cells(match, before, player):
                rows[match.row].append((column, cell))
            third = bracket.third if last else None
            rows[match.row].append((2 * round_.number - 1, Cell(rows=match.rows, match=match, third=third)))
        before = round_.matches
    return [[cell for _column, cell in sorted(rows[row], key=_column_of)] for row in range(bracket.rows)]


def _column_of(placed: tuple[int, Cell]) -> int:
    return placed[0]


def _cells(match: Match, before: Sequence[Match], player: int | None) -> Iterator[tuple[int, Cell]]:
    """What stands before the match in its row: its joint, or room where nobody comes from before."""
    if match.round == 1:
        return
    column = 2 * (match.round - 1)
    if match.feeders:
        fed = [before[place - 1] for place in match.feeders]
        yield column, Cell(rows=match.rows, joint=_joint(match, fed, player))
    else:
        yield 1, Cell(rows=match.rows, columns=column)


def _joint(match: Match, feeders: Sequence[Match], player: int | None) -> Connector:
    lines = [(_line(match, feeder), feeder) for feeder in feeders]
    followed = [
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
        way=followed[0] if followed else "",
    )


def _line(match: Match, feeder: Match) -> str:
    """From the middle of the match before to the middle of this one."""
    start, end = 2 * (feeder.row - match.row) + feeder.rows, match.rows
    return f"M0 {start}H{WIDTH // 2}V{end}H{WIDTH}"
