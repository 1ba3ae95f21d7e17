"""Sending what is due: a task, of which any number may run. Each delivery is taken by one worker at a time;
one that dies with its worker is taken again.
"""

import logging
from datetime import timedelta
from smtplib import SMTPException, SMTPRecipientsRefused

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import F
from django.utils.timezone import now
from django_tasks import task
from django_tasks_db.models import DBTaskResult

from clubtornei.events.models import Event
from clubtornei.jobs.models import MAIL
from clubtornei.mail.actions import queue
from clubtornei.mail.models import Address, Delivery, Message, can_send
from clubtornei.rounds.messages.texts import Mail, mail_of
from clubtornei.rounds.participation.signups.queries import placed_sign_ups, settings_of

logger = logging.getLogger(__name__)

AT_ONCE = 50
"""Mails of one task: rating lists wait no longer than for those."""
MOST_TRIES = 6
TAKEN_FOR = timedelta(minutes=10)
"""After so long a worker that has taken a delivery is dead."""
PAUSE = timedelta(minutes=1)
"""A server that does not answer is asked again after it, for all mail; for one after 4, 16, 64 … of it."""


def look_for_mail() -> None:
    """Have a task send what is due, unless one waits already. Each worker looks every few seconds."""
    if not can_send():
        return
    tell_places()
    waits = DBTaskResult.objects.ready().filter(queue_name=MAIL).exists()
    if not waits and Delivery.objects.due().exists():
        send_mail.enqueue()


@task(queue_name=MAIL)
def send_mail() -> None:
    """Send what is due; twice is harmless."""
    connection = get_connection()
    try:
        for _each in range(AT_ONCE):
            delivery = take()
            if delivery is None or not send(delivery, connection):
                return
    finally:
        connection.close()


@transaction.atomic
def take() -> Delivery | None:
    """The next delivery that is due, which no other worker takes for a while. One that was taken too often is
    given up.
    """
    given_up = Delivery.objects.due().filter(tries__gte=MOST_TRIES)
    given_up.update(state=Delivery.State.FAILED, why=Delivery.Why.INTERRUPTED)
    due = Delivery.objects.due().select_for_update(of=("self",), skip_locked=True)
    delivery = due.select_related("message").order_by("due_at", "pk").first()
    if delivery:
        delivery.tries += 1
        delivery.due_at = now() + TAKEN_FOR
        delivery.save(update_fields=["tries", "due_at"])
    return delivery


def send(delivery: Delivery, connection: BaseEmailBackend) -> bool:
    """Send it, or write why it was not. False: the server takes nothing now, from anybody."""
    delivery.address = Address.objects.with_people().filter(deliveries=delivery).first()
    mail = mail_of(delivery)
    if mail is None or delivery.address is None:
        delivery.delete()
        return True
    try:
        connection.send_messages([_email(mail, delivery.address)])
    except SMTPRecipientsRefused as error:
        for_ever = all(code >= 500 for code, _text in error.recipients.values())
        _put_off(delivery, Delivery.Why.ADDRESS, for_ever=for_ever)
        return True
    except (OSError, SMTPException) as error:
        logger.warning("A mail was not sent: %s", type(error).__name__)  # its text may name the address
        _put_off(delivery, Delivery.Why.SERVER)
        later = now() + PAUSE
        Delivery.objects.waiting().filter(due_at__lt=later).update(due_at=later, why=Delivery.Why.SERVER)
        return False
    Delivery.objects.filter(pk=delivery.pk).update(state=Delivery.State.SENT, why="")
    if delivery.message.kind == Message.Kind.CANCELLED:
        delivery.address.delete()
    return True


def _email(mail: Mail, address: Address) -> EmailMessage:
    return EmailMessage(mail.subject, mail.text, mail.sender, [address.email], headers=mail.headers)


def _put_off(delivery: Delivery, why: str, *, for_ever: bool = False) -> None:
    """Until a later try, if there is one."""
    pause = PAUSE * 4 ** (delivery.tries - 1)
    failed = for_ever or delivery.tries >= MOST_TRIES
    Delivery.objects.filter(pk=delivery.pk).update(
        state=Delivery.State.FAILED if failed else Delivery.State.WAITING, why=why, due_at=now() + pause
    )


@transaction.atomic
def tell_places() -> None:
    """Tell who was told that he waits, and has a place now, whatever has given it to him."""
    changed = Address.objects.filter(waits_since__lt=F("event__version"))
    for event in Event.objects.filter(addresses__in=changed).distinct():
        placed = placed_sign_ups(event, settings_of(event))
        waiting = [one.sign_up.pk for one in placed if not one.has_place]
        winning = [one.sign_up.pk for one in placed if one.has_place]
        waited = event.addresses.select_for_update().filter(waits_since__lt=event.version)
        queue(event, Message.Kind.PLACE, f"place:{event.version}", waited.filter(sign_up__in=winning))
        still = list(waited.filter(sign_up__in=waiting).values_list("pk", flat=True))
        waited.exclude(pk__in=still).update(waits_since=None)
        event.addresses.filter(pk__in=still).update(waits_since=event.version)
