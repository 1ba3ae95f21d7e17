"""How pages write the rows and the cells of a report."""

from collections.abc import Iterable

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from clubtornei.rounds.reports import writing
from clubtornei.rounds.reports.report import Report, RoundPoints
from clubtornei.rounds.reports.writing import Cell, WrittenRow
from clubtornei.rounds.templatetags.tournament import with_slot

register = template.Library()

HIDDEN = '<span class="visually-hidden">{}</span>'
SIGN = '<span class="missing" aria-hidden="true">{}</span>' + HIDDEN


@register.filter
def written(report: Report) -> Iterable[WrittenRow]:
    """The rows of a report as a page shows them."""
    return writing.written(report, report.page_columns)


@register.filter
def value(cell: Cell) -> str:
    """What stands in the cell of a page."""
    if isinstance(cell.value, RoundPoints):
        return _round_points(cell.value, cell.text)
    return with_slot(cell.text, cell.has_slot) or "–"


def _round_points(points: RoundPoints, text: str) -> SafeString:
    if points.discarded:
        return format_html('<del class="discarded">{}</del> ' + HIDDEN, text, _("scartato"))
    if points.kind.is_missing:
        return format_html(SIGN, "–", _("assente"))
    if points.kind.is_open:
        return format_html(SIGN, "·", _("da giocare"))
    return format_html("{}", text)
