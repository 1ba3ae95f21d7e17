"""Adding, changing and removing the stages of an event."""

from string import ascii_uppercase

from django.utils.translation import gettext as _
from msgspec.structs import asdict

from clubtornei.events.details import StageDetails, stage_details_of
from clubtornei.events.models import Event, Stage
from clubtornei.events.stage_titles import is_group, stage_title
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.drafts.refusals import stage_or_refuse
from clubtornei.rounds.rules.actions import changing_rules
from clubtornei.rounds.stages.queries import may_add_round
from clubtornei.rounds.state.event_state import is_locked
from clubtornei.rounds.state.stages import stages_of
from scoring.qualification_rule import Dealing


def add_stage(event: Event, stage: StageDetails, *, number: int | None = None, reason: str = "") -> Stage:
    """Add a stage after all others. Raises ActionRefused, and, here and below, ReasonNeeded where a round is
    published and there is no `reason`.

    `number`: the number it was to have when the form was shown; refused where such a stage exists by now.
    """
    with writing(event) as locked:
        last = locked.stages.order_by("number").last()
        if last and number is not None and number <= last.number:
            raise ActionRefused(
                _("Intanto è stata aggiunta la fase «%(stage)s»: se ne vuoi un’altra, salva di nuovo.")
                % {"stage": stage_title(last.number, last.name)}
            )
        with changing_rules(locked, reason):
            added: Stage = locked.stages.create(number=last.number + 1 if last else 1, **asdict(stage))
    return added


def change_stage(event: Event, number: int, details: StageDetails, *, reason: str = "") -> None:
    """Change a stage to come, or the first before the draw. Raises ActionRefused where it has begun."""
    with writing(event) as locked:
        if number == 1 and not is_locked(locked):
            stage = stage_or_refuse(locked, number)
        else:
            stage = unbegun_stage_or_refuse(locked, number)
        for name, value in asdict(details).items():
            setattr(stage, name, value)
        with changing_rules(locked, reason):
            stage.save(update_fields=asdict(details))


def rename_stage(event: Event, number: int, name: str) -> None:
    """Call a stage otherwise, at any time: the name is no rule. Raises ActionRefused."""
    with writing(event) as locked:
        stage = stage_or_refuse(locked, number)
        stage.name = name
        stage.save(update_fields=["name"])


def split_into_groups(event: Event, groups: int, by: Dealing) -> None:
    """Make the only stage the first of so many parallel groups, all played alike. Raises ActionRefused."""
    with writing(event) as locked:
        if is_locked(locked):
            raise ActionRefused(_("I numeri sono già dati: per fare i gruppi annulla prima il sorteggio."))
        [first, *others] = locked.stages.order_by("number")
        if others:
            raise ActionRefused(_("I gruppi si fanno prima delle altre fasi: togli quelle, poi dividi."))
        details = stage_details_of(first)
        for group, letter in enumerate(ascii_uppercase[:groups], 1):
            values = asdict(details) | {
                "name": _("Gruppo %(letter)s") % {"letter": letter},
                "qualification": {"deal": {"group": group, "of": groups, "by": by}},
            }
            locked.stages.update_or_create(number=group, defaults=values)


def add_round(event: Event, number: int, *, reason: str = "") -> Stage:
    """Let the stage have one round more than announced, and return it. Raises ActionRefused."""
    with writing(event) as locked:
        stage = stage_or_refuse(locked, number)
        if not may_add_round(stage):
            raise ActionRefused(_("In questa fase non si aggiunge un turno: gli altri ne dipendono."))
        if any(later.begun and not is_group(later) for later in stages_of(locked)[number:]):
            raise ActionRefused(_("La fase dopo è già cominciata: prima annulla la sua partenza."))
        stage.options = {**stage.options, "rounds": stage.options["rounds"] + 1}
        with changing_rules(locked, reason):
            stage.save(update_fields=["options"])
    return stage


def remove_stage(event: Event, number: int, *, reason: str = "") -> None:
    """Delete the last stage, if it has not begun. The players of a group are dealt to the other groups.

    Raises ActionRefused.
    """
    with writing(event) as locked:
        stage = unbegun_stage_or_refuse(locked, number)
        if locked.stages.filter(number__gt=number).exists():
            raise ActionRefused(_("Si toglie prima l’ultima fase: quelle dopo contano su questa."))
        with changing_rules(locked, reason):
            stage.delete()
            if is_group(stage):
                groups = [other for other in locked.stages.order_by("number") if is_group(other)]
                for group, other in enumerate(groups, 1):
                    deal = {**other.qualification["deal"], "group": group, "of": len(groups)}
                    other.qualification = {**other.qualification, "deal": deal} if len(groups) > 1 else None
                    other.save(update_fields=["qualification"])


def later_stage_or_refuse(event: Event, number: int) -> Stage:
    """The stage, which must not be the first. Raises ActionRefused."""
    stage = stage_or_refuse(event, number)
    if number == 1:
        raise ActionRefused(_("La prima fase si prepara dagli iscritti e dalle impostazioni."))
    return stage


def unbegun_stage_or_refuse(event: Event, number: int) -> Stage:
    """The stage, which must be neither the first nor begun. Raises ActionRefused."""
    stage = later_stage_or_refuse(event, number)
    if stage.begun or stage.entrants is not None:
        raise ActionRefused(_("La fase è già cominciata: prima annulla la partenza."))
    return stage
