"""A player's line in the standings between his neighbours, to explain his place."""

from django.http import Http404
from msgspec.structs import replace

from clubtornei.rounds.reports.standings import Standings, StandingsLine
from clubtornei.untyped import Context


def neighbours_of(table: Standings, player: int) -> Context:
    """The context with the player's line and its ranked neighbours. Raises Http404 if he has no line.

    In the context, `lines`: each with whether it is the player's.
    """
    for place, line in enumerate(table.lines):
        if line.player.id == player:
            above = table.lines[place - 1] if place else None
            below = table.lines[place + 1] if place + 1 < len(table.lines) else None
            if below is not None and below.rank is None:
                below = None
            lines = [neighbour for neighbour in (above, line, below) if neighbour is not None]
            return {
                "table": Standings(table.columns, tuple(lines)),
                "lines": [(_undecided(lines[0]), lines[0] is line)]
                + [(neighbour, neighbour is line) for neighbour in lines[1:]],
                "line": line,
                "above": above,
                "below": below,
            }
    raise Http404


def _undecided(line: StandingsLine) -> StandingsLine:
    """The line without what decides between it and the one above, which is not shown."""
    return replace(line, cells=tuple(replace(cell, decides=False) for cell in line.cells))
