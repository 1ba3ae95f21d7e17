"""Adding, changing and removing the stages of an event."""

from django.utils.translation import gettext as _
from msgspec.structs import asdict

from clubtornei.events.details import StageDetails
from clubtornei.events.models import Event, Stage
from clubtornei.events.stages import stage_title
from clubtornei.events.writing import ActionRefused, writing
from clubtornei.rounds.drafts.refusals import stage_or_refuse


def add_stage(event: Event, stage: StageDetails, *, number: int | None = None) -> Stage:
    """Add a stage after all others. Raises ActionRefused.

    `number`: the number it was to have when the form was shown; refused where such a stage exists by now.
    """
    with writing(event) as locked:
        last = locked.stages.order_by("number").last()
        if last and number is not None and number <= last.number:
            raise ActionRefused(
                _("Intanto è stata aggiunta la fase «%(stage)s»: se ne vuoi un’altra, salva di nuovo.")
                % {"stage": stage_title(last.number, last.name)}
            )
        added: Stage = locked.stages.create(number=last.number + 1 if last else 1, **asdict(stage))
    return added


def change_stage(event: Event, number: int, details: StageDetails) -> None:
    """Change a stage to come. Raises ActionRefused where it has begun."""
    with writing(event) as locked:
        stage = unbegun_stage_or_refuse(locked, number)
        for name, value in asdict(details).items():
            setattr(stage, name, value)
        stage.save(update_fields=asdict(details))


def remove_stage(event: Event, number: int) -> None:
    """Delete the last stage, if it has not begun. Raises ActionRefused."""
    with writing(event) as locked:
        stage = unbegun_stage_or_refuse(locked, number)
        if locked.stages.filter(number__gt=number).exists():
            raise ActionRefused(_("Si toglie prima l’ultima fase: quelle dopo contano su questa."))
        stage.delete()


def later_stage_or_refuse(event: Event, number: int) -> Stage:
    """The stage, which must not be the first. Raises ActionRefused."""
    stage = stage_or_refuse(event, number)
    if number == 1:
        raise ActionRefused(_("La prima fase si prepara dagli iscritti e dalle impostazioni."))
    return stage


def unbegun_stage_or_refuse(event: Event, number: int) -> Stage:
    """The stage, which must be neither the first nor begun. Raises ActionRefused."""
    stage = later_stage_or_refuse(event, number)
    if stage.begun:
        raise ActionRefused(_("La fase è già cominciata: prima annulla la partenza."))
    return stage
