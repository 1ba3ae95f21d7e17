"""What organisers change of publishing, on either side."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.timezone import now
from django.utils.translation import gettext as _
from msgspec import convert

from clubtornei.accounts.audit import record
from clubtornei.accounts.club_history import delete_with_history
from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.publishing.models import Destination, Outbox, ReceivedEvent, ReceivingKey
from clubtornei.publishing.protocol import Held
from clubtornei.publishing.transport import new_secret, signing_key

MOST_KEYS = 20  # of a club, that are not revoked
TO_BE_SENT = {"sent_version": 0, "unreached": True}
"""Of an event: it is to be sent again."""


@transaction.atomic
def make_key(club: Club, name: str, user: User) -> str:
    """The key for a laptop, as its owner types it there; it is shown once. Raises ActionRefused."""
    if club.receiving_keys.filter(revoked_at=None).count() >= MOST_KEYS:
        raise ActionRefused(_("Ci sono già troppe chiavi: revoca prima quelle che non servono."))
    secret = new_secret()
    key = ReceivingKey.objects.create(club=club, name=name, secret=signing_key(secret), made_by=user)
    record("receiving_key", club, user, name=name)
    return f"{key.pk}-{secret}"


@transaction.atomic
def revoke_key(key: ReceivingKey, user: User) -> None:
    """What it has sent stays; it sends no more."""
    key.revoked_at, key.secret = now(), ""
    key.save(update_fields=["revoked_at", "secret"])
    record("receiving_key_revoked", key.club, user, name=key.name)


@transaction.atomic
def remove_received(received: ReceivedEvent) -> None:
    """Take the event away here. A laptop that sends it again brings it back."""
    if received.event:
        delete_with_history(received.event)
    received.delete()


@transaction.atomic
def save_destination(club: Club, destination: Destination) -> None:
    """Send the club's published events there from now on."""
    destination.club, destination.tried_at = club, None
    destination.error = destination.club_there = ""
    destination.save()
    club.outboxes.update(failures=0, rests_until=now(), held=None, error="", refusal="")
    Event.objects.filter(outbox__club=club, published=True).update(**TO_BE_SENT)


@transaction.atomic
def stop(club: Club) -> None:
    """Send nothing more. What the server has stays there."""
    Event.objects.filter(outbox__club=club).update(
        public_site="", public_slug="", unreached=False, sent_version=0, addresses_there=None
    )
    club.outboxes.all().delete()
    Destination.objects.filter(club=club).delete()


@transaction.atomic
def take_over(event: Event, shown: str) -> None:
    """Replace what the server has. `shown`: the sending that the page told of. Raises ActionRefused."""
    locked = Outbox.objects.select_for_update(of=("self",)).filter(event=event).first()
    held = held_in(locked) if locked else None
    if locked is None or held is None or str(held.sending) != shown:
        raise ActionRefused(_("Intanto sul server è cambiato qualcosa: guarda di nuovo."))
    locked.accepted, locked.held, locked.takes_over = held.sending, None, True
    locked.rests_until, locked.failures = now(), 0
    locked.save()
    Event.objects.filter(outbox=locked).update(**TO_BE_SENT)


def try_again(event: Event) -> None:
    """Send at once what waits after attempts that failed."""
    Outbox.objects.filter(event=event).update(rests_until=now(), failures=0)


def held_in(outbox: Outbox) -> Held | None:
    """What the server has that this laptop has not sent."""
    return convert(outbox.held, Held) if outbox.held else None
