"""The sheets players fill in: the slip of a game for two, the score sheet of a multiplayer table."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import TypeVar

from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.core.result_codes import RESULT_CODES
from clubtornei.rounds.core.seat_names import has_winds
from clubtornei.rounds.models import Table
from clubtornei.rounds.printouts.sheet import (
    Sheet,
    has_colours,
    is_multiplayer,
    is_two_player,
    round_context,
    system_of,
)
from clubtornei.rounds.reports.calendar import ShownTable
from clubtornei.rounds.reports.snapshot import EventSnapshot
from clubtornei.rounds.results.score_forms import COUNTS, Count
from clubtornei.rounds.results.table_links import address_of
from clubtornei.untyped import Context
from pairing.registry import games_in_match

SLIPS_PER_PAGE = 4

Slip = TypeVar("Slip")


def slips(snapshot: EventSnapshot, number: int) -> Context:
    """A slip, with the path of its table's page, for each game that is to be played."""
    context = round_context(snapshot, number)
    links = links_of(snapshot, number)
    tables = [table for table in context["round"].tables if is_played(table)]
    games = games_in_match(snapshot.record()) or 1
    return {
        **context,
        "pages": pages_to_cut([(table, links.get(table.number, "")) for table in tables], SLIPS_PER_PAGE),
        "games": range(1, games + 1),
        "colours": has_colours(snapshot),
        "page": "cut",
    }


def is_played(table: ShownTable) -> bool:
    return not (table.annulled or RESULT_CODES[table.outcome].forfeit)


def pages_to_cut(slips: Sequence[Slip], per_page: int) -> list[list[Slip]]:
    """The slips on pages, so that after cutting through the stack of pages the piles, put on each other, are
    in the order of the tables.
    """
    pages = ceil(len(slips) / per_page)
    return [list(slips[page::pages]) for page in range(pages)]


def links_of(snapshot: EventSnapshot, number: int) -> Mapping[int, str]:
    """The path of each table's page, by the table's number."""
    tables = Table.objects.games().filter(
        round__stage__event=snapshot.event, round__stage__number=snapshot.stages.shown, round__number=number
    )
    return {table.number or 0: address_of(table) for table in tables.select_related("round__stage")}


def score_sheets(snapshot: EventSnapshot, number: int) -> Context:
    """A sheet for each multiplayer table, with a column for everything that is counted."""
    context = round_context(snapshot, number)
    links = links_of(snapshot, number)
    winds = has_winds(system_of(snapshot))
    tables = [table for table in context["round"].tables if not table.annulled]
    return {
        **context,
        "tables": [(table, links.get(table.number, "")) for table in tables],
        "counts": counts_of(snapshot, winds=winds),
        "winds": winds,
        "page": "landscape",
    }


def counts_of(snapshot: EventSnapshot, *, winds: bool) -> list[Count]:
    """What is recorded for each seat: what the scoring method counts, its tie-breaks and the ranking's
    criteria; and the order of play, if the seats are not winds.
    """
    record = snapshot.record()
    options = record.scoring_options
    names = {*record.method.counts(options), *record.method.ties(options), *record.stage.ranking}
    if not winds:
        names.add("order")
    return [count for count in COUNTS if count.name in names]


SHEETS: Mapping[str, Sheet] = {
    "slips": Sheet(
        _("Referti da ritagliare"),
        _("Uno per partita, quattro per pagina: ritagliati a pila, sono in ordine di tavolo."),
        _("Quando il primo turno è pubblicato."),
        slips,
        applies=is_two_player,
        of_round=True,
    ),
    "scores": Sheet(
        _("Referti dei tavoli"),
        _("Uno per tavolo, con una colonna per tutto ciò che si conta e le firme."),
        _("Quando il primo turno è pubblicato."),
        score_sheets,
        applies=is_multiplayer,
        of_round=True,
    ),
}
