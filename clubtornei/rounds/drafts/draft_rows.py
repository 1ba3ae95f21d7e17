"""A draft in the database: read as tables that can be edited, and written back after an edit."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Annotated, cast

from django.apps import apps
from django.contrib.auth.models import User
from django.utils.formats import time_format
from django.utils.functional import cached_property
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from msgspec import Meta, MsgspecError, Struct, convert, json, to_builtins
from msgspec.structs import replace

from clubtornei.accounts.models import name_of_user
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.columns import Score, TableState
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.documents.round_writer import DrawnTable
from clubtornei.rounds.drafts.draft_basis import DraftBasis, basis_of, changes_of_basis, changes_of_tables
from clubtornei.rounds.drafts.edits import (
    DraftRules,
    DraftTable,
    DraftTables,
    TableContent,
    contents_of,
    draft_token,
    without_keys,
)
from clubtornei.rounds.models import EndOfGame, Proposal, ResultEntry, Round, Seat, Table
from clubtornei.rounds.state.site_facts import stored
from clubtornei.rounds.state.table_state import new_seats, set_state, state_of
from clubtornei.text.untyped import JsonObject
from pairing.by_hand import players_to_seat, reasons_by_hand
from pairing.fixed_tables import CODES, fixed_table_reasons
from pairing.registry import SYSTEM_SPECS, SYSTEMS
from scoring.record import Number, Record, record_of

UNDO_STEPS = 50  # at most so many changes can be undone


class UndoStep(Struct, frozen=True):
    """A change by hand that can be undone: the tables before it, and the token of those after it."""

    before: DraftTables
    after: str


class DraftChanges(Struct, frozen=True, omit_defaults=True):
    """The changes to a draft by hand. `drawn`: the tables before the first of them (empty: there is none);
    `undo`: the steps that can be undone, the latest last. `basis`: what the draft was computed from; None:
    nobody knows.
    """

    drawn: Sequence[DrawnTable] = ()
    undo: Sequence[UndoStep] = ()
    basis: DraftBasis | None = None


class ShownDraft(Struct, frozen=True, array_like=True):
    """What a page has shown of a draft, as its forms send it back: the tables, what they would have been
    computed from then, and when it was drawn.
    """

    tables: list[TableContent]
    basis: DraftBasis
    drawn_at: Annotated[datetime, Meta(tz=True)]


def changes_in(round_: Round) -> DraftChanges:
    """The changes stored with the round."""
    return convert(round_.drafting or {}, DraftChanges)


def as_column(changes: DraftChanges) -> JsonObject:
    """The changes for the column `drafting`."""
    return to_builtins(changes, builtin_types=(Decimal,))  # type: ignore[no-any-return]


class StoredDraft:
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

    @cached_property
    def basis(self) -> DraftBasis:
        """What the draft would be computed from now."""
        return basis_of(self.record)

    @cached_property
    def basis_changes(self) -> list[str]:
        """What of that has changed since it was drawn, in sentences."""
        return changes_of_basis(self.event, self.round, self.changes.basis, self.basis)

    @property
    def token(self) -> str:
        """What a page shows now, for its forms."""
        shown = ShownDraft(contents_of(self.tables), self.basis, self.round.drawn_at)
        return json.encode(shown).decode()

    def refuse_other_than(self, expected: str) -> None:
        """Raises ActionRefused, which says what has changed, unless the page has shown the draft as it is;
        of a round that is published by now only its tables count.
        """
        try:
            shown = json.decode(expected, type=ShownDraft)
        except (MsgspecError, RecursionError):  # in lists without end
            raise ActionRefused(self._changed([], anew=False)) from None
        tables = contents_of(self.tables)
        if shown.tables == tables and (self.round.published or shown.basis == self.basis):
            return
        why = changes_of_basis(self.event, self.round, shown.basis, self.basis, since=shown.drawn_at)
        why = [one for one in why if one not in self.basis_changes]  # the draft's page says those itself
        if shown.tables == tables and self.basis_changes and not why:
            raise ActionRefused(_("Non è stato fatto: la bozza è da rifare."))
        if shown.tables == tables:
            text = _("Non è stato fatto: intanto è cambiato qualcosa da cui la bozza dipende.")
            raise ActionRefused(" ".join([text, *why]))
        changes = changes_of_tables(self.event, self.round, shown.tables, tables)
        anew = shown.drawn_at != self.round.drawn_at
        raise ActionRefused(self._changed([*why, *changes], anew=anew))

    def _changed(self, changes: Sequence[str], *, anew: bool) -> str:
        """That the draft is another one: who made it so, and what changed. `anew`: it was drawn anew."""
        who = last_change(self.round)
        said = _("Intanto la bozza è cambiata")
        if anew:
            said = _("Questa è una bozza nuova: quella che vedevi è stata intanto scartata")
        said = f"{said} ({who})." if who else f"{said}."
        return " ".join([said, *changes, _("Ora la vedi com’è: guardala, e se serve ancora ripeti.")])

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
        undo = [*self.changes.undo, step][-UNDO_STEPS:]
        self._change(tables, replace(self.changes, drawn=drawn, undo=undo))

    def undo(self, tables: DraftTables) -> None:
        """Make these the tables of the draft, and drop the latest step."""
        self._change(tables, replace(self.changes, undo=self.changes.undo[:-1]))

    def _change(self, tables: DraftTables, changes: DraftChanges) -> None:
        self._write(tables, changes.drawn)
        self.round.drafting = as_column(changes)
        self.round.save(update_fields=["drafting"])

    def _write(self, tables: DraftTables, drawn: Sequence[DrawnTable]) -> None:
        """Write the tables: those as `drawn` get their reasons back, the others those of a table by hand."""
        rows = {row.pk: row for row in self.rows}
        before = {table.key: table for table in self.tables}
        removed = rows.keys() - {table.key for table in tables}
        Table.objects.filter(pk__in=removed).delete()
        reseated: list[tuple[Table, DraftTable, list[Score]]] = []
        moved: list[Table] = []
        kept: list[Table] = []
        for table in tables:
            row = rows[table.key] if table.key else Table(round=self.round)
            if row.pk is None or table.seats != before[row.pk].seats or table.requested != row.requested:
                reseated.append((row, table, self._set_columns(row, table, drawn)))
            if row.number != table.number:
                row.number = table.number
                moved.append(row)
            kept.append(row)
        self._save(
            [row for row, _table, _scores in reseated], [*moved, *self._say_fixed_tables(kept, tables)]
        )
        for model in (Seat, ResultEntry, Proposal, EndOfGame):  # a draft may have been public before
            model.objects.filter(table__in=[row for row, _table, _scores in reseated]).delete()
        entries = {entry.entry_no: entry for entry in self.event.entries.all()}
        Seat.objects.bulk_create(
            seat
            for row, table, scores in reseated
            for seat in new_seats(row, [entries[entry_no] for entry_no in table.seats], scores)
        )

    @property
    def is_of_final(self) -> bool:
        """Whether it is the final of a bracket with the match for third place."""
        return any(reason.code == "third_place" for table in self.drawn for reason in table.why)

    def _say_fixed_tables(self, rows: Sequence[Table], tables: DraftTables) -> list[Table]:
        """Put what is said of fixed tables beside the tables, without saving; returns those that changed."""
        games = sorted((table for table in tables if not table.bye), key=lambda table: table.number or 0)
        otherwise = "fixed_table_final" if self.is_of_final else "fixed_table_by_hand"
        reasons = fixed_table_reasons(self.record, [table.seats for table in games], otherwise=otherwise)
        changed = []
        for row in rows:
            others = [reason for reason in row.why if reason.code not in CODES]
            own = [reasons[row.number]] if row.number in reasons else []
            if (why := [*others, *stored(own)]) != row.why:
                row.why = why
                changed.append(row)
        return changed

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
        fields = ["number", "why", "by_hand", "forfeit", "adjourned", "requested", "games", "score"]
        Table.objects.bulk_update(old.values(), fields)


def _drawn(table: Table) -> DrawnTable:
    return DrawnTable(
        seats=tuple(seat.entry.entry_no for seat in table.seated),
        state=state_of(table),
        why=table.why,
        bye=table.number is None,
        by_hand=table.by_hand,
    )


def _draft_table(table: Table) -> DraftTable:
    seats = table.seated
    return DraftTable(
        seats=tuple(seat.entry.entry_no for seat in seats),
        number=table.number,
        requested=table.requested,
        points=cast(Number, seats[0].score) if table.number is None and seats else None,
        key=table.pk,
    )


def last_change(round_: Round) -> str:
    """Who changed the round or its tables last, and at what time: “Ada Rossi, 15:42”; without a name where
    nobody is known. Empty: there is no version.
    """
    versions = (("RoundEvent", {"pgh_obj_id": round_.pk}), ("TableEvent", {"round_id": round_.pk}))
    found = [
        apps.get_model("rounds", name)
        .objects.filter(**lookups)
        .order_by("-pgh_id")
        .values_list("pgh_created_at", "pgh_context__metadata")
        .first()
        for name, lookups in versions
    ]
    latest = max((one for one in found if one), key=lambda one: one[0], default=None)
    if latest is None:
        return ""
    at, metadata = latest
    known = metadata or {}  # of who sent the request; in a club's copy by name
    user = User.objects.filter(pk=known["user"]).first() if known.get("user") else None
    who = name_of_user(user) if user else known.get("who", "")
    return ", ".join(filter(None, [who, time_format(localtime(at))]))
