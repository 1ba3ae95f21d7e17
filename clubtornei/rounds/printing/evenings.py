"""Sheets for multiplayer tables: the summary of a round, and who has qualified for a stage."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.core.seat_names import wind_letter
from clubtornei.rounds.printing.paper_format import PaperFormat
from clubtornei.rounds.printing.rankings import ranking_context
from clubtornei.rounds.printing.rendering import READ
from clubtornei.rounds.printing.sheet import Sheet, is_multiplayer, report_context, round_context
from clubtornei.rounds.reports.ranking_title import ranking_state, ranking_title
from clubtornei.rounds.reports.report import NAME, RANK, Column, Kind, Report, filled, row_of
from clubtornei.rounds.reports.standings import standings_report
from clubtornei.rounds.snapshot.calendar import ShownSeat, ShownTable
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.stages.entrant_queries import stage_entrants_of
from clubtornei.text.untyped import Context


def summary(
    snapshot: EventSnapshot, number: int, paper: PaperFormat, *, with_ranking: bool = True
) -> Context:
    """The results of all tables of one round, one or two tables in a row, what decided ties there, and the
    ranking after it, once anything counts for it; of a round still under way it says so.
    """
    report, round_ = standings_report(snapshot, number), snapshot.round(number)
    tables = [(shown, by_place(shown, winds=snapshot.winds)) for shown in round_.tables if not shown.annulled]
    finished = all(shown.finished for shown, _seats in tables)
    ties = [
        gettext("Tavolo %(number)s: %(tie)s") % {"number": shown.number, "tie": tie}
        for shown, _seats in tables
        for tie in shown.ties
    ]
    return {
        **round_context(snapshot, number),
        "tables": tables,
        # Without any result all would be first.
        "ranked": with_ranking and snapshot.progress.started,
        "under_way": "" if finished else ranking_state(snapshot, number),
        "ranking_title": ranking_title(snapshot, number),
        "ties": ties,
        **ranking_context(report),
    }


def summary_in_set(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """As `summary`, without the ranking that the sheet of the standings has."""
    return summary(snapshot, number, paper, with_ranking=number != snapshot.progress.current.number)


def by_place(table: ShownTable, *, winds: bool) -> list[tuple[ShownSeat, Promise | str]]:
    """The seats by place, each with the letter of its wind, where seats have `winds`; where places are shared
    or not known yet, in the order of the seats.
    """
    seats = [(seat, wind_letter(number) if winds else "") for number, seat in enumerate(table.seat_rows, 1)]
    return sorted(seats, key=lambda of_seat: of_seat[0].place or 0)


def is_later_stage(snapshot: EventSnapshot) -> bool:
    return snapshot.stages.shown > 1


def entrants_confirmed(snapshot: EventSnapshot) -> bool:
    return stage_entrants_of(snapshot.document, snapshot.stages.shown).confirmed


def entrants(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """Who plays in this stage, and by which place he has qualified; who has declined."""
    found = stage_entrants_of(snapshot.document, snapshot.stages.shown)
    columns = (
        Column(key=RANK, title="", kind=Kind.PLACE),
        Column(key=NAME, title=str(_("Nome")), kind=Kind.NAME),
        Column(key="club", title=str(_("Circolo")), kind=Kind.TEXT),
        Column(key="why", title=str(_("Perché")), kind=Kind.TEXT),
    )
    rows = tuple(
        row_of(columns, place, one.player, one.player.club, one.reason)
        for place, one in enumerate(found.entrants, 1)
    )
    declined = ", ".join(player.name for player in found.declined)
    report = Report(
        title="",
        columns=filled(columns, rows),
        rows=rows,
        footnotes=(f"{gettext('Hanno rinunciato')}: {declined}",) if declined else (),
    )
    return {
        **report_context(report),
        "heading": snapshot.stages.title,
        "subtitle": str(SHEETS["entrants"].title),
        "look": "entrants",
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
        looks=("list", "summary"),
        template="summary",
        sizes=READ[1:],
    ),
    "entrants": Sheet(
        _("Chi è in gara"),
        _("Chi gioca questa fase, e con quale posto ci è arrivato."),
        _("Quando la fase è iniziata."),
        entrants,
        applies=is_later_stage,
        ready=entrants_confirmed,
    ),
}
