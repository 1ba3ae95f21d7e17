"""Sheets for multiplayer tables: the summary of a round, and who has qualified for a stage."""

from collections.abc import Mapping, Sequence
from functools import partial

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from clubtornei.rounds.core.formatting import exactly, points
from clubtornei.rounds.printouts.rankings import standings_layout
from clubtornei.rounds.printouts.sheet import Sheet, is_multiplayer, of_layout, rests_of, round_context
from clubtornei.rounds.reports.ranking_title import ranking_state, ranking_title
from clubtornei.rounds.reports.report import Report
from clubtornei.rounds.reports.standings import standings_report
from clubtornei.rounds.snapshot.calendar import ShownSeat, ShownTable
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.stages.entrant_queries import stage_entrants_of
from clubtornei.rounds.typesetting.bands import BETWEEN, Band, bands_of
from clubtornei.rounds.typesetting.paper_format import PaperFormat
from clubtornei.rounds.typesetting.text_width import lines_of, width_in_em
from clubtornei.rounds.typesetting.type_size import (
    LARGEST,
    NOTE_SCALE,
    OF_A_BOOK,
    POINT,
    PORTRAIT,
    Arrangement,
    Layout,
    Paper,
    PaperColumn,
    beside_names,
    best_layout,
    shared_height,
    with_names_as_in,
)
from clubtornei.untyped import Context

REASON_BELOW = 190.0  # millimetres, for why somebody plays, below his name
# The summary, in millimetres, as in summary.css:
AFTER, LEGEND_LINE = 19.0, 6.5  # the title of the ranking and those of its columns; a line below it
HEIGHT = 222.0  # of the first page
NOTICE, REST_EM = 9.0, 11 * POINT  # that the round is under way, or a line for who rests; its type
HEADING = 2.0  # em: of a table, with the space around it
LARGEST_SEATS = 22.0  # points
ACROSS = (1, 2)  # tables in a row
WORTHWHILE = 0.3  # of a page: where there is so much left below the tables, the ranking begins there

OfRound = Sequence[tuple[ShownTable, list[ShownSeat]]]


class SummaryLayout(Struct, frozen=True):
    """The tables in bands, with their layout, and the ranking with its own; `apart`: whether this begins on a
    page of its own.
    """

    bands: list[Band[ShownTable, ShownSeat]]
    layout: Layout
    ranking: Context
    apart: bool


def summary(
    snapshot: EventSnapshot, number: int, paper: PaperFormat, *, with_ranking: bool = True
) -> Context:
    """The results of all tables of one round, one or two tables in a row, what decided ties there, and the
    ranking after it, once anything counts for it; of a round still under way it says so.
    """
    report, round_ = standings_report(snapshot, number), snapshot.round(number)
    tables = [(shown, by_place(shown)) for shown in round_.tables if not shown.annulled]
    finished = all(shown.finished for shown, _seats in tables)
    ties = [
        gettext("Tavolo %(number)s: %(tie)s") % {"number": shown.number, "tie": tie}
        for shown, _seats in tables
        for tie in shown.ties
    ]
    lines = sum(lines_of(text, PORTRAIT.width / REST_EM) for text in [*rests_of(round_), *ties])
    notices = NOTICE * (lines + (not finished))
    # Without any result all would be first.
    ranked = with_ranking and snapshot.progress.started
    chosen = _summary_layout(tables, report if ranked else None, HEIGHT - notices)
    return {
        **round_context(snapshot, number),
        "ranked": ranked,
        "under_way": "" if finished else ranking_state(snapshot, number),
        "title": ranking_title(snapshot, number),
        "ties": ties,
        "summary": chosen,
        **chosen.ranking,
    }


def summary_in_set(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """As `summary`, without the ranking that the sheet of the standings has."""
    return summary(snapshot, number, paper, with_ranking=number != snapshot.progress.current.number)


def _summary_layout(tables: OfRound, report: Report | None, height: float) -> SummaryLayout:
    """All on one page of that height, where type need not be small for that; otherwise the tables, and the
    ranking on the next page, or below them where much is left. The tables alone, if there is no ranking.
    """
    bands = [bands_of(tables, across) for across in ACROSS]

    def tables_in(height: float) -> Layout:
        return best_layout(*map(partial(_arranged, height), bands, ACROSS))

    alone = tables_in(height)
    if not report:
        return SummaryLayout(bands[alone.chosen], _near(tables, alone), {"layout": alone}, apart=False)
    around = AFTER + LEGEND_LINE * len(report.footnotes)

    def ranking_in(height: float, largest: float = LARGEST_SEATS) -> Context:
        page = Paper(PORTRAIT.page, PORTRAIT.width, height, PORTRAIT.others)
        return standings_layout(report, papers=[page], largest=largest)

    if alone.pages == 1:
        upper = shared_height(height - around, tables_in, lambda lower: ranking_in(lower)["layout"])
        layout = tables_in(upper)
        ranking = ranking_in(height - around - upper, layout.size)
        if layout.pages == 1 and min(layout.size, ranking["layout"].size) > OF_A_BOOK:
            shown = layout if ACROSS[layout.chosen] > 1 else with_names_as_in(layout, ranking["layout"])
            return SummaryLayout(bands[layout.chosen], _near(tables, shown), ranking, apart=False)
    left = PORTRAIT.others * (1 - alone.filled)
    apart = alone.pages == 1 or left < WORTHWHILE * PORTRAIT.others
    ranking = ranking_in((PORTRAIT.others if apart else left) - around)
    return SummaryLayout(bands[alone.chosen], _near(tables, alone), ranking, apart)


def _near(tables: OfRound, layout: Layout) -> Layout:
    """Of one table in a row, with its figures nearer to the names."""
    if ACROSS[layout.chosen] > 1:
        return layout
    return beside_names(layout, [seat.player.name for _table, seats in tables for seat in seats], 1, 2, 3)


def _arranged(height: float, bands: Sequence[Band[ShownTable, ShownSeat]], across: int) -> Arrangement:
    """The tables, so many in a row, on pages, of which the first one has that height."""
    columns: list[PaperColumn] = []
    rows = [row for band in bands for row in band.rows]
    for side in range(across):
        seats = [row[side] or row[0] for row in rows]  # one that is missing: as wide as that beside it
        columns += [BETWEEN] if side else []
        columns += [
            PaperColumn(texts=[str(seat.place or "") for seat in seats if seat]),
            PaperColumn(texts=[seat.player.name if seat else "" for seat in seats], wraps=True),
            PaperColumn(
                texts=[exactly(seat.score.points) for seat in seats if seat and seat.score],
                title=str(_("Segn.")),
            ),
            PaperColumn(
                texts=[f"{points(seat.points)}½" for seat in seats if seat and seat.points],
                title=str(_("Punti")),
            ),
        ]
    return Arrangement(
        columns=columns,
        above=[above for band in bands for above in (HEADING, *[0.0] * (len(band.rows) - 1))],
        kept=[len(band.rows) for band in bands],
        notes=[any(seat and seat.is_noted for seat in row) for row in rows],
        papers=[Paper(PORTRAIT.page, PORTRAIT.width, height, PORTRAIT.others)],
        largest=LARGEST_SEATS,
        alike=True,
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
        largest=min(LARGEST, REASON_BELOW / (longest * NOTE_SCALE * POINT)),
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
        in_set=summary_in_set,
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
