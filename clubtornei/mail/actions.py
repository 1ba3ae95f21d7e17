"""Giving an address, confirming it, taking it away; and putting messages into the queue."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.utils.crypto import salted_hmac
from django.utils.timezone import now
from django.utils.translation import get_language, gettext as _
from msgspec import Struct

from clubtornei.events.models import Entry, Event, SignUp
from clubtornei.events.writing import ActionRefused, lock_event
from clubtornei.mail.models import (
    CONFIRMED_WITHIN,
    LONGEST_ADDRESS,
    Address,
    ConfirmationAsked,
    Delivery,
    Message,
    can_send,
)
from clubtornei.text.untyped import JsonObject

MOST_FOR_ADDRESS, DAY = 3, timedelta(days=1)
"""Mails that ask to confirm one address, of the whole site."""
MOST_FROM_CLIENT, HOUR = 60, timedelta(hours=1)
"""A hall has one network address for all who are in it."""
TWO_CLICKS = timedelta(minutes=1)
"""For so long the same form sent again asks nothing again."""
MOST_OF_EVENT = 2_000
MOST_OF_PERSON = 3
KEPT_AFTER_CLOSING = timedelta(days=30)
QUARTER = timedelta(minutes=15)
LOCK = 0x6D61696C
"""Of the transaction that counts who asked: requests at the same time are counted one after the other."""


class Giver(Struct, frozen=True):
    """Where a request came from: the site as it was addressed, `https://torneo.example.org`; and the network
    address of who asked.
    """

    site: str
    client: str


@transaction.atomic
def give_address(
    event: Event, email: str, giver: Giver, *, of: SignUp | Entry | User, is_own: bool = True
) -> None:
    """Ask whoever reads at the address to confirm it. Nothing else is sent there before.

    Who gives it does not learn whether it is known already. Raises ActionRefused where that was asked too
    often, or the site sends no mail.
    """
    if not can_send():
        raise ActionRefused(_("Da questo sito non parte posta."))
    if event.received and isinstance(of, SignUp):
        of = _as_sent_now(event, of)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
    email = _spelt_once(email)
    address = Address(
        event=event,
        email=email,
        sign_up=of if isinstance(of, SignUp) else None,
        entry=of if isinstance(of, Entry) else None,
        user=of if isinstance(of, User) else None,
    )
    of_person = event.addresses.filter(sign_up=address.sign_up, entry=address.entry, user=address.user)
    address = of_person.filter(email=email).first() or address
    known = address.pk is not None and address.is_own >= is_own
    if known and address.at > now() - TWO_CLICKS:
        return
    _refuse_too_many(event, email, giver)
    ConfirmationAsked.objects.create(address=fingerprint(email), client=fingerprint(giver.client))
    if known and address.confirmed_at:
        address.at = now()  # and is refused as often as one that is not known
        address.save(update_fields=["at"])
        return
    if is_own and of_person.filter(is_own=True).exclude(email=email).count() >= MOST_OF_PERSON:
        raise ActionRefused(_("Ci sono già troppi indirizzi: prima se ne deve togliere uno."))
    address.is_own, address.confirmed_at, address.at = address.is_own or is_own, None, now()
    address.language, address.site = get_language() or "it", giver.site
    address.save()
    queue(event, Message.Kind.CONFIRM, f"confirm:{uuid4()}", [address])


def _as_sent_now(event: Event, sign_up: SignUp) -> SignUp:
    """The row of the sign-up, which has another one when a laptop has sent the event anew meanwhile."""
    lock_event(event)
    found = event.sign_ups.filter(link_key=sign_up.link_key).first()
    if found is None:
        raise ActionRefused(_("Questa iscrizione intanto è stata tolta."))
    return found


def _spelt_once(email: str) -> str:
    """The address with its domain as it stands in a mail, of which many spellings lead to the same. Raises
    ActionRefused for one to which no mail can be sent.
    """
    local, _at, domain = email.rpartition("@")
    try:
        domain = domain.encode("idna").decode().lower()
    except UnicodeError:
        domain = ""
    spelt = f"{local}@{domain}"
    # In quotes each character may be written in two ways.
    if not domain or '"' in local or len(spelt) > LONGEST_ADDRESS:
        raise ActionRefused(_("A questo indirizzo non si può scrivere: controllalo, o lasciane un altro."))
    return spelt


def _refuse_too_many(event: Event, email: str, giver: Giver) -> None:
    asked = ConfirmationAsked.objects
    of_address = asked.filter(address=fingerprint(email), at__gt=now() - DAY).count()
    of_client = asked.filter(client=fingerprint(giver.client), at__gt=now() - HOUR).count()
    if of_address >= MOST_FOR_ADDRESS or of_client >= MOST_FROM_CLIENT:
        raise ActionRefused(
            _("Da qui, o a questo indirizzo, abbiamo già scritto abbastanza: riprova domani.")
        )
    if event.addresses.confirmed().count() >= MOST_OF_EVENT:
        raise ActionRefused(_("Questo torneo ha già troppi indirizzi: guarda la pagina pubblica."))


def fingerprint(text: str) -> str:
    """The fingerprint of a network address, or of the mailbox that a mail address leads to: what follows a
    `+`, and full stops, make no other one with large providers.
    """
    local, at, domain = text.lower().rpartition("@")
    mailbox = local.partition("+")[0].replace(".", "") + at + domain
    return salted_hmac("clubtornei.mail", mailbox, algorithm="sha256").hexdigest()


@transaction.atomic
def confirm(address: Address) -> None:
    """Whoever reads there wants the mail. Again is harmless. Raises ActionRefused if it is too late."""
    current = Address.objects.select_for_update(of=("self",)).filter(pk=address.pk).first()
    if current is None or (current.confirmed_at is None and current.at < now() - CONFIRMED_WITHIN):
        raise ActionRefused(
            _("Il link valeva %(days)d giorni: lascia di nuovo l’indirizzo sulla pagina del torneo.")
            % {"days": CONFIRMED_WITHIN.days}
        )
    if current.confirmed_at is None:
        current.confirmed_at = now()
        current.save(update_fields=["confirmed_at"])
        if current.sign_up_id:
            queue(current.event, Message.Kind.SIGNED_UP, "signed-up", [current])


def stop(address: Address) -> None:
    """Send nothing of the event to this mailbox any more: its rows go. What waits for them is never sent."""
    Address.objects.filter(event=address.event_id, email__iexact=address.email).delete()


def queue(
    event: Event,
    kind: str,
    key: str,
    addresses: Iterable[Address],
    *,
    facts: JsonObject | None = None,
    due_at: datetime | None = None,
) -> Message | None:
    """Have the message sent to these addresses, which are written in the same transaction as what happened.
    Nothing is queued twice. None where there is nobody to write to, or the site sends no mail.
    """
    to = list(addresses) if can_send() else []
    if not to:
        return None
    given = {"kind": kind, "facts": facts or {}}
    message, _new = Message.objects.get_or_create(event=event, key=key, defaults=given)
    Delivery.objects.bulk_create(
        [Delivery(message=message, address=one, due_at=due_at or now()) for one in to], ignore_conflicts=True
    )
    return message


def tell_organisers(sign_up: SignUp) -> None:
    """Have the organisers who want it told who has signed up: one mail a quarter of an hour, about all who
    did in it.
    """
    begins = sign_up.at.replace(minute=sign_up.at.minute // 15 * 15, second=0, microsecond=0)
    ends = begins + QUARTER
    to = sign_up.event.addresses.confirmed().exclude(user=None)
    facts = {"from": begins.isoformat(), "to": ends.isoformat()}
    queue(sign_up.event, Message.Kind.SIGN_UPS, f"sign-ups:{ends.isoformat()}", to, facts=facts, due_at=ends)


def delete_old_mail() -> int:
    """Delete what is kept no longer: addresses of events that were over thirty days ago, or that nobody
    confirmed; and the fingerprints of yesterday. How many addresses.
    """
    ConfirmationAsked.objects.filter(at__lt=now() - DAY).delete()
    over = Address.objects.filter(event__in=Event.objects.over_before(now() - KEPT_AFTER_CLOSING))
    unconfirmed = Address.objects.filter(confirmed_at=None, at__lt=now() - CONFIRMED_WITHIN)
    return over.delete()[0] + unconfirmed.delete()[0]
