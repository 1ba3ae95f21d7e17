"""A player's row in a ranking between his neighbours, to explain his place."""

from django.http import Http404
from msgspec.structs import replace

from clubtornei.rounds.reports.report import ColumnKind, Mark, Report
from clubtornei.text.untyped import Context


def neighbours_of(report: Report, player: int) -> Context:
    """The context with the player's row and its ranked neighbours. Raises Http404 if he has no row.

    In the context, `report`: these rows alone, with the criteria.
    """
    for place, row in enumerate(report.rows):
        if row.player == player:
            above = report.rows[place - 1] if place else None
            below = report.rows[place + 1] if place + 1 < len(report.rows) else None
            if below is not None and below.rank is None:
                below = None
            mine = replace(row, marks=row.marks | {Mark.MINE})
            # What decides between the first and the one above it, which is not shown, is not said.
            first, *others = [one for one in (above, mine, below) if one is not None]
            rows = [replace(one, heading="") for one in (replace(first, decided_by=None), *others)]
            columns = tuple(
                one for one in report.columns if one.kind not in (ColumnKind.ROUND, ColumnKind.NUMBER)
            )
            shown = replace(report, columns=columns, rows=tuple(rows), tells_what_decides=True)
            return {"report": shown, "row": row, "above": above, "below": below}
    raise Http404
