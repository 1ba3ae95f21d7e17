"""Who sits where in a round: by table and by name."""

from collections.abc import Mapping
from math import ceil

from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.computed import Seen
from clubtornei.rounds.paper.sheet import TYPE_SIZES, Facts, Sheet, for_two, type_for
from scoring.ledger import Ledger
from scoring.standings import exact

LINE = 20  # letters of a name on a line of a board, in whatever type


def pairings(seen: Seen, number: int) -> Facts:
    """The tables of a published round, with everybody's points before it."""
    round_ = seen.round(number)
    points = Ledger(seen.record(number - 1)).points_of
    lines = sum(ceil(max(len(player.name) for player in table.seats) / LINE) for table in round_.tables)
    return {
        "round": round_,
        "rows": [
            (
                table,
                [
                    (player, exact(points[player.id]) if player.id in points else None)
                    for player in table.seats
                ],
            )
            for table in round_.tables
        ],
        "type": type_for(lines),
        "page": "landscape" if lines <= min(TYPE_SIZES) else "",
    }


SHEETS: Mapping[str, Sheet] = {
    "pairings": Sheet(
        _("Abbinamenti"),
        _("I tavoli del turno, con lo spazio per i risultati."),
        _("Quando il primo turno è pubblicato."),
        pairings,
        suits=for_two,
        of_round=True,
    ),
}
