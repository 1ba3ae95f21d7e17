"""Sheets with the pairings of a round: by table and by name."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.core.seat_names import colours_of
from clubtornei.rounds.printing.paper_format import PaperFormat
from clubtornei.rounds.printing.rendering import PAIRS
from clubtornei.rounds.printing.sheet import (
    Sheet,
    has_colours,
    is_multiplayer,
    is_two_player,
    rating_title,
    round_context,
    system_of,
)
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.tables.alphabet import ranges
from clubtornei.rounds.tables.by_name import places_by_name
from clubtornei.untyped import Context
from scoring.ledger import Ledger
from scoring.record import Player
from scoring.standings import exact

MOST_IN_ONE_COLUMN, MOST_LETTERS = 20, 3  # names; of a name


def pairings(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The tables of a published round, each with its players and their points before the round.

    The points are None for a player who is annulled; while nobody has any, they are left out.
    """
    round_ = snapshot.round(number)
    ledger_points = Ledger(snapshot.record(number - 1)).points_of
    rows = [
        (
            table,
            [
                (player, exact(ledger_points[player.id]) if player.id in ledger_points else None)
                for player in table.white_and_black
            ],
        )
        for table in round_.tables
    ]
    has_points = any(value not in (None, "0") for _table, seats in rows for _player, value in seats)
    return {
        **round_context(snapshot, number),
        "rows": rows,
        "colours": has_colours(snapshot),
        "by_points": has_points and "points" in snapshot.ranking,
        "rating_title": rating_title(snapshot),
    }


def by_name(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The players of the round in alphabetical order, each with his table and opponents; and with the letters
    of a page that begins or ends with him.
    """
    places = places_by_name(snapshot.round(number), colours_of(system_of(snapshot), snapshot.event))
    letters = letters_of([place.player for place in places])
    return {
        **round_context(snapshot, number),
        "places": list(zip(places, letters, strict=True)),
        "columns": min(1 + paper.sheets_of_a4, 1 + len(places) // MOST_IN_ONE_COLUMN),
        "colours": has_colours(snapshot),
        "winds": snapshot.winds,
    }


def letters_of(players: Sequence[Player]) -> list[tuple[str, str]]:
    """For each player: the letters of a page that begins with him, and of one that ends with him; as many as
    tell him from his neighbour, up to three.
    """
    told = ranges([(player, player) for player in players])
    return [(first[:MOST_LETTERS].rstrip(), last[:MOST_LETTERS].rstrip()) for first, last in told]


def tables(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The tables of a round with the players in the order of the seats."""
    size = max((len(table.seats) for table in snapshot.round(number).tables), default=1)
    return {
        **round_context(snapshot, number),
        "seats": range(1, size + 1),
        "winds": snapshot.winds,
    }


SHEETS: Mapping[str, Sheet] = {
    "pairings": Sheet(
        _("Abbinamenti per tavolo"),
        _("I tavoli del turno, con lo spazio per i risultati."),
        _("Quando il primo turno è pubblicato."),
        pairings,
        applies=is_two_player,
        of_round=True,
        sizes=PAIRS,
    ),
    "tables": Sheet(
        _("Piano dei tavoli"),
        _("Chi siede a ogni tavolo, nell’ordine dei posti."),
        _("Quando il primo turno è pubblicato."),
        tables,
        applies=is_multiplayer,
        of_round=True,
        sizes=PAIRS,
    ),
    "by-name": Sheet(
        _("Dove siedo: per nome"),
        _("Tutti in ordine alfabetico, con il tavolo in grande: si legge da tre metri."),
        _("Quando il primo turno è pubblicato."),
        by_name,
        of_round=True,
        looks=("list", "by-name"),
    ),
}
