"""How pages write the rows and the cells of a report."""

from collections.abc import Iterable

from django import template
from django.utils.html import format_html
from django.utils.translation import gettext as _

from clubtornei.rounds.reports import writing
from clubtornei.rounds.reports.report import Report, RoundPoints
from clubtornei.rounds.reports.writing import Cell, WrittenRow
from clubtornei.rounds.templatetags.tournament import with_slot

register = template.Library()


@register.filter
def written(report: Report) -> Iterable[WrittenRow]:
    """The rows of a report as a page shows them."""
    return writing.written(report, report.page_columns)


@register.filter
def value(cell: Cell) -> str:
    """What stands in the cell of a page."""
    if isinstance(cell.value, RoundPoints):
        return _round_points(cell.value, cell.text)
    return with_slot(cell.text, cell.slot) or "–"


@register.filter
def decisive_value(cell: Cell) -> str:
    """The same, marked where it ranks the row below the one before it."""
    if not cell.decides:
        return value(cell)
    return format_html('<strong class="decides">{}</strong> {}', value(cell), _hidden(_("decide")))


def _round_points(points: RoundPoints, text: str) -> str:
    if points.discarded:
        return format_html('<del class="discarded">{}</del> {}', text, _hidden(_("scartato")))
    if points.kind.is_missing:
        return _sign("–", _("assente"))
    return _sign("·", _("da giocare")) if points.kind.is_open else text


def _sign(sign: str, meaning: str) -> str:
    """A sign instead of a value, with its meaning for who does not see it."""
    return format_html('<span class="missing" aria-hidden="true">{}</span>{}', sign, _hidden(meaning))


def _hidden(text: str) -> str:
    return format_html('<span class="visually-hidden">{}</span>', text)
