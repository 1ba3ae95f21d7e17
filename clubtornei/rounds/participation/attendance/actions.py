"""Who will be there in the rounds to come: absences, byes asked for, and coming back from them."""

from collections.abc import Mapping
from typing import Literal

from django.utils.translation import gettext as _

from clubtornei.events.models import Entry, Event, Stage
from clubtornei.events.stages import players_of, stage_of
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.models import Round
from clubtornei.rounds.participation.attendance.queries import (
    Attendance,
    Points,
    advance_joining,
    attendance_of,
    set_absence,
    unpaired_rounds,
)
from pairing.registry import SYSTEMS

RoundPlan = Literal["plays", "absent"] | Points
"""What somebody does in a round: he plays, he misses it, or he misses it with so many points of a bye."""


def set_plans(
    event: Event, entry_no: int, plans: Mapping[int, RoundPlan], *, stage: int | None = None
) -> Attendance:
    """Note what the player does in these rounds to come, by their number. Raises Refused.

    `stage`: its number; None: the one being played.
    """
    with writing(event) as locked:
        playing = stage_of(locked, stage)
        entry = stage_entry(playing, entry_no)
        for number, plan in sorted(plans.items()):
            _refuse(playing, attendance_of(playing, entry), number, plan)
            away = plan != "plays"
            if plan != "absent":
                advance_joining(entry, number)
            set_absence(playing, entry, number, away, None if isinstance(plan, str) else plan)
    return attendance_of(playing, entry)


def stage_entry(stage: Stage, entry_no: int) -> Entry:
    """The entry of somebody who takes part in the stage. Raises Refused."""
    entry: Entry | None = stage.event.entries.filter(entry_no=entry_no).first()
    if entry is None or (stage.entrants is not None and entry_no not in stage.entrants):
        raise ActionRefused(_("Questo giocatore non c’è più: ricarica la pagina."))
    return entry


def refuse_if_paired(stage: Stage, number: int) -> None:
    """Raises Refused where the round is paired already, with what can be done instead."""
    round_ = Round.objects.filter(stage=stage, number=number).first()
    if round_ is None:
        return
    if round_.published:
        raise ActionRefused(
            _("Il turno %(number)d è già pubblicato: chi non viene perde per forfait, al suo tavolo.")
            % {"number": number}
        )
    raise ActionRefused(
        _("Il turno %(number)d è già in bozza: scartala, segna chi manca e sorteggialo di nuovo.")
        % {"number": number}
    )


def _refuse(stage: Stage, now: Attendance, number: int, plan: RoundPlan) -> None:
    system, name = SYSTEMS[stage.system], now.entry.name
    if system.absence == "ignored":
        raise ActionRefused(
            _("Qui il calendario è fissato: una partita si rinvia (aggiornata) o si perde per forfait.")
        )
    refuse_if_paired(stage, number)
    if number not in unpaired_rounds(stage, players_of(stage)):
        raise ActionRefused(_("Un turno %(number)d non è in programma.") % {"number": number})
    if now.left(number):
        raise ActionRefused(_("%(name)s si è ritirato: prima annulla il ritiro.") % {"name": name})
    if not isinstance(plan, str) and not system.requested_byes:
        raise ActionRefused(_("In questa formula non ci sono bye a richiesta: si può solo mancare."))
