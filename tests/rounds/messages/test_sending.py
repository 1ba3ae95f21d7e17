"""What is due is sent once, by however many workers; what the server does not take is tried again."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from django.utils.timezone import now
from django_tasks_db.models import DBTaskResult
from pytest_django.fixtures import Settings

from clubtornei.events.models import Event
from clubtornei.mail.models import Address, Delivery
from clubtornei.rounds.messages.sending import MOST_TRIES, look_for_mail, send_mail, take
from tests.at_once import at_once
from tests.factories import make_drawn_event
from tests.mail.mailing import deliver, give, give_confirmed, make_due

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mailing")]

ADDRESS = "ada@example.org"


class Broken(EmailBackend):
    """A server that takes nothing."""

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        raise SMTPServerDisconnected(f"nothing for {messages[0].to[0]}")


class Refusing(EmailBackend):
    """A server that does not know the address."""

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        if messages[0].to == [ADDRESS]:
            raise SMTPRecipientsRefused({ADDRESS: (550, b"no such user")})
        return super().send_messages(messages)


def backend(settings: Settings, of: type[EmailBackend]) -> None:
    settings.EMAIL_BACKEND = f"{of.__module__}.{of.__qualname__}"


def written_to(count: int) -> Event:
    """An event of which so many addresses wait for the request to confirm them."""
    event = make_drawn_event(count)
    for entry in event.entries.all():
        give(event, entry, f"{'ada' if entry.entry_no == 1 else entry.entry_no}@example.org")
    return event


def test_a_task_is_queued_only_when_something_is_due_and_none_waits() -> None:
    look_for_mail()
    assert not DBTaskResult.objects.exists()
    written_to(2)
    look_for_mail()
    look_for_mail()
    assert DBTaskResult.objects.filter(queue_name="mail").count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_send_each_mail_once() -> None:
    written_to(12)
    at_once(*(partial(send_mail.call) for _each in range(2)))
    assert len({one.to[0] for one in mail.outbox}) == len(mail.outbox)
    assert len(mail.outbox) == Delivery.objects.filter(state="sent").count() == 12


def test_what_a_worker_had_taken_that_died_is_taken_again_and_given_up_in_the_end() -> None:
    written_to(1)
    for _each in range(MOST_TRIES):
        assert take()
        assert take() is None, "another worker has it"
        Delivery.objects.update(due_at=now() - timedelta(seconds=1))
    assert take() is None
    assert Delivery.objects.get().state == "failed"


def test_a_server_that_takes_nothing(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    written_to(3)
    backend(settings, Broken)
    assert deliver() == []
    assert sum(one.tries for one in Delivery.objects.all()) == 1, "one try for all"
    assert not Delivery.objects.due().exists()
    assert "ada" not in caplog.text
    give_up()
    backend(settings, EmailBackend)
    make_due()
    assert len(deliver()) == 2


def give_up() -> None:
    """Try the first delivery until it is given up."""
    first = Delivery.objects.order_by("pk")[:1]
    for _each in range(MOST_TRIES):
        Delivery.objects.filter(pk__in=first.values("pk"), state="waiting").update(due_at=now())
        deliver()
    assert Delivery.objects.get(pk__in=first.values("pk")).state == "failed"


def test_an_address_that_the_server_does_not_know_fails_at_once_and_no_other(settings: Settings) -> None:
    written_to(3)
    backend(settings, Refusing)
    assert len(deliver()) == 2
    failed = Delivery.objects.get(state="failed")
    assert failed.why == Delivery.Why.ADDRESS
    assert failed.address and failed.address.email == ADDRESS


def test_what_waits_for_an_address_that_is_gone_is_never_sent() -> None:
    event = written_to(1)
    Address.objects.all().delete()
    assert deliver() == []
    assert not Delivery.objects.waiting().exists()
    assert event.addresses.count() == 0


def test_a_mail_has_one_recipient_and_no_header_of_anybody_else() -> None:
    event = make_drawn_event(1, name="Torneo\r\nBcc: altri@example.org")
    give_confirmed(event, event.entries.get())
    give(event, event.entries.get(), "eva@example.org")
    [sent] = deliver()
    assert sent.to == ["eva@example.org"]
    assert sent.bcc == sent.cc == []
    assert sent.subject.startswith("Torneo Bcc:")
    assert sent.message()["Bcc"] is None
