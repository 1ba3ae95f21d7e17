"""A message of a laptop, on the server. It is taken once, in the laptop's order, and from one place."""

from datetime import timedelta

from django.db import DataError, IntegrityError, transaction
from django.db.models import Case, F, Q, When
from django.utils.timezone import now
from django.utils.translation import gettext as _
from msgspec import to_builtins

from clubtornei.accounts.club_history import delete_with_history
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.mail.models import can_send
from clubtornei.publishing.loading import load
from clubtornei.publishing.models import ReceivedEvent, ReceivingKey
from clubtornei.publishing.protocol import MOST_REQUESTS, Answer, Held, PublishingMessage, TakeOver, Wanted
from clubtornei.rounds.state.visitor_requests import asked_in

MOST_TAKE_OVERS = 20
MOST_EVENTS = 500  # of a club
MOST_A_MINUTE = 300
"""Messages with one key: twenty events, each asking and changing every few seconds."""
OF_ONE = 200_000
"""Bytes of a message, unpacked; a larger one counts as several."""
MINUTE = timedelta(minutes=1)


def may_send(key: ReceivingKey, size: int) -> bool:
    """Count a message of so many bytes, and say whether the key has not sent too many. Two queries."""
    same = Q(minute__gt=now() - MINUTE)
    weight = 1 + size // OF_ONE
    ReceivingKey.objects.filter(pk=key.pk).update(
        seen_at=now(),
        messages=Case(When(same, then=F("messages") + weight), default=weight),
        minute=Case(When(same, then=F("minute")), default=now()),
    )
    key.refresh_from_db(fields=["messages"])
    return key.messages <= MOST_A_MINUTE


def receive(key: ReceivingKey, message: PublishingMessage) -> Answer:
    """What the server answers. Raises ActionRefused where it cannot show what was sent."""
    try:
        with transaction.atomic():
            return _receive(key, message)
    except (
        DataError,
        IntegrityError,
    ) as error:  # a value that no column holds, or a link that is another event's
        raise ActionRefused(_("Il server non può scrivere questo torneo.")) from error


def _receive(key: ReceivingKey, message: PublishingMessage) -> Answer:
    club = key.club
    if message.event is None:
        return Answer(club=club.name)
    received = ReceivedEvent.objects.select_for_update().filter(club=club, uid=message.event).first()
    if received is None:
        if message.sending is None:
            return Answer(club=club.name)
        if club.received_events.count() >= MOST_EVENTS:
            raise ActionRefused(_("Il server ha già troppi tornei di questo circolo."))
        received = ReceivedEvent.objects.create(club=club, uid=message.event)
    if not _follows(received, message):
        return Answer(club=club.name, accepted=False, held=_held(received))
    received.received_at = now()
    received.save(update_fields=["received_at"])
    event = received.event
    if event:
        event.visitor_requests.filter(key__in=message.done).delete()
    if message.sending and message.sending != received.sending:
        event = _accept(received, message)
    wanted = event.visitor_requests.all()[:MOST_REQUESTS] if event else []
    return Answer(
        club=club.name,
        held=_held(received),
        slug=event.slug if event else None,
        addresses=event.addresses.confirmed().count() if event and can_send() else None,
        requests=[Wanted(key=one.key, asked=asked_in(one)) for one in wanted],
    )


def _follows(received: ReceivedEvent, message: PublishingMessage) -> bool:
    """Whether the message is of who knows what the server has: the next one, or the same again."""
    if received.sending is None or message.sending == received.sending:
        return True
    if message.after != received.sending:
        return False
    return message.sending is None or message.takes_over or message.version >= received.version


def _held(received: ReceivedEvent) -> Held | None:
    if received.sending is None:
        return None
    return Held(sending=received.sending, version=received.version, place=received.place)


def _accept(received: ReceivedEvent, message: PublishingMessage) -> Event | None:
    """Write down what was sent; the event, unless it was withdrawn."""
    taken_over = message.takes_over and received.sending is not None
    event = received.event
    if message.publication is not None:
        event = load(received, message.publication, taken_over=taken_over)
    elif message.withdrawn and event is not None:
        delete_with_history(event)
        event = None
    if taken_over:
        said = TakeOver(at=now(), before=received.place, now=message.place)
        received.taken_over = [*received.taken_over, to_builtins(said)][-MOST_TAKE_OVERS:]
    received.event, received.sending, received.version = event, message.sending, message.version
    received.place = message.place
    received.save()
    return event
