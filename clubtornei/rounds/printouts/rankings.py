"""Sheets with the standings and the crosstables."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from clubtornei.rounds.printouts.sheet import (
    Sheet,
    has_calendar,
    is_paired_round_by_round,
)
from clubtornei.rounds.reports.crosstable import crosstable
from clubtornei.rounds.reports.final_ranking import current_standings, is_final
from clubtornei.rounds.reports.parts import split_evenly
from clubtornei.rounds.reports.ranking_title import ranking_state, ranking_title
from clubtornei.rounds.reports.standings import Standings
from clubtornei.rounds.reports.swiss_crosstable import swiss_crosstable
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.templatetags.printouts import beside_club
from clubtornei.rounds.typesetting.paper_format import PaperFormat
from clubtornei.rounds.typesetting.rendering import PAIRS, READ
from clubtornei.untyped import Context

MAX_CROSSTABLE_PLAYERS = 200  # with more it has too many pages, and takes minutes
MOST_COLUMNS = 25
"""Of games that a crosstable has on one page; with more it comes in parts to be put side by side."""
MOST_UPRIGHT, MOST_ROUNDS_UPRIGHT = 12, 7
MOST_ROUNDS = 13
"""Of a crosstable by rounds, likewise."""


def is_crosstable_printable(snapshot: EventSnapshot) -> bool:
    return 0 < len(snapshot.players) <= MAX_CROSSTABLE_PLAYERS and bool(snapshot.calendar)


def standings(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The current standings, before any result by number; of a closed event the final ranking, without a
    stage's name.
    """
    table = current_standings(snapshot)
    table = table if snapshot.progress.started or is_final(snapshot) else table.by_number
    title, _dot, as_of = ranking_title(snapshot).partition(" · ")
    stage = {"stage": ""} if is_final(snapshot) else {}
    return {
        **stage,
        "title": title,
        "as_of": as_of,
        "final": is_final(snapshot),
        "numeral": "" if is_final(snapshot) else snapshot.progress.current.number,
        **ranking_context(table),
    }


def ranking_context(table: Standings) -> Context:
    """The ranking, with the games only where not all have played as many."""
    table = table.begun
    lines = tuple(replace(line, player=beside_club(line.player)) for line in table.lines)
    return {
        "table": replace(table, lines=lines),
        "clubs": any(line.player.club for line in lines),
        "played": len({line.played for line in lines}) > 1,
    }


def crosstable_sheet(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The crosstable of a round robin, on one page or in parts to be put side by side."""
    by_rank = snapshot.progress.rounds > 0
    table = crosstable(snapshot, by_rank=by_rank)
    return {
        "numeral": snapshot.progress.current.number,
        "crosstable": table,
        "ranked": by_rank and not table.rows_are_places,
        "number_title": _("Posto") if table.rows_are_places else _("N."),
        "parts": split_evenly(len(table.rows), MOST_COLUMNS),
        "page": "landscape" if len(table.rows) > MOST_UPRIGHT else "",
    }


def swiss_crosstable_sheet(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """Of each player, round by round, the opponent and the result."""
    table = swiss_crosstable(snapshot)
    return {
        "numeral": snapshot.progress.current.number,
        "swiss_crosstable": table,
        "as_of": ranking_state(snapshot),
        "number_title": _("Posto") if table.rows_are_places else _("N."),
        "parts": split_evenly(len(table.numbers), MOST_ROUNDS),
        "page": "landscape" if len(table.numbers) > MOST_ROUNDS_UPRIGHT else "",
    }


SHEETS: Mapping[str, Sheet] = {
    "standings": Sheet(
        _("Classifica"),
        _("Con tutti gli spareggi."),
        _("Quando il primo turno è pubblicato."),
        standings,
        of_closed=True,
        sizes=PAIRS,
    ),
    "crosstable": Sheet(
        _("Tabella incrociata"),
        _("Tutti contro tutti: in una pagina finché ci sta, poi in fogli da accostare."),
        _("Quando i numeri sono sorteggiati, fino a 200 giocatori."),
        crosstable_sheet,
        applies=has_calendar,
        ready=is_crosstable_printable,
        looks=("list", "crosstable"),
        sizes=READ,
    ),
    "swiss-crosstable": Sheet(
        _("Tabella turno per turno"),
        _("Di ciascuno, turno per turno: avversario e risultato."),
        _("Quando il primo turno è pubblicato."),
        swiss_crosstable_sheet,
        applies=is_paired_round_by_round,
        looks=("list", "crosstable"),
        sizes=READ,
    ),
}
