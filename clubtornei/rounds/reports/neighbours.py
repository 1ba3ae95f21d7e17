"""Why this place: a player between the one above and the one below."""

from django.http import Http404

from clubtornei.rounds.reports.standings import Standings
from clubtornei.untyped import Context


def neighbours_of(table: Standings, player: int) -> Context:
    """The player's line, and the lines next to it that are ranked. 404 where nobody has that id."""
    for place, line in enumerate(table.lines):
        if line.player.id == player:
            above = table.lines[place - 1] if place else None
            below = table.lines[place + 1] if place + 1 < len(table.lines) else None
            if below is not None and below.rank is None:
                below = None
            shown = [one for one in (above, line, below) if one is not None]
            return {
                "table": Standings(table.columns, tuple(shown)),
                "line": line,
                "above": above,
                "below": below,
            }
    raise Http404
