"""A round as the arbiter has it before him: who sits where, what is marked, what is missing."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from clubtornei.events.models import Entry, Event
from clubtornei.rounds.bridge import document_of
from clubtornei.rounds.models import Round, Seat, Table
from clubtornei.rounds.outcomes import Outcome, outcome_of
from pairing.system import KINDS
from scoring.record import record_of
from scoring.withdrawals import annulled


@dataclass
class Game:
    """A table of two. `settled`: a later round was drawn upon its result, which is now only corrected."""

    table: Table
    white: Entry
    black: Entry
    outcome: Outcome
    annulled: bool = False
    settled: bool = False
    error: str = ""
    why: list[str] = field(default_factory=list)

    @property
    def pk(self) -> int:
        return self.table.pk

    @property
    def number(self) -> int:
        assert self.table.number is not None
        return self.table.number

    @property
    def done(self) -> bool:
        """Is there something marked, so that the arbiter goes on to the next table?"""
        return self.outcome.finished or self.outcome.adjourned


@dataclass
class Rest:
    """Somebody who sits the round out."""

    table: Table
    entry: Entry
    why: list[str] = field(default_factory=list)


@dataclass
class Sheet:
    round: Round
    games: list[Game]
    rests: list[Rest]

    @property
    def counted(self) -> list[Game]:
        """The games that count: those of annulled players are not waited for."""
        return [game for game in self.games if not game.annulled]

    @property
    def finished(self) -> int:
        return sum(game.outcome.finished for game in self.counted)

    @property
    def adjourned(self) -> int:
        return sum(game.outcome.adjourned for game in self.counted)

    @property
    def complete(self) -> bool:
        return self.finished == len(self.counted)

    @property
    def untouched(self) -> bool:
        """Has nobody entered anything yet?"""
        return not any(game.done for game in self.games)


def sheet_of(event: Event, round_: Round) -> Sheet:
    """The round with its tables, in four queries; some more where somebody has left the tournament."""
    tables = list(Table.objects.filter(round=round_).with_seats())
    seated = {table.pk: list(table.seats.all()) for table in tables}
    gone = _annulled(event, (seat for seats in seated.values() for seat in seats))
    followed = Round.objects.filter(stage=round_.stage_id, number__gt=round_.number).exists()
    sheet = Sheet(round_, [], [])
    for table in tables:
        seats = seated[table.pk]
        if table.number is None:
            sheet.rests.append(Rest(table, seats[0].entry))
        else:
            sheet.games.append(_game(table, seats, gone, followed))
    return sheet


def game_at(event: Event, table_pk: int) -> Game | None:
    """One table of two of the event, as the page of its round shows it; None where there is none."""
    table = (
        Table.objects.games()
        .with_seats()
        .select_related("round__stage")
        .filter(pk=table_pk, round__stage__event=event)
        .first()
    )
    if table is None:
        return None
    seats = list(table.seats.all())
    followed = Round.objects.filter(stage=table.round.stage_id, number__gt=table.round.number).exists()
    return _game(table, seats, _annulled(event, seats), followed)


def _game(table: Table, seats: list[Seat], gone: frozenset[int], followed: bool) -> Game:
    outcome = outcome_of(table, seats)
    white, black = (seat.entry for seat in seats)
    return Game(
        table,
        white,
        black,
        outcome,
        annulled=not gone.isdisjoint({white.ident, black.ident}),
        settled=followed and outcome.finished,
    )


def _annulled(event: Event, seats: Iterable[Seat]) -> frozenset[int]:
    """Whose games count for nobody; only asked of the engine where somebody has left."""
    if all(seat.entry.withdrawn is None for seat in seats):
        return frozenset()
    return annulled(record_of(document_of(event, public=True), KINDS))
