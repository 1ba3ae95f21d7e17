"""Sheets with the standings and the crosstables."""

from collections.abc import Mapping
from itertools import pairwise
from math import ceil

from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.printouts.sheet import (
    Sheet,
    has_calendar,
    is_paired_round_by_round,
    type_for,
)
from clubtornei.rounds.reports.crosstable import crosstable
from clubtornei.rounds.reports.final_ranking import current_standings, is_final
from clubtornei.rounds.reports.ranking_title import ranking_state, ranking_title
from clubtornei.rounds.reports.snapshot import EventSnapshot
from clubtornei.rounds.reports.swiss_crosstable import swiss_crosstable
from clubtornei.untyped import Context

MAX_PORTRAIT_COLUMNS = 5  # columns of numbers in standings on portrait paper
CROSSTABLE_SIZES = {14: "large", 24: "middle"}
MAX_CROSSTABLE_PLAYERS = 48  # on one page
SWISS_CROSSTABLE_SIZES = {12: "large", 24: "middle"}
MAX_ROUND_COLUMNS = 13  # on one page of the Swiss crosstable


def is_crosstable_printable(snapshot: EventSnapshot) -> bool:
    return len(snapshot.players) <= MAX_CROSSTABLE_PLAYERS and bool(snapshot.calendar)


def standings(snapshot: EventSnapshot, number: int) -> Context:
    """The current standings; of a closed event the final ranking, without a stage's name."""
    table = current_standings(snapshot)
    wide = len(table.columns) + len(table.rounds) > MAX_PORTRAIT_COLUMNS
    stage = {"stage": ""} if is_final(snapshot) else {}
    return {
        **stage,
        "table": table,
        "title": ranking_title(snapshot),
        "final": is_final(snapshot),
        "type": type_for(len(table.lines)),
        "page": "landscape" if wide else "",
    }


def crosstable_sheet(snapshot: EventSnapshot, number: int) -> Context:
    """The crosstable of a round robin, on one page."""
    return {
        "crosstable": crosstable(snapshot, by_rank=snapshot.progress.rounds > 0),
        "type": type_for(len(snapshot.players), CROSSTABLE_SIZES),
        "page": "landscape",
    }


def swiss_crosstable_sheets(snapshot: EventSnapshot, number: int) -> Context:
    """The Swiss crosstable; its rounds are split evenly over as many pages as they need."""
    table = swiss_crosstable(snapshot)
    pages = ceil(table.rounds / MAX_ROUND_COLUMNS)
    boundaries = [table.rounds * page // pages for page in range(pages + 1)]
    return {
        "swiss_crosstable": table,
        "complete": snapshot.progress.complete,
        "as_of": ranking_state(snapshot),
        "parts": [(range(first + 1, last + 1), slice(first, last)) for first, last in pairwise(boundaries)],
        "type": type_for(len(table.rows), SWISS_CROSSTABLE_SIZES),
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
        _("Tabellone incrociato"),
        _("Tutti contro tutti, in una pagina."),
        _("Quando i numeri sono sorteggiati, fino a 48 giocatori."),
        crosstable_sheet,
        applies=has_calendar,
        ready=is_crosstable_printable,
    ),
    "swiss-crosstable": Sheet(
        _("Tabellone per turni"),
        _("Di ciascuno, turno per turno: avversario, risultato, punti."),
        _("Quando il primo turno è pubblicato."),
        swiss_crosstable_sheets,
        applies=is_paired_round_by_round,
    ),
}
