"""Entries made after the draw of the numbers: the round they join in and the points they start with
(rules/amalfi.md#order-numbers, rules/club-swiss.md#numbers).
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubtornei.events.models import Entry, Event, NumberingMethod, Stage
from clubtornei.events.stage_titles import is_group, is_opening, player_count, stage_title
from clubtornei.events.systems import admits_late, rounds_of
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.state.event_state import is_locked
from clubtornei.rounds.state.stages import stages_of
from pairing.registry import SYSTEMS


class NumbersFixed(ActionRefused):
    """Who is in is fixed by the draw, which can still be cancelled."""

    draw_can_be_cancelled = True


class MeetingsFixed(ActionRefused):
    """All rounds follow from who is in the first one."""

    def __str__(self) -> str:
        return f"{self.reason} {self.remedy}"

    @property
    def reason(self) -> str:
        return _("Non si entra più: tutti gli incontri sono già fissati per questi iscritti.")

    @property
    def remedy(self) -> str:
        """What can still be done before the first result."""
        return _(
            "Finché manca ogni risultato: riporta i turni in bozza, scartali, annulla il sorteggio, iscrivi"
            " chi è arrivato e sorteggia di nuovo."
        )


@dataclass(frozen=True)
class Opening:
    """Where who enters now begins: the first stage or a parallel group, and his first round there. `drafted`:
    the round before is a draft; drawn again, that has him in it.
    """

    stage: Stage
    round: int
    drafted: bool = False

    @property
    def is_late(self) -> bool:
        """Whether rounds have been played there without him."""
        return self.round > 1

    @property
    def sooner(self) -> str:
        """How he may play one round sooner; empty where he may not."""
        text = _("Se la bozza del turno %(number)s si abbina di nuovo, gioca già da quello.")
        return text % {"number": self.round - 1} if self.drafted else ""

    @property
    def renumbers(self) -> bool:
        """Whether others may get new numbers: by rating, unless the arbiter typed them or they are frozen."""
        system = SYSTEMS[self.stage.system]
        frozen = system.frozen_from is not None and self.round > system.frozen_from
        event = self.stage.event
        return event.drawn and system.renumbers and not frozen and event.draw_method != NumberingMethod.HAND

    @property
    def group(self) -> str:
        """The title of the group; empty where there are none."""
        return stage_title(self.stage.number, self.stage.name) if is_group(self.stage) else ""


def openings_of(event: Event) -> list[Opening]:
    """Where a player may enter now, the smallest group first. Raises ActionRefused where nobody may."""
    first = event.stages.get(number=1)
    if not is_locked(event):
        return [Opening(first, 1)]
    if not is_group(first):
        _refuse_if_fixed(event, [first])
        openings = [_opening(first)]
        if openings[0].is_late and not admits_late(first):
            raise ActionRefused(_("Non si entra più: il bando non ammette iscrizioni dopo il primo turno."))
    else:
        groups = [stage for stage in event.stages.order_by("number") if is_group(stage)]
        begun = {stage: _opening(stage) for stage in groups}
        if not any(opening.is_late for opening in begun.values()):
            raise NumbersFixed(
                _("I gruppi sono già formati: prima del primo turno si rifanno annullando il sorteggio.")
            )
        _refuse_if_fixed(event, groups)
        openings = [
            begun[stage]
            for stage in sorted(groups, key=player_count)
            if begun[stage].is_late and admits_late(stage)
        ]
    if any(later.begun for later in stages_of(event) if not is_opening(later)):
        raise ActionRefused(_("La prima fase è finita: chi gioca le altre si decide con la classifica."))
    openings = [opening for opening in openings if _has_rounds_left(opening)]
    if not openings:
        raise ActionRefused(_("I turni sono tutti abbinati: non si entra più."))
    return openings


def unpaired_newcomers(openings: Iterable[Opening], entries: Iterable[Entry]) -> set[int]:
    """The entries (`entry_no`) made during the tournament that are in no round yet: they can be removed."""
    first_rounds = {
        entry.entry_no: opening.round
        for opening in openings
        for entry in entries
        if opening.stage.entrants is None or entry.entry_no in opening.stage.entrants
    }
    return {entry.entry_no for entry in entries if 1 < first_rounds.get(entry.entry_no, 1) <= entry.joined}


def entered_after_drawing(stage: Stage, number: int, entries: Iterable[Entry]) -> list[Entry]:
    """Who entered once the last round, `number`, was drawn, and so plays from the next one on."""
    return [
        entry
        for entry in entries
        if entry.joined == number + 1
        and number not in entry.absent
        and entry.withdrawn is None
        and is_opening(stage)
        and (stage.entrants is None or entry.entry_no in stage.entrants)
    ]


def is_unpaired_newcomer(event: Event, entry: Entry) -> bool:
    """Whether the entry was made during the tournament and is in no round yet."""
    stages = event.stages.order_by("number")
    groups = [stage for stage in stages if is_group(stage) and entry.entry_no in (stage.entrants or ())]
    return entry.joined > max(1, (groups or stages)[0].rounds.count())


def _opening(stage: Stage) -> Opening:
    published = stage.rounds.order_by("number").values_list("published_at", flat=True)
    return Opening(stage, len(published) + 1, drafted=bool(published) and [*published][-1] is None)


def _has_rounds_left(opening: Opening) -> bool:
    total = rounds_of(opening.stage, player_count(opening.stage) + 1)
    return total is None or opening.round <= total


def _refuse_if_fixed(event: Event, stages: Collection[Stage]) -> None:
    """Raises ActionRefused where the rounds of all these stages are fixed by who is in them."""
    if any(SYSTEMS[stage.system].open_field for stage in stages):
        return
    if event.drawn and not any(stage.rounds.exists() for stage in stages):
        raise NumbersFixed(
            _("I numeri sono già sorteggiati: per cambiare gli iscritti annulla prima il sorteggio.")
        )
    raise MeetingsFixed
