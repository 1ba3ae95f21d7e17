"""Withdrawing from a tournament under way, and returning to it. Both concern the stage being played."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from clubtornei.events.models import Entry, Event, Stage
from clubtornei.events.stage_titles import player_count
from clubtornei.events.systems import rounds_of
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.models import Round, Seat, Table
from clubtornei.rounds.participation.attendance.actions import set_withdrawal
from clubtornei.rounds.participation.attendance.queries import attendance_of
from clubtornei.rounds.participation.withdrawals.rewriting import (
    LOST_BY_FORFEIT,
    adjusts_rounds,
    effect_of,
    tables_by_number,
    with_withdrawal,
)
from clubtornei.rounds.state.event_state import is_locked
from clubtornei.rounds.state.site_facts import table_facts
from clubtornei.rounds.state.stages import stage_of
from clubtornei.rounds.state.table_state import new_seats, save_state, set_state, state_in
from clubtornei.rounds.state.table_words import table_words
from pairing.by_hand import players_to_seat
from pairing.registry import SYSTEM_SPECS, SYSTEMS
from scoring import document as engine
from scoring.record import Document, record_of
from scoring.withdrawals import WithdrawalEffect

Seated = tuple[int, ...]
"""The entry numbers of the players at a table, in seat order; of a bye only one."""


def withdraw(
    event: Event, entry_pk: int, first_missed: int, *, expected: WithdrawalEffect | None = None
) -> Entry:
    """Withdraw the player from that round on; the system's rule says what becomes of the games.

    Where the system adjusts rounds, those that exist already are adjusted. `expected`: the effect that the
    page showed; if it has changed since, nothing is done. Raises ActionRefused.
    """
    with writing(event) as locked:
        stage, entry = stage_of(locked), _entry(locked, entry_pk)
        refuse_withdrawal(stage, entry, first_missed)
        before = document_of(locked)
        withdrawal = effect_of(before, entry.entry_no, first_missed, stage.number)
        if expected is not None and withdrawal.effect != expected:
            raise ActionRefused(
                _("Intanto è cambiato un risultato: guarda di nuovo che cosa comporta il ritiro.")
            )
        _save_withdrawal(stage, entry, before, first_missed)
    return entry


def come_back(event: Event, entry_pk: int) -> Entry:
    """Take the withdrawal back. Raises ActionRefused.

    Where the system adjusts rounds, the player has his games again; elsewhere he plays from the next round on
    and was absent from the rounds that were paired without him.
    """
    with writing(event) as locked:
        stage, entry = stage_of(locked), _entry(locked, entry_pk)
        if attendance_of(stage, entry).withdrawn is None:
            raise ActionRefused(
                _("%(name)s è in gioco: non c’è un ritiro da annullare.") % {"name": entry.whole_name}
            )
        _save_withdrawal(stage, entry, document_of(locked), None)
    return entry


def first_round_to_miss(stage: Stage, entry: Entry) -> int:
    """The round after the last one that the player attended: the usual moment to withdraw."""
    last = max([attendance_of(stage, entry).joined - 1, *_rounds_attended(stage, entry)])
    return max(last + 1, earliest_first_missed(stage))


def earliest_first_missed(stage: Stage) -> int:
    """The first round from which anybody can withdraw: where the system does not adjust rounds, the one after
    the last published round.
    """
    if adjusts_rounds(stage.system):
        return 1
    return stage.rounds.filter(published_at__isnull=False).count() + 1


def open_game(stage: Stage, entry: Entry) -> str:
    """That the player is still at a table of a published round, and what is done there; empty if not."""
    if adjusts_rounds(stage.system):
        return ""
    seats = Seat.objects.filter(entry=entry, score__isnull=True, round__stage=stage)
    seats = seats.filter(table__number__isnull=False, table__adjourned=False)
    seats = seats.filter(round__published_at__isnull=False)
    seat = seats.select_related("round", "table").last()
    if seat is None:
        return ""
    words = table_words(SYSTEMS[stage.system], stage.event)
    return _(
        "Turno %(round)s, %(table)s: manca ancora il suo risultato. Se non gioca, lì si segna che non si è"
        " presentato."
    ) % {"round": seat.round.number, "table": words.in_sentence(seat.table.number)}


def nothing_left(stage: Stage) -> str:
    """Why nobody can withdraw any more, and what is done instead; empty while somebody can."""
    total = rounds_of(stage, player_count(stage))
    if total is None or earliest_first_missed(stage) <= total:
        return ""
    text = _(
        "Il turno %(total)d è l’ultimo, ed è già abbinato: non c’è più un turno da cui ritirarsi. Chi non si"
        " presenta si segna al suo tavolo."
    ) % {"total": total}
    if stage.event.stages.filter(number__gt=stage.number).exists():
        text += " " + _("Chi non gioca la fase dopo rinuncia in «Chi passa», prima che cominci.")
    return text


def knocked_out(stage: Stage) -> set[int]:
    """The entry numbers of the players who have lost in a bracket and have no game left in it."""
    if SYSTEMS[stage.system].bracket is None:
        return set()
    lost = Seat.objects.filter(round__stage=stage, table__number__isnull=False, score=0)
    still_in = players_to_seat(record_of(document_of(stage.event), SYSTEM_SPECS, stage.number))
    return set(lost.values_list("entry__entry_no", flat=True)) - set(still_in)


def refuse_withdrawal(stage: Stage, entry: Entry, first_missed: int) -> None:
    """Raises ActionRefused where the player cannot withdraw from that round on."""
    attendance = attendance_of(stage, entry)
    if attendance.withdrawn is not None:
        raise ActionRefused(_("Il ritiro di %(name)s è già registrato.") % {"name": entry.whole_name})
    if not is_locked(stage.event):
        raise ActionRefused(_("Il sorteggio non è ancora fatto: chi non gioca più si toglie dagli iscritti."))
    if first_missed < attendance.joined:
        raise ActionRefused(_("Il ritiro vale dal turno %(number)d in poi.") % {"number": attendance.joined})
    total = rounds_of(stage, player_count(stage))
    if total is not None and first_missed > total:
        raise ActionRefused(
            _("Il turno %(total)d è l’ultimo: dopo non c’è niente da cui ritirarsi.") % {"total": total}
        )
    attended = [number for number in _rounds_attended(stage, entry) if number >= first_missed]
    if attended:
        raise ActionRefused(
            _("%(name)s ha giocato il turno %(number)d: il ritiro può valere solo da un turno dopo.")
            % {"name": entry.whole_name, "number": max(attended)}
        )


def _entry(event: Event, pk: int) -> Entry:
    entry: Entry | None = event.entries.filter(pk=pk).first()
    if entry is None:
        raise ActionRefused(_("Questo iscritto non c’è più: ricarica la pagina."))
    return entry


def _rounds_attended(stage: Stage, entry: Entry) -> list[int]:
    """The rounds with a played or adjourned game, or one won by forfeit; but not one won by forfeit because
    the opponent had withdrawn.
    """
    seats = Seat.objects.filter(entry=entry, round__stage=stage, table__number__isnull=False)
    seats = seats.select_related("table__round")
    return [seat.table.round.number for seat in seats if seat.table.adjourned or _attended(seat)]


def _attended(seat: Seat) -> bool:
    if not seat.table.forfeit:
        return seat.score is not None
    return bool(seat.score) and all(reason.code != LOST_BY_FORFEIT for reason in seat.table.why)


def _save_withdrawal(stage: Stage, entry: Entry, before: Document, first_missed: int | None) -> None:
    """Write the withdrawal (None: its end) and the rounds that it changes."""
    after = with_withdrawal(before, entry.entry_no, first_missed, stage.number)
    player = record_of(after, SYSTEM_SPECS, stage.number).players[entry.entry_no]
    set_withdrawal(stage, entry, player.withdrawn, player.absent)
    entries = {entered.entry_no: entered for entered in stage.event.entries.all()}
    pairs = zip(before.stages[stage.number - 1].rounds, after.stages[stage.number - 1].rounds, strict=True)
    changed = {number: pair for number, pair in enumerate(pairs, 1) if pair[0] != pair[1]}
    for round_ in Round.objects.filter(stage=stage, number__in=changed):
        _rewrite(round_, *changed[round_.number], entries)


def _rewrite(
    round_: Round, old: engine.DocumentRound, new: engine.DocumentRound, entries: Mapping[int, Entry]
) -> None:
    """Make the tables and byes of the round those of `new`; rows that did not change are not written."""
    rows = {
        tuple(seat.entry.entry_no for seat in table.seated): table for table in round_.tables.with_seats()
    }
    before, after = _by_seats(old), _by_seats(new)
    Table.objects.filter(pk__in=[rows[seated].pk for seated in before if seated not in after]).delete()
    for seated, (number, record) in after.items():
        state, why = state_in(record), table_facts(record).why
        if seated not in before:
            table = Table(round=round_, number=number, why=why)
            set_state(table, state)
            table.save()
            players = [entries[entry_no] for entry_no in seated]
            Seat.objects.bulk_create(new_seats(table, players, state.scores))
        elif record != before[seated][1]:
            table = rows[seated]
            table.why = why
            save_state(table, state, "why")


def _by_seats(
    round_: engine.DocumentRound,
) -> dict[Seated, tuple[int | None, engine.DocumentTable | engine.Bye]]:
    """The tables and byes of the round by who sits there, each with its number (None: a bye)."""
    tables: dict[Seated, tuple[int | None, engine.DocumentTable | engine.Bye]] = {
        table.seats: (number, table) for number, table in tables_by_number(round_)
    }
    return tables | {(bye.player,): (None, bye) for bye in round_.byes}
