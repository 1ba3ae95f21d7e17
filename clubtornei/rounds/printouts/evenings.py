"""Sheets for multiplayer tables: the summary of a round, and who has qualified for a stage."""

from collections.abc import Mapping, Sequence
from functools import partial

from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from clubtornei.rounds.printouts.rankings import standings_layout
from clubtornei.rounds.printouts.sheet import Sheet, is_multiplayer, of_layout, round_context
from clubtornei.rounds.reports.ranking_title import ranking_state, ranking_title
from clubtornei.rounds.reports.standings import Standings, standings_table
from clubtornei.rounds.snapshot.calendar import ShownSeat, ShownTable
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.stages.entrant_queries import stage_entrants_of
from clubtornei.rounds.typesetting.paper_format import SMALLEST, PaperFormat
from clubtornei.rounds.typesetting.text_width import lines_of, width_in_em
from clubtornei.rounds.typesetting.type_size import LARGEST as LARGEST_NAMES
from clubtornei.rounds.typesetting.type_size import (
    NOTE_SCALE,
    POINT,
    PORTRAIT,
    SPREAD,
    Arrangement,
    Paper,
    PaperColumn,
    best_layout,
    in_largest_type,
)
from clubtornei.untyped import Context

REASON_BELOW = 190.0  # millimetres, for why somebody plays, below his name
# The summary, in millimetres, as in summary.css:
TABLE_HEAD, TABLE_BELOW = 13.2, 4.0  # of a table: its number and the titles of its columns; below it
TITLE, SENTENCE_LINE = 8.0, 1.3  # its number alone; em: of a line that says who sits at it
WITHOUT_RESULT = "senza risultato"
ACROSS = (2, 1)  # tables in a row
OF_TABLE = 88.0  # its width, where there are others beside it,
FIGURES, POINTS = 34.0, 3.9  # and beside the names: place and points at the table; in em: points
AFTER, LEGEND_LINE = 19.0, 6.5  # the title of the ranking and those of its columns; a line below it
HEIGHT = 222.0  # of the first page
NOTICE = 9.0  # that the round is under way, or who rests
TABLE_LINE, TABLE_PADDING = 1.2, 0.32  # em: of a row
LARGEST = 18.0  # points
BROKEN = 8  # of so many names one may wrap
MOST_PADDING = 1.0  # em: of a row, where tables have the page to themselves
ALIKE = 0.8  # as large as that of the tables is the type of the ranking, on one page
WORTHWHILE = 0.3  # of a page: where there is so much left below the tables, the ranking begins there

OfRound = Sequence[tuple[ShownTable, list[ShownSeat]]]


class SummaryLayout(Struct, frozen=True):
    """`size`: of the type of the tables, in points; `padding`: of their rows, in em; `ranking`: the
    layout of the ranking; `apart`: whether it begins on a page of its own; `across`: the tables in a row.
    """

    size: float
    ranking: Context
    apart: bool = False
    padding: float = TABLE_PADDING
    across: int = 2

    @property
    def style(self) -> str:
        """For the stylesheet."""
        place = self.ranking["layout"].columns[0]
        widths = f"--place:{place};--won:{POINTS * self.size:.1f}pt"
        return f"font-size:{self.size:.2f}pt;--inside:{self.padding / 2:.2f}em;{widths}"


def summary(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The results of all tables of one round, one or two tables in a row, and the ranking after it, once
    anything counts for it; of a round still under way it says so.
    """
    table, round_ = standings_table(snapshot, number), snapshot.round(number)
    tables = [(shown, by_place(shown)) for shown in round_.tables if not shown.annulled]
    finished = all(shown.finished for shown, _seats in tables)
    notices = NOTICE * (len(round_.byes) + len(round_.absent) + (not finished))
    chosen = _summary_layout(tables, table, notices)
    return {
        **round_context(snapshot, number),
        "rows": in_rows(tables, chosen.across),
        "table": table,
        # Without any result all would be first.
        "ranked": snapshot.progress.started,
        "under_way": "" if finished else ranking_state(snapshot, number),
        "title": ranking_title(snapshot, number),
        "summary": chosen,
        "stacked": len(tables) == 1 or chosen.across == 1,
        **chosen.ranking,
    }


def in_rows(tables: OfRound, across: int) -> list[OfRound]:
    """So many of them in a row."""
    return [tables[first : first + across] for first in range(0, len(tables), across)]


def _summary_layout(tables: OfRound, table: Standings, notices: float) -> SummaryLayout:
    """All on one page, in the largest type for which there is room, a few tables below each other; otherwise
    the tables, and the ranking on the next page.
    """
    legends = LEGEND_LINE * (len(table.notes) + bool(table.discarding))

    def ranking_on(left: float, size: float) -> Context:
        page = Paper(PORTRAIT.page, PORTRAIT.width, left - AFTER - legends, PORTRAIT.others)
        return standings_layout(table, papers=[page], largest=size)

    def on_one_page(size: float, across: int) -> SummaryLayout | None:
        rows = in_rows(tables, across)
        pages, left = _pages_of_tables(rows, size, notices)
        if pages > 1 or left < AFTER + legends or (size > SMALLEST and not _are_unbroken(rows, size)):
            return None
        ranking = ranking_on(left, size)
        layout = ranking["layout"]
        fits = layout.pages == 1 and layout.size >= ALIKE * size
        return SummaryLayout(size, ranking, across=across) if fits else None

    def largest_on_one_page(across: int) -> SummaryLayout | None:
        fitting = partial(on_one_page, across=across)
        return in_largest_type(fitting, SMALLEST, LARGEST) or fitting(SMALLEST)

    def alone_on_one_page(size: float) -> float | None:
        fits = _pages_of_tables(rows, size, notices)[0] == 1
        return size if fits and _are_unbroken(rows, size) else None

    if found := list(filter(None, map(largest_on_one_page, ACROSS))):
        return max(found, key=lambda layout: layout.size)
    rows = in_rows(tables, ACROSS[0])
    size = in_largest_type(alone_on_one_page, SMALLEST, LARGEST) or SMALLEST
    pages, left = _pages_of_tables(rows, size, notices)
    apart = pages == 1 or left < WORTHWHILE * PORTRAIT.others
    ranking = ranking_on(PORTRAIT.others if apart else left, LARGEST)
    padding = TABLE_PADDING
    if pages == 1:
        seats = sum(max(len(seats) for _shown, seats in row) for row in rows)
        padding = min(padding + SPREAD * left / max(seats, 1) / (size * POINT), MOST_PADDING)
    return SummaryLayout(size, ranking, apart, padding)


def _pages_of_tables(rows: Sequence[OfRound], size: float, notices: float) -> tuple[int, float]:
    """How many pages the tables take, and what they leave of the last one."""
    pages, left, width = 1, HEIGHT - notices, _width_of_table(rows)
    for row in rows:
        height = TABLE_BELOW + max(_height_of_table(shown, seats, size, width) for shown, seats in row)
        if height > left:
            pages, left = pages + 1, PORTRAIT.others
        left -= height
    return pages, left


def _width_of_table(rows: Sequence[OfRound]) -> float:
    """One that has its row for itself takes all."""
    return PORTRAIT.width if max(map(len, rows), default=1) == 1 else OF_TABLE


def _height_of_table(shown: ShownTable, seats: Sequence[ShownSeat], size: float, width: float) -> float:
    """As rows, or without a result as a sentence."""
    em = size * POINT
    if not shown.finished:
        said = ", ".join([*(seat.player.name for seat in seats), WITHOUT_RESULT])
        return TITLE + lines_of(said, width / em) * SENTENCE_LINE * em
    lines = sum(_lines(seat, size, width) for seat in seats)
    return TABLE_HEAD + (lines * TABLE_LINE + len(seats) * TABLE_PADDING) * em


def _lines(seat: ShownSeat, size: float, width: float) -> int:
    room = (width - FIGURES) / (size * POINT) - POINTS
    return lines_of(f"{seat.player.name} {_note_of(seat)}", room)


def _are_unbroken(rows: Sequence[OfRound], size: float) -> bool:
    """Whether the names at tables with a result stay on one line; most of them, if not all do in the smallest
    type.
    """
    width = _width_of_table(rows)
    finished = (seats for row in rows for shown, seats in row if shown.finished)
    all_seats = [seat for seats in finished for seat in seats]

    def broken(size: float) -> int:
        return sum(_lines(seat, size, width) > 1 for seat in all_seats)

    return broken(size) <= (len(all_seats) // BROKEN if broken(SMALLEST) else 0)


def _note_of(seat: ShownSeat) -> str:
    """About what stands beside the name."""
    if seat.score is None:
        return ""
    return " ".join(
        filter(None, ["RisiKo!" * seat.score.risiko, "eliminato 1°" * bool(seat.score.eliminated)])
    )


def by_place(table: ShownTable) -> list[ShownSeat]:
    """The seats by place; where places are shared or not known yet, in the order of the seats."""
    return sorted(table.seat_rows, key=lambda seat: seat.place or 0)


def is_later_stage(snapshot: EventSnapshot) -> bool:
    return snapshot.stages.shown > 1


def entrants_confirmed(snapshot: EventSnapshot) -> bool:
    return stage_entrants_of(snapshot.document, snapshot.stages.shown).confirmed


def entrants(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """Who plays in this stage, and by which place he has qualified: below his name, where that leaves the
    names as large, otherwise beside it.
    """
    stage_entrants = stage_entrants_of(snapshot.document, snapshot.stages.shown)
    players = [entrant.player for entrant in stage_entrants.entrants]
    clubs = [bool(player.club) for player in players]
    columns = [
        PaperColumn(texts=[str(place) for place in range(1, len(players) + 1)]),
        PaperColumn(texts=[player.name for player in players], wraps=True),
    ]
    reasons = [str(entrant.reason) for entrant in stage_entrants.entrants]
    longest = max(map(width_in_em, reasons), default=1.0)
    below = Arrangement(
        columns=columns,
        notes=[1 + club for club in clubs],
        papers=[PORTRAIT],
        largest=min(LARGEST_NAMES, REASON_BELOW / (longest * NOTE_SCALE * POINT)),
    )
    column = PaperColumn(texts=reasons, wraps=True, scale=NOTE_SCALE)
    beside = Arrangement(columns=[*columns, column], notes=clubs)
    layout = best_layout(below, beside)
    return {
        "stage_entrants": stage_entrants,
        "layout": layout,
        "is_below": layout.chosen == 0,
    }


SHEETS: Mapping[str, Sheet] = {
    "summary": Sheet(
        _("Riassunto del turno"),
        _("I tavoli con posti e punti, e la classifica dopo il turno."),
        _("Quando il primo turno è pubblicato."),
        summary,
        applies=is_multiplayer,
        of_round=True,
        looks=("fitted", "summary"),
    ),
    "entrants": Sheet(
        _("Chi è in gara"),
        _("Chi gioca questa fase, e con quale posto ci è arrivato."),
        _("Quando la fase è iniziata."),
        entrants,
        applies=is_later_stage,
        ready=entrants_confirmed,
        pages=of_layout(entrants),
    ),
}
