"""What organisers say of an event, a stage and an entry: the records that forms hand to actions.

The names of their fields are those of the models' columns.
"""

from datetime import date
from decimal import Decimal

from msgspec import Struct

from clubtornei.events.models import Entry, Stage
from clubtornei.untyped import JsonObject, Options


class EventDetails(Struct, frozen=True, kw_only=True):
    """An event: what it is called, what is played, when and where."""

    name: str
    starts_on: date
    ends_on: date | None = None
    game: str = ""
    place: str = ""


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
    entry_rule: JsonObject | None = None


class EntryDetails(Struct, frozen=True, kw_only=True):
    """A player in an event, as of the day of the event."""

    name: str
    rating: Decimal | None = None
    title: str = ""
    affiliation: str = ""
    group: str = ""


def scoring_details_of(stage: Stage) -> ScoringDetails:
    return ScoringDetails(scoring=stage.scoring, scoring_options=stage.scoring_options, ranking=stage.ranking)


def stage_details_of(stage: Stage) -> StageDetails:
    return StageDetails(
        name=stage.name,
        system=stage.system,
        options=stage.options,
        scoring=stage.scoring,
        scoring_options=stage.scoring_options,
        ranking=stage.ranking,
        entry_rule=stage.entry_rule,
    )


def entry_details_of(entry: Entry) -> EntryDetails:
    return EntryDetails(
        name=entry.name,
        rating=entry.rating,
        title=entry.title,
        affiliation=entry.affiliation,
        group=entry.group,
    )
