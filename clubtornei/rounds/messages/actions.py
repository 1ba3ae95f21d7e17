"""What organisers do with the mail of an event."""

from collections.abc import Collection
from datetime import timedelta
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.timezone import now
from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused, lock_event
from clubtornei.mail.actions import queue
from clubtornei.mail.models import Delivery, Message, can_send
from clubtornei.rounds.messages.queries import key_of, writable

MOST_A_DAY = 10
"""Messages to the people of one event."""


class Letter(Struct, frozen=True, kw_only=True):
    """What an organiser has written; `key`: of the form; `people`: the keys of who gets it."""

    key: UUID
    subject: str
    text: str
    people: Collection[str]


@transaction.atomic
def write(event: Event, user: User, letter: Letter) -> int:
    """Have it sent to those who have an address; to how many addresses. The same form again is the same
    message. Raises ActionRefused.
    """
    if not can_send():
        raise ActionRefused(_("Da questo sito non parte posta."))
    lock_event(event)
    key = f"written:{letter.key}"
    earlier = event.messages.filter(kind=Message.Kind.WRITTEN).exclude(key=key)
    if earlier.filter(at__gt=now() - timedelta(days=1)).count() >= MOST_A_DAY:
        raise ActionRefused(
            _("In un giorno si scrivono al massimo %(most)d messaggi: riprova domani.") % {"most": MOST_A_DAY}
        )
    to = [address for address in writable(event) if key_of(address) in letter.people]
    if not to:
        raise ActionRefused(_("Nessuno di loro ha più un indirizzo confermato."))
    given = {"kind": Message.Kind.WRITTEN, "subject": letter.subject, "text": letter.text, "user": user}
    Message.objects.get_or_create(event=event, key=key, defaults=given)
    queue(event, Message.Kind.WRITTEN, key, to)
    return len(to)


def try_again(event: Event) -> int:
    """Queue once more what was not sent; how many mails."""
    failed = Delivery.objects.filter(message__event=event, state=Delivery.State.FAILED)
    return failed.exclude(address=None).update(state=Delivery.State.WAITING, tries=0, due_at=now())


def tell_no_more(event: Event, user: User) -> None:
    """Stop telling the organiser who has signed up."""
    event.addresses.filter(user=user).delete()
