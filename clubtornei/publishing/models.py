"""Who may send events to this server, and what has come; where a laptop sends its own, and how far it is."""

from datetime import datetime, timedelta
from uuid import uuid4

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.signals import pre_delete
from django.dispatch import receiver
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _
from msgspec import convert

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.publishing.protocol import TakeOver

LONGEST_PLACE = 60
ASKED_AFTERWARDS = timedelta(days=30)
"""How long after its last change an event that is closed or taken back is still compared, once an HOUR: the
server may have been restored from an older copy.
"""
HOUR = timedelta(hours=1)


class ReceivingKey(models.Model):
    """Lets a laptop send events of the club to this server. `secret`: what signs; see transport.py. `minute`:
    when a minute began in which it has sent so many `messages`.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="receiving_keys")
    name = models.CharField(_("per quale portatile"), max_length=LONGEST_PLACE)
    secret = models.CharField(max_length=64, editable=False)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(null=True, editable=False)
    minute = models.DateTimeField(null=True, editable=False)
    messages = models.PositiveIntegerField(db_default=0, editable=False)
    revoked_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class ReceivedEvent(models.Model):
    """An event as a laptop has sent it last. `uid`: by which the laptop names it; `event`: null once it is
    taken back. `sending`: the last one that was accepted, of the laptop's `version`, from `place`.
    `received_at`: when that place was last heard of. `taken_over`: see `take_overs`.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="received_events")
    uid = models.UUIDField()
    event = models.OneToOneField(Event, models.SET_NULL, null=True, related_name="receipt")
    sending = models.UUIDField(null=True)
    version = models.PositiveBigIntegerField(default=0)
    place = models.CharField(max_length=LONGEST_PLACE, blank=True)
    received_at = models.DateTimeField(null=True)
    taken_over = models.JSONField(default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "uid"], name="one_received_event_a_uid")]

    def __str__(self) -> str:
        return str(self.uid)

    @property
    def take_overs(self) -> list[TakeOver]:
        """When another place began to send the event."""
        return convert(self.taken_over, list[TakeOver])


class Destination(models.Model):
    """The server on which the club publishes its events. `key`: as its owner gave it. `club_there`: what the
    club is called there, once it has answered; `error`: why it has not, a code of `transport.py`.
    """

    club = models.OneToOneField(Club, models.CASCADE, primary_key=True, related_name="destination")
    address = models.CharField(_("indirizzo del server"), max_length=200)
    key = models.CharField(_("chiave"), max_length=100)
    place = models.CharField(_("nome di questo computer"), max_length=LONGEST_PLACE)
    club_there = models.CharField(max_length=100, blank=True, editable=False)
    error = models.CharField(max_length=20, blank=True, editable=False)
    tried_at = models.DateTimeField(null=True, editable=False)

    def __str__(self) -> str:
        return self.address


class OutboxQuerySet(models.QuerySet["Outbox"]):
    def due(self, asks: datetime) -> "OutboxQuerySet":
        """What has something to send, or has not asked since `asks`, and need not wait."""
        changed = (
            Q(event=None)
            | Q(event__published=False, withdrawn=False)
            | (Q(event__published=True) & ~Q(event__version=F("event__sent_version")))
        )
        asking = Q(event__published=True, event__closed_at=None, asked_at__lt=asks)
        asking |= Q(event__sent_at__gt=now() - ASKED_AFTERWARDS, asked_at__lt=now() - HOUR)
        placed = Q(club__destination__isnull=False) | Q(last_destination__isnull=False)
        return self.filter(placed, changed | asking, held__isnull=True, rests_until__lte=now())


class Outbox(models.Model):
    """How far an event is sent. `uid`: its name on the server. `event`: null once it is deleted here.

    `accepted`: the last sending that the server has. `held`: where it has one that is not of here, what it
    says of it (Held of protocol.py): nothing is sent then until the organiser takes over. `takes_over`: he
    does. `asked_at`: when the server was last asked what visitors want. `withdrawn`: it is taken back there;
    of a deleted event this is compared once more after a day.
    `last_destination`: of a club that is deleted here, [address, key, place]: its events are taken back.
    """

    club = models.ForeignKey(Club, models.SET_NULL, null=True, related_name="outboxes")
    event = models.OneToOneField(Event, models.SET_NULL, null=True, related_name="outbox")
    uid = models.UUIDField(default=uuid4, unique=True)
    accepted = models.UUIDField(null=True)
    held = models.JSONField(null=True)
    takes_over = models.BooleanField(default=False)
    withdrawn = models.BooleanField(default=False)
    asked_at = models.DateTimeField(default=now)
    rests_until = models.DateTimeField(default=now)
    failures = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=20, blank=True)
    refusal = models.CharField(max_length=300, blank=True)
    last_destination = ArrayField(models.CharField(max_length=200), null=True)

    objects = OutboxQuerySet.as_manager()

    def __str__(self) -> str:
        return str(self.uid)

    @property
    def destination(self) -> Destination | None:
        """Where it is sent. One query, or none."""
        if self.last_destination:
            address, key, place = self.last_destination
            return Destination(address=address, key=key, place=place)
        return Destination.objects.filter(club=self.club_id).first()

    @property
    def newest(self) -> int:
        """The newest version that was sent, or perhaps sent. One query."""
        return self.sendings.aggregate(newest=models.Max("version"))["newest"] or 0


@receiver(pre_delete, sender=Club)
def take_back_events(instance: Club, **_others: object) -> None:
    """Take the events of a deleted club off the server."""
    if destination := Destination.objects.filter(club=instance).first():
        left = [destination.address, destination.key, destination.place]
        instance.outboxes.update(last_destination=left, held=None, rests_until=now(), failures=0)


class Sending(models.Model):
    """A version that was sent, or perhaps sent: by its key the laptop knows its own again on the server."""

    outbox = models.ForeignKey(Outbox, models.CASCADE, related_name="sendings")
    key = models.UUIDField(default=uuid4, unique=True)
    version = models.PositiveBigIntegerField()

    def __str__(self) -> str:
        return str(self.key)


class CarriedOut(models.Model):
    """A visitor's request that was carried out, or refused: it may be delivered again."""

    outbox = models.ForeignKey(Outbox, models.CASCADE, related_name="carried_out")
    key = models.UUIDField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["outbox", "key"], name="one_request_carried_out")]

    def __str__(self) -> str:
        return str(self.key)
