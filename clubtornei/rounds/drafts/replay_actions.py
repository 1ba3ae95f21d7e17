"""Playing again what rests on a corrected match of a bracket."""

from collections.abc import Iterable
from typing import Unpack

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from msgspec.structs import replace

from clubtornei.events.models import Event
from clubtornei.events.systems import has_bracket
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.columns import TableState
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.documents.round_writer import write_tables
from clubtornei.rounds.drafts.check_actions import check_soon
from clubtornei.rounds.models import Clock, Round, Table
from clubtornei.rounds.results.actions import ResultForm, record_result, write_result
from clubtornei.rounds.results.later_rounds import dependent_tables_of
from clubtornei.rounds.state.event_mail import tell_published, tell_taken_back
from clubtornei.rounds.state.table_state import state_of
from pairing.registry import SYSTEM_SPECS, pair
from pairing.system import Draw, NoLegalPairing
from scoring.record import record_of


def replay(event: Event, user: User, table_pk: int, code: str, **form: Unpack[ResultForm]) -> Table:
    """Correct a match of a bracket as `record_result` does, and take back what rests on it.

    In the first round that it changes, the matches that the bracket still has keep their results, and the
    others are paired again; all rounds after that one are deleted. Where the match has no winner any more,
    only what rests on it is taken back: it is paired again once there is one. Results taken back stay in the
    history. Raises ActionRefused.
    """
    with writing(event) as locked:
        table = record_result(locked, user, table_pk, code, correcting=True, **form)
        stage = table.round.stage
        if not has_bracket(stage):
            raise ActionRefused(_("Si rigioca solo in un tabellone a eliminazione: qui i turni restano."))
        if not state_of(table).scored:
            _take_back_dependents(table, user)
            return table
        later = list(stage.rounds.filter(number__gt=table.round.number))
        while later and _stays(locked, later[0], user):
            later.pop(0)
        for round_ in later[1:]:
            _delete(round_, user)
        if later and later[0].pk:  # paired again
            check_soon(locked, stage.number, [later[0].number])
    return table


def _take_back_dependents(table: Table, user: User) -> None:
    """Take back the later tables that rest on the match, and drafts, and the rounds that are then empty."""
    dependents = dependent_tables_of(table)
    by_hand = next((one for one in dependents if one.by_hand and one.round.published), None)
    if by_hand:
        raise ActionRefused(_by_hand_text(by_hand.round))
    _take_back([one for one in dependents if one.round.published], user)
    for round_ in table.round.stage.rounds.filter(number__gt=table.round.number):
        if not round_.published or not round_.tables.exists():
            _delete(round_, user)


def _by_hand_text(round_: Round) -> str:
    return _(
        "Il turno %(number)d è stato cambiato a mano, e non si può rifare da solo: correggi per il verbale."
    ) % {"number": round_.number}


def _stays(event: Event, round_: Round, user: User) -> bool:
    """Whether the round is still as it would be paired; if not, it is made so, or deleted if that is not
    possible, because it is a draft or a match has no winner.
    """
    try:
        record = record_of(document_of(event), SYSTEM_SPECS, round_.stage.number, round_.number - 1)
        draw = pair(record) if round_.published else None
    except NoLegalPairing:
        draw = None
    if draw is None:
        _delete(round_, user)
        return False
    return not _replace_tables(event, round_, draw, user)


def _replace_tables(event: Event, round_: Round, draw: Draw, user: User) -> bool:
    """Take back the tables and byes of the round that are not in the draw, and write those that are new.
    Returns whether there are any. Raises ActionRefused.
    """
    tables = {
        frozenset(seat.entry.entry_no for seat in table.seated): table for table in round_.tables.with_seats()
    }
    drawn = {frozenset(table.seats) for table in draw.tables} | {frozenset({bye.player}) for bye in draw.byes}
    if drawn == tables.keys():
        return False
    if any(table.by_hand for table in tables.values()):
        raise ActionRefused(_by_hand_text(round_))
    _take_back([table for players, table in tables.items() if players not in drawn], user)
    new = replace(
        draw,
        tables=tuple(table for table in draw.tables if frozenset(table.seats) not in tables),
        byes=tuple(bye for bye in draw.byes if frozenset({bye.player}) not in tables),
    )
    entries = {entry.entry_no: entry for entry in event.entries.all()}
    kept = [table.number for players, table in tables.items() if players in drawn]
    tell_taken_back(event, round_)
    write_tables(round_, new, entries, taken=kept)
    tell_published(event, [round_])
    return True


def _delete(round_: Round, user: User) -> None:
    if round_.published:
        tell_taken_back(round_.stage.event, round_)
    _take_back(round_.tables.with_seats(), user)
    Clock.objects.of(round_).take_off()
    round_.delete()


def _take_back(tables: Iterable[Table], user: User) -> None:
    """Delete the tables; that each result is cancelled is written first, so that the history says it."""
    for table in tables:
        empty = TableState(scores=(None,) * len(table.seated))
        if table.number is not None and state_of(table) != empty:
            write_result(table, empty, user)
        table.delete()
