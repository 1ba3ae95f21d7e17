"""Entries made after the draw of the numbers: the round they join in and the points they start with
(rules/amalfi.md#order-numbers, rules/club-swiss.md#numbers).
"""

from django.utils.translation import gettext as _

from clubtornei.events.models import Entry, Event, Stage
from clubtornei.events.stages import is_group
from clubtornei.events.systems import rounds_of
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.core.event_state import is_locked
from clubtornei.rounds.core.stages import stages_of
from pairing.registry import SYSTEMS
from scoring.document import Number
from scoring.options import build


def joining_round(event: Event) -> int:
    """The first round of a player who enters now. Raises ActionRefused where nobody may enter any more."""
    if not is_locked(event):
        return 1
    stage = event.stages.get(number=1)
    if is_group(stage):
        raise ActionRefused(
            _("I gruppi sono già formati: prima del primo turno si rifanno annullando il sorteggio.")
        )
    if not SYSTEMS[stage.system].open_field:
        if event.drawn and not stage.rounds.exists():
            raise ActionRefused(
                _("I numeri sono già sorteggiati: per cambiare gli iscritti annulla prima il sorteggio.")
            )
        raise ActionRefused(_("C’è già un turno, che si basa su questi iscritti: non cambiano più."))
    if any(later.begun for later in stages_of(event)[1:]):
        raise ActionRefused(_("La prima fase è finita: chi gioca le altre si decide con la classifica."))
    next_round, total = stage.rounds.count() + 1, rounds_of(stage, event.entries.count() + 1)
    if total is not None and next_round > total:
        raise ActionRefused(_("I turni sono tutti abbinati: non si entra più."))
    return next_round


def is_unpaired_newcomer(event: Event, entry: Entry) -> bool:
    """Whether the entry was made during the tournament and is in no round yet, so that it can be removed."""
    return entry.joined > max(1, event.stages.get(number=1).rounds.count())


def late_points(stage: Stage) -> Number:
    """The points with which a player starts who enters after the first round."""
    spec = SYSTEMS[stage.system].spec
    return spec.late_points(build(spec.options, stage.options))


def late_points_rank(stage: Stage) -> bool:
    """Whether these points count in the ranking, and not only for the pairing."""
    kind = SYSTEMS[stage.system].spec
    return kind.late_in_standings(build(kind.options, stage.options))
