"""Sheets with the pairings of a round: by table and by name."""

from collections.abc import Callable, Mapping, Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext
from msgspec.structs import replace

from clubtornei.rounds.core.formatting import Notation, with_number
from clubtornei.rounds.core.seat_names import colours_of, wind
from clubtornei.rounds.core.table_words import TableWords
from clubtornei.rounds.printouts.sheet import (
    Sheet,
    has_colours,
    is_multiplayer,
    is_two_player,
    of_layout,
    rests_of,
    round_context,
    system_of,
)
from clubtornei.rounds.snapshot.calendar import ShownTable
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.tables.by_name import places_by_name
from clubtornei.rounds.tables.name_boards import name_boards
from clubtornei.rounds.templatetags.printouts import name_in_lines, points_for_reckoning
from clubtornei.rounds.typesetting.paper_format import PaperFormat
from clubtornei.rounds.typesetting.type_size import (
    LANDSCAPE,
    OF_A_BOOK,
    PORTRAIT,
    Arrangement,
    Layout,
    PaperColumn,
    best_layout,
    less_high,
    preferred_layout,
    spare_title,
)
from clubtornei.untyped import Context
from scoring.ledger import Ledger
from scoring.record import Player
from scoring.standings import exact

BOARDS = [less_high(paper, -spare_title(())) for paper in (PORTRAIT, LANDSCAPE)]
NUMBER_INDENT = 0.8  # em: of a player's number, from his points, as in fitted.css
TABLE_NUMBER_SCALE = 1.3  # of a larger table's number on the plan: its type to that of the names


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
    by_points = "points" in snapshot.ranking and has_points
    words, notation = snapshot.table_words, snapshot.notation if by_points else None
    layout = board_layout(rows, rests_of(round_), words, notation)
    return {
        **round_context(snapshot, number),
        "leaves": layout.on_leaves(rows),
        "colours": has_colours(snapshot),
        "by_points": by_points,
        "layout": layout,
        "in_lines": layout.chosen == IN_LINES,
    }


def board_layout(
    rows: Sequence[tuple[ShownTable, Sequence[tuple[Player, str | None]]]],
    rests: Sequence[str],
    words: TableWords,
    notation: Notation | None,
) -> Layout:
    """The layout of a board: a row a table, whose players have their numbers and, if there is a `notation` of
    them, points; below it who `rests`. `words`: what a table is called. Each name takes
    one line; where type is much larger otherwise, long ones are broken; where it is much larger still, the
    given names all have a line of their own: IN_LINES.
    """

    def number_column(seat: int) -> list[PaperColumn]:
        texts = [str(seats[seat][0].number) for _table, seats in rows]
        return [PaperColumn(texts=texts, title=str(_("N.")), indent=NUMBER_INDENT)]

    def points_column(seat: int) -> list[PaperColumn]:
        texts = [points_for_reckoning(seats[seat][1], notation) for _table, seats in rows if notation]
        return [PaperColumn(texts=texts, title=str(_("Punti")))] if notation else []

    table_column = PaperColumn(texts=[str(table.number) for table, _seats in rows], title=str(words.short))
    outcome = PaperColumn(
        texts=["___ – ___", *(table.result for table, _seats in rows)], title=str(_("Risultato"))
    )

    def arranged(written: Callable[[Player], str], *, whole: bool = False) -> Arrangement:
        names = [
            PaperColumn(texts=[written(seats[seat][0]) for _table, seats in rows], wraps=True, whole=whole)
            for seat in (0, 1)
        ]
        columns = [
            *(table_column, *points_column(0), *number_column(0), names[0]),
            *(outcome, *number_column(1), names[1], *points_column(1)),
        ]
        return Arrangement(columns=columns, below=rests, papers=BOARDS, alike=not whole, evenly=True)

    whole = best_layout(arranged(_in_one_line, whole=True))
    broken = (
        replace(best_layout(arranged(written)), chosen=way) for way, written in enumerate(WAYS_OF_NAMES)
    )
    return preferred_layout([whole, *broken])


def by_name(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The players of the round in alphabetical order, each with his table and opponents."""
    system = system_of(snapshot)
    places = places_by_name(snapshot.round(number), colours_of(system, snapshot.event))
    boards = name_boards(places)
    return {
        **round_context(snapshot, number),
        "boards": boards,
        "several": len(boards.pages) > 1,
        "colours": has_colours(snapshot),
        "winds": snapshot.winds,
        "page": "wall",
    }


def tables(snapshot: EventSnapshot, number: int, paper: PaperFormat) -> Context:
    """The tables of a round with the players in the order of the seats."""
    round_ = snapshot.round(number)
    size = max((len(table.seats) for table in round_.tables), default=1)
    layout = _plan_layout(round_.tables, size, rests_of(round_), winds=snapshot.winds)
    return {
        **round_context(snapshot, number),
        "seats": range(1, size + 1),
        "winds": snapshot.winds,
        "layout": layout,
        "leaves": layout.on_leaves(round_.tables),
        "in_lines": layout.chosen == IN_LINES,
        "down": layout.chosen == SEATS_DOWN,
    }


def _plan_layout(shown: Sequence[ShownTable], size: int, rests: Sequence[str], *, winds: bool) -> Layout:
    """A row a table, with names in one line or IN_LINES; or a row a seat: SEATS_DOWN, for few tables. Where
    one page has small type, two have it larger.
    """

    def across(written: Callable[[Player], str], fewest: int = 1) -> Arrangement:
        numbers = [str(table.number) for table in shown]
        seats = [
            [
                with_number(table.seats[seat], written(table.seats[seat])) if seat < len(table.seats) else ""
                for table in shown
            ]
            for seat in range(size)
        ]
        columns = [
            PaperColumn(texts=numbers, title=str(_("Tav.")), scale=TABLE_NUMBER_SCALE),
            *(PaperColumn(texts=texts, wraps=True) for texts in seats),
        ]
        return Arrangement(columns=columns, below=rests, alike=True, evenly=True, fewest=fewest)

    seats = [(table, seat, player) for table in shown for seat, player in enumerate(table.seats, 1)]
    down = Arrangement(
        columns=[
            PaperColumn(
                texts=[str(table.number) for table, _seat, _player in seats],
                title=str(_("Tav.")),
                scale=TABLE_NUMBER_SCALE,
            ),
            PaperColumn(
                texts=[str(wind(seat) if winds else seat) for _table, seat, _player in seats],
                title=pgettext("al tavolo", "Posto"),
            ),
            PaperColumn(texts=[with_number(player) for _table, _seat, player in seats], wraps=True),
        ],
        kept=[len(table.seats) for table in shown],
        below=rests,
    )
    on_one = best_layout(*map(across, WAYS_OF_NAMES), down)
    if on_one.pages > 1 or on_one.size >= OF_A_BOOK:
        return on_one
    return best_layout(*(across(written, fewest=2) for written in WAYS_OF_NAMES))


def _in_one_line(player: Player) -> str:
    return player.name


WAYS_OF_NAMES = (_in_one_line, name_in_lines)
IN_LINES, SEATS_DOWN = 1, 2  # which of the arrangements


SHEETS: Mapping[str, Sheet] = {
    "pairings": Sheet(
        _("Abbinamenti per tavolo"),
        _("I tavoli del turno, con lo spazio per i risultati."),
        _("Quando il primo turno è pubblicato."),
        pairings,
        applies=is_two_player,
        of_round=True,
        pages=of_layout(pairings),
    ),
    "tables": Sheet(
        _("Piano dei tavoli"),
        _("Chi siede a ogni tavolo, nell’ordine dei posti."),
        _("Quando il primo turno è pubblicato."),
        tables,
        applies=is_multiplayer,
        of_round=True,
        pages=of_layout(tables),
    ),
    "by-name": Sheet(
        _("Dove siedo: per nome"),
        _("Tutti in ordine alfabetico, con il tavolo in grande: si legge da tre metri."),
        _("Quando il primo turno è pubblicato."),
        by_name,
        of_round=True,
        pages=lambda snapshot, number, paper: len(by_name(snapshot, number, paper)["boards"].pages),
        looks=("by-name",),
    ),
}
