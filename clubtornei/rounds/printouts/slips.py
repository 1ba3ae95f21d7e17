"""What lies on a table: the slip of a game for two, the score sheet of a larger one."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import TypeVar

from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.core.result_codes import RESULT_CODES
from clubtornei.rounds.core.seat_names import has_winds
from clubtornei.rounds.models import Table
from clubtornei.rounds.printouts.sheet import (
    Facts,
    Sheet,
    colours_matter,
    for_multiplayer,
    for_two,
    of_round,
    system_of,
)
from clubtornei.rounds.reports.calendar import ShownTable
from clubtornei.rounds.reports.snapshot import EventSnapshot
from clubtornei.rounds.results.score_forms import COUNTS, Count
from clubtornei.rounds.results.table_links import address_of
from pairing.registry import games_in_match

ON_A_PAGE = 4

Slip = TypeVar("Slip")


def slips(snapshot: EventSnapshot, number: int) -> Facts:
    """A slip for each game that is to be played."""
    facts = of_round(snapshot, number)
    round_ = facts["round"]
    links = links_of(snapshot, number)
    played = [table for table in round_.tables if to_be_played(table)]
    games = games_in_match(snapshot.record()) or 1
    return {
        **facts,
        "pages": cut_in_order([(table, links.get(table.number, "")) for table in played], ON_A_PAGE),
        "games": range(1, games + 1),
        "colours": colours_matter(snapshot),
        "page": "cut",
    }


def to_be_played(table: ShownTable) -> bool:
    return not (table.annulled or RESULT_CODES[table.outcome].forfeit)


def cut_in_order(slips: Sequence[Slip], on_a_page: int) -> list[list[Slip]]:
    """The slips on pages so that a stack of them, cut through, lies in order: each pile goes on."""
    pages = ceil(len(slips) / on_a_page)
    return [list(slips[page::pages]) for page in range(pages)]


def links_of(snapshot: EventSnapshot, number: int) -> Mapping[int, str]:
    """The path of each table's page, by the table's number."""
    tables = Table.objects.games().filter(
        round__stage__event=snapshot.event, round__stage__number=snapshot.stages.shown, round__number=number
    )
    return {table.number or 0: address_of(table) for table in tables.select_related("round__stage")}


def score_sheets(snapshot: EventSnapshot, number: int) -> Facts:
    """A sheet for each table of more, with a column for all that counts there."""
    facts = of_round(snapshot, number)
    round_ = facts["round"]
    links = links_of(snapshot, number)
    winds = has_winds(system_of(snapshot))
    return {
        **facts,
        "tables": [(table, links.get(table.number, "")) for table in round_.tables if not table.annulled],
        "counts": counts_of(snapshot, winds=winds),
        "winds": winds,
        "page": "landscape",
    }


def counts_of(snapshot: EventSnapshot, *, winds: bool) -> list[Count]:
    """What is noted of a seat: what the method counts, what parts level players or ranks them; and who plays
    when, where the seats do not say it.
    """
    record = snapshot.record()
    options = record.scoring_options
    asked = {*record.method.counts(options), *record.method.ties(options), *record.stage.ranking, "penalty"}
    if not winds:
        asked.add("order")
    return [count for count in COUNTS if count.name in asked]


SHEETS: Mapping[str, Sheet] = {
    "slips": Sheet(
        _("Referti da ritagliare"),
        _("Uno per partita, quattro per pagina: ritagliati a pila, sono in ordine di tavolo."),
        _("Quando il primo turno è pubblicato."),
        slips,
        suits=for_two,
        of_round=True,
    ),
    "scores": Sheet(
        _("Referti dei tavoli"),
        _("Uno per tavolo, con una colonna per tutto ciò che si conta e le firme."),
        _("Quando il primo turno è pubblicato."),
        score_sheets,
        suits=for_multiplayer,
        of_round=True,
    ),
}
