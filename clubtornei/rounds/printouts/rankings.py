"""Sheets with the standings and the crosstables."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.core.formatting import number as formatted
from clubtornei.rounds.printouts.sheet import (
    Sheet,
    has_calendar,
    is_paired_round_by_round,
    team_lines,
)
from clubtornei.rounds.reports.crosstable import crosstable
from clubtornei.rounds.reports.final_ranking import current_standings, is_final
from clubtornei.rounds.reports.parts import split_evenly
from clubtornei.rounds.reports.ranking_title import ranking_state, ranking_title
from clubtornei.rounds.reports.standings import Standings
from clubtornei.rounds.reports.swiss_crosstable import swiss_crosstable
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.typesetting.paper_format import PaperFormat
from clubtornei.rounds.typesetting.type_size import (
    LANDSCAPE,
    LARGEST,
    PORTRAIT,
    Layout,
    Paper,
    PaperColumn,
    best_layout,
)
from clubtornei.untyped import Context

MAX_CROSSTABLE_PLAYERS = 200  # with more it has too many pages, and takes minutes
MAX_OPPONENT_COLUMNS = 24  # on one page of the crosstable
MAX_ROUND_COLUMNS = 13  # on one page of the Swiss crosstable
CROSSTABLE_SIZES = {14: "large", 24: "middle"}
SWISS_CROSSTABLE_SIZES = {12: "large", 24: "middle"}
SMALL = "small"


def _type(rows: int, sizes: Mapping[int, str], smallest: str) -> str:
    """The CSS class of type for so many rows."""
    return next((size for most, size in sizes.items() if rows <= most), smallest)


def is_crosstable_printable(snapshot: EventSnapshot) -> bool:
    return len(snapshot.players) <= MAX_CROSSTABLE_PLAYERS and bool(snapshot.calendar)


def standings(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The current standings; of a closed event the final ranking, without a stage's name."""
    table = current_standings(snapshot)
    stage = {"stage": ""} if is_final(snapshot) else {}
    return {
        **stage,
        "table": table,
        "title": ranking_title(snapshot),
        "final": is_final(snapshot),
        **standings_layout(table, paper),
    }


def standings_layout(
    table: Standings,
    paper: PaperFormat,
    papers: Sequence[Paper] = (PORTRAIT, LANDSCAPE),
    largest: float = LARGEST,
) -> Context:
    """The layout of the ranking: with the clubs below the names or in a column of their own, in whichever way
    the type is larger.
    """
    clubs = [line.player.club or "" for line in table.lines]
    has_clubs = any(clubs)
    teams = team_lines(line.player for line in table.lines)
    notes = [team + bool(club) for team, club in zip(teams, clubs, strict=True)]

    def layout(columns: Sequence[PaperColumn], notes: Sequence[int]) -> Layout:
        return best_layout(columns, notes=notes, papers=papers, largest=largest, paper_format=paper)

    below = layout(_standings_columns(table), notes)
    beside = layout(_standings_columns(table, clubs=clubs), teams)
    club_column = has_clubs and (-beside.pages, beside.size) > (-below.pages, below.size)
    return {"layout": beside if club_column else below, "club_column": club_column}


def _standings_columns(table: Standings, clubs: Sequence[str] | None = None) -> list[PaperColumn]:
    lines = table.lines
    cells = [
        PaperColumn(texts=[line.cells[index].text for line in lines if line.cells], title=column.title)
        for index, column in enumerate(table.columns)
    ]
    results = [
        PaperColumn(
            texts=[
                f"({formatted(line.results[index].points)})" for line in lines if index < len(line.results)
            ]
        )
        for index in range(len(table.rounds))
    ]
    return [
        PaperColumn(texts=[str(line.rank or "–") for line in lines], title=str(_("Posto"))),
        PaperColumn(texts=[line.player.name for line in lines], wraps=True),
        *([PaperColumn(texts=clubs, wraps=True)] if clubs else []),
        *cells,
        *results,
        PaperColumn(texts=[str(line.played) for line in lines], title=str(_("Partite"))),
    ]


def crosstable_sheet(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The crosstable of a round robin: on one page, or in parts to be put side by side."""
    players = len(snapshot.players)
    parts = split_evenly(players, MAX_OPPONENT_COLUMNS)
    return {
        "crosstable": crosstable(snapshot, by_rank=snapshot.progress.rounds > 0),
        "parts": parts,
        "several": len(parts) > 1,
        "type": _type(players, CROSSTABLE_SIZES, "middle"),
        "page": "landscape",
    }


def swiss_crosstable_sheets(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The Swiss crosstable; its rounds are split evenly over as many pages as they need."""
    table = swiss_crosstable(snapshot)
    return {
        "swiss_crosstable": table,
        "complete": snapshot.progress.complete,
        "as_of": ranking_state(snapshot),
        "parts": split_evenly(table.rounds, MAX_ROUND_COLUMNS),
        "type": _type(len(table.rows), SWISS_CROSSTABLE_SIZES, SMALL),
        "page": "landscape",
    }


SHEETS: Mapping[str, Sheet] = {
    "standings": Sheet(
        _("Classifica"),
        _("Con tutti gli spareggi."),
        _("Quando il primo turno è pubblicato."),
        standings,
    ),
    "crosstable": Sheet(
        _("Tabella incrociata"),
        _("Tutti contro tutti: in una pagina fino a 24 giocatori, poi in fogli da accostare."),
        _("Quando i numeri sono sorteggiati, fino a 200 giocatori."),
        crosstable_sheet,
        applies=has_calendar,
        ready=is_crosstable_printable,
        looks=("crosstable",),
    ),
    "swiss-crosstable": Sheet(
        _("Tabella turno per turno"),
        _("Di ciascuno, turno per turno: avversario, risultato, punti."),
        _("Quando il primo turno è pubblicato."),
        swiss_crosstable_sheets,
        applies=is_paired_round_by_round,
        looks=("swiss-crosstable",),
    ),
}
