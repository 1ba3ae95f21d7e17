"""Changing a draft by hand: each change is checked at once, and can be undone until publication."""

from collections.abc import Callable, Collection

from django.utils.translation import gettext as _
from msgspec import structs

from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.documents.round_writer import drawn_tables, write_tables
from clubtornei.rounds.drafts import edits
from clubtornei.rounds.drafts.draft_basis import basis_of
from clubtornei.rounds.drafts.draft_rows import DraftChanges, StoredDraft, as_column, last_change
from clubtornei.rounds.drafts.edits import DraftTable, DraftTables, draft_token
from clubtornei.rounds.drafts.refusals import refuse_if_not_next, round_or_refuse, stage_or_refuse
from clubtornei.rounds.models import Round
from clubtornei.rounds.participation.attendance.queries import requested_byes_of
from clubtornei.rounds.state.reason_texts import error_text, no_round_text
from pairing.registry import SYSTEM_SPECS, pair
from pairing.system import Draw, NoLegalPairing
from scoring.record import DocumentError, Record, record_of


def draw_by_hand(event: Event, number: int, *, stage: int | None = None) -> Round:
    """Create round `number` as a draft with the requested byes only; an existing round is returned.

    `stage`, here and below: its number; None: the one being played. Raises ActionRefused.
    """
    with writing(event) as locked:
        playing = stage_or_refuse(locked, stage)
        rounds = list(playing.rounds.all())
        existing = next((round_ for round_ in rounds if round_.number == number), None)
        if existing is not None:
            return existing
        refuse_if_not_next(locked, playing, rounds, number)
        record = record_of(document_of(locked), SYSTEM_SPECS, playing.number)
        changes = as_column(DraftChanges(basis=basis_of(record)))
        created: Round = playing.rounds.create(number=number, drafting=changes)
        entries = {entry.entry_no: entry for entry in locked.entries.all()}
        write_tables(created, Draw(tables=()), entries, requested_byes_of(playing, number))
    return created


def change_draft(
    event: Event,
    number: int,
    edit: Callable[..., DraftTables],
    *arguments: object,
    expected: str,
    stage: int | None = None,
    **options: object,
) -> Round:
    """Change the draft by a function of edits.py, with its arguments behind tables and rules: players by
    entry number, a table by its primary key.

    Here and below: `expected` is the token of the draft that the page showed: if it, or what it is computed
    from, has changed since, nothing is done. Raises ActionRefused.
    """
    with writing(event) as locked:
        stored_draft = _open_draft(locked, number, stage, expected)
        tables = edit(stored_draft.tables, stored_draft.rules, *arguments, **options)
        if edit is not edits.renumber:  # there the numbers are those that the arbiter wants
            tables = edits.at_fixed_tables(tables, _fixed_tables(stored_draft))
        _refuse_unknown_players(stored_draft, tables)
        if draft_token(tables) != draft_token(stored_draft.tables):
            stored_draft.change(tables, stored_draft.drawn)
    return stored_draft.round


def undo(event: Event, number: int, *, expected: str, stage: int | None = None) -> Round:
    """Take back the last change made by hand; called again, the one before it."""
    with writing(event) as locked:
        stored_draft = _open_draft(locked, number, stage, expected)
        undo_stack = stored_draft.changes.undo
        if not undo_stack:
            raise ActionRefused(_("In questa bozza non c’è niente da annullare."))
        last = undo_stack[-1]
        if last.after != draft_token(stored_draft.tables):
            raise ActionRefused(_("Dopo l’ultima modifica la bozza è cambiata: non si può più annullare."))
        stored_draft.undo(edits.with_keys(last.before, stored_draft.tables))
    return stored_draft.round


def draw_again(event: Event, number: int, *, expected: str, stage: int | None = None) -> Round:
    """Replace the draft by the system's pairing, keeping the requested byes; this can be undone too."""
    with writing(event) as locked:
        stored_draft = _open_draft(locked, number, stage, expected)
        draw = _pair(stored_draft.record)
        games = (DraftTable(seats=table.seats, number=board) for board, table in enumerate(draw.tables, 1))
        byes = (DraftTable(seats=(bye.player,), points=bye.points) for bye in draw.byes)
        requested_byes = (table for table in stored_draft.tables if table.requested)
        tables = edits.with_keys((*games, *byes, *requested_byes), stored_draft.tables)
        stored_draft.change(tables, drawn_tables(draw))
    return stored_draft.round


def seat_rest(event: Event, number: int, *, expected: str, stage: int | None = None) -> Round:
    """Seat everybody who has no place yet by the system's draw, as if nobody else were present."""
    with writing(event) as locked:
        stored_draft = _open_draft(locked, number, stage, expected)
        waiting = set(stored_draft.unseated)
        if not waiting:
            raise ActionRefused(_("Hanno già tutti un posto."))
        draw = _pair(_with_only(stored_draft.record, waiting))
        tables = stored_draft.tables
        first_number = sum(not table.bye for table in tables) + 1
        games = (
            DraftTable(seats=table.seats, number=board)
            for board, table in enumerate(draw.tables, first_number)
        )
        byes = (DraftTable(seats=(bye.player,), points=bye.points) for bye in draw.byes)
        stored_draft.change((*tables, *games, *byes), [*stored_draft.drawn, *drawn_tables(draw)])
    return stored_draft.round


def _with_only(record: Record, present: Collection[int]) -> Record:
    """The record as if all others were absent from the round to be paired."""
    players = {
        player.id: player
        if player.id in present
        else structs.replace(player, absent=(*player.absent, record.next_round))
        for player in record.players.values()
    }
    return Record(record.document, record.spec, record.number, players, record.rounds)


def _pair(record: Record) -> Draw:
    try:
        return pair(record)
    except NoLegalPairing as refused:
        raise ActionRefused(no_round_text(refused, record.document)) from refused
    except DocumentError as faulty:
        raise ActionRefused(error_text(faulty)) from faulty


def _fixed_tables(stored_draft: StoredDraft) -> dict[int, int]:
    """By player the number of his table, in the order in which they count; none in the round of a final with
    the match for third place, which are tables 1 and 2.
    """
    if stored_draft.is_of_final:
        return {}
    return {player.id: player.table for player in stored_draft.record.by_number if player.table is not None}


def _refuse_unknown_players(stored_draft: StoredDraft, tables: DraftTables) -> None:
    """A forged form may name anybody: every player must be in the stage, and sit once."""
    seated = [player for table in tables for player in table.seats]
    if len(set(seated)) < len(seated) or not stored_draft.record.players.keys() >= set(seated):
        raise ActionRefused(_("Uno di questi giocatori non gioca in questa fase: ricarica la pagina."))


def _open_draft(event: Event, number: int, stage: int | None, expected: str) -> StoredDraft:
    """The draft of the round, if it is one and still has the expected token. Raises ActionRefused."""
    round_ = round_or_refuse(event, number, stage)
    if round_.published:
        raise ActionRefused(
            _(
                "Non è stato fatto: il turno %(number)d è pubblicato (%(who)s). Per cambiare i tavoli"
                " riportalo prima in bozza."
            )
            % {"number": number, "who": last_change(round_)}
        )
    stored_draft = StoredDraft(event, round_)
    stored_draft.refuse_other_than(expected)
    return stored_draft
