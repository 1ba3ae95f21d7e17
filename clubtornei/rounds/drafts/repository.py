"""A draft in the database: read as tables that can be edited, and written back after an edit."""

from collections.abc import Sequence
from decimal import Decimal
from typing import cast

from django.utils.functional import cached_property
from msgspec import Struct, convert, to_builtins

from clubtornei.events.models import Event
from clubtornei.rounds.columns import Score, TableState
from clubtornei.rounds.core.site_facts import stored
from clubtornei.rounds.core.table_state import new_seats, set_state, state_of
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.drafts.edits import DraftRules, DraftTable, DraftTables, draft_token, without_keys
from clubtornei.rounds.drafts.round_writer import DrawnTable
from clubtornei.rounds.models import EndOfGame, Proposal, ResultEntry, Round, Seat, Table
from pairing.by_hand import players_to_seat, reasons_by_hand
from pairing.registry import SYSTEM_SPECS, SYSTEMS
from scoring.record import Number, Record, record_of

UNDO_STEPS = 50  # at most so many changes can be undone


class UndoStep(Struct, frozen=True):
    """A change by hand that can be undone: the tables before it, and the token of the draft after it."""

    before: DraftTables
    after: str


class DraftChanges(Struct, frozen=True):
    """The changes to a draft by hand. `drawn`: the tables before the first of them (empty: there is none);
    `undo`: the steps that can be undone, the latest last.
    """

    drawn: Sequence[DrawnTable] = ()
    undo: Sequence[UndoStep] = ()


def changes_in(round_: Round) -> DraftChanges:
    """The changes stored with the round."""
    return convert(round_.drafting or {}, DraftChanges)


class DraftRepository:
    """A draft of the event; its tables are read when they are first asked for."""

    def __init__(self, event: Event, round_: Round) -> None:
        self.event = event
        self.round = round_

    @cached_property
    def rows(self) -> list[Table]:
        """The rows of the draft's tables, with their seats."""
        return list(self.round.tables.with_seats())

    @cached_property
    def record(self) -> Record:
        """The stage as it stands before this round."""
        return record_of(
            document_of(self.event), SYSTEM_SPECS, self.round.stage.number, self.round.number - 1
        )

    @cached_property
    def tables(self) -> DraftTables:
        """The tables as they can be edited."""
        return tuple(_draft_table(row) for row in self.rows)

    @property
    def token(self) -> str:
        return draft_token(self.tables)

    @property
    def rules(self) -> DraftRules:
        return DraftRules.of(self.record.spec, self.record.method.bye(self.record.scoring_options))

    @property
    def unseated(self) -> list[int]:
        """The players still to be seated, by order number."""
        seated = {player for table in self.tables for player in table.seats}
        return [player for player in players_to_seat(self.record) if player not in seated]

    @cached_property
    def changes(self) -> DraftChanges:
        return changes_in(self.round)

    @property
    def drawn(self) -> Sequence[DrawnTable]:
        """The tables as the system drew them, with their reasons."""
        return self.changes.drawn or [_drawn(row) for row in self.rows]

    def change(self, tables: DraftTables, drawn: Sequence[DrawnTable]) -> None:
        """Make these the tables of the draft, and add the step that undoes it."""
        step = UndoStep(without_keys(self.tables), draft_token(tables))
        self._change(tables, DraftChanges(drawn, [*self.changes.undo, step][-UNDO_STEPS:]))

    def undo(self, tables: DraftTables) -> None:
        """Make these the tables of the draft, and drop the latest step."""
        self._change(tables, DraftChanges(self.changes.drawn, self.changes.undo[:-1]))

    def _change(self, tables: DraftTables, changes: DraftChanges) -> None:
        self._write(tables, changes.drawn)
        self.round.drafting = to_builtins(changes, builtin_types=(Decimal,))
        self.round.save(update_fields=["drafting"])

    def _write(self, tables: DraftTables, drawn: Sequence[DrawnTable]) -> None:
        """Write the tables: those as `drawn` get their reasons back, the others those of a table by hand."""
        rows = {row.pk: row for row in self.rows}
        before = {table.key: table for table in self.tables}
        removed = rows.keys() - {table.key for table in tables}
        Table.objects.filter(pk__in=removed).delete()
        reseated: list[tuple[Table, DraftTable, list[Score]]] = []
        moved: list[Table] = []
        for table in tables:
            row = rows[table.key] if table.key else Table(round=self.round)
            if row.pk is None or table.seats != before[row.pk].seats or table.requested != row.requested:
                reseated.append((row, table, self._set_columns(row, table, drawn)))
            if row.number != table.number:
                row.number = table.number
                moved.append(row)
        self._save([row for row, _table, _scores in reseated], moved)
        for model in (Seat, ResultEntry, Proposal, EndOfGame):  # a draft may have been public before
            model.objects.filter(table__in=[row for row, _table, _scores in reseated]).delete()
        entries = {entry.entry_no: entry for entry in self.event.entries.all()}
        Seat.objects.bulk_create(
            seat
            for row, table, scores in reseated
            for seat in new_seats(row, [entries[entry_no] for entry_no in table.seats], scores)
        )

    def _set_columns(self, row: Table, table: DraftTable, drawn: Sequence[DrawnTable]) -> list[Score]:
        """Set the row's columns for the players of the table, without saving; returns the seats' scores."""
        row.requested = table.requested
        for candidate in drawn:
            as_drawn = candidate.bye == table.bye and self._same_seats(candidate.seats, table.seats)
            if as_drawn and not table.requested:
                row.why, row.by_hand = candidate.why, candidate.by_hand
                set_state(row, candidate.state)
                scores = dict(zip(candidate.seats, candidate.state.scores, strict=True))
                return [scores[player] for player in table.seats]
        reasons = stored(reasons_by_hand(self.record, table.seats))
        row.why, row.by_hand = reasons[:1] if table.requested else reasons, True
        state = TableState(scores=(table.points if table.bye else None,) * len(table.seats))
        set_state(row, state)
        return list(state.scores)

    def _same_seats(self, drawn: tuple[int, ...], seats: tuple[int, ...]) -> bool:
        """Whether the seats are the same; their order counts only if the system assigns it."""
        if SYSTEMS[self.record.spec.name].seat_order:
            return drawn == seats
        return sorted(drawn) == sorted(seats)

    def _save(self, reseated: list[Table], moved: list[Table]) -> None:
        """Save the rows; numbers are cleared first, because no two tables may have the same at any moment."""
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


def _draft_table(table: Table) -> DraftTable:
    seats = list(table.seats.all())
    return DraftTable(
        seats=tuple(seat.entry.entry_no for seat in seats),
        number=table.number,
        requested=table.requested,
        points=cast(Number, seats[0].score) if table.number is None and seats else None,
        key=table.pk,
    )
