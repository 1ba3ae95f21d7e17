"""Who sits where in a round: by table and by name."""

from collections.abc import Mapping, Sequence
from math import ceil

from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from clubtornei.rounds.core.seat_names import has_winds
from clubtornei.rounds.printouts.sheet import (
    TYPE_SIZES,
    Facts,
    Sheet,
    colours_matter,
    for_multiplayer,
    for_two,
    of_round,
    system_of,
    type_for,
)
from clubtornei.rounds.reports.by_name import Place, places_of
from clubtornei.rounds.reports.snapshot import EventSnapshot
from scoring.ledger import Ledger
from scoring.standings import exact

LINE = 20  # letters of a name on a line of a board, in whatever type


def pairings(snapshot: EventSnapshot, number: int) -> Facts:
    """The tables of a published round, with everybody's points before it where they count."""
    facts = of_round(snapshot, number)
    round_ = facts["round"]
    points = Ledger(snapshot.record(number - 1)).points_of
    lines = sum(ceil(max(len(player.name) for player in table.seats) / LINE) for table in round_.tables)
    return {
        **facts,
        "rows": [
            (
                table,
                [
                    (player, exact(points[player.id]) if player.id in points else None)
                    for player in table.seats
                ],
            )
            for table in round_.tables
        ],
        "colours": colours_matter(snapshot),
        "by_points": "points" in snapshot.ranking,
        "type": type_for(lines),
        "page": "landscape" if lines <= min(TYPE_SIZES) else "",
    }


class Column(Struct, frozen=True):
    """How names stand on a page: in so many columns, of so many rows on the first page and on the others."""

    type: str
    columns: int
    first: int
    others: int


# Large as long as it fits one page; then in two columns, still to be read from three metres.
BY_NAME = (Column("huge", 1, 13, 13), Column("wide", 2, 16, 19))


class NamePage(Struct, frozen=True):
    """One page of names: its rows, each with a place in every column, or None; who stands first and last."""

    rows: list[list[Place | None]]
    first: str
    last: str


def by_name(snapshot: EventSnapshot, number: int) -> Facts:
    """Everybody of the round in alphabetical order: where do I sit, and with whom?"""
    facts = of_round(snapshot, number)
    round_ = facts["round"]
    places = places_of(round_, system_of(snapshot))
    column = next((one for one in BY_NAME if len(places) <= one.first), BY_NAME[-1])
    return {
        **facts,
        "pages": name_pages(places, column),
        "type": column.type,
        "colours": colours_matter(snapshot),
        "winds": has_winds(system_of(snapshot)),
    }


def name_pages(places: Sequence[Place], column: Column) -> list[NamePage]:
    """The places down the columns of one page, then down those of the next; the last page evenly filled."""
    pages: list[NamePage] = []
    start = 0
    while start < len(places):
        rows = column.others if pages else column.first
        found = places[start : start + rows * column.columns]
        rows = min(rows, ceil(len(found) / column.columns))
        table = [
            [found[at] if (at := row + side * rows) < len(found) else None for side in range(column.columns)]
            for row in range(rows)
        ]
        pages.append(NamePage(table, found[0].player.name, found[-1].player.name))
        start += len(found)
    return pages


def tables(snapshot: EventSnapshot, number: int) -> Facts:
    """The tables of a round with everybody in the order of the seats."""
    facts = of_round(snapshot, number)
    round_ = facts["round"]
    size = max((len(table.seats) for table in round_.tables), default=0)
    return {
        **facts,
        "seats": range(1, size + 1),
        "winds": has_winds(system_of(snapshot)),
        "type": type_for(2 * len(round_.tables), TYPE_SIZES),
        "page": "landscape",
    }


SHEETS: Mapping[str, Sheet] = {
    "pairings": Sheet(
        _("Abbinamenti per tavolo"),
        _("I tavoli del turno, con lo spazio per i risultati."),
        _("Quando il primo turno è pubblicato."),
        pairings,
        suits=for_two,
        of_round=True,
    ),
    "tables": Sheet(
        _("Piano dei tavoli"),
        _("Chi siede a ogni tavolo, nell’ordine dei posti."),
        _("Quando il primo turno è pubblicato."),
        tables,
        suits=for_multiplayer,
        of_round=True,
    ),
    "by-name": Sheet(
        _("Dove siedo: per nome"),
        _("Tutti in ordine alfabetico, con il tavolo in grande: si legge da tre metri."),
        _("Quando il primo turno è pubblicato."),
        by_name,
        of_round=True,
    ),
}
