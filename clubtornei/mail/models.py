"""Addresses of an event, messages, and the sending of each message to each address.

No backup has the addresses, nor what was sent to whom (backups/archive.py), and no document: thirty days
after the event was closed they are deleted.
"""

from datetime import timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _

from clubtornei.events.exact import ExactJSONField
from clubtornei.events.models import Entry, Event, SignUp
from clubtornei.players.models import Player
from clubtornei.web.link_keys import link_key

LONGEST_ADDRESS = 254
LONGEST_SUBJECT, LONGEST_TEXT = 100, 5_000
CONFIRMED_WITHIN = timedelta(days=2)


def can_send() -> bool:
    """Whether this site sends mail: the one that has EMAIL_URL does."""
    return bool(settings.EMAIL_URL)


class AddressQuerySet(models.QuerySet["Address"]):
    def confirmed(self) -> Self:
        return self.filter(confirmed_at__isnull=False)

    def of_people(self) -> Self:
        """The addresses of who plays, or wants to: they get what the organisers write."""
        return self.filter(is_own=True, user=None)

    def with_people(self) -> Self:
        return self.select_related(
            "event__club", "sign_up__entry__player", "sign_up__player", "entry__player"
        )


class Address(models.Model):
    """An address that gets mail of an event, once whoever reads there has confirmed it.

    Of one of three: a `sign_up`; an `entry`, whose rounds it is told; an organiser (`user`), who is told who
    has signed up. `is_own`: it was given where only the person himself (or who signed him up) could, so that
    his personal link goes there. `site`: where it was given, for links in the mail. `waits_since`: the
    event's version at which he was still on the waiting list, if he was told so.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="addresses")
    sign_up = models.ForeignKey(SignUp, models.CASCADE, null=True, related_name="addresses")
    entry = models.ForeignKey(Entry, models.CASCADE, null=True, related_name="addresses")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    is_own = models.BooleanField(default=False)
    email = models.EmailField(max_length=LONGEST_ADDRESS)
    language = models.CharField(max_length=10)
    site = models.URLField(max_length=300)
    at = models.DateTimeField(default=now)
    confirmed_at = models.DateTimeField(null=True)
    waits_since = models.PositiveBigIntegerField(null=True)
    link_key = link_key()

    objects = AddressQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["event", "email", "sign_up", "entry", "user"],
                nulls_distinct=False,
                name="one_address_a_person",
            ),
            models.CheckConstraint(
                condition=Q(sign_up__isnull=False, entry=None, user=None)
                | Q(sign_up=None, entry__isnull=False, user=None)
                | Q(sign_up=None, entry=None, user__isnull=False),
                name="address_of_one_person",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.pk}"  # never the address: this may be logged

    @property
    def player(self) -> Entry | None:
        """Who plays, once he is entered."""
        return self.sign_up.entry if self.sign_up else self.entry

    @property
    def public_name(self) -> str:
        """Whom it is about, as anybody may read it; empty for an organiser's."""
        if self.player:
            return self.player.name
        if self.sign_up:
            return self.sign_up.public_name(self.sign_up.player or Player(name=self.sign_up.name))
        return ""


class Message(models.Model):
    """What is sent to some addresses of an event. `key`: what happened; nothing is told twice. `facts`: what
    the text needs to know of it. `subject` and `text`: of what an organiser has written.
    """

    class Kind(models.TextChoices):
        CONFIRM = "confirm", _("Conferma di un indirizzo")
        SIGNED_UP = "signed-up", _("Iscrizione, con il link personale")
        PLACE = "place", _("C’è posto, per chi era in attesa")
        ACCEPTED = "accepted", _("Iscrizione accettata")
        CANCELLED = "cancelled", _("Iscrizione annullata, rifiutata o tolta")
        SIGN_UPS = "sign-ups", _("Nuove preiscrizioni, per chi organizza")
        ROUND = "round", _("Turno pubblicato")
        TAKEN_BACK = "taken-back", _("Turno ritirato")
        WRITTEN = "written", _("Scritto da chi organizza")

    event = models.ForeignKey(Event, models.CASCADE, related_name="messages")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    key = models.CharField(max_length=100)
    facts = ExactJSONField(default=dict, blank=True)
    subject = models.CharField(_("oggetto"), max_length=LONGEST_SUBJECT, blank=True)
    text = models.TextField(_("testo"), max_length=LONGEST_TEXT, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=now)

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["event", "key"], name="one_message_a_key")]

    def __str__(self) -> str:
        return f"{self.event} · {self.key}"


class DeliveryQuerySet(models.QuerySet["Delivery"]):
    def waiting(self) -> Self:
        return self.filter(state=Delivery.State.WAITING)

    def due(self) -> Self:
        return self.waiting().filter(due_at__lte=Now())


class Delivery(models.Model):
    """A message to an address: one row, so that it is sent once. `tries`: how often a worker has taken it;
    `due_at`: when one may take it next. The address is empty once it is deleted.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("in attesa")
        SENT = "sent", _("spedita")
        FAILED = "failed", _("non spedita")

    class Why(models.TextChoices):
        """Why the last try did not succeed."""

        SERVER = (
            "server",
            _("Il server di posta non risponde, o rifiuta: chi tiene il sito guardi EMAIL_URL."),
        )
        ADDRESS = (
            "address",
            _("Il server di posta dice che l’indirizzo non esiste: la persona va avvisata a voce."),
        )
        INTERRUPTED = (
            "interrupted",
            _("Il lavoro si è interrotto ogni volta: riferiscilo a chi tiene il sito."),
        )

    message = models.ForeignKey(Message, models.CASCADE, related_name="deliveries")
    address = models.ForeignKey(Address, models.SET_NULL, null=True, related_name="deliveries")
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=now)
    why = models.CharField(max_length=12, choices=Why.choices, blank=True)

    objects = DeliveryQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["message", "address"], name="one_delivery_of_a_message")
        ]
        indexes = [models.Index(fields=["due_at"], condition=Q(state="waiting"), name="delivery_due")]

    def __str__(self) -> str:
        return f"{self.message} · {self.state}"


class ConfirmationAsked(models.Model):
    """A mail that asked to confirm an address: both as fingerprints, for a day, so that nobody fills somebody
    else's mailbox.
    """

    address = models.CharField(max_length=64, db_index=True)
    client = models.CharField(max_length=64, db_index=True)
    at = models.DateTimeField(default=now)

    def __str__(self) -> str:
        return f"{self.at:%d/%m/%Y %H:%M}"
