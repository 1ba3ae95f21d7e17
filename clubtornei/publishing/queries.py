"""What pages tell of an event that comes from a laptop."""

from msgspec import convert

from clubtornei.events.models import Event
from clubtornei.publishing.models import ReceivedEvent
from clubtornei.publishing.records import TakeOver


def taken_over_of(event: Event) -> list[TakeOver]:
    """When another place began to send the event. One query, of a received event only."""
    if not event.received:
        return []
    found = ReceivedEvent.objects.filter(event=event).values_list("taken_over", flat=True).first()
    return convert(found or [], list[TakeOver])
