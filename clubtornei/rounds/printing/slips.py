"""The sheets players fill in: the slip of a game for two, the score sheet of a multiplayer table."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.core.counts import COUNTS, Count
from clubtornei.rounds.core.result_codes import RESULT_CODES
from clubtornei.rounds.models import Table
from clubtornei.rounds.printing.cutting import pages_to_cut
from clubtornei.rounds.printing.paper_format import PaperFormat
from clubtornei.rounds.printing.rendering import ONE_SIZE
from clubtornei.rounds.printing.sheet import (
    Sheet,
    has_colours,
    is_multiplayer,
    is_two_player,
    round_context,
    system_of,
)
from clubtornei.rounds.results.table_links import address_of
from clubtornei.rounds.snapshot.calendar import ShownTable
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.tables.slips import Slip
from clubtornei.text.untyped import Context
from pairing.registry import games_in_match
from scoring.table_ties import TableOrders

SLIPS_PER_PAGE = 4  # of A4
SCORE_SHEETS_PER_PAGE = 2
MANY_SEATS, MOST_ROWS = 4, 10
"""Of players, in both tables of a score sheet, for which two of them share a page of A4."""


def slips(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """A slip for each game or match that is to be played."""
    links = links_of(snapshot, number)
    tables = _tables_played(snapshot, number)
    size = games_in_match(snapshot.record()) or 1
    return {
        **round_context(snapshot, number),
        "pages": pages_to_cut(
            [Slip(table=table, link=links.get(table.number, ""), size=size) for table in tables],
            SLIPS_PER_PAGE * paper.sheets_of_a4,
        ),
        "colours": has_colours(snapshot),
        "page": "cut",
    }


def _tables_played(snapshot: EventSnapshot, number: int) -> list[ShownTable]:
    return [table for table in snapshot.round(number).tables if is_played(table)]


def is_played(table: ShownTable) -> bool:
    return not (table.annulled or RESULT_CODES[table.outcome].forfeit)


def links_of(snapshot: EventSnapshot, number: int) -> Mapping[int, str]:
    """The path of each table's page, by the table's number."""
    tables = Table.objects.games().filter(
        round__stage__event=snapshot.event, round__stage__number=snapshot.stages.shown, round__number=number
    )
    return {table.number or 0: address_of(table) for table in tables.select_related("round__stage")}


def score_sheets(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """A sheet for each multiplayer table: what its points are made of, and below it what decides ties."""
    links = links_of(snapshot, number)
    counts, scored = counts_of(snapshot), scored_counts(snapshot)
    others = [count for count in counts if count.name not in scored]
    shown = snapshot.round(number)
    tables = [table for table in shown.tables if not table.annulled]
    most = max((len(table.seats) for table in tables), default=1)
    shares = most * (2 if others else 1) <= MOST_ROWS
    per_page = SCORE_SHEETS_PER_PAGE if shares else 1
    return {
        **round_context(snapshot, number),
        "pages": pages_to_cut(
            [(table, links.get(table.number, "")) for table in tables], per_page * paper.sheets_of_a4
        ),
        "look": "whole" if not shares else "dense" if most > MANY_SEATS else "",
        "counts": [count for count in counts if count.name in scored],
        "others": others,
        "legend": legend_of(others),
        "winds": snapshot.winds,
        "page": "cut",
    }


def legend_of(others: Sequence[Count]) -> str:
    """What the players have to know: how who was eliminated is marked, and what they sign."""
    eliminated = gettext(
        "Eliminato: cerchia 1° per chi è uscito per primo, 2° per il secondo, 3° per il terzo."
    )
    signed = gettext("La firma conferma il risultato.")
    return f"{eliminated} {signed}" if any(count.is_choice for count in others) else signed


def scored_counts(snapshot: EventSnapshot) -> set[str]:
    """The numbers that the scoring method makes points of; not how the game ended, nor what decides ties."""
    record = snapshot.record()
    numbers = {count.name for count in COUNTS if count.kind == "number"}
    return numbers & set(record.method.counts(record.scoring_options))


def counts_of(snapshot: EventSnapshot) -> list[Count]:
    """What is recorded for each seat: what the scoring method counts, its tie-breaks, those that settle a tie
    at this table, and the ranking's criteria; and the order of play, where the system does not assign the
    seats.
    """
    record = snapshot.record()
    options, settling = record.scoring_options, TableOrders(record).counts
    names = {*record.method.counts(options), *record.method.ties(options), *settling, *record.stage.ranking}
    if not system_of(snapshot).seat_order:
        names.add("order")
    return [count for count in COUNTS if count.name in names]


SHEETS: Mapping[str, Sheet] = {
    "slips": Sheet(
        _("Referti da ritagliare"),
        _("Uno per partita, quattro per pagina (su A3 otto): ritagliati a pila, sono in ordine di tavolo."),
        _("Quando il primo turno è pubblicato."),
        slips,
        applies=is_two_player,
        of_round=True,
        looks=("cut", "slips"),
        sizes=ONE_SIZE,
    ),
    "scores": Sheet(
        _("Referti dei tavoli"),
        _(
            "Uno per tavolo, due per pagina (su A3 quattro): i punti in grande, sotto spareggi ed "
            "eliminazioni, e le firme."
        ),
        _("Quando il primo turno è pubblicato."),
        score_sheets,
        applies=is_multiplayer,
        of_round=True,
        looks=("cut", "scores"),
        sizes=ONE_SIZE,
    ),
}
