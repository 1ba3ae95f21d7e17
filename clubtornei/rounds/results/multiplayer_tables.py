"""Tables of three to six for the arbiter's pages: the score of each seat, its place and its points."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from django.utils.translation import gettext as _

from clubtornei.events.models import Entry
from clubtornei.rounds.columns import Score
from clubtornei.rounds.models import Seat, Table
from clubtornei.rounds.state.formatting import ordinal
from clubtornei.rounds.state.larger_tables import tie_texts
from scoring.record import DocumentTable, SeatScore, to_json
from scoring.standings import decimal_text
from scoring.table_ties import TableOrder, TableOrders

Scores = Sequence[SeatScore]
"""The scores of one table, one a seat."""


@dataclass
class SeatRow:
    """A seat with its score (None: nothing yet) and the place and points that the scoring method gives.
    `at_least`: whether these are the least that the method has for the place.
    """

    seat: Seat
    score: SeatScore | None
    place: int | None = None
    points: str | None = None
    at_least: bool = False

    @property
    def entry(self) -> Entry:
        return self.seat.entry

    @property
    def least(self) -> str:
        """That its points are the least of its place, where they are."""
        return (
            _("min. del %(place)s") % {"place": ordinal(self.place)} if self.at_least and self.place else ""
        )

    @property
    def is_first(self) -> bool:
        """Whether nobody at the table stands before this seat."""
        return self.place == 1


@dataclass(kw_only=True)
class TableRow:
    """A table. `locked`: it has a result, and a later round is drawn; `closed`: the event is. `why`: the
    reasons of its pairing. `error`: why a result was refused.
    """

    table: Table
    why: list[str]
    closed: bool = False
    locked: bool = False
    annulled: bool = False
    error: str = ""

    @property
    def number(self) -> int | None:
        return self.table.number

    @property
    def enterable(self) -> bool:
        """Whether the result is simply entered."""
        return not (self.closed or self.locked or self.annulled)

    @property
    def is_correctable(self) -> bool:
        """Whether the result is changed only by a correction, with what depends on it shown first."""
        return self.locked and not self.annulled


@dataclass(kw_only=True)
class MultiplayerTable(TableRow):
    """A table of more than two. `orders`: at the tables of its stage; `order`: at this one, by seat from 1,
    with all ties that the result breaks.
    """

    seat_rows: list[SeatRow]
    orders: TableOrders | None = None
    order: TableOrder | None = None

    @property
    def names(self) -> str:
        """All players, for a search."""
        return " ".join(row.entry.name for row in self.seat_rows)

    @property
    def finished(self) -> bool:
        """Whether there is a result: the seats are scored together, or not at all."""
        return all(seat_row.score is not None for seat_row in self.seat_rows)

    @property
    def done(self) -> bool:
        return self.finished

    @property
    def adjourned(self) -> bool:
        return self.table.adjourned

    @property
    def scores(self) -> Scores | None:
        """The table's result; None without one."""
        scores = [seat_row.score for seat_row in self.seat_rows if seat_row.score is not None]
        return scores if self.finished else None

    @property
    def names_by_seat(self) -> dict[int, str]:
        return {seat: seat_row.entry.name for seat, seat_row in enumerate(self.seat_rows, 1)}

    @property
    def decimals(self) -> int:
        """How many decimals its points are written with."""
        return self.orders.record.method.decimals if self.orders else 0

    @property
    def ties(self) -> list[str]:
        """What decided the ties, and which are left, in words."""
        scores = dict(enumerate(self.scores or (), 1))
        return tie_texts(self.order, self.names_by_seat, scores, self.decimals)

    @property
    def by_place(self) -> list[SeatRow]:
        """The seats by place; in seat order without a result, and among those who share a place."""
        return sorted(self.seat_rows, key=lambda seat_row: seat_row.place or 0)


def fingerprint(scores: Sequence[Score] | None) -> str:
    """A short digest of a result; a page sends it back in `expected`."""
    return hashlib.sha256(to_json(scores).encode()).hexdigest()[:16]


def multiplayer_table_of(table: Table, seats: Sequence[Seat], why: list[str]) -> MultiplayerTable:
    """The table with its scores; `count` adds places and points."""
    rows = [SeatRow(seat, cast(SeatScore | None, seat.score)) for seat in seats]
    return MultiplayerTable(table=table, seat_rows=rows, why=why)


def count(multiplayer_tables: Sequence[MultiplayerTable], orders: TableOrders) -> None:
    """Add places and points to all tables of one round: some methods compare the tables with each other."""
    method = orders.record.method
    results = [
        DocumentTable(seats=tuple(range(1, len(scores) + 1)), result=tuple(scores))
        if scores
        else DocumentTable(seats=())
        for scores in (multiplayer_table.scores for multiplayer_table in multiplayer_tables)
    ]
    scored_tables = method.score(results, orders.record.scoring_options)
    for multiplayer_table, result, scored in zip(multiplayer_tables, results, scored_tables, strict=True):
        multiplayer_table.orders, multiplayer_table.order = orders, orders.of(result)
        order = None if method.by_seat else multiplayer_table.order
        for seat, seat_row in enumerate(multiplayer_table.seat_rows):
            seat_row.place = (order or scored).places[seat] if scored else None
            seat_row.points = decimal_text(scored.points[seat], method.decimals) if scored else None
            least = method.least(len(scored.places), scored.places[seat]) if scored else None
            seat_row.at_least = least is not None and scored is not None and scored.points[seat] == least
