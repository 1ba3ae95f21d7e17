"""The sheet of the prizes: what is announced, and once that is confirmed who gets it, and why."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.printing.paper_format import PaperFormat
from clubtornei.rounds.printing.rendering import READ
from clubtornei.rounds.printing.report_sheets import report_context
from clubtornei.rounds.printing.sheet import Sheet
from clubtornei.rounds.reports.prizes import announced_report, confirmed_report, has_prizes
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.text.untyped import Context


def prizes(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    return report_context(confirmed_report(snapshot) or announced_report(snapshot))


SHEETS: Mapping[str, Sheet] = {
    "prizes": Sheet(
        _("Premi"),
        _("Prima del torneo che cosa si vince; confermati, chi li ha vinti e perché."),
        _("Quando i premi sono scritti."),
        prizes,
        applies=has_prizes,
        ready=has_prizes,
        of_closed=True,
        sizes=READ,
    ),
}
