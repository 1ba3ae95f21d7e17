"""Sheets for multiplayer tables: the summary of a round, and who has qualified for a stage."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from clubtornei.rounds.printouts.rankings import standings_layout
from clubtornei.rounds.printouts.sheet import Sheet, is_multiplayer, round_context
from clubtornei.rounds.reports.ranking_title import ranking_state, ranking_title
from clubtornei.rounds.reports.standings import standings_table
from clubtornei.rounds.snapshot.calendar import ShownSeat, ShownTable
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.stages.entrant_queries import stage_entrants_of
from clubtornei.rounds.typesetting.paper_format import PaperFormat
from clubtornei.rounds.typesetting.type_size import PADDING, PORTRAIT, PaperColumn, best_layout
from clubtornei.untyped import Context

REASON_WIDTH = 75.0  # millimetres, for why somebody plays


def summary(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The results of all tables of one round, two tables in a row, and the ranking after it, once
    anything counts for it; of a round still under way it says so.
    """
    table = standings_table(snapshot, number)
    ranking = standings_layout(table, paper, papers=[PORTRAIT], largest=paper.smallest)
    tables = [(shown, by_place(shown)) for shown in snapshot.round(number).tables if not shown.annulled]
    return {
        **round_context(snapshot, number),
        "rows": [tables[first : first + 2] for first in range(0, len(tables), 2)],
        "table": table,
        # Without any result all would be first.
        "ranked": snapshot.progress.started,
        "under_way": ""
        if all(shown.finished for shown, _seats in tables)
        else ranking_state(snapshot, number),
        "title": ranking_title(snapshot, number),
        "club_column": ranking["club_column"],
        "layout": replace(ranking["layout"], padding=PADDING),  # the tables take what white there is
    }


def by_place(table: ShownTable) -> list[ShownSeat]:
    """The seats by place; where places are shared or not known yet, in the order of the seats."""
    return sorted(table.seat_rows, key=lambda seat: seat.place or 0)


def is_later_stage(snapshot: EventSnapshot) -> bool:
    return snapshot.stages.shown > 1


def entrants_confirmed(snapshot: EventSnapshot) -> bool:
    return stage_entrants_of(snapshot.document, snapshot.stages.shown).confirmed


def entrants(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """Who plays in this stage, and by which place he has qualified."""
    stage_entrants = stage_entrants_of(snapshot.document, snapshot.stages.shown)
    players = [entrant.player for entrant in stage_entrants.entrants]
    columns = [
        PaperColumn(texts=[str(place) for place in range(1, len(players) + 1)]),
        PaperColumn(texts=[player.name for player in players], wraps=True),
        PaperColumn(width=REASON_WIDTH),
    ]
    clubs = [bool(player.club) for player in players]
    return {"stage_entrants": stage_entrants, "layout": best_layout(columns, notes=clubs, paper_format=paper)}


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
    ),
}
