"""How an event is played, taken from one to another: the club's own presets, and copies."""

from collections.abc import Sequence

from django.db import transaction
from msgspec import convert, to_builtins
from msgspec.structs import asdict, replace

from clubtornei.accounts.models import Club
from clubtornei.events.actions import save_new_event
from clubtornei.events.details import EventDetails, StageDetails, event_details_of, stage_details_of
from clubtornei.events.models import Event, Preset
from clubtornei.events.systems import options_decided_later, spec_of, usual_ranking
from clubtornei.events.writing import ActionRefused
from scoring.options import describe
from scoring.record import Number

EXACT = Number.__args__
"""Numbers stay numbers: the columns keep them exactly."""
DETAILS_OF_A_DAY = {"name", "starts_on", "ends_on"}
"""What of an event's details its preset does not have."""


def stages_like(event: Event, *, formula: bool = True, ranking: bool = True) -> list[StageDetails]:
    """The stages of another event like this one: without what was decided for one round alone.

    formula: with all options and later stages; else its first system as it usually is. ranking: with the same
    criteria.
    """
    stages = [_without_rounds(stage_details_of(stage)) for stage in event.stages.order_by("number")]
    if not formula:
        stages = [_as_usual(stages[0])]
    if not ranking:
        stages = [replace(one, ranking=list(usual_ranking(one.system, one.scoring))) for one in stages]
    return stages


def create_with_stages(event: Event, stages: Sequence[StageDetails]) -> Event:
    """Save the new event with these stages."""
    with transaction.atomic():
        save_new_event(event)
        for number, stage in enumerate(stages, 1):
            event.stages.create(number=number, **asdict(stage))
    return event


def save_preset(event: Event, name: str) -> Preset:
    """Keep how the event is played, and what it announces, as the club's own. Raises ActionRefused."""
    details = {
        key: value for key, value in asdict(event_details_of(event)).items() if key not in DETAILS_OF_A_DAY
    }
    with transaction.atomic():
        preset, is_new = Preset.objects.get_or_create(
            club=event.club,
            name=name,
            defaults={
                "details": to_builtins(details),
                "stages": [to_builtins(one, builtin_types=EXACT) for one in stages_like(event)],
            },
        )
    if not is_new:
        raise ActionRefused(str(Preset._meta.constraints[0].violation_error_message))
    return preset


def create_by_preset(club: Club, preset: Preset, details: EventDetails) -> Event:
    """An event as the preset says, with name and days of its own."""
    own = {name: getattr(details, name) for name in DETAILS_OF_A_DAY}
    stages = [convert(one, StageDetails) for one in preset.stages]
    return create_with_stages(Event(club=club, **{**preset.details, **own}), stages)


def _without_rounds(stage: StageDetails) -> StageDetails:
    later = options_decided_later(stage.system)
    return replace(stage, options={name: value for name, value in stage.options.items() if name not in later})


def _as_usual(stage: StageDetails) -> StageDetails:
    """The system with the options that it must have and no others, scored and ranked by its own method."""
    spec = spec_of(stage.system)
    needed = {option.name for option in describe(spec.options) if option.required}
    return replace(
        stage,
        name="",
        options={name: value for name, value in stage.options.items() if name in needed},
        scoring=spec.scoring,
        scoring_options={},
        ranking=list(usual_ranking(stage.system, spec.scoring)),
        qualification=None,
    )
