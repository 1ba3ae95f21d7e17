"""Who leaves a tournament that is under way, and who comes back. Both concern the stage being played."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from clubtornei.events.models import Entry, Event, Stage
from clubtornei.events.stages import player_count, stage_of
from clubtornei.events.systems import rounds_of
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.core.document_export import document_of
from clubtornei.rounds.core.event_state import is_locked
from clubtornei.rounds.core.site_facts import table_facts
from clubtornei.rounds.core.table_state import new_seats, save_state, set_state, state_in
from clubtornei.rounds.models import Round, Seat, Table
from clubtornei.rounds.participation.attendance.queries import attendance_of, set_withdrawal
from clubtornei.rounds.participation.withdrawals.rewriting import (
    LOST,
    CannotBePutRight,
    effect_of,
    numbered,
    rewrites,
    with_withdrawal,
)
from pairing.by_hand import players_to_seat
from pairing.registry import SYSTEM_SPECS, SYSTEMS
from scoring import document as engine
from scoring.record import Document, record_of

Sat = tuple[int, ...]
"""Who sits at a table, by entry_no: a bye has one."""


def withdraw(event: Event, entry_pk: int, first_missed: int, *, expected: str | None = None) -> Entry:
    """The player plays no more from that round on; what that does to his games is the system's rule.

    Rounds that exist already are put right for him and his opponents there, where a calendar has everybody.
    `expected`: the effect that was shown ("annulled", "forfeits"); where it is another one meanwhile, nothing
    is done. Raises Refused.
    """
    with writing(event) as locked:
        stage, entry = stage_of(locked), _entry(locked, entry_pk)
        refuse_withdrawal(stage, entry, first_missed)
        before = document_of(locked)
        now = effect_of(before, entry.entry_no, first_missed, stage.number)
        if expected is not None and now.effect != expected:
            raise ActionRefused(
                _("Intanto è cambiato un risultato: guarda di nuovo che cosa comporta il ritiro.")
            )
        _move(stage, entry, before, first_missed)
    return entry


def come_back(event: Event, entry_pk: int) -> Entry:
    """The withdrawal is taken back: the player has his games again, or is there from the next round on; where
    rounds were paired without him he was absent. Raises Refused.
    """
    with writing(event) as locked:
        stage, entry = stage_of(locked), _entry(locked, entry_pk)
        if attendance_of(stage, entry).withdrawn is None:
            raise ActionRefused(
                _("%(name)s è in gioco: non c’è un ritiro da annullare.") % {"name": entry.name}
            )
        _move(stage, entry, document_of(locked), None)
    return entry


def first_round_to_miss(stage: Stage, entry: Entry) -> int:
    """The first round after the last in which the player was there: the usual moment to leave."""
    last = max([attendance_of(stage, entry).joined - 1, *_rounds_he_came_to(stage, entry)])
    return max(last + 1, first_to_choose(stage))


def first_to_choose(stage: Stage) -> int:
    """The first round from which somebody can leave: any, where rounds are put right for it; otherwise the
    one after the last that is published.
    """
    if rewrites(stage.system):
        return 1
    return stage.rounds.filter(published_at__isnull=False).count() + 1


def knocked_out(stage: Stage) -> set[int]:
    """Who has lost in a bracket and meets nobody any more, by entry_no."""
    if SYSTEMS[stage.system].bracket is None:
        return set()
    lost = Seat.objects.filter(round__stage=stage, table__number__isnull=False, score=0)
    still_in = players_to_seat(record_of(document_of(stage.event), SYSTEM_SPECS, stage.number))
    return set(lost.values_list("entry__entry_no", flat=True)) - set(still_in)


def refuse_withdrawal(stage: Stage, entry: Entry, first_missed: int) -> None:
    """Raises Refused where the player cannot leave at that round."""
    now = attendance_of(stage, entry)
    if now.withdrawn is not None:
        raise ActionRefused(_("Il ritiro di %(name)s è già registrato.") % {"name": entry.name})
    if not is_locked(stage.event):
        raise ActionRefused(_("Il sorteggio non è ancora fatto: chi non gioca più si toglie dagli iscritti."))
    if first_missed < now.joined:
        raise ActionRefused(_("Il ritiro vale dal turno %(number)d in poi.") % {"number": now.joined})
    total = rounds_of(stage, player_count(stage))
    if total is not None and first_missed > total:
        raise ActionRefused(
            _("I turni sono %(total)d: dopo non c’è niente da cui ritirarsi.") % {"total": total}
        )
    later = [number for number in _rounds_he_came_to(stage, entry) if number >= first_missed]
    if later:
        raise ActionRefused(
            _("%(name)s ha giocato il turno %(number)d: il ritiro può valere solo da un turno dopo.")
            % {"name": entry.name, "number": max(later)}
        )


def cannot_be_put_right(refused: CannotBePutRight) -> str:
    """Which round is in the way, and what the arbiter can do."""
    return _(
        "Il turno %(number)d è già abbinato e qui non si può rifare: scarta la bozza, o scegli un turno dopo."
    ) % {"number": refused.round}


def _entry(event: Event, pk: int) -> Entry:
    entry: Entry | None = event.entries.filter(pk=pk).first()
    if entry is None:
        raise ActionRefused(_("Questo iscritto non c’è più: ricarica la pagina."))
    return entry


def _rounds_he_came_to(stage: Stage, entry: Entry) -> list[int]:
    """Where he has a result, won against somebody who did not come, or adjourned; not the forfeits he lost,
    nor those that another one's withdrawal gave him.
    """
    seats = Seat.objects.filter(entry=entry, round__stage=stage, table__number__isnull=False)
    seats = seats.select_related("table__round")
    return [seat.table.round.number for seat in seats if seat.table.adjourned or _came(seat)]


def _came(seat: Seat) -> bool:
    if not seat.table.forfeit:
        return seat.score is not None
    return bool(seat.score) and all(reason.code != LOST for reason in seat.table.why)


def _move(stage: Stage, entry: Entry, before: Document, first_missed: int | None) -> None:
    """Write the withdrawal, or its end, and the rounds as they have to be now."""
    try:
        after = with_withdrawal(before, entry.entry_no, first_missed, stage.number)
    except CannotBePutRight as refused:
        raise ActionRefused(cannot_be_put_right(refused)) from refused
    now = record_of(after, SYSTEM_SPECS, stage.number).players[entry.entry_no]
    set_withdrawal(stage, entry, now.withdrawn, now.absent)
    entries = {other.entry_no: other for other in stage.event.entries.all()}
    pairs = zip(before.stages[stage.number - 1].rounds, after.stages[stage.number - 1].rounds, strict=True)
    changed = {number: pair for number, pair in enumerate(pairs, 1) if pair[0] != pair[1]}
    for round_ in Round.objects.filter(stage=stage, number__in=changed):
        _rewrite(round_, *changed[round_.number], entries)


def _rewrite(round_: Round, old: engine.Round, new: engine.Round, entries: Mapping[int, Entry]) -> None:
    """Make the round's tables and byes those of the new one; what did not change is not touched."""
    there = {
        tuple(seat.entry.entry_no for seat in table.seats.all()): table
        for table in round_.tables.with_seats()
    }
    before, after = _by_seats(old), _by_seats(new)
    Table.objects.filter(pk__in=[there[sat].pk for sat in before if sat not in after]).delete()
    for sat, (number, wanted) in after.items():
        state, why = state_in(wanted), table_facts(wanted).why
        if sat not in before:
            table = Table(round=round_, number=number, why=why)
            set_state(table, state)
            table.save()
            Seat.objects.bulk_create(new_seats(table, [entries[entry_no] for entry_no in sat], state.scores))
        elif wanted != before[sat][1]:
            table = there[sat]
            table.why = why
            save_state(table, list(table.seats.all()), state, "why")


def _by_seats(round_: engine.Round) -> dict[Sat, tuple[int | None, engine.Table | engine.Bye]]:
    found: dict[Sat, tuple[int | None, engine.Table | engine.Bye]] = {
        table.seats: (number, table) for number, table in numbered(round_)
    }
    return found | {(bye.player,): (None, bye) for bye in round_.byes}
