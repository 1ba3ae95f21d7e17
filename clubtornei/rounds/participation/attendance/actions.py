"""Recording in which of the rounds to come a player plays, is absent or has a requested bye."""

from collections.abc import Mapping
from typing import Literal

from django.utils.translation import gettext as _

from clubtornei.events.models import Entry, Event, Stage
from clubtornei.events.stages import player_count
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.core.stages import stage_of
from clubtornei.rounds.models import Round
from clubtornei.rounds.participation.attendance.queries import (
    Attendance,
    Points,
    advance_joining,
    attendance_of,
    attendances,
    set_absence,
    set_absences,
    unpaired_rounds,
)
from pairing.registry import SYSTEMS

RoundPlan = Literal["plays", "absent"] | Points
"""What a player does in a round: plays, misses it, or misses it with a requested bye of that many points."""


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
                advance_joining(entry, round_number)
            bye = None if isinstance(plan, str) else plan
            set_absence(playing, entry, round_number, plan != "plays", bye)
    return attendance_of(playing, entry)


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
            set_absences(playing, concerned, round_number, plan == "absent")
    return len(concerned)


def stage_entry(stage: Stage, entry_no: int) -> Entry:
    """The entry with that number, if it takes part in the stage. Raises ActionRefused."""
    entry: Entry | None = stage.event.entries.filter(entry_no=entry_no).first()
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
        _("Il turno %(number)d è già in bozza: scartala, segna chi manca e sorteggialo di nuovo.")
        % {"number": round_number}
    )


def _refuse_plan(stage: Stage, current: Attendance, round_number: int, plan: RoundPlan) -> None:
    system, name = SYSTEMS[stage.system], current.entry.name
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
        raise ActionRefused(_("In questa formula non ci sono bye a richiesta: si può solo mancare."))
