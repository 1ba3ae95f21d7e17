"""What organisers say of an event, a stage and an entry: the records that forms hand to actions.

The names of their fields are those of the models' columns.
"""

from datetime import date
from decimal import Decimal

from msgspec import Struct

from clubtornei.events.models import Entry, Event, HallNames, Stage
from clubtornei.text.records import struct_from
from clubtornei.text.untyped import JsonObject, Options


class EventDetails(Struct, frozen=True, kw_only=True):
    """An event: what it is called, what is played, when and where."""

    name: str
    starts_on: date
    ends_on: date | None = None
    game: str = ""
    place: str = ""
    minutes: int | None = None
    ending: str = ""
    notices: dict[str, str] = {}
    announcement: str = ""
    rating_lists: list[str] = []
    hall_names: str = HallNames.WHOLE.value


class ScoringDetails(Struct, frozen=True, kw_only=True):
    """How a stage is scored and ranked; `scoring` empty: by its system's own method."""

    scoring: str = ""
    scoring_options: Options = {}
    ranking: list[str] = []


class StageDetails(ScoringDetails, frozen=True, kw_only=True):
    """A stage: its system, its scoring, and by which rule players enter it, in the form of the document."""

    system: str
    name: str = ""
    options: Options = {}
    qualification: JsonObject | None = None


class EntryDetails(Struct, frozen=True, kw_only=True):
    """A player or a team in an event, as of the day of the event. `mark`: that the arbiter has chosen;
    `identity`: in the form of the document.
    """

    name: str
    mark: str = ""
    captain: str = ""
    members: list[str] = []
    rating: Decimal | None = None
    other_ratings: list[Decimal | None] = []
    title: str = ""
    affiliation: str = ""
    group: str = ""
    fixed_table: int | None = None
    identity: JsonObject = {}


def event_details_of(event: Event) -> EventDetails:
    return struct_from(EventDetails, event)


def stage_details_of(stage: Stage) -> StageDetails:
    return struct_from(StageDetails, stage)


def entry_details_of(entry: Entry) -> EntryDetails:
    mark = entry.mark if entry.mark_chosen else ""
    return struct_from(EntryDetails, entry, name=entry.own_name, mark=mark)
