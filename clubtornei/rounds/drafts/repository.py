"""The arbiter's desk: a draft as it lies in the database, and how it is written back as he arranged it."""

from collections.abc import Sequence
from decimal import Decimal
from functools import cached_property
from typing import cast

from msgspec import Struct, convert, to_builtins

from clubtornei.events.models import Event
from clubtornei.rounds.columns import Score, TableState
from clubtornei.rounds.core.document_export import document_of
from clubtornei.rounds.core.site_facts import stored
from clubtornei.rounds.core.table_state import new_seats, set_state, state_of
from clubtornei.rounds.drafts.edits import DraftRules, DraftTable, DraftTables, draft_token, without_keys
from clubtornei.rounds.drafts.round_writer import DrawnTable
from clubtornei.rounds.models import EndOfGame, Proposal, ResultEntry, Round, Seat, Table
from pairing.by_hand import players_to_seat, reasons_by_hand
from pairing.registry import SYSTEM_SPECS, SYSTEMS
from scoring.record import Number, Record, record_of

UNDO_STEPS = 50  # changes kept to be undone


class UndoStep(Struct, frozen=True):
    """What takes one change by hand back: the tables `before` it, and the token of the draft `after` it."""

    before: DraftTables
    after: str


class DraftChanges(Struct, frozen=True):
    """What a draft remembers of being changed by hand: the tables as they were drawn, and the steps back, the
    latest last. Nothing is drawn as long as nobody has changed anything.
    """

    drawn: Sequence[DrawnTable] = ()
    undo: Sequence[UndoStep] = ()


def changes_in(round_: Round) -> DraftChanges:
    """What the round remembers."""
    return convert(round_.drafting or {}, DraftChanges)


class DraftRepository:
    """A draft of the event; its tables are read when they are first asked for."""

    def __init__(self, event: Event, round_: Round) -> None:
        self.event = event
        self.round = round_

    @cached_property
    def tables(self) -> list[Table]:
        return list(self.round.tables.with_seats())

    @cached_property
    def record(self) -> Record:
        """The stage as it stands before this round."""
        return record_of(
            document_of(self.event), SYSTEM_SPECS, self.round.stage.number, self.round.number - 1
        )

    @cached_property
    def places(self) -> DraftTables:
        return tuple(_place(table) for table in self.tables)

    @property
    def token(self) -> str:
        return draft_token(self.places)

    @property
    def rules(self) -> DraftRules:
        return DraftRules.of(self.record.spec, self.record.method.bye(self.record.scoring_options))

    @property
    def unseated(self) -> list[int]:
        """Who has to be seated yet, by order number."""
        seated = {player for place in self.places for player in place.seats}
        return [player for player in players_to_seat(self.record) if player not in seated]

    @cached_property
    def changes(self) -> DraftChanges:
        return changes_in(self.round)

    @property
    def drawn(self) -> Sequence[DrawnTable]:
        """The tables as they were before anybody changed them, with all that is written beside them."""
        return self.changes.drawn or [_drawn(table) for table in self.tables]

    def change(self, places: DraftTables, drawn: Sequence[DrawnTable]) -> None:
        """Make the draft what the places say, and remember what undoes that."""
        step = UndoStep(without_keys(self.places), draft_token(places))
        self._change(places, DraftChanges(drawn, [*self.changes.undo, step][-UNDO_STEPS:]))

    def undo(self, places: DraftTables) -> None:
        """Make the draft what the places say, and forget the latest step."""
        self._change(places, DraftChanges(self.changes.drawn, self.changes.undo[:-1]))

    def _change(self, places: DraftTables, changes: DraftChanges) -> None:
        self._write(places, changes.drawn)
        self.round.drafting = to_builtins(changes, builtin_types=(Decimal,))
        self.round.save(update_fields=["drafting"])

    def _write(self, places: DraftTables, drawn: Sequence[DrawnTable]) -> None:
        """What is as it was `drawn` has its reasons again; the rest is by hand, and says what it breaks."""
        rows = {table.pk: table for table in self.tables}
        before = {place.key: place for place in self.places}
        gone = rows.keys() - {place.key for place in places}
        Table.objects.filter(pk__in=gone).delete()
        reseated: list[tuple[Table, DraftTable, list[Score]]] = []
        moved: list[Table] = []
        for place in places:
            table = rows[place.key] if place.key else Table(round=self.round)
            if (
                table.pk is None
                or place.seats != before[table.pk].seats
                or place.requested != table.requested
            ):
                reseated.append((table, place, self._arrange(table, place, drawn)))
            if table.number != place.number:
                table.number = place.number
                moved.append(table)
        self._save([table for table, _place, _scores in reseated], moved)
        for of_others in (Seat, ResultEntry, Proposal, EndOfGame):  # a draft may have been public before
            of_others.objects.filter(table__in=[table for table, _place, _scores in reseated]).delete()
        entries = {entry.entry_no: entry for entry in self.event.entries.all()}
        Seat.objects.bulk_create(
            seat
            for table, place, scores in reseated
            for seat in new_seats(table, [entries[entry_no] for entry_no in place.seats], scores)
        )

    def _arrange(self, table: Table, place: DraftTable, drawn: Sequence[DrawnTable]) -> list[Score]:
        """Beside the table what belongs to these people there; gives the scores that are known already."""
        table.requested = place.requested
        for one in drawn:
            if not place.requested and one.bye == place.bye and self._same(one.seats, place.seats):
                table.why, table.by_hand = one.why, one.by_hand
                set_state(table, one.state)
                scores = dict(zip(one.seats, one.state.scores, strict=True))
                return [scores[player] for player in place.seats]
        reasons = stored(reasons_by_hand(self.record, place.seats))
        table.why, table.by_hand = reasons[:1] if place.requested else reasons, True
        state = TableState(scores=(place.points if place.bye else None,) * len(place.seats))
        set_state(table, state)
        return list(state.scores)

    def _same(self, drawn: tuple[int, ...], seats: tuple[int, ...]) -> bool:
        if SYSTEMS[self.record.spec.name].seat_order:
            return drawn == seats
        return sorted(drawn) == sorted(seats)

    def _save(self, reseated: list[Table], moved: list[Table]) -> None:
        """Numbers are free before they are given anew: each is there once at any moment."""
        Table.objects.filter(pk__in=[table.pk for table in moved if table.pk]).update(number=None)
        Table.objects.bulk_create(table for table in reseated if table.pk is None)
        old = {table.pk: table for table in (*reseated, *moved) if table.pk}
        fields = ["number", "why", "by_hand", "forfeit", "adjourned", "requested", "games"]
        Table.objects.bulk_update(old.values(), fields)


def _drawn(table: Table) -> DrawnTable:
    return DrawnTable(
        seats=tuple(seat.entry.entry_no for seat in table.seats.all()),
        state=state_of(table),
        why=table.why,
        bye=table.number is None,
        by_hand=table.by_hand,
    )


def _place(table: Table) -> DraftTable:
    seats = list(table.seats.all())
    return DraftTable(
        seats=tuple(seat.entry.entry_no for seat in seats),
        number=table.number,
        requested=table.requested,
        points=cast(Number, seats[0].score) if table.number is None and seats else None,
        key=table.pk,
    )
