"""Sheets of one round: who plays whom, by table and by name; and of larger tables what came of it."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext, gettext_lazy as _
from msgspec.structs import replace

from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.printing.alphabet import letters_of
from clubtornei.rounds.printing.paper_format import ACROSS, PAIRS, READ, SEATS_ACROSS, WALL, PaperFormat
from clubtornei.rounds.printing.sheet import (
    Sheet,
    in_rows,
    is_multiplayer,
    is_two_player,
    rating_title,
    report_context,
    round_context,
)
from clubtornei.rounds.reports.cell_texts import written
from clubtornei.rounds.reports.pairings import (
    BLACK,
    RESULT,
    TABLE,
    WHITE,
    pairings_report,
    seats_of_table,
    seats_report,
)
from clubtornei.rounds.reports.places import SEAT, places_report
from clubtornei.rounds.reports.ranking_title import ranking_state
from clubtornei.rounds.reports.report import Column, ColumnKind
from clubtornei.rounds.templatetags.printing import FIGURE_SPACE, TAB
from clubtornei.text.untyped import Context

MOST_IN_ONE_COLUMN = 20  # names
MOST_BELOW_EACH_OTHER = 3  # tables of a summary
MOST_PAIRS, MOST_TABLES = 10, 7
"""Of a round on a page that lies across, where names have more room."""


ON_PAPER = (TABLE, f"{WHITE}_points", WHITE, RESULT, BLACK, f"{BLACK}_points")
"""The columns of pairings, in their order on paper."""


def pairings(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The tables of a published round, each with its players and their points before the round."""
    report = pairings_report(snapshot, snapshot.round(number), with_points=True)
    by_key = {column.key: column for column in report.columns}
    columns = [_named(by_key[key]) for key in ON_PAPER if key in by_key]
    return {
        **round_context(snapshot, number),
        **report_context(report, columns),
        **_across(snapshot, number, MOST_PAIRS, paper.sizes(ACROSS)),
        "look": "pairs",
        "rating_title": rating_title(snapshot),
    }


def _named(column: Column) -> Column:
    """Points stand beside their player: their title need not name him. Results have room for their title."""
    if column.kind is ColumnKind.POINTS:
        return replace(column, title=str(_("Punti")), is_main=True)
    return replace(column, short="") if column.kind is ColumnKind.OUTCOME else column


def by_name(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The players of the round in alphabetical order, each with his table and opponents; and with the letters
    of a page that begins or ends with him. `widest`: the figures of the longest number of a table.
    """
    lines = list(written(places_report(snapshot, snapshot.round(number))))
    letters = letters_of([line.row.person for line in lines if line.row.person])
    seats = [line.by_key[SEAT].text if SEAT in line.by_key else "" for line in lines]
    widest = max(map(len, seats), default=1)
    return {
        **round_context(snapshot, number),
        "places": [
            (line.row, (seat or "–").rjust(widest, FIGURE_SPACE) + TAB, *of_page)
            for line, seat, of_page in zip(lines, seats, letters, strict=True)
        ],
        "widest": widest,
        "page": "lettered",
        "columns_of_page": min(1 + paper.sheets_of_a4, 1 + len(lines) // MOST_IN_ONE_COLUMN),
    }


def tables(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The tables of a round with the players in the order of the seats."""
    return {
        **round_context(snapshot, number),
        **report_context(seats_report(snapshot, snapshot.round(number))),
        **_across(snapshot, number, MOST_TABLES, paper.sizes(SEATS_ACROSS)),
        "look": "seats",
    }


def _across(snapshot: EventSnapshot, number: int, most: int, sizes: Sequence[float]) -> Context:
    """The page of few tables, and the larger sizes of type that it has room for."""
    is_few = len(snapshot.round(number).tables) <= most
    return {"page": "landscape", "sizes": sizes} if is_few else {}


def summary(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The results of all tables of one round, two beside each other, and what decided ties there; of a round
    still under way it says so.
    """
    tables = [table for table in snapshot.round(number).tables if not table.annulled]
    reports = [report_context(seats_of_table(snapshot, table)) for table in tables]
    ties = [
        gettext("Tavolo %(number)s: %(tie)s") % {"number": table.number, "tie": tie}
        for table in tables
        for tie in table.ties
    ]
    return {
        **round_context(snapshot, number),
        "rows": in_rows(reports, 2 if len(reports) > MOST_BELOW_EACH_OTHER else 1),
        "under_way": "" if all(table.finished for table in tables) else ranking_state(snapshot, number),
        "ties": ties,
    }


SHEETS: Mapping[str, Sheet] = {
    "pairings": Sheet(
        _("Abbinamenti per tavolo"),
        _("I tavoli del turno, con lo spazio per i risultati."),
        pairings,
        applies=is_two_player,
        of_round=True,
        sizes=PAIRS,
    ),
    "tables": Sheet(
        _("Piano dei tavoli"),
        _("Chi siede a ogni tavolo, nell’ordine delle sedie."),
        tables,
        applies=is_multiplayer,
        of_round=True,
        sizes=PAIRS,
    ),
    "by-name": Sheet(
        _("Abbinamenti per nome"),
        _("Tutti in ordine alfabetico, con il tavolo in grande: si legge da tre metri."),
        by_name,
        of_round=True,
        template="by-name",
        sizes=WALL,
    ),
    "summary": Sheet(
        _("Riassunto del turno"),
        _("I tavoli con posti e punti, e che cosa ha deciso le parità."),
        summary,
        applies=is_multiplayer,
        of_round=True,
        template="summary",
        sizes=READ[2:],
    ),
}
