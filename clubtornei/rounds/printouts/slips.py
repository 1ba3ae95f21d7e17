"""The sheets players fill in: the slip of a game for two, the score sheet of a multiplayer table."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import TypeVar

from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.core.result_codes import RESULT_CODES
from clubtornei.rounds.models import Table
from clubtornei.rounds.printouts.sheet import (
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
from clubtornei.rounds.tables.score_forms import COUNTS, Count
from clubtornei.rounds.typesetting.paper_format import PaperFormat
from clubtornei.untyped import Context
from pairing.registry import games_in_match

SLIPS_PER_PAGE = 4
SCORE_SHEETS_PER_PAGE = 2

Slip = TypeVar("Slip")


def slips(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """A slip, with the path of its table's page, for each game that is to be played."""
    links = links_of(snapshot, number)
    tables = [table for table in snapshot.round(number).tables if is_played(table)]
    games = games_in_match(snapshot.record()) or 1
    return {
        **round_context(snapshot, number),
        "pages": pages_to_cut([(table, links.get(table.number, "")) for table in tables], SLIPS_PER_PAGE),
        "games": range(1, games + 1),
        "is_match": games > 1,
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


def score_sheets(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """A sheet for each multiplayer table: what its points are made of, and beside it what decides ties."""
    links = links_of(snapshot, number)
    tables = [table for table in snapshot.round(number).tables if not table.annulled]
    counts, scored = counts_of(snapshot), scored_counts(snapshot)
    return {
        **round_context(snapshot, number),
        "pages": pages_to_cut(
            [(table, links.get(table.number, "")) for table in tables], SCORE_SHEETS_PER_PAGE
        ),
        "counts": [count for count in counts if count.name in scored],
        "others": [count for count in counts if count.name not in scored],
        "winds": snapshot.winds,
        "page": "cut",
    }


def scored_counts(snapshot: EventSnapshot) -> set[str]:
    """The numbers that the scoring method makes points of; not how the game ended, nor what decides ties."""
    record = snapshot.record()
    numbers = {count.name for count in COUNTS if count.kind == "number"}
    return numbers & set(record.method.counts(record.scoring_options))


def counts_of(snapshot: EventSnapshot) -> list[Count]:
    """What is recorded for each seat: what the scoring method counts, its tie-breaks and the ranking's
    criteria; and the order of play, where the system does not assign the seats.
    """
    record = snapshot.record()
    options = record.scoring_options
    names = {*record.method.counts(options), *record.method.ties(options), *record.stage.ranking}
    if not system_of(snapshot).seat_order:
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
        looks=("slips",),
    ),
    "scores": Sheet(
        _("Referti dei tavoli"),
        _("Uno per tavolo, due per pagina: i punti in grande, sotto spareggi ed eliminazioni, e le firme."),
        _("Quando il primo turno è pubblicato."),
        score_sheets,
        applies=is_multiplayer,
        of_round=True,
        looks=("scores",),
    ),
}
