"""Ties at a table of more than two: what decided them, what is still to be recorded, who won
(rules/places.md#one-winner).

A table must have one winner where its winners go on, in a final and at every table of a Master: there the tie
list of `rtu-2014` stands in where there is none. Places and points of the scoring method stay as they are.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from scoring.document import Document, DocumentTable, SeatScore
from scoring.methods import METHODS
from scoring.places import TIE_LISTS, Groups, Ties, at_table, places, recorded, split_by_counts
from scoring.stage_record import Record
from scoring.stage_sources import is_final, winners_go_on

STAND_IN: Ties = "rtu-2014"
"""The tie list where there must be one winner and there is none."""
RISIKO = ("risiko",)
"""The `by` of a winner who needed no points, as he made RisiKo!."""


class Settling(StrEnum):
    """Which ties at the tables of a stage more is recorded for."""

    NONE = "none"
    """None: level players share the place."""
    OFFERED = "offered"
    """A shared first place; nobody is forced."""
    FIRST = "first"
    """A shared first place: before that the result is not whole."""
    ALL = "all"
    """Every shared place: before that the result is not whole."""


class BrokenTie(Struct, frozen=True, kw_only=True):
    """Players (ids in seat order) who were level at a place, and the fields of a seat score, added where they
    are several, that separated them or some of them.
    """

    place: int
    players: tuple[int, ...]
    by: tuple[str, ...]

    def facts(self) -> dict[str, Any]:
        return {"place": self.place, "players": list(self.players), "by": list(self.by)}


class OpenTie(Struct, frozen=True, kw_only=True):
    """Players (ids in seat order) who are level at a place, about which more is to be recorded.

    `fields`: what to record next about each of them, fields of a seat score; `again`: the dice were thrown,
    and are to be thrown again. `required`: the result is not whole before. `points`: what each gets as it
    stands; none where a method needs the other tables for that.
    """

    place: int
    players: tuple[int, ...]
    fields: tuple[str, ...]
    again: bool
    required: bool
    points: tuple[Fraction, ...]

    def facts(self) -> dict[str, Any]:
        return {
            "place": self.place,
            "players": list(self.players),
            "fields": list(self.fields),
            "again": self.again,
            "required": self.required,
        }


class TableOrder(Struct, frozen=True):
    """The places at a table by seat, with all ties broken that its result breaks, and those that are open."""

    places: tuple[int, ...]
    broken: tuple[BrokenTie, ...] = ()
    open: tuple[OpenTie, ...] = ()


def settling(document: Document, number: int) -> Settling:
    """Which ties at tables of that stage (from 1) are to be settled."""
    stages = document.stages
    method = METHODS[stages[number - 1].scoring]
    if method.level_first == "shared":
        return Settling.NONE
    decisive = winners_go_on(stages, number) or is_final(stages, number)
    if method.level_first == "settled":
        return Settling.ALL if decisive else Settling.FIRST
    if decisive:
        return Settling.FIRST
    return Settling.OFFERED if method.level_first == "offered" else Settling.NONE


def table_order(record: Record, table: DocumentTable) -> TableOrder | None:
    """The order at a table of the stage; None: it has no result."""
    return TableOrders(record).of(table)


class TableOrders:
    """The orders at the tables of a stage."""

    def __init__(self, record: Record) -> None:
        stages, number = record.document.stages, record.number
        self.record = record
        options = record.scoring_options
        self.goes_on = winners_go_on(stages, number)
        self.wanted = Settling.NONE
        if record.spec.multiplayer:
            self.wanted = settling(record.document, number)
            self.without_list = replace(options, ties="none")
            self.ties = options.ties
            settled = record.method.level_first == "settled"
            if self.ties == "none" and (settled or self.goes_on or is_final(stages, number)):
                self.ties = STAND_IN
            if self.wanted is Settling.OFFERED and options.ties == "none":
                self.wanted = Settling.NONE

    @property
    def counts(self) -> tuple[str, ...]:
        """The fields of a seat score that may be needed to settle a tie; none where none is settled."""
        if self.wanted is Settling.NONE:
            return ()
        return tuple(dict.fromkeys(name for counts in TIE_LISTS[self.ties] for name in counts))

    def of(self, table: DocumentTable) -> TableOrder | None:
        """The order at one table; None: it has no result."""
        record = self.record
        if table.result is None:
            return None
        if table.seat_scores is None:
            scored = record.method.score([table], record.scoring_options)[0]
            return None if scored is None else TableOrder(scored.places)
        groups = self._groups_without_list(table, table.seat_scores)
        broken: list[BrokenTie] = []
        if record.method.risiko_wins and self.goes_on:
            groups, broken = _risiko_first(table, groups)
        if len(groups) == len(table.seats):
            return TableOrder(places(groups), tuple(broken))
        walk = _Walk(table.seats, table.seat_scores, groups)
        for counts in TIE_LISTS[self.ties]:
            walk.split(counts)
        return TableOrder(places(walk.groups), (*broken, *walk.broken), tuple(self._open_ties(table, walk)))

    def _groups_without_list(self, table: DocumentTable, seat_scores: Sequence[SeatScore]) -> Groups:
        """The seats from first to last by the scoring method alone, those level in one group."""
        if self.record.method.by_seat:  # its places are among all who sat at a wind
            return at_table(seat_scores, "none", self.without_list.low_wins)
        scored = self.record.method.score([table], self.without_list)[0]
        by_place: dict[int, list[int]] = {}
        for seat, place in enumerate(scored.places if scored else ()):
            by_place.setdefault(place, []).append(seat)
        return [by_place[place] for place in sorted(by_place)]

    def _open_ties(self, table: DocumentTable, walk: "_Walk") -> Iterator[OpenTie]:
        """The groups still level about which more is to be recorded."""
        if self.wanted is Settling.NONE:
            return
        method = self.record.method
        scored = None if method.by_seat else method.score([table], self.record.scoring_options)[0]
        place = 1
        for group in walk.groups:
            if len(group) > 1 and (place == 1 or self.wanted is Settling.ALL):
                missing = tuple(
                    name
                    for name in walk.asked.get(tuple(group), ())
                    if any(recorded(walk.seat_scores[seat], name) is None for seat in group)
                )
                yield OpenTie(
                    place=place,
                    players=tuple(table.seats[seat] for seat in group),
                    fields=missing or TIE_LISTS[self.ties][-1],
                    again=not missing,
                    required=self.wanted is not Settling.OFFERED,
                    points=tuple(scored.points[seat] for seat in group) if scored else (),
                )
            place += len(group)


def _risiko_first(table: DocumentTable, groups: Groups) -> tuple[Groups, list[BrokenTie]]:
    """The seat that made RisiKo! in front of all others."""
    first = [seat for seat, score in enumerate(table.seat_scores or ()) if score.risiko]
    if not first or list(groups[0]) == first:
        return groups, []
    others = [[seat for seat in group if seat not in first] for group in groups]
    tie = BrokenTie(place=1, players=table.seats, by=RISIKO)
    return [first, *(group for group in others if group)], [tie]


class _Walk:
    """Groups of level seats, split by one criterion of a tie list after the other.

    `asked`: for each group the first criterion, since it was split off, that somebody in it has no value of.
    """

    def __init__(self, seats: Sequence[int], seat_scores: Sequence[SeatScore], groups: Groups) -> None:
        self.seats = seats
        self.seat_scores = seat_scores
        self.groups: list[Sequence[int]] = list(groups)
        self.broken: list[BrokenTie] = []
        self.asked: dict[tuple[int, ...], tuple[str, ...]] = {}

    def split(self, counts: tuple[str, ...]) -> None:
        """Splits the groups by one criterion: the sum of these fields."""
        groups: list[Sequence[int]] = []
        place = 1
        for group in self.groups:
            parts = split_by_counts(group, self.seat_scores, counts) if len(group) > 1 else [group]
            if len(parts) > 1:
                players = tuple(self.seats[seat] for seat in group)
                self.broken.append(BrokenTie(place=place, players=players, by=counts))
            elif len(group) > 1 and any(
                recorded(self.seat_scores[seat], name) is None for seat in group for name in counts
            ):
                self.asked.setdefault(tuple(group), counts)
            groups += parts
            place += len(group)
        self.groups = groups
