"""Sheets with the standings and the crosstables."""

from collections.abc import Mapping, Sequence
from math import ceil

from django.utils.translation import gettext_lazy as _
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.rounds.core.player_names import beside_club
from clubtornei.rounds.core.team_lines import team_lines
from clubtornei.rounds.printouts.sheet import (
    Sheet,
    has_calendar,
    is_paired_round_by_round,
    of_layout,
)
from clubtornei.rounds.reports.crosstable import crosstable_report
from clubtornei.rounds.reports.final_ranking import current_standings, is_final
from clubtornei.rounds.reports.parts import Part, rows_and_columns, split_evenly
from clubtornei.rounds.reports.ranking_title import ranking_state, ranking_title
from clubtornei.rounds.reports.report import NAME, Column, CrossRound, Kind, Report, ReportRow
from clubtornei.rounds.reports.standings import by_number, standings_report
from clubtornei.rounds.reports.writing import Cell, WrittenRow, written
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.typesetting.clubs import ClubLayout, layout_with_clubs
from clubtornei.rounds.typesetting.cross_columns import (
    crosstable_layout,
    in_parts,
    name_width,
    on_one_page_of,
    ruled,
)
from clubtornei.rounds.typesetting.paper_format import SMALLEST, PaperFormat
from clubtornei.rounds.typesetting.text_width import KEPT_HYPHEN, lines_of
from clubtornei.rounds.typesetting.type_size import (
    FROM_AFAR,
    LANDSCAPE,
    LARGEST,
    MORE_ROW,
    POINT,
    PORTRAIT,
    Layout,
    Paper,
    PaperColumn,
    best_layout,
    less_high,
    spare_title,
)
from clubtornei.untyped import Context
from scoring.record import Player

MAX_CROSSTABLE_PLAYERS = 200  # with more it has too many pages, and takes minutes
PLACE_ROOM = "·"  # as wide as what stands between a place and its name beyond the gap, as in fitted.css
STEP_SCALE = 0.75  # of the type of the rows: that of opponents in a crosstable by rounds
LEGEND, SWISS_LEGEND = 2, 3  # lines below the table: they go on its page
LEGEND_WIDTH = PORTRAIT.width / (SMALLEST * POINT)  # em
AS_OF_WIDTH, AS_OF_TYPE = 148, 11 * POINT  # millimetres: beside the code; of a line, its type
FIGURE = 23  # millimetres: of the number of the round, which stands before it
BETWEEN_FIGURES = 0.7  # em: between the figures of two columns, beyond their gap
# The headings of a crosstable take one line.
PAPERS = (Paper("landscape", 273, 136, 172), Paper("wall", 182, 220, 252))
LEAVES = (Paper("landscape", 273, 157, 157), Paper("wall", 182, 240, 240))  # each with a compact heading
SWISS_PAPERS = (
    Paper(LANDSCAPE.page, 273, 136, LANDSCAPE.others),
    Paper(PORTRAIT.page, 182, 220, PORTRAIT.others),
)


class Headings(Struct, frozen=True):
    """The titles of the criteria, and the legend of those in short."""

    titles: Sequence[str]
    legend: str = ""


class CrossPart(Struct, frozen=True):
    """Those columns of a crosstable that are on pages of their own; `numbers`: what stands above them."""

    part: Part
    numbers: Sequence[int]
    is_last: bool


def is_crosstable_printable(snapshot: EventSnapshot) -> bool:
    return 0 < len(snapshot.players) <= MAX_CROSSTABLE_PLAYERS and bool(snapshot.calendar)


def standings(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The standings after that round, before any result by number; of a closed event, after its last round,
    the final ranking, without a stage's name.
    """
    is_last = number >= snapshot.progress.rounds
    after = None if is_last else number
    final = is_last and is_final(snapshot)
    report = standings_report(snapshot, after) if after else current_standings(snapshot)
    report = report if snapshot.progress.started or final else by_number(report)
    title, _dot, as_of = ranking_title(snapshot, after).partition(" · ")
    stage = {"stage": ""} if final else {}
    return {
        **stage,
        "title": title,
        "as_of": as_of,
        "final": final,
        "numeral": "" if final else number,
        **standings_layout(report, more_rows=_more_rows(as_of, number)),
    }


def standings_layout(
    report: Report,
    papers: Sequence[Paper] = (PORTRAIT, LANDSCAPE),
    largest: float = LARGEST,
    more_rows: int = 0,
) -> Context:
    """The ranking and its layout; `more_rows`: of the heading, to those of its notes."""
    lines = [replace(line, row=_beside_club(line.row)) for line in written(report)]
    players = [line.row.person for line in lines if line.row.person]
    names, clubs = [player.name for player in players], [player.club or "" for player in players]
    notes = team_lines(players)

    def in_columns(headings: Headings) -> ClubLayout:
        places, others = _standings_columns(report, lines, headings.titles)
        foot = lines_of(headings.legend, LEGEND_WIDTH) * bool(headings.legend)  # of each page
        above = [less_high(paper, foot * MORE_ROW - spare_title(headings.titles)) for paper in papers]
        more = more_rows + len(report.footnotes)
        return layout_with_clubs(places, names, clubs, others, notes, above, largest, more)

    headings = Headings([column.title for column in _figures(report)])
    chosen = in_columns(headings)
    if chosen.layout.size < FROM_AFAR and (shorter := _in_short(report)).legend:
        in_short = in_columns(shorter)
        if in_short.preference > chosen.preference:
            headings, chosen = shorter, in_short
    return {
        "report": report,
        "headings": headings,
        "layout": chosen.layout,
        "leaves": chosen.layout.on_leaves(lines),
        "clubs": chosen,
    }


def _beside_club(row: ReportRow) -> ReportRow:
    return replace(row, values={**row.values, NAME: beside_club(row.person)}) if row.person else row


def _more_rows(as_of: str, number: int) -> int:
    """The lines it takes in the heading, beyond the one that stands beside the number of the round."""
    return lines_of(as_of, (AS_OF_WIDTH - FIGURE * len(str(number))) / AS_OF_TYPE) - 1


def _figures(report: Report) -> Sequence[Column]:
    """The columns behind the names."""
    return [column for column in report.shown_columns if column.kind not in (Kind.PLACE, Kind.NAME)]


def _in_short(report: Report) -> Headings:
    """A criterion with a shorter title has that one, and below the table the legend says what it means."""
    short = {column.key: column.short for column in report.criteria}
    words = [f"{column.short}: {column.title}" for column in report.criteria if column.short]
    titles = [
        short.get(column.key, "").replace("-", KEPT_HYPHEN) or column.title for column in _figures(report)
    ]
    return Headings(titles, " · ".join(words))


def _standings_columns(
    report: Report, lines: Sequence[WrittenRow], titles: Sequence[str]
) -> tuple[PaperColumn, list[PaperColumn]]:
    """The column of the places, before the names, and those after them with these titles."""
    first, *_others = report.columns
    places = PaperColumn(
        texts=[f"{line.row.rank or '–'}{PLACE_ROOM}" for line in lines], title=f"{first.title}{PLACE_ROOM}"
    )
    cells = zip(*([cell for cell in line.cells if not cell.is_place_or_name] for line in lines), strict=True)
    figures = [
        PaperColumn(
            texts=[cell.widest for cell in column],
            title=title,
            indent=BETWEEN_FIGURES if column[0].is_secondary else 0.0,
            regular=column[0].is_secondary,
        )
        for title, column in zip(titles, cells, strict=False)
    ]
    return places, figures


def crosstable_sheet(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The crosstable of a round robin: on one page, or on leaves to be put side by side and below each other,
    whose rows begin at the same height and break at the same place.
    """
    by_rank = snapshot.progress.rounds > 0
    report = crosstable_report(snapshot, by_rank=by_rank, on_paper=True)
    lines = _cross_lines(report, ranked=by_rank)
    cells = [cell.value for line in lines for cell in line.games if isinstance(cell.value, tuple)]
    texts = {" ".join(f"•{game.symbol or '½'}" for game in cell) for cell in cells}
    texts.add(" ".join(["•½"] * max(map(len, cells), default=1)))
    cell = PaperColumn(texts=sorted(texts), title=str(len(lines)))
    numbers = range(1, len(lines) + 1)
    around = _around(report, lines)
    layout = crosstable_layout(len(numbers), cell, *around, PAPERS, LEAVES, LEGEND)
    parts = _parts_of(numbers, layout)
    rows = split_evenly(len(numbers), ceil(len(numbers) * len(parts) / layout.pages))
    return {
        "numeral": snapshot.progress.current.number,
        "report": report,
        "lines": lines,
        "page": " compact" * (layout.paper in LEAVES),
        "leaves": [
            (part, of_leaf, rows_and_columns(of_leaf, part.part), _ruled(part, layout, *around))
            for part in parts
            for of_leaf in rows
        ],
        "several": layout.pages > 1,
        **_columns_of(layout, *around),
    }


def swiss_crosstable_sheets(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The crosstable by rounds; these are split evenly over as many pages as they need."""
    report = crosstable_report(snapshot, on_paper=True)
    lines = _cross_lines(report)
    as_of, rounds = ranking_state(snapshot), snapshot.progress.rounds
    steps = [cell.value for line in lines for cell in line.games if isinstance(cell.value, CrossRound)]
    has_byes = any(step.kind.is_bye for step in steps)
    cell = PaperColumn(texts=[f"{len(lines)}0•½", *([f"{_('riposo')} ½"] if has_byes else [])])
    around = _around(report, lines)
    more_rows = SWISS_LEGEND + _more_rows(as_of, number)
    on_one_page = on_one_page_of(rounds, cell, *around, SWISS_PAPERS, more_rows)
    layout = best_layout(*in_parts(on_one_page, rounds))
    step = max(SMALLEST, STEP_SCALE * layout.size)
    return {
        "numeral": snapshot.progress.current.number,
        "report": report,
        "lines": lines,
        "as_of": as_of,
        "style": f"{layout.style};--rows:{layout.size:.2f}pt;--step:{step:.2f}pt",
        "parts": _parts_of(range(1, rounds + 1), layout),
        **_columns_of(layout, *around),
    }


class CrossLine(Struct, frozen=True):
    """A row of a crosstable: its number and player, the games, and what stands behind them: points, and the
    place where the number is none.
    """

    number: int
    player: Player
    games: Sequence[Cell]
    after: Sequence[Cell]


def _cross_lines(report: Report, *, ranked: bool = True) -> list[CrossLine]:
    after = (Kind.POINTS, Kind.PLACE) if ranked else (Kind.POINTS,)
    return [
        CrossLine(
            number,
            line.row.person,
            games=[cell for cell in line.cells if cell.column.kind in (Kind.GAMES, Kind.CROSS_ROUND)],
            after=[cell for cell in line.cells if cell.column.kind in after],
        )
        for number, line in enumerate(written(report), 1)
        if line.row.person
    ]


def _around(report: Report, lines: Sequence[CrossLine]) -> tuple[list[PaperColumn], list[PaperColumn]]:
    """The columns before the games and after them."""
    before = [
        PaperColumn(texts=[str(line.number) for line in lines], title=report.columns[0].title),
        PaperColumn(texts=[line.player.name for line in lines], wraps=True),
    ]
    after = [
        PaperColumn(texts=[cell.widest or "–" for cell in cells], title=cells[0].column.title)
        for cells in zip(*(line.after for line in lines), strict=True)
    ]
    return before, after


def _parts_of(numbers: Sequence[int], chosen: Layout) -> list[CrossPart]:
    split = split_evenly(len(numbers), ceil(len(numbers) / (chosen.chosen + 1)))
    return [CrossPart(part, numbers[part.slice], part is split[-1]) for part in split]


def _ruled(
    part: CrossPart, chosen: Layout, before: Sequence[PaperColumn], after: Sequence[PaperColumn]
) -> str:
    widths = chosen.widths[-len(after) :] if part.is_last else ()
    return ruled(chosen, name_width(chosen, before[1].texts), len(part.numbers), widths)


def _columns_of(chosen: Layout, before: Sequence[PaperColumn], after: Sequence[PaperColumn]) -> Context:
    """The widths of the columns that are not of games."""
    return {
        "layout": chosen,
        "after": chosen.columns[-len(after) :],
        "number_title": before[0].title,
        "name_width": f"{name_width(chosen, before[1].texts):.1f}mm",
    }


SHEETS: Mapping[str, Sheet] = {
    "standings": Sheet(
        _("Classifica"),
        _("Con tutti gli spareggi."),
        _("Quando il primo turno è pubblicato."),
        standings,
        of_round=True,
        of_closed=True,
        pages=of_layout(standings),
    ),
    "crosstable": Sheet(
        _("Tabella incrociata"),
        _("Tutti contro tutti: in una pagina finché ci sta, poi in fogli da accostare."),
        _("Quando i numeri sono sorteggiati, fino a 200 giocatori."),
        crosstable_sheet,
        applies=has_calendar,
        ready=is_crosstable_printable,
        pages=of_layout(crosstable_sheet),
        looks=("compact", "crosstable"),
    ),
    "swiss-crosstable": Sheet(
        _("Tabella turno per turno"),
        _("Di ciascuno, turno per turno: avversario e risultato."),
        _("Quando il primo turno è pubblicato."),
        swiss_crosstable_sheets,
        applies=is_paired_round_by_round,
        pages=of_layout(swiss_crosstable_sheets),
        looks=("swiss-crosstable",),
    ),
}
