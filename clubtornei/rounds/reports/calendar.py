"""The rounds of a stage as they are shown: those published, and those to come."""

from datetime import date

from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.rounds.core.result_codes import RESULT_CODES, outcome_of
from clubtornei.rounds.core.site_facts import round_facts, stage_facts, stored, table_facts, table_number
from clubtornei.rounds.core.table_state import match_score_of, state_in
from clubtornei.untyped import Quality
from pairing.registry import calendar
from pairing.system import Draw, NoLegalPairing, PairedTable, Reason
from scoring.method import Scored
from scoring.record import Bye, DocumentError, Player, Record, Round, SeatScore, Table
from scoring.standings import exact
from scoring.withdrawals import annulled


class ShownSeat(Struct, frozen=True, kw_only=True):
    """A seat at a table of more than two: what was marked there (None: nothing yet), place and points."""

    player: Player
    score: SeatScore | None = None
    place: int | None = None
    points: str | None = None


class ShownTable(Struct, frozen=True, kw_only=True):
    """Who sits together. `outcome`: a code of `outcomes` for tables of two, empty where nothing is marked.
    `match_score`: what both have in a match of several games, as it is written. `seat_rows`: the seats of a
    table of more, in their order.
    """

    number: int
    seats: tuple[Player, ...]
    seat_rows: tuple[ShownSeat, ...] = ()
    outcome: str = ""
    match_score: tuple[str, str] | None = None
    annulled: bool = False
    by_hand: bool = False
    why: list[Reason] = []

    @property
    def white(self) -> Player:
        return self.seats[0]

    @property
    def black(self) -> Player:
        return self.seats[1]

    @property
    def result(self) -> str:
        """What came of a table of two, as it is written; how a match stands."""
        outcome = RESULT_CODES[self.outcome]
        return outcome.label if self.match_score is None or outcome.forfeit else " – ".join(self.match_score)

    @property
    def meaning(self) -> str:
        """The same in words."""
        if self.match_score is None or RESULT_CODES[self.outcome].forfeit:
            return RESULT_CODES[self.outcome].said(self.white.name, self.black.name)
        return _("%(first)s a %(second)s") % {"first": self.match_score[0], "second": self.match_score[1]}

    @property
    def finished(self) -> bool:
        if self.seat_rows:
            return all(seat.score is not None for seat in self.seat_rows)
        return self.outcome not in ("", "adjourned")

    @property
    def adjourned(self) -> bool:
        return self.outcome == "adjourned"


class ShownBye(Struct, frozen=True, kw_only=True):
    """Who sits the round out, and why."""

    player: Player
    why: list[Reason]
    requested: bool = False


class ShownRound(Struct, frozen=True, kw_only=True):
    """A round; `published`: paired and to be seen, not only foreseen. `day`: on which it is played, if known.
    `quality`: how good the draw was, where its system says so; `sentences.quality_of` says it.
    """

    number: int
    published: bool
    tables: tuple[ShownTable, ...]
    byes: tuple[ShownBye, ...]
    day: date | None = None
    quality: Quality = {}

    @property
    def multiplayer(self) -> bool:
        """Are its tables for more than two?"""
        return any(table.seat_rows for table in self.tables)

    @property
    def by_hand(self) -> bool:
        """Was any of its tables arranged by hand?"""
        return any(table.by_hand for table in self.tables)


def calendar_of(record: Record) -> tuple[ShownRound, ...]:
    """All rounds of the record, then those that its system foresees."""
    gone = annulled(record)
    played = tuple(_played(record, number, gone) for number in range(1, record.next_round))
    try:
        draws = calendar(record)
    except (NoLegalPairing, DocumentError):  # all are played, or nobody knows what comes, or it cannot begin
        draws = ()
    foreseen = (_foreseen(record, number, draw) for number, draw in enumerate(draws, record.next_round))
    return (*played, *foreseen)


def round_of(record: Record, number: int) -> ShownRound:
    """One round of the record, from 1."""
    return _played(record, number, annulled(record))


def _played(record: Record, number: int, gone: frozenset[int]) -> ShownRound:
    round_: Round = record.rounds[number - 1]
    scored = record.method.score(round_.tables, record.scoring_options)
    return ShownRound(
        number=number,
        published=True,
        tables=tuple(
            _table(record, place, table, counted, gone)
            for place, (table, counted) in enumerate(zip(round_.tables, scored, strict=True), 1)
        ),
        byes=tuple(_bye(record, bye) for bye in round_.byes),
        day=_day(record, number),
        quality=round_facts(round_).quality,
    )


def _day(record: Record, number: int) -> date | None:
    return stage_facts(record.stage).days.get(str(number))


def _table(
    record: Record, place: int, table: Table, counted: Scored | None, gone: frozenset[int]
) -> ShownTable:
    return ShownTable(
        number=table_number(table, place),
        seats=tuple(record.players[player] for player in table.seats),
        seat_rows=_sittings(record, table, counted) if len(table.seats) > 2 else (),
        outcome=_outcome(table),
        match_score=match_score_of(table.games) if table.games else None,
        annulled=not gone.isdisjoint(table.seats),
        by_hand=table.by_hand,
        why=table_facts(table).why,
    )


def _sittings(record: Record, table: Table, counted: Scored | None) -> tuple[ShownSeat, ...]:
    scores = table.seat_scores or [None] * len(table.seats)
    return tuple(
        ShownSeat(
            player=record.players[player],
            score=score,
            place=counted.places[seat] if counted else None,
            points=exact(counted.points[seat]) if counted else None,
        )
        for seat, (player, score) in enumerate(zip(table.seats, scores, strict=True))
    )


def _outcome(table: Table) -> str:
    return outcome_of(state_in(table)).code if len(table.seats) == 2 else ""


def _bye(record: Record, bye: Bye) -> ShownBye:
    return ShownBye(player=record.players[bye.player], why=table_facts(bye).why, requested=bye.requested)


def _foreseen(record: Record, number: int, draw: Draw) -> ShownRound:
    return ShownRound(
        number=number,
        published=False,
        tables=tuple(_foreseen_table(record, place, table) for place, table in enumerate(draw.tables, 1)),
        byes=tuple(ShownBye(player=record.players[bye.player], why=stored(bye.why)) for bye in draw.byes),
        day=_day(record, number),
        quality=draw.quality,
    )


def _foreseen_table(record: Record, number: int, seating: PairedTable) -> ShownTable:
    table = Table(seats=seating.seats, result=seating.result, forfeit=seating.forfeit)
    return ShownTable(
        number=number,
        seats=tuple(record.players[player] for player in seating.seats),
        seat_rows=_sittings(record, table, None) if len(table.seats) > 2 else (),
        outcome=_outcome(table),
    )
