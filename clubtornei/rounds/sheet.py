"""A round as the arbiter has it before him: who sits where, what is marked, what is missing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import Count, Q

from clubtornei.events.models import Entry, Event
from clubtornei.rounds.bridge import document_of
from clubtornei.rounds.gatherings import Gathering, count, gathering_of
from clubtornei.rounds.models import Round, Seat, Table
from clubtornei.rounds.outcomes import Outcome, outcome_of
from clubtornei.rounds.sentences import why_of
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
    annulled: bool
    settled: bool
    why: list[str]
    error: str = ""

    @property
    def number(self) -> int | None:
        return self.table.number

    @property
    def done(self) -> bool:
        """Is there something marked, so that the arbiter goes on to the next table?"""
        return self.outcome.finished or self.outcome.adjourned

    @property
    def finished(self) -> bool:
        return self.outcome.finished

    @property
    def adjourned(self) -> bool:
        return self.outcome.adjourned


@dataclass
class Rest:
    """Somebody who sits the round out."""

    entry: Entry
    why: list[str]


@dataclass
class Sheet:
    """`games` are the tables of two, `gatherings` those of more: a round has one kind or the other."""

    round: Round
    games: list[Game] = field(default_factory=list)
    gatherings: list[Gathering] = field(default_factory=list)
    rests: list[Rest] = field(default_factory=list)

    @property
    def rows(self) -> list[Game | Gathering]:
        """All tables, of whatever size."""
        return [*self.games, *self.gatherings]

    @property
    def counted(self) -> list[Game | Gathering]:
        """The tables that count: those of annulled players are not waited for."""
        return [row for row in self.rows if not row.annulled]

    @property
    def finished(self) -> int:
        return sum(row.finished for row in self.counted)

    @property
    def adjourned(self) -> int:
        return sum(row.adjourned for row in self.counted)

    @property
    def complete(self) -> bool:
        """Is there nothing left to wait for today?"""
        return self.finished + self.adjourned == len(self.counted)

    @property
    def settled(self) -> bool:
        """Is there no table left whose result is simply entered?"""
        return all(row.settled or row.annulled for row in self.rows)

    @property
    def untouched(self) -> bool:
        """Has nobody entered anything yet?"""
        return not any(row.done for row in self.rows)

    def game(self, table_pk: int) -> Game | None:
        return next((game for game in self.games if game.table.pk == table_pk), None)

    def gathering(self, table_pk: int) -> Gathering | None:
        return next((row for row in self.gatherings if row.table.pk == table_pk), None)


def sheet_of(event: Event, round_: Round) -> Sheet:
    """The round with its tables, in four queries; five more where somebody there has left the tournament.

    Tables of more than two also ask for the round's stage, whose method says what their results are worth.
    """
    tables = list(Table.objects.filter(round=round_).with_seats())
    seated = {table.pk: list(table.seats.all()) for table in tables}
    entries = {seat.entry.ident: seat.entry for seats in seated.values() for seat in seats}
    names = {entry.ident: entry.name for entry in event.entries.all()}
    stage = round_.stage
    gone = _annulled(event, stage.number, stage.withdrawals, entries.values())
    followed = Round.objects.filter(stage=round_.stage_id, number__gt=round_.number).exists()
    sheet = Sheet(round_)
    for table in tables:
        why = why_of(table.why, names)
        seats = seated[table.pk]
        if table.number is None:
            sheet.rests.append(Rest(seats[0].entry, why))
        elif len(seats) == 2:
            sheet.games.append(_game(table, seats, gone, followed, why))
        else:
            sheet.gatherings.append(_gathering(table, seats, gone, followed, why))
    if sheet.gatherings:
        count(sheet.gatherings, round_.stage)
    return sheet


@dataclass
class RoundProgress:
    """How far a round is; games of annulled players are not counted."""

    number: int
    published: bool
    games: int
    finished: int
    adjourned: int

    @property
    def complete(self) -> bool:
        return self.finished == self.games


def progress_of(event: Event, stage: int | None = None) -> list[RoundProgress]:
    """All rounds of a stage (None: the one being played) drawn so far, in two queries; some more where
    somebody has left the tournament.
    """
    game = Q(seats__position=2)
    rows = Round.objects.of(event, stage).annotate(
        games=Count("seats", filter=game),
        finished=Count("seats", filter=game & Q(seats__mark__isnull=False)),
        adjourned=Count("seats", filter=game & Q(seats__table__adjourned=True)),
    )
    listed = list(
        rows.values(
            "pk",
            "number",
            "published_at",
            "games",
            "finished",
            "adjourned",
            "stage__number",
            "stage__withdrawals",
        )
    )
    found = {
        row["pk"]: RoundProgress(
            row["number"], row["published_at"] is not None, row["games"], row["finished"], row["adjourned"]
        )
        for row in listed
    }
    gone: frozenset[int] = frozenset()
    for row in listed[:1]:
        left = event.entries.exclude(withdrawn=None)
        gone = _annulled(event, row["stage__number"], row["stage__withdrawals"], left)
    if gone:
        void = Seat.objects.filter(round__in=found, entry__event=event, entry__ident__in=gone)
        for table in Table.objects.games().filter(pk__in=void.values("table")).with_seats():
            outcome = outcome_of(table, table.seats.all())
            played = found[table.round_id]
            played.games -= 1
            played.finished -= outcome.finished
            played.adjourned -= outcome.adjourned
    return list(found.values())


def _game(table: Table, seats: list[Seat], gone: frozenset[int], followed: bool, why: list[str]) -> Game:
    outcome = outcome_of(table, seats)
    white, black = (seat.entry for seat in seats)
    return Game(
        table,
        white,
        black,
        outcome,
        annulled=not gone.isdisjoint({white.ident, black.ident}),
        settled=followed and outcome.finished,
        why=why,
    )


def _gathering(
    table: Table, seats: list[Seat], gone: frozenset[int], followed: bool, why: list[str]
) -> Gathering:
    gathering = gathering_of(table, seats, why)
    gathering.annulled = not gone.isdisjoint(seat.entry.ident for seat in seats)
    gathering.settled = followed and gathering.finished
    return gathering


def _annulled(
    event: Event, stage: int, withdrawals: Mapping[str, int], entries: Iterable[Entry]
) -> frozenset[int]:
    """Whose games count for nobody in the stage; only asked of the engine where somebody has left."""
    if not withdrawals and (stage > 1 or all(entry.withdrawn is None for entry in entries)):
        return frozenset()
    return annulled(record_of(document_of(event), KINDS, stage))
