"""Sheets of a whole stage: the standings, the crosstables, the bracket and the calendar."""

from collections.abc import Mapping

from django.utils.translation import gettext, gettext_lazy as _

from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.printing.paper_format import A4, RANKED, READ, PaperFormat
from clubtornei.rounds.printing.sheet import (
    Condition,
    Sheet,
    in_rows,
    is_two_player,
    rating_title,
    report_context,
    system_of,
)
from clubtornei.rounds.reports.bracket_layout import bracket_of, bracket_or_none
from clubtornei.rounds.reports.bracket_paper import bracket_sheets
from clubtornei.rounds.reports.cell_texts import written
from clubtornei.rounds.reports.crosstable import crosstable_report
from clubtornei.rounds.reports.crosstable_parts import split_evenly
from clubtornei.rounds.reports.final_ranking import current_standings, final_order, is_final
from clubtornei.rounds.reports.pairings import round_reports, seats_report
from clubtornei.rounds.reports.ranking_title import ranking_state, ranking_title
from clubtornei.rounds.reports.report import ColumnKind, Report
from clubtornei.rounds.reports.standings import by_number, standings_report
from clubtornei.text.untyped import Context

MAX_CROSSTABLE_PLAYERS = 200  # with more it has too many pages, and takes minutes
MOST_ROUNDS_UPRIGHT = 7
MOST_ROUNDS = 13
"""Of a crosstable by rounds, on a page that lies across; with more it comes in parts, each with all rows."""
CROSS, BY_ROUNDS = (24.0, 18.0, 14.0, 12.0, 10.5), (18.0, 14.0, 10.5)
"""The sizes of type of a crosstable, in points, and of one by rounds."""
DETAILS = ("club", "rating-1")
"""The columns that a sheet has though pages do not; titles stand before the names."""


def standings(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The standings after that round, before any result by number; of a closed event, after its last round,
    the final ranking, without a stage's name; of several stages with what it goes by.
    """
    is_last = number >= snapshot.progress.rounds
    after = None if is_last else number
    final = is_last and is_final(snapshot)
    report = standings_report(snapshot, after) if after else current_standings(snapshot)
    report = report if snapshot.progress.started or final else by_number(report)
    title, _dot, as_of = ranking_title(snapshot, after).partition(" · ")
    of_stage = {"stage": "", "heading": gettext("Classifica finale")} if final else {"heading": title}
    if final and snapshot.stages.several:
        as_of = final_order(snapshot.document.stages)
    return {**of_stage, "subtitle": as_of, "numeral": "" if final else number, **ranking_context(report)}


def ranking_context(report: Report) -> Context:
    """The ranking with the columns of a sheet, and what the short titles of its criteria mean."""
    shown = [column for column in report.columns if not column.is_detail or column.key in DETAILS]
    columns = [column for column in shown if not column.is_idle]
    words = [f"{column.short}: {column.title}" for column in report.criteria if column.short]
    return {**report_context(report, columns), "legend": " · ".join(words)}


def crosstable_sheet(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The crosstable of a round robin, on one page that lies across, or in upright parts of three fifths as
    many games, each with all rows, to be put side by side.
    """
    by_rank = snapshot.progress.rounds > 0
    report = crosstable_report(snapshot, by_rank=by_rank, on_paper=True)
    most = paper.crosstable_players
    fits = len(report.rows) <= most
    parts = split_evenly(len(report.rows), most if fits else most * 3 // 5)
    return {
        **_cross_context(snapshot, report, ranked=by_rank),
        "few": 12 if fits else 0,
        "parts": parts,
        "most": len(parts[-1].numbers),
        "page": "landscape" if fits else "",
        "sizes": CROSS[-1:] if len(report.rows) > A4.crosstable_players else (),
    }


def swiss_crosstable_sheet(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The context of the crosstable: each player's opponents and results, round by round."""
    rounds = snapshot.progress.rounds
    return {
        **_cross_context(snapshot, crosstable_report(snapshot, on_paper=True)),
        "subtitle": ranking_state(snapshot),
        "by_round": True,
        "few": 3,
        "parts": split_evenly(rounds, MOST_ROUNDS),
        "page": "landscape" if rounds > MOST_ROUNDS_UPRIGHT else "",
    }


def _cross_context(snapshot: EventSnapshot, report: Report, *, ranked: bool = True) -> Context:
    """`after`: the columns behind the games: points, and the place where the number is none."""
    after = (ColumnKind.POINTS, ColumnKind.PLACE) if ranked else (ColumnKind.POINTS,)
    return {
        "numeral": snapshot.progress.current.number,
        "report": report,
        "rating_title": rating_title(snapshot),
        "lines": [line for line in written(report) if line.row.person],
        "after": [column for column in report.shown_columns if column.kind in after],
    }


MOST_ACROSS = 8
"""Rows of a bracket that lies across."""
MOST_LARGE = 3
"""Rounds of a bracket in the largest type on A4; with more it is smaller, so that no word is broken."""


def bracket(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The bracket as far as it is played; the rest is left blank, to be filled in by hand."""
    shown = bracket_of(snapshot)
    assert shown is not None
    sheets = bracket_sheets(shown, paper.bracket_rows)
    lies = len(sheets) == 1 and shown.rows <= MOST_ACROSS and len(shown.rounds) > 2
    columns = len(sheets[0].rounds) - paper.sheets_of_a4 + 1
    return {
        "sheets": sheets,
        "several": len(sheets) > 1,
        "bracket": shown,
        "numbered": snapshot.is_numbered,
        "page": "whole-landscape" if lies else "whole",
        "sizes": READ[3 * max(0, columns - MOST_LARGE) :] or READ[-1:],
    }


MOST_SIDE_BY_SIDE = 12  # tables of a round, as four rounds have room on paper that lies across


def calendar(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The rounds with the players' names, of larger tables with everybody at them."""
    rounds = [round_reports(snapshot, round_) for round_ in snapshot.calendar]
    if snapshot.multiplayer:
        seated = [report_context(seats_report(snapshot, shown.round)) for shown in rounds]
        return {"rounds": list(zip(rounds, seated, strict=True)), "look": "seats"}
    most = max(len(shown.round.tables) for shown in rounds)
    side_by_side = len(rounds) > 1 and most <= MOST_SIDE_BY_SIDE
    return {
        "rows": in_rows(rounds, paper.sheets_of_a4 + side_by_side),
        "page": "landscape" if side_by_side else "",
    }


def has_calendar(snapshot: EventSnapshot) -> bool:
    """Whether all rounds are known beforehand, in a stage for two players at a table."""
    return is_two_player(snapshot) and system_of(snapshot).calendar is not None


def is_paired_round_by_round(snapshot: EventSnapshot) -> bool:
    """Whether each round depends on those before it, in a stage for two players at a table. A knockout, of
    which most play few rounds, has its bracket.
    """
    system = system_of(snapshot)
    return is_two_player(snapshot) and system.calendar is None and system.bracket is None


SHEETS: Mapping[str, Sheet] = {
    "standings": Sheet(_("Classifica"), _("Con tutti gli spareggi."), standings, of_round=True, sizes=RANKED),
    "final": Sheet(
        _("Classifica finale"), _("Con tutti gli spareggi."), standings, applies=is_final, sizes=RANKED
    ),
    "crosstable": Sheet(
        _("Tabella"),
        _("Tutti contro tutti: in una pagina finché ci sta, poi in fogli da accostare."),
        crosstable_sheet,
        when=Condition(
            _("Quando i giocatori hanno il numero, fino a 200."),
            lambda snapshot: bool(snapshot.calendar) and len(snapshot.players) <= MAX_CROSSTABLE_PLAYERS,
        ),
        applies=has_calendar,
        template="crosstable",
        sizes=CROSS,
    ),
    "swiss-crosstable": Sheet(
        _("Tabella"),
        _("Di ciascuno, turno per turno: avversario e risultato."),
        swiss_crosstable_sheet,
        applies=is_paired_round_by_round,
        template="crosstable",
        sizes=BY_ROUNDS,
    ),
    "bracket": Sheet(
        _("Tabellone"),
        _("Tutti gli incontri fino alla finale: in un foglio finché ci sta, poi in più fogli da attaccare."),
        bracket,
        when=Condition(
            _("Quando ci sono abbastanza iscritti."), lambda snapshot: bracket_or_none(snapshot) is not None
        ),
        applies=lambda snapshot: system_of(snapshot).bracket is not None,
        template="bracket",
    ),
    "calendar": Sheet(
        _("Calendario"),
        _("Tutti i turni con i nomi, la data e lo spazio per i risultati, o chi siede a ogni tavolo."),
        calendar,
        when=Condition(_("Quando i giocatori hanno il numero."), lambda snapshot: bool(snapshot.calendar)),
        applies=lambda snapshot: system_of(snapshot).calendar is not None,
        template="calendar",
    ),
}
