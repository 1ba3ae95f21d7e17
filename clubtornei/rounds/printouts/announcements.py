"""The sheet with the rules, to be hung up before round 1."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.printouts.sheet import Sheet, always
from clubtornei.rounds.rules.announcement import announcement_context
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.typesetting.paper_format import PaperFormat
from clubtornei.untyped import Context


def announcement(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The rules of all stages, under the name of the event alone."""
    return {"stage": "", **announcement_context(snapshot)}


SHEETS: Mapping[str, Sheet] = {
    "announcement": Sheet(
        _("Bando e regole"),
        _(
            "Da appendere prima del primo turno: orari, quota, premi, formula, punteggio con un esempio, "
            "spareggi, scarti, riposi."
        ),
        _("Sempre."),
        announcement,
        ready=always,
        looks=("announcement",),
        others=("announcement-close", "announcement-large"),
    ),
}
