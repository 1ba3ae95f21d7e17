"""Events, rounds and games as appointments for the calendars of phones, each by a name that stays."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, timedelta

from django.apps import apps
from django.db.models import Max
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.crypto import salted_hmac
from django.utils.timezone import make_aware
from django.utils.translation import gettext as _
from icalendar import Calendar, Event as CalendarEvent
from msgspec import Struct

from clubtornei.events.models import Event, Stage
from clubtornei.rounds.documents.calendar import ShownRound, ShownTable
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.state.days import planned_day
from clubtornei.rounds.state.formatting import with_number
from clubtornei.rounds.state.table_words import TableWords
from clubtornei.text.languages import reader_language
from clubtornei.text.text_fields import one_line

PRODUCT = "-//ClubTornei//ClubTornei//{language}"
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
"""Of an event whose history is not kept."""


class Appointment(Struct, frozen=True, kw_only=True):
    """`uid`: by which a calendar knows it again. `event`: by primary key. `starts`: a day, or a moment;
    `ends`: the last day, or the moment, where it is known.
    """

    uid: str
    event: int
    summary: str
    starts: date
    ends: date | None
    place: str
    address: str
    description: str = ""


def event_appointments(event: Event, stages: Iterable[Stage], address: str) -> list[Appointment]:
    """Its rounds, where they have days; else the event as a whole. No query."""
    rounds = [
        _appointment(
            event,
            f"{stage.number}-{number}",
            _("%(event)s, turno %(number)s") % {"event": event.name, "number": number},
            planned_day(day),
            address,
        )
        for stage in stages
        for number, day in sorted(stage.days.items(), key=lambda item: int(item[0]))
    ]
    return rounds or [_whole(event, address)]


def player_appointments(snapshot: EventSnapshot, entry_no: int, address: str) -> list[Appointment]:
    """His games on the days of their rounds; where no round has a day, the event as a whole."""
    event = snapshot.event
    games = [
        _appointment(
            event,
            f"{tab.number}-{round_.number}-{entry_no}",
            _("%(event)s, turno %(number)s") % {"event": event.name, "number": round_.number},
            round_.day,
            address,
            said,
        )
        for tab in snapshot.stages_with(entry_no)
        for shown in [snapshot.of_stage(tab.number)]
        for round_ in shown.calendar
        if round_.day and (said := _game(round_, entry_no, shown.table_words)) is not None
    ]
    return games or [_whole(event, address)]


def mark_of_player(event: Event, entry_no: int) -> str:
    """In the address of his calendar, which so never becomes another's. It comes from the key of his own
    page, which nobody learns from it. One query. Raises Http404.
    """
    key = get_object_or_404(event.entries.values_list("link_key", flat=True), entry_no=entry_no)
    return salted_hmac("clubtornei.calendar", str(key), algorithm="sha256").hexdigest()[:32]


def calendar_file(name: str, appointments: Iterable[Appointment]) -> HttpResponse:
    """What a calendar subscribes to. Two queries."""
    appointments = list(appointments)
    changed = _last_changes({one.event for one in appointments})
    calendar = Calendar()
    calendar.add("prodid", PRODUCT.format(language=reader_language().upper()))
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", name)
    for one in appointments:
        calendar.add_component(_component(one, changed.get(one.event, LONG_AGO)))
    return HttpResponse(calendar.to_ical(), content_type="text/calendar; charset=utf-8")


def _whole(event: Event, address: str) -> Appointment:
    whole = _appointment(event, "", event.name, event.starts_on, address)
    return Appointment(
        uid=whole.uid,
        event=event.pk,
        summary=whole.summary,
        starts=whole.starts,
        ends=event.ends_on or event.starts_on,
        place=whole.place,
        address=address,
        description=one_line(event.notices.get("hours", "")),
    )


def _appointment(
    event: Event, what: str, summary: str, starts: date, address: str, description: str = ""
) -> Appointment:
    part = f"-{what}" if what else ""
    minutes = event.minutes
    return Appointment(
        uid=f"{event.slug}{part}@{event.club.slug}.clubtornei",
        event=event.pk,
        summary=summary,
        starts=starts,
        ends=starts + timedelta(minutes=minutes) if isinstance(starts, datetime) and minutes else None,
        place=", ".join(filter(None, (event.place, one_line(event.notices.get("address", ""))))),
        address=address,
        description=description,
    )


def _game(round_: ShownRound, entry_no: int, words: TableWords) -> str | None:
    """With whom he sits, and where; None if he does not play that round."""
    for table in round_.tables:
        if any(player.id == entry_no for player in table.seats):
            return f"{words.titled(table.number)}: {' – '.join(_names(table))}"
    return _("Riposo") if any(bye.player.id == entry_no for bye in round_.byes) else None


def _names(table: ShownTable) -> Iterator[str]:
    return map(with_number, table.seats)


def _last_changes(events: Collection[int]) -> Mapping[int, datetime]:
    """When the organiser last changed each event or one of its stages; results are no change of these."""
    changed: dict[int, datetime] = {}
    for model, event in (("EventEvent", "pgh_obj"), ("StageEvent", "event")):
        history = apps.get_model("events", model).objects.filter(**{f"{event}__in": events})
        for pk, at in history.order_by().values_list(event).annotate(Max("pgh_created_at")):
            changed[pk] = max(at, changed.get(pk, LONG_AGO))
    return changed


def _component(one: Appointment, changed: datetime) -> CalendarEvent:
    component = CalendarEvent()
    component.add("uid", one.uid)
    component.add("dtstamp", changed)
    component.add("summary", one.summary)
    if isinstance(one.starts, datetime):
        component.add("dtstart", make_aware(one.starts).astimezone(UTC))
        if isinstance(one.ends, datetime):
            component.add("dtend", make_aware(one.ends).astimezone(UTC))
    else:
        component.add("dtstart", one.starts)
        component.add("dtend", (one.ends or one.starts) + timedelta(days=1))  # the first day after it
    for name, text in (("location", one.place), ("description", one.description), ("url", one.address)):
        if text:
            component.add(name, text)
    return component
