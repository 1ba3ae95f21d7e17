"""The sheet with the players' cards: of each, whom he met, and what came of it."""

from collections.abc import Mapping

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.printing.cutting import in_rows
from clubtornei.rounds.printing.paper_format import PaperFormat
from clubtornei.rounds.printing.rendering import DENSE
from clubtornei.rounds.printing.sheet import Sheet, in_alphabetical_order
from clubtornei.rounds.reports.card import card
from clubtornei.rounds.reports.card_report import card_report
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.text.untyped import Context

TAB = SafeString("&#9;")  # as markup: spaces themselves are taken out of it (printing/markup.py)


def cards(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The cards by name, two beside each other on A4, three on A3."""
    of_each = [card(snapshot, player.id) for player in in_alphabetical_order(snapshot)]
    shown = [(one, card_report(snapshot, one)) for one in of_each]
    _card, report = shown[0]
    return {
        "rows": in_rows(shown, 1 + paper.sheets_of_a4),
        "figures": len(report.shown_columns) - 1,
        "tab": TAB,
        "page": "whole",
    }


SHEETS: Mapping[str, Sheet] = {
    "cards": Sheet(
        _("Schede dei giocatori"),
        _("Una per giocatore, da ritagliare: turno per turno avversario, risultato e punti."),
        _("Quando il primo turno è pubblicato."),
        cards,
        looks=("cards",),
        sizes=DENSE,
    ),
}
