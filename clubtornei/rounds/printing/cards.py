"""The sheet with the players' cards: of each, whom he met, and what came of it."""

from collections.abc import Mapping, Sequence

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.printing.cutting import in_rows
from clubtornei.rounds.printing.paper_format import PaperFormat
from clubtornei.rounds.printing.rendering import DENSE
from clubtornei.rounds.printing.sheet import Sheet, in_alphabetical_order
from clubtornei.rounds.reports.card import card
from clubtornei.rounds.reports.card_report import card_report
from clubtornei.rounds.reports.report import Kind
from clubtornei.rounds.reports.writing import Cell, written
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.text.untyped import Context

TAB = SafeString("&#9;")  # as markup: spaces themselves are taken out of it (printing/markup.py)


def cards(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The cards by name, two beside each other on A4, three on A3. Of a round its opponents, and as text what
    else there is in its row.
    """
    of_each = [card(snapshot, player.id) for player in in_alphabetical_order(snapshot)]
    reports = [card_report(snapshot, one) for one in of_each]
    shown = [
        (one, [_parted(line.cells) for line in written(report)])
        for one, report in zip(of_each, reports, strict=True)
    ]
    heads = reports[0].shown_columns
    return {
        "rows": in_rows(shown, 1 + paper.sheets_of_a4),
        "heads": [column.title for column in heads if column.kind is not Kind.OPPONENTS],
        "met": next(column.title for column in heads if column.kind is Kind.OPPONENTS),
        "tab": TAB,
        "page": "whole",
    }


def _parted(cells: Sequence[Cell]) -> tuple[Sequence[str], Cell]:
    met = next(cell for cell in cells if cell.column.kind is Kind.OPPONENTS)
    return [cell.text for cell in cells if cell is not met], met


SHEETS: Mapping[str, Sheet] = {
    "cards": Sheet(
        _("Schede dei giocatori"),
        _("Una per giocatore, da ritagliare: turno per turno avversario, risultato e punti."),
        _("Quando il primo turno è pubblicato."),
        cards,
        looks=("cards",),
        template="cards",
        sizes=DENSE,
    ),
}
