"""Sheets with the pairings of a round: by table and by name."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext_lazy as _

from clubtornei.rounds.printing.paper_format import PaperFormat
from clubtornei.rounds.printing.rendering import PAIRS
from clubtornei.rounds.printing.sheet import (
    Sheet,
    has_colours,
    is_multiplayer,
    is_two_player,
    rating_title,
    round_context,
    upright,
)
from clubtornei.rounds.reports.pairings import pairings_report
from clubtornei.rounds.reports.places import places_report
from clubtornei.rounds.reports.writing import written
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.tables.alphabet import ranges
from clubtornei.text.untyped import Context
from scoring.record import Player

MOST_IN_ONE_COLUMN, MOST_LETTERS = 20, 3  # names; of a name
MOST_ACROSS = 10
"""Tables of a round on a page that lies across, where names have more room."""


def pairings(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The tables of a published round, each with its players and their points before the round."""
    report = pairings_report(snapshot, snapshot.round(number), with_points=True)
    return {
        **round_context(snapshot, number),
        "page": _page(snapshot, number),
        "lines": list(written(report, report.columns)),
        "colours": has_colours(snapshot),
        "by_points": any(column.key == "white_points" for column in report.columns),
        "rating_title": rating_title(snapshot),
    }


def by_name(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The players of the round in alphabetical order, each with his table and opponents; and with the letters
    of a page that begins or ends with him.
    """
    lines = list(written(places_report(snapshot, snapshot.round(number))))
    letters = letters_of([line.row.person for line in lines if line.row.person])
    return {
        **round_context(snapshot, number),
        "places": list(zip(lines, letters, strict=True)),
        "columns": min(1 + paper.sheets_of_a4, 1 + len(lines) // MOST_IN_ONE_COLUMN),
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
        "page": _page(snapshot, number),
        "seats": range(1, size + 1),
        "winds": snapshot.winds,
    }


def _page(snapshot: EventSnapshot, number: int) -> str:
    return "landscape" if len(snapshot.round(number).tables) <= MOST_ACROSS else ""


SHEETS: Mapping[str, Sheet] = {
    "pairings": Sheet(
        _("Abbinamenti per tavolo"),
        _("I tavoli del turno, con lo spazio per i risultati."),
        _("Quando il primo turno è pubblicato."),
        pairings,
        in_set=upright(pairings),
        applies=is_two_player,
        of_round=True,
        sizes=PAIRS,
    ),
    "tables": Sheet(
        _("Piano dei tavoli"),
        _("Chi siede a ogni tavolo, nell’ordine delle sedie."),
        _("Quando il primo turno è pubblicato."),
        tables,
        in_set=upright(tables),
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
