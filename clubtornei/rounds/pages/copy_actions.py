"""Making an event like another one."""

from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils.timezone import make_aware, make_naive
from msgspec import Struct
from msgspec.structs import asdict, replace

from clubtornei.events.details import entry_details_of, event_details_of
from clubtornei.events.models import Entry, Event, SignUpSettings
from clubtornei.events.presets import create_with_stages, stages_like
from clubtornei.events.writing import writing
from clubtornei.rounds.participation.entries.actions import create_entries, entry_of
from clubtornei.rounds.participation.entries.late_entry_queries import openings_of
from clubtornei.rounds.state.days import kept_day, planned_day
from clubtornei.text.untyped import JsonObject
from scoring.prize_list import PrizeList, prizes_as_plain, read_prizes


class CopyChoice(Struct, frozen=True, kw_only=True):
    """What is new, and what comes along."""

    name: str
    starts_on: date
    formula: bool = True
    ranking: bool = True
    announcement: bool = True
    entries: bool = False


@transaction.atomic
def copy_event(event: Event, choice: CopyChoice) -> Event:
    """A new event, not public, like this one; all days are as far from its beginning as they were.

    Raises ActionRefused if the formula does not admit so many entries.
    """
    later = choice.starts_on - event.starts_on
    details = replace(
        event_details_of(event),
        name=choice.name,
        starts_on=choice.starts_on,
        ends_on=event.ends_on + later if event.ends_on else None,
    )
    if not choice.announcement:
        details = replace(details, announcement="", notices={})
    if not choice.formula:
        details = replace(details, minutes=None, ending="")
    copy = Event(
        club=event.club,
        formula=event.formula if choice.formula else None,
        report={"rate": event.report["rate"]} if "rate" in event.report else {},
        entry_fee=event.entry_fee if choice.announcement else None,
        prizes=_prizes_of(event, choice.starts_on) if choice.announcement else {},
        **asdict(details),
    )
    create_with_stages(copy, stages_like(event, formula=choice.formula, ranking=choice.ranking))
    if choice.formula:
        _copy_days(event, copy, later)
    if choice.announcement:
        _copy_sign_up_settings(event, copy, later)
    if choice.entries:
        _copy_entries(event, copy)
    return copy


def _prizes_of(event: Event, starts_on: date) -> JsonObject:
    """What was announced, with the days on which ages are counted as many years later as the event."""
    prizes = read_prizes(event.prizes)
    years = starts_on.year - event.starts_on.year
    categories = tuple(
        replace(category, age_on=f"{int(category.age_on[:4]) + years}{category.age_on[4:]}")
        if category.age_on and not category.age_on.endswith("-02-29")
        else category
        for category in prizes.categories
    )
    return prizes_as_plain(PrizeList(categories=categories, games=prizes.games, withdrawn=prizes.withdrawn))


def _copy_days(event: Event, copy: Event, later: timedelta) -> None:
    days = {stage.number: stage.days for stage in event.stages.all()}
    for stage in copy.stages.all():
        stage.days = {
            number: kept_day(planned_day(day) + later) for number, day in days[stage.number].items()
        }
        stage.save(update_fields=["days"])


def _copy_sign_up_settings(event: Event, copy: Event, later: timedelta) -> None:
    settings = SignUpSettings.objects.filter(event=event).first()
    if settings is None:
        return
    settings.event = copy
    settings.opens_at, settings.closes_at = (
        _moved(moment, later) for moment in (settings.opens_at, settings.closes_at)
    )
    settings.save(force_insert=True)


def _moved(moment: datetime | None, later: timedelta) -> datetime | None:
    """At the same hour on the wall, whether or not the clocks change in between."""
    if moment is None:
        return None
    return make_aware(make_naive(moment) + later)


def _copy_entries(event: Event, copy: Event) -> None:
    """Who is on the roster as he is there today; the others, and teams, as they were."""
    with writing(copy) as locked:
        entered = list(event.entries.select_related("player").order_by("entry_no"))
        new = [
            entry_of(locked, entry.player)
            if entry.player
            else Entry(event=locked, mark_chosen=entry.mark_chosen, **asdict(entry_details_of(entry)))
            for entry in entered
        ]
        for old, fresh in zip(entered, new, strict=True):
            fresh.fixed_table = old.fixed_table
        if new:
            create_entries(locked, new, openings_of(locked))
