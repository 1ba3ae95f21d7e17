"""Recording in which rounds a player plays, is absent or has a requested bye, and withdrawals."""

from collections.abc import Iterable, Mapping
from typing import Literal, TypeVar

from django.utils.translation import gettext as _

from clubtornei.events.models import Entry, Event, Stage
from clubtornei.events.stage_titles import is_opening, player_count
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.models import Round
from clubtornei.rounds.participation.attendance.queries import (
    FIRST_STAGE,
    Attendance,
    RoundPlan,
    attendance_of,
    attendances,
    unpaired_rounds,
)
from clubtornei.rounds.state.stages import stage_of
from pairing.registry import SYSTEMS
from scoring.document import Number

Stored = TypeVar("Stored")


def set_plans(
    event: Event, entry_no: int, plans: Mapping[int, RoundPlan], *, stage: int | None = None
) -> Attendance:
    """Record what the player does in rounds not paired yet, by round number. Raises ActionRefused.

    `stage`: its number; None: the one being played.
    """
    with writing(event) as locked:
        playing = stage_of(locked, stage)
        entry = stage_entry(playing, entry_no)
        for round_number, plan in sorted(plans.items()):
            _refuse_plan(playing, attendance_of(playing, entry), round_number, plan)
            if plan != "absent":
                advance_joining(playing, entry, round_number)
            bye = None if isinstance(plan, str) else plan
            record_absence(playing, entry, round_number, plan != "plays", bye)
    return attendance_of(playing, entry)


def set_withdrawal(stage: Stage, entry: Entry, first_missed: int | None, missed: Iterable[int] = ()) -> None:
    """Record the withdrawal from that round on; None: back, with `missed` as absences. Inside `writing`."""
    current = attendance_of(stage, entry)
    _save_attendance(stage, entry, current.absent | frozenset(missed), first_missed, current.byes)


def set_everybody(
    event: Event, round_number: int, plan: Literal["plays", "absent"], *, stage: int | None = None
) -> int:
    """Record that everybody plays the round not paired yet, or that nobody does; returns how many changed.

    Who has withdrawn, joins later or has a requested bye stays as he is. Raises ActionRefused.
    """
    with writing(event) as locked:
        playing = stage_of(locked, stage)
        concerned = [
            current
            for current in attendances(playing)
            if current.joined <= round_number
            and not current.has_withdrawn(round_number)
            and round_number not in current.byes
            and current.plays(round_number) != (plan == "plays")
        ]
        if SYSTEMS[playing.system].absence != "sits_out":
            raise ActionRefused(_("Qui chi manca perde per forfait: segna uno per uno chi non viene."))
        if concerned:
            _refuse_plan(playing, concerned[0], round_number, plan)
            _set_absences(playing, concerned, round_number, plan == "absent")
    return len(concerned)


def set_missing_at_roll_call(event: Event, *, absent: bool) -> None:
    """Record that who is not ticked at the roll call misses round 1, or take that back. Inside `writing`.

    Nothing without a roll call, nor where who is absent is paired all the same or loses by forfeit.
    """
    if not event.entries.filter(present=True).exists():
        return
    for stage in event.stages.all():
        if not is_opening(stage) or SYSTEMS[stage.system].absence != "sits_out":
            continue
        missing = [
            current
            for current in attendances(stage)
            if not current.entry.present
            and 1 not in current.byes
            and not current.has_withdrawn(1)
            and (1 in current.absent) != absent
        ]
        _set_absences(stage, missing, 1, absent)


def keep_away_who_never_came(stage: Stage, round_number: int) -> None:
    """Record that who missed the roll call and each round up to that one misses the next one too, until
    somebody says that he has come. Inside `writing`, as the round is published.
    """
    following, event = round_number + 1, stage.event
    if stage.number != FIRST_STAGE or SYSTEMS[stage.system].absence != "sits_out":
        return
    if not event.entries.filter(present=True).exists():
        return
    missed = frozenset(range(1, following))
    away = [
        current
        for current in attendances(stage)
        if not current.entry.present
        and current.withdrawn is None
        and missed <= current.absent - current.byes.keys()
    ]
    if away and following in unpaired_rounds(stage, player_count(stage)):
        _set_absences(stage, away, following, absent=True)


def stage_entry(stage: Stage, entry_no: int) -> Entry:
    """The entry with that number, if it takes part in the stage. Raises ActionRefused."""
    entry: Entry | None = stage.event.entries.select_related("player").filter(entry_no=entry_no).first()
    if entry is None or (stage.entrants is not None and entry_no not in stage.entrants):
        raise ActionRefused(_("Questo giocatore non c’è più: ricarica la pagina."))
    return entry


def refuse_if_paired(stage: Stage, round_number: int) -> None:
    """Raises ActionRefused where the round exists already, saying what can be done instead."""
    round_ = Round.objects.filter(stage=stage, number=round_number).first()
    if round_ is None:
        return
    if round_.published:
        raise ActionRefused(
            _("Il turno %(number)d è già pubblicato: chi non viene perde per forfait, al suo tavolo.")
            % {"number": round_number}
        )
    raise ActionRefused(
        _("Il turno %(number)d è già in bozza: scartala, segna chi manca e abbinalo di nuovo.")
        % {"number": round_number}
    )


def _refuse_plan(stage: Stage, current: Attendance, round_number: int, plan: RoundPlan) -> None:
    system, name = SYSTEMS[stage.system], current.entry.whole_name
    if system.absence == "ignored":
        raise ActionRefused(
            _("Qui il calendario è fissato: una partita si rinvia (aggiornata) o si perde per forfait.")
        )
    refuse_if_paired(stage, round_number)
    if round_number not in unpaired_rounds(stage, player_count(stage)):
        raise ActionRefused(_("Un turno %(number)d non è in programma.") % {"number": round_number})
    if current.has_withdrawn(round_number):
        raise ActionRefused(_("%(name)s si è ritirato: prima annulla il ritiro.") % {"name": name})
    if not isinstance(plan, str) and not system.requested_byes:
        raise ActionRefused(_("In questa formula non ci sono riposi a richiesta: si può solo mancare."))


def record_absence(
    stage: Stage, entry: Entry, round_number: int, absent: bool, bye: Number | None = None
) -> None:
    """Record that the entry misses the round (with the points of a requested bye, if any), or plays it.

    Call inside `writing`, with the entry and the stage that were read there.
    """
    current = attendance_of(stage, entry)
    byes = {number: points for number, points in current.byes.items() if number != round_number}
    if absent and bye is not None:
        byes[round_number] = bye
    missed = current.absent | {round_number} if absent else current.absent - {round_number}
    _save_attendance(stage, entry, missed, current.withdrawn, byes)


def _set_absences(stage: Stage, players: Iterable[Attendance], round_number: int, absent: bool) -> None:
    """Record that all these players miss the round, or play it, in one statement. Call inside `writing`."""
    missed = {
        current.entry: sorted(current.absent | {round_number} if absent else current.absent - {round_number})
        for current in players
    }
    if stage.number == FIRST_STAGE:
        for entry, rounds in missed.items():
            entry.absent = rounds
        Entry.objects.bulk_update(missed, ["absent"])
        return
    for entry, rounds in missed.items():
        stage.absences = _set_or_drop(stage.absences, str(entry.entry_no), rounds)
    stage.save(update_fields=["absences"])


def advance_joining(stage: Stage, entry: Entry, round_number: int) -> None:
    """Let an entry that was to join in a later round play this one already. Call inside `writing`.

    Needed where a player enters while a round is a draft and the draft is then discarded.
    """
    if is_opening(stage) and round_number < entry.joined:
        entry.joined = round_number
        entry.save(update_fields=["joined"])


def _save_attendance(
    stage: Stage, entry: Entry, absent: Iterable[int], withdrawn: int | None, byes: Mapping[int, Number]
) -> None:
    key, in_first_stage = str(entry.entry_no), stage.number == FIRST_STAGE
    points_by_round = {str(number): byes[number] for number in sorted(byes)}
    stage.requested_byes = _set_or_drop(stage.requested_byes, key, points_by_round)
    stage.absences = _set_or_drop(stage.absences, key, [] if in_first_stage else sorted(absent))
    stage.withdrawals = _set_or_drop(stage.withdrawals, key, None if in_first_stage else withdrawn)
    stage.save(update_fields=["requested_byes", "absences", "withdrawals"])
    if in_first_stage:
        entry.absent, entry.withdrawn = sorted(absent), withdrawn
        entry.save(update_fields=["absent", "withdrawn"])


def _set_or_drop(column: Mapping[str, Stored], key: str, value: Stored | None) -> dict[str, Stored]:
    """A copy of the column with that value at the key; without the key where the value is empty."""
    others = {present: stored for present, stored in column.items() if present != key}
    return others | {key: value} if value else others
