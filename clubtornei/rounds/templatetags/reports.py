"""How pages write the rows and the cells of a report."""

from collections.abc import Iterable
from fractions import Fraction
from typing import cast

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _, pgettext

from clubtornei.rounds.documents.calendar import ShownTable
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports import cell_texts
from clubtornei.rounds.reports.cell_texts import Cell, WrittenRow
from clubtornei.rounds.reports.ranking_columns import PLAYED
from clubtornei.rounds.reports.report import (
    Column,
    ColumnKind,
    CrossGame,
    CrossRound,
    Mark,
    Report,
    ReportRow,
    RoundPoints,
    Value,
)
from clubtornei.rounds.state.formatting import points, requested_bye
from clubtornei.rounds.state.table_words import colour_name, with_colour
from clubtornei.rounds.templatetags.tournament import with_slot
from scoring.ledger import Colour
from scoring.standings import decimal_text

register = template.Library()

COLUMN_CLASSES = {
    ColumnKind.PLACE: "rank",
    ColumnKind.NAME: "name",
    ColumnKind.NAMED: "words",
    ColumnKind.ROUND: "num round",
    ColumnKind.ROW: "row-number",
    ColumnKind.PEOPLE: "club-members",
    ColumnKind.COLOUR: "colour",
    ColumnKind.TABLE: "table-number",
    ColumnKind.SEAT: "table-number",
    ColumnKind.FIRST: "first",
    ColumnKind.SECOND: "second",
    ColumnKind.OUTCOME: "outcome",
    ColumnKind.EVENT: "num event",
}
WITHOUT_CLASS = {ColumnKind.TEXT, ColumnKind.CROSS_ROUND, ColumnKind.OPPONENTS}
ROW_CLASSES = {
    Mark.ANNULLED: "withdrawn",
    Mark.ELIMINATED: "lost",
    Mark.MINE: "mine",
    Mark.TO_COME: "to-come",
    Mark.BELOW_CUT: "below-cut",
}


@register.filter
def written(report: Report) -> Iterable[WrittenRow]:
    """The rows of a report as a page shows them."""
    return cell_texts.written(report, report.page_columns)


@register.filter
def value(cell: Cell) -> str:
    """What stands in the cell of a page."""
    if cell.decides:
        return format_html('<strong class="decides">{}</strong> {}', cell.text, _hidden(_("decide")))
    if isinstance(cell.value, ShownTable):
        return _outcome(cell.value)
    if isinstance(cell.value, RoundPoints):
        return _round_points(cell.value, cell.text)
    if isinstance(cell.value, CrossRound):
        return format_html('<span class="step">{}</span>', _step(cell.value))
    if isinstance(cell.value, tuple):
        return format_html_join(" ", "{}", ((_game(game),) for game in cell.value))
    if cell.column.is_against:
        return "" if cell.is_self else str(cell.value or "·")
    if cell.column.kind is ColumnKind.COLOUR and cell.value:
        colour = cast(Colour, cell.value)
        return format_html('<span class="seat {}">{}</span>', colour, _hidden(str(colour_name(colour))))
    if isinstance(cell.value, CrossGame):
        return format_html("<del>{}</del>" if cell.value.struck else "<strong>{}</strong>", cell.text)
    return with_slot(cell.text, cell.slot) or ("–" if cell.column.is_criterion else "")


@register.filter
def column_class(column: Column) -> str:
    """The CSS classes of a column."""
    name = "" if column.kind in WITHOUT_CLASS or column.is_against else COLUMN_CLASSES.get(column.kind, "num")
    of_games = " played" if column.key == PLAYED else ""
    return f"{name} points" if column.is_main else name + of_games


@register.filter
def row_class(row: ReportRow) -> str:
    """The CSS classes of a row, by what is said of it."""
    return " ".join(css for mark, css in ROW_CLASSES.items() if mark in row.marks)


@register.filter
def cell_class(cell: Cell) -> str:
    """The CSS classes of a cell: those of its column, or what its value is."""
    return "self" if cell.is_self else column_class(cell.column)


@register.filter
def points_before(row: ReportRow, cell: Cell) -> Value:
    """Those that who sits there has before the round, where the report has them."""
    return row.values.get(f"{cell.column.key}_points")


@register.filter
def on_request(row: ReportRow, snapshot: EventSnapshot) -> str:
    """What a bye that was asked for is worth, to be written behind the name; else nothing."""
    worth = row.values.get("points")
    if not isinstance(worth, Fraction):
        return ""
    return f" ({requested_bye(snapshot.notation.points(decimal_text(worth)))})"


def _outcome(table: ShownTable) -> str:
    """The result, or which game of a match is due; it is read out in words."""
    if table.due_game:
        return format_html('<span class="due">{}</span>', table.due_game_text)
    if not table.result:
        short = '<abbr title="{}">{}</abbr>'
        return format_html(short, _("Annullata"), _("ann.")) if table.annulled else ""
    if table.annulled:
        return format_html("<del>{}</del>", table.result)
    shown = '<span aria-hidden="true" title="{}">{}</span> {}'
    return format_html(shown, table.meaning, table.result, _hidden(table.meaning))


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


def _game(game: CrossGame) -> str:
    """Its result, with the disc of its colour; a point while it is open."""
    result = format_html("<del>{}</del>", game.symbol) if game.struck else game.symbol or "·"
    words = [str(with_colour(game.colour)), pgettext("partita", "annullata") if game.annulled else ""]
    return format_html(
        '<span class="game-symbol {}">{} {}</span>',
        game.colour if game.symbol else f"{game.colour} missing".strip(),
        result,
        _hidden(", ".join(filter(None, words))),
    )


def _step(step: CrossRound) -> str:
    if step.game and step.opponent:
        return format_html(
            '<span class="opponent-row">{}<span aria-hidden="true">{}</span></span> {}',
            _hidden(f"{step.opponent.name}, "),
            step.row or "",
            _game(step.game),
        )
    if step.kind.is_bye:
        return format_html(
            '<span class="opponent-row rests">{}</span> <span class="game-symbol">{}</span>',
            _("riposo"),
            points(decimal_text(step.points or Fraction(0))),
        )
    return _sign("–", _("assente")) if step.kind.is_absence else ""
