"""What a club at tables of more wants to keep of an evening, and who goes on to the next stage."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.printouts.sheet import Facts, Sheet, for_multiplayer, of_round, type_for
from clubtornei.rounds.reports.calendar import ShownSeat, ShownTable
from clubtornei.rounds.reports.snapshot import EventSnapshot
from clubtornei.rounds.reports.standings import standings_table
from clubtornei.rounds.stages.entrant_queries import stage_entrants_of

ENTRANTS_SIZES = {6: "hall", 14: "large", 26: "middle"}


def summary(snapshot: EventSnapshot, number: int) -> Facts:
    """What came of the tables of one round, and the ranking after it."""
    facts = of_round(snapshot, number)
    tables = [(table, by_place(table)) for table in facts["round"].tables if not table.annulled]
    return {
        **facts,
        "rows": [tables[first : first + 2] for first in range(0, len(tables), 2)],
        "table": standings_table(snapshot, number),
    }


def by_place(table: ShownTable) -> list[ShownSeat]:
    """The first first; in the order of the seats where nothing is known or the place is shared."""
    return sorted(table.seat_rows, key=lambda seat: seat.place or 0)


def follows(snapshot: EventSnapshot) -> bool:
    """Does another stage go before this one?"""
    return snapshot.stages.shown > 1


def confirmed(snapshot: EventSnapshot) -> bool:
    return stage_entrants_of(snapshot.document, snapshot.stages.shown).confirmed


def entrants(snapshot: EventSnapshot, number: int) -> Facts:
    """Who plays in this stage, and by which place he came."""
    entrance = stage_entrants_of(snapshot.document, snapshot.stages.shown)
    return {"entrance": entrance, "type": type_for(len(entrance.entrants), ENTRANTS_SIZES)}


SHEETS: Mapping[str, Sheet] = {
    "summary": Sheet(
        _("Riassunto del turno"),
        _("I tavoli con posti e punti, e la classifica dopo il turno."),
        _("Quando il primo turno è pubblicato."),
        summary,
        suits=for_multiplayer,
        of_round=True,
    ),
    "entrants": Sheet(
        _("Chi è in gara"),
        _("Chi gioca questa fase, e con quale posto ci è arrivato."),
        _("Quando la fase è iniziata."),
        entrants,
        suits=follows,
        ready=confirmed,
    ),
}
