"""The ranking of a whole event that has several stages, as a table; announced when the event is closed."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from clubtornei.rounds.computed import Seen
from clubtornei.rounds.standings import Cell, Column, Line, Standings, standings_table
from clubtornei.rounds.templatetags.tournament import number
from scoring.record import Player
from scoring.standings import Row


def is_final(seen: Seen) -> bool:
    """Is what is shown the whole event, and is it closed?"""
    return seen.event.closed and (not seen.stages.several or seen.asked is None)


def last_word(seen: Seen) -> Standings:
    """The ranking that stands for the event: the announced one of all stages, else that of its stage."""
    if is_final(seen) and seen.stages.several:
        return final_table(seen, seen.announced)
    return standings_table(seen)


def final_table(seen: Seen, rows: Sequence[Row]) -> Standings:
    """The rows of the ranking of the event: finalists first, then by the sum of points."""
    columns = (
        Column("final", _("Finale"), _("Posto in finale; con più finali insieme, posti pari.")),
        Column(
            "points", _("Punti"), _("La somma dei punti di tutte le partite, qualificazioni e semifinali.")
        ),
    )
    players = {player.id: player for player in seen.document.players}
    return Standings(columns, tuple(_line(row, players[row.player], columns) for row in rows))


def _line(row: Row, player: Player, columns: Sequence[Column]) -> Line:
    return Line(
        player=player,
        rank=row.rank,
        cells=tuple(
            Cell(column.name, number(row.values.get(column.name)), row.parted == column.name)
            for column in columns
        ),
        played=row.played,
        why="",
        close=False,
    )
