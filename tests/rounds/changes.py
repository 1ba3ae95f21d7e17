"""Changes of some details of an event, a stage or an entry; the others stay as they are."""

from typing import Any

from msgspec.structs import replace

from clubtornei.events.details import ScoringDetails, entry_details_of, event_details_of, stage_details_of
from clubtornei.events.models import Event
from clubtornei.rounds.pages import settings_actions
from clubtornei.rounds.participation.entries import actions as entry_actions
from clubtornei.rounds.participation.entries.actions import EntriesChange
from clubtornei.rounds.stages import actions as stage_actions

OF_SCORING = ("scoring", "scoring_options", "ranking")


def change_settings(event: Event, *, reason: str = "", options: Any = None, **changes: Any) -> None:
    """Change the event, and the scoring of its first stage."""
    scoring = {name: changes.pop(name) for name in OF_SCORING if name in changes}
    stage = event.stages.get(number=1)
    settings_actions.change_settings(
        event,
        replace(event_details_of(event), **changes),
        ScoringDetails(**{name: getattr(stage, name) for name in OF_SCORING} | scoring),
        options,
        reason=reason,
    )


def change_stage(event: Event, number: int, *, reason: str = "", **changes: Any) -> None:
    details = replace(stage_details_of(event.stages.get(number=number)), **changes)
    stage_actions.change_stage(event, number, details, reason=reason)


def change_entry(event: Event, entry_no: int, **changes: Any) -> EntriesChange:
    details = replace(entry_details_of(event.entries.get(entry_no=entry_no)), **changes)
    return entry_actions.change_entry(event, entry_no, details)
