"""The rounds of a stage as they are shown: those published, and those to come."""

from typing import Any

from msgspec import Struct, to_builtins

from clubtornei.rounds.facts import SITE
from clubtornei.rounds.outcomes import outcome_in
from pairing.system import Draw, NoLegalPairing, Seating, calendar
from scoring.record import Bye, Faulty, Player, Record, Round, Table
from scoring.withdrawals import annulled

Reasons = list[dict[str, Any]]
"""Codes with facts; `sentences.why_of` says them."""


class ShownTable(Struct, frozen=True, kw_only=True):
    """Who sits together. `outcome`: a code of `outcomes` for tables of two, empty where nothing is marked."""

    number: int
    seats: tuple[Player, ...]
    outcome: str = ""
    annulled: bool = False
    by_hand: bool = False
    why: Reasons = []

    @property
    def white(self) -> Player:
        return self.seats[0]

    @property
    def black(self) -> Player:
        return self.seats[1]

    @property
    def finished(self) -> bool:
        return self.outcome not in ("", "adjourned")

    @property
    def adjourned(self) -> bool:
        return self.outcome == "adjourned"


class ShownBye(Struct, frozen=True, kw_only=True):
    """Who sits the round out, and why."""

    player: Player
    why: Reasons
    requested: bool = False


class ShownRound(Struct, frozen=True, kw_only=True):
    """A round; `published`: paired and to be seen, not only foreseen."""

    number: int
    published: bool
    tables: tuple[ShownTable, ...]
    byes: tuple[ShownBye, ...]


def calendar_of(record: Record) -> tuple[ShownRound, ...]:
    """All rounds of the record, then those that its system foresees."""
    gone = annulled(record)
    played = tuple(_played(record, number, gone) for number in range(1, record.next_round))
    try:
        draws = calendar(record)
    except (NoLegalPairing, Faulty):  # all are played, or nobody knows what comes, or it cannot begin
        draws = ()
    foreseen = (_foreseen(record, number, draw) for number, draw in enumerate(draws, record.next_round))
    return (*played, *foreseen)


def round_of(record: Record, number: int) -> ShownRound:
    """One round of the record, from 1."""
    return _played(record, number, annulled(record))


def _played(record: Record, number: int, gone: frozenset[int]) -> ShownRound:
    round_: Round = record.rounds[number - 1]
    return ShownRound(
        number=number,
        published=True,
        tables=tuple(_table(record, place, table, gone) for place, table in enumerate(round_.tables, 1)),
        byes=tuple(_bye(record, bye) for bye in round_.byes),
    )


def _table(record: Record, place: int, table: Table, gone: frozenset[int]) -> ShownTable:
    facts = table.extra.get(SITE, {})
    return ShownTable(
        number=facts.get("number", place),
        seats=tuple(record.players[player] for player in table.seats),
        outcome=_outcome(table, facts),
        annulled=not gone.isdisjoint(table.seats),
        by_hand=table.by_hand,
        why=facts.get("why", []),
    )


def _outcome(table: Table, facts: dict[str, Any]) -> str:
    if len(table.seats) != 2:
        return ""
    marks = table.shares or (None, None)
    adjourned = table.shares is None and facts.get("adjourned", False)
    return outcome_in({"marks": marks, "forfeit": table.forfeit, "adjourned": adjourned}).code


def _bye(record: Record, bye: Bye) -> ShownBye:
    reasons: Reasons = bye.extra.get(SITE, {}).get("why", [])
    return ShownBye(player=record.players[bye.player], why=reasons, requested=bye.requested)


def _foreseen(record: Record, number: int, draw: Draw) -> ShownRound:
    return ShownRound(
        number=number,
        published=False,
        tables=tuple(_foreseen_table(record, place, table) for place, table in enumerate(draw.tables, 1)),
        byes=tuple(
            ShownBye(player=record.players[bye.player], why=to_builtins(bye.why)) for bye in draw.byes
        ),
    )


def _foreseen_table(record: Record, number: int, seating: Seating) -> ShownTable:
    table = Table(seats=seating.seats, result=seating.result, forfeit=seating.forfeit)
    return ShownTable(
        number=number,
        seats=tuple(record.players[player] for player in seating.seats),
        outcome=_outcome(table, {}),
    )
