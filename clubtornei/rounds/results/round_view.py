"""A round as the arbiter has it before him: who sits where, what is recorded, what is missing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import gettext as _

from clubtornei.events.models import Entry, Event
from clubtornei.events.systems import games_in_match
from clubtornei.rounds.columns import TableState
from clubtornei.rounds.core.document_export import document_of
from clubtornei.rounds.core.progress import RoundProgress, round_progress
from clubtornei.rounds.core.reason_texts import reason_texts
from clubtornei.rounds.core.result_codes import RESULT_CODES, ResultCode, outcome_of
from clubtornei.rounds.core.table_state import state_of
from clubtornei.rounds.models import Round, Seat, Table
from clubtornei.rounds.results.matches import Match, match_in
from clubtornei.rounds.results.multiplayer_tables import MultiplayerTable, count, multiplayer_table_of
from pairing.registry import SYSTEM_SPECS
from scoring.record import record_of
from scoring.withdrawals import annulled


@dataclass
class MatchLine:
    """A game of a match, with who had White in it."""

    number: int
    white: Entry
    black: Entry
    outcome: ResultCode


@dataclass
class Game:
    """A table of two. `locked`: a later round was drawn upon its result, which is now only corrected.

    Where it plays a `match`, White and Black are those of the game to be entered; once nothing is entered any
    more, those of the first.
    """

    table: Table
    white: Entry
    black: Entry
    outcome: ResultCode
    annulled: bool
    locked: bool
    why: list[str]
    error: str = ""
    match: Match | None = None
    turned: bool = False

    @property
    def number(self) -> int | None:
        return self.table.number

    @property
    def done(self) -> bool:
        """Is there something recorded, so that the arbiter goes on to the next table?"""
        return self.finished or self.adjourned

    @property
    def state(self) -> TableState:
        """The result as it is recorded."""
        return state_of(self.table)

    @property
    def expected(self) -> str:
        """All that is recorded, as the form sends it back."""
        return self.match.code if self.match else self.outcome.code

    @property
    def entered(self) -> str:
        """What is recorded for the game that the buttons are about."""
        return self.match.entered if self.match else self.outcome.code

    @property
    def winner(self) -> str:
        """The colour that won, as the row shows them."""
        found = self.outcome.winner
        return {"white": "black", "black": "white"}.get(found, "") if self.turned else found

    @property
    def match_score(self) -> tuple[str, str] | None:
        """The points that White and Black of the row have in the match, once it has games."""
        if self.match is None or not self.match.games or self.match.size == len(self.match.games) == 1:
            return None
        return self.match.score[::-1] if self.turned else self.match.score

    @property
    def label(self) -> str:
        """What came of it, as the row shows it."""
        if self.match_score is None or self.outcome.forfeit or self.outcome.adjourned:
            return self.outcome.label
        return " – ".join(self.match_score)

    @property
    def through(self) -> Entry | None:
        """Who has won the match."""
        if self.match is None or not self.winner:
            return None
        return self.white if self.winner == "white" else self.black

    @property
    def seated(self) -> tuple[Entry, Entry]:
        """Both in the order of their seats, whoever has White now."""
        return (self.black, self.white) if self.turned else (self.white, self.black)

    @property
    def meaning(self) -> str:
        """What came of the table, in words."""
        return self.outcome.said(*(entry.name for entry in self.seated))

    @property
    def said(self) -> str:
        """What is recorded, in words."""
        last = self.lines[-1:] if not self.outcome.forfeit and not self.outcome.adjourned else []
        words = [
            _("partita %(number)d: %(result)s")
            % {"number": one.number, "result": one.outcome.said(one.white.name, one.black.name)}
            for one in last
        ] or [self.meaning]
        if self.through:
            words.append(_("l’incontro è di %(name)s") % {"name": self.through.name})
        return ", ".join(words)

    @property
    def lines(self) -> list[MatchLine]:
        """The games of the match, where they say more than the row."""
        return (
            [] if self.match_score is None else self.all_lines[: len(self.match.games) if self.match else 0]
        )

    @property
    def all_lines(self) -> list[MatchLine]:
        """The games of the match, and the one that may follow, if one may."""
        if self.match is None:
            return []
        seats = self.seated
        outcomes = [game.outcome for game in self.match.games]
        if self.match.to_enter > len(outcomes):
            outcomes.append(RESULT_CODES[""])
        return [
            MatchLine(number, *(seats[::-1] if number % 2 == 0 else seats), outcome)
            for number, outcome in enumerate(outcomes, 1)
        ]

    @property
    def last_played(self) -> int:
        """The game of the match that is corrected, unless another one is chosen."""
        return max(1, len(self.match.games)) if self.match else 1

    @property
    def finished(self) -> bool:
        return self.match.decided if self.match else self.outcome.finished

    @property
    def adjourned(self) -> bool:
        return self.outcome.adjourned

    @property
    def is_open(self) -> bool:
        """Is the result entered here, not corrected with what depends on it, nor left alone?"""
        return not self.locked and not self.annulled

    @property
    def is_correctable(self) -> bool:
        """Is the result changed only together with what depends on it?"""
        return self.locked and not self.annulled

    @property
    def has_match_notes(self) -> bool:
        """Does the match say more than the row shows?"""
        return bool(self.lines or self.through or (self.match and self.match.size > 1))

    @property
    def has_notes(self) -> bool:
        """Is there something to say below the row?"""
        told = self.outcome.forfeit or self.outcome.adjourned or self.table.by_hand
        return bool(self.error or self.annulled or told) or self.has_match_notes


@dataclass
class Rest:
    """Somebody who sits the round out."""

    entry: Entry
    why: list[str]


@dataclass
class RoundView:
    """`games` are the tables of two, `multiplayer_tables` those of more: a round has one kind or
    the other.
    """

    round: Round
    games: list[Game] = field(default_factory=list)
    multiplayer_tables: list[MultiplayerTable] = field(default_factory=list)
    rests: list[Rest] = field(default_factory=list)

    @property
    def rows(self) -> list[Game | MultiplayerTable]:
        """All tables, of whatever size."""
        return [*self.games, *self.multiplayer_tables]

    @cached_property
    def progress(self) -> RoundProgress:
        """How far the round is."""
        return round_progress(self.round.number, self.round.published, self.rows)

    @property
    def complete(self) -> bool:
        """Is there nothing left to wait for today?"""
        return not self.progress.missing

    @property
    def is_locked(self) -> bool:
        """Is there no table left whose result is simply entered?"""
        return all(row.locked or row.annulled for row in self.rows)

    @property
    def untouched(self) -> bool:
        """Has nobody entered anything yet?"""
        return not any(row.done or row.table.games for row in self.rows)

    def game(self, table_pk: int) -> Game | None:
        return next((game for game in self.games if game.table.pk == table_pk), None)

    def multiplayer_table(self, table_pk: int) -> MultiplayerTable | None:
        return next((row for row in self.multiplayer_tables if row.table.pk == table_pk), None)


def round_view_of(event: Event, round_: Round) -> RoundView:
    """The round with its tables, in four queries; five more where somebody there has left the tournament.

    Tables of more than two also ask for the round's stage, whose method says what their results are worth.
    """
    tables = list(Table.objects.filter(round=round_).with_seats())
    seated = {table.pk: list(table.seats.all()) for table in tables}
    entries = {seat.entry.entry_no: seat.entry for seats in seated.values() for seat in seats}
    names = {entry.entry_no: entry.name for entry in event.entries.all()}
    stage = round_.stage
    gone = _annulled(event, stage.number, stage.withdrawals, entries.values())
    followed = Round.objects.filter(stage=round_.stage_id, number__gt=round_.number).exists()
    size = games_in_match(round_.stage)
    round_view = RoundView(round_)
    for table in tables:
        table.round = round_
        why = reason_texts(table.why, names)
        seats = seated[table.pk]
        if table.number is None:
            round_view.rests.append(Rest(seats[0].entry, why))
        elif len(seats) == 2:
            round_view.games.append(_game(table, seats, gone, followed, why, size, closed=event.closed))
        else:
            round_view.multiplayer_tables.append(_gathering(table, seats, gone, followed, why))
    if round_view.multiplayer_tables:
        count(round_view.multiplayer_tables, round_.stage)
    return round_view


def _game(
    table: Table,
    seats: list[Seat],
    gone: frozenset[int],
    followed: bool,
    why: list[str],
    size: int | None,
    *,
    closed: bool,
) -> Game:
    state = state_of(table, seats)
    outcome = outcome_of(state)
    match = None if size is None else match_in(state, size)
    locked = followed and outcome.finished
    turned = match is not None and match.turned and not locked and not closed
    white, black = (seat.entry for seat in (seats[::-1] if turned else seats))
    return Game(
        table,
        white,
        black,
        outcome,
        annulled=not gone.isdisjoint({white.entry_no, black.entry_no}),
        locked=locked,
        why=why,
        match=match,
        turned=turned,
    )


def _gathering(
    table: Table, seats: list[Seat], gone: frozenset[int], followed: bool, why: list[str]
) -> MultiplayerTable:
    multiplayer_table = multiplayer_table_of(table, seats, why)
    multiplayer_table.annulled = not gone.isdisjoint(seat.entry.entry_no for seat in seats)
    multiplayer_table.locked = followed and multiplayer_table.finished
    return multiplayer_table


def _annulled(
    event: Event, stage: int, withdrawals: Mapping[str, int], entries: Iterable[Entry]
) -> frozenset[int]:
    """Whose games count for nobody in the stage; only asked of the engine where somebody has left."""
    if not withdrawals and (stage > 1 or all(entry.withdrawn is None for entry in entries)):
        return frozenset()
    return annulled(record_of(document_of(event), SYSTEM_SPECS, stage))
