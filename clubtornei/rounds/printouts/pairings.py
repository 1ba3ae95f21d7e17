"""Sheets with the pairings of a round: by table and by name."""

from collections.abc import Mapping, Sequence
from math import ceil

from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from clubtornei.rounds.core.seat_names import has_winds
from clubtornei.rounds.printouts.by_name import PlayerPlace, places_by_name
from clubtornei.rounds.printouts.sheet import (
    TYPE_SIZES,
    Sheet,
    has_colours,
    is_multiplayer,
    is_two_player,
    round_context,
    system_of,
    type_for,
)
from clubtornei.rounds.reports.snapshot import EventSnapshot
from clubtornei.untyped import Context
from scoring.ledger import Ledger
from scoring.standings import exact

LETTERS_PER_LINE = 20  # of a name in a table's row, in any size of type


def pairings(snapshot: EventSnapshot, number: int) -> Context:
    """The tables of a published round, each with its players and their points before the round.

    The points are None for a player who is annulled.
    """
    context = round_context(snapshot, number)
    round_ = context["round"]
    points = Ledger(snapshot.record(number - 1)).points_of
    longest_names = [max(len(player.name) for player in table.seats) for table in round_.tables]
    lines = sum(ceil(letters / LETTERS_PER_LINE) for letters in longest_names)
    return {
        **context,
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
        "colours": has_colours(snapshot),
        "by_points": "points" in snapshot.ranking,
        "type": type_for(lines),
        "page": "landscape" if lines <= min(TYPE_SIZES) else "",
    }


class NameLayout(Struct, frozen=True):
    """How names are laid out: the class of type, the number of columns, and the rows in each of them on the
    first page and on the others.
    """

    type: str
    columns: int
    first: int
    others: int


# In the largest type if all fit on one page, otherwise in two columns, still legible from three metres.
NAME_LAYOUTS = (NameLayout("huge", 1, 13, 13), NameLayout("wide", 2, 16, 19))


class NamePage(Struct, frozen=True):
    """One page of names: its rows, each with a place or None in every column; its first and last name."""

    rows: list[list[PlayerPlace | None]]
    first: str
    last: str


def by_name(snapshot: EventSnapshot, number: int) -> Context:
    """The players of the round in alphabetical order, each with his table and opponents."""
    context = round_context(snapshot, number)
    places = places_by_name(context["round"], system_of(snapshot))
    layout = next((layout for layout in NAME_LAYOUTS if len(places) <= layout.first), NAME_LAYOUTS[-1])
    return {
        **context,
        "pages": name_pages(places, layout),
        "type": layout.type,
        "colours": has_colours(snapshot),
        "winds": has_winds(system_of(snapshot)),
    }


def name_pages(places: Sequence[PlayerPlace], layout: NameLayout) -> list[NamePage]:
    """The places in pages, each filled column by column; on the last page the columns are of equal length."""
    pages: list[NamePage] = []
    start = 0
    while start < len(places):
        rows = layout.others if pages else layout.first
        on_page = places[start : start + rows * layout.columns]
        rows = min(rows, ceil(len(on_page) / layout.columns))
        table = [
            [
                on_page[index] if (index := row + column * rows) < len(on_page) else None
                for column in range(layout.columns)
            ]
            for row in range(rows)
        ]
        pages.append(NamePage(table, on_page[0].player.name, on_page[-1].player.name))
        start += len(on_page)
    return pages


def tables(snapshot: EventSnapshot, number: int) -> Context:
    """The tables of a round with the players in the order of the seats."""
    context = round_context(snapshot, number)
    round_ = context["round"]
    size = max((len(table.seats) for table in round_.tables), default=0)
    return {
        **context,
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
        applies=is_two_player,
        of_round=True,
    ),
    "tables": Sheet(
        _("Piano dei tavoli"),
        _("Chi siede a ogni tavolo, nell’ordine dei posti."),
        _("Quando il primo turno è pubblicato."),
        tables,
        applies=is_multiplayer,
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
