"""Mail without a server and without workers."""

import re

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.mail import EmailMessage
from django.db.models.functions import Now
from pytest_django.fixtures import Settings

from clubtornei.events.models import Entry, Event, SignUp
from clubtornei.mail.actions import Giver, confirm, give_address
from clubtornei.mail.models import Address, Delivery
from clubtornei.rounds.messages.sending import look_for_mail, send_mail

GIVER = Giver("https://torneo.example.org", "192.0.2.1")


@pytest.fixture
def mailing(settings: Settings) -> None:
    """The site can send mail; what it sends is in `sent`."""
    settings.EMAIL_URL = "console:///?from=torneo@example.org"
    settings.DEFAULT_FROM_EMAIL = "torneo@example.org"


def give(
    event: Event, of: SignUp | Entry | User, email: str = "ada@example.org", *, is_own: bool = True
) -> Address:
    give_address(event, email, GIVER, of=of, is_own=is_own)
    return event.addresses.latest("pk")


def give_confirmed(
    event: Event, of: SignUp | Entry | User, email: str = "ada@example.org", *, is_own: bool = True
) -> Address:
    """One to which what was due at its confirmation has gone."""
    address = give(event, of, email, is_own=is_own)
    deliver()
    confirm(address)
    deliver()
    mail.outbox.clear()
    return address


def deliver() -> list[EmailMessage]:
    """All that the workers would send now; what was sent."""
    before = len(mail.outbox)
    look_for_mail()
    send_mail.call()
    return mail.outbox[before:]


def make_due() -> None:
    """As if the time had come to try again."""
    Delivery.objects.waiting().update(due_at=Now())


def links_in(sent: EmailMessage) -> list[str]:
    """The paths of the links at this site."""
    return re.findall(rf"{GIVER.site}(\S+)", str(sent.body))
