"""Addresses: confirmed by who reads there, shown to nobody, and taken away in one tap."""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.validators import validate_email
from django.test import Client
from django.utils.timezone import now
from pytest_django.fixtures import Settings

from clubtornei.backups.archive import LEFT_OUT
from clubtornei.events.models import Entry, Event
from clubtornei.events.writing import ActionRefused
from clubtornei.mail.actions import (
    MOST_FOR_ADDRESS,
    MOST_FROM_CLIENT,
    TWO_CLICKS,
    Giver,
    delete_old_mail,
    fingerprint,
    give_address,
)
from clubtornei.mail.models import CONFIRMED_WITHIN, Address, ConfirmationAsked, Delivery
from tests.factories import make_club, make_drawn_event, make_entries, make_event
from tests.mail.mailing import GIVER, deliver, give, give_confirmed, links_in
from tests.rounds.participation.signups.signing_up import make_sign_ups, open_event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mailing")]


def age(**columns: timedelta) -> None:
    """Make all addresses so much older."""
    for address in Address.objects.all():
        for name, by in columns.items():
            setattr(address, name, getattr(address, name) - by)
        address.save()


def test_an_unconfirmed_address_gets_the_request_to_confirm_alone() -> None:
    event = open_event(make_club(), limit=10)
    [sign_up] = make_sign_ups(event, "www.truffa.example vinci")
    give(event, sign_up)
    [asked] = deliver()
    assert "truffa" not in f"{asked.subject}{asked.body}", "who gives the address writes nothing to its owner"
    assert str(sign_up.link_key) not in str(asked.body)
    assert deliver() == []
    path = links_in(asked)[0]
    Client().get(path)
    assert Address.objects.get().confirmed_at is None, (
        "programs that open the links of a mail confirm nothing"
    )
    Client().post(path)
    [welcome] = deliver()
    assert f"/i/{sign_up.link_key}/" in links_in(welcome)
    Client().post(path)
    assert deliver() == [], "once"


def test_nobody_fills_the_mailbox_of_somebody_else() -> None:
    for number in range(MOST_FOR_ADDRESS):
        event = make_event()
        make_entries(event, 1)
        give(event, event.entries.get(), f"g.u.sto+{number}@example.org", is_own=False)
    event = make_event()
    make_entries(event, 1)
    with pytest.raises(ActionRefused):
        give(event, event.entries.get(), "gusto@example.org", is_own=False)
    assert len(deliver()) == MOST_FOR_ADDRESS
    ConfirmationAsked.objects.update(at=now() - timedelta(days=1, minutes=1))
    assert give(event, event.entries.get(), "gusto@example.org", is_own=False)


@pytest.mark.parametrize(
    "spelt", ["gusto@ｅxample.org", "gusto@ex\u00adample.org", "Gusto@EXAMPLE.ORG", "gusto@exaｍple.org"]
)
def test_one_mailbox_has_one_spelling(spelt: str) -> None:
    event = make_event()
    make_entries(event, 1)
    given = give(event, event.entries.get(), spelt, is_own=False)
    asked = ConfirmationAsked.objects.get()
    assert (given.email.lower(), asked.address) == ("gusto@example.org", fingerprint("gusto@example.org"))


@pytest.mark.parametrize(
    "email", ['"gu\\sto"@example.org', '"gusto"@example.org', f"a@{'ü' * 63}.com", "a@\u00ad.com"]
)
def test_no_address_is_kept_to_which_no_mail_can_be_sent(email: str) -> None:
    """In quotes each character of a name may be written in two ways; a domain too long stops a task."""
    event = make_event()
    make_entries(event, 1)
    validate_email(email)
    with pytest.raises(ActionRefused):
        give(event, event.entries.get(), email)


def test_nobody_learns_by_asking_often_whether_an_address_is_confirmed() -> None:
    event = make_event()
    make_entries(event, 2)
    known, unknown = event.entries.order_by("pk")
    give_confirmed(event, known, "ada@example.org", is_own=False)
    answers = []
    for entry, email in ((known, "ada@example.org"), (unknown, "bea@example.org")):
        ConfirmationAsked.objects.all().delete()
        answers.append([_refuses(event, entry, email) for _each in range(MOST_FOR_ADDRESS + 1)])
    assert answers[0] == answers[1]


def _refuses(event: Event, entry: Entry, email: str) -> bool:
    age(at=TWO_CLICKS)
    try:
        give(event, entry, email, is_own=False)
    except ActionRefused:
        return True
    return False


def test_from_one_network_only_so_many_ask() -> None:
    event = make_event()
    make_entries(event, 1)
    entry, client = event.entries.get(), fingerprint(GIVER.client)
    ConfirmationAsked.objects.bulk_create(
        ConfirmationAsked(address=str(number), client=client) for number in range(MOST_FROM_CLIENT)
    )
    with pytest.raises(ActionRefused):
        give(event, entry)
    give_address(event, "ada@example.org", Giver(GIVER.site, "192.0.2.2"), of=entry)


def test_the_same_form_again_asks_once_and_a_confirmed_address_is_not_asked_again() -> None:
    event = make_event()
    make_entries(event, 1)
    entry = event.entries.get()
    give(event, entry, "ada@example.org", is_own=False)
    give(event, entry, "ada@EXAMPLE.org", is_own=False)
    assert len(deliver()) == 1
    give_confirmed(event, entry, is_own=False)
    give(event, entry, is_own=False)
    assert deliver() == []
    assert Address.objects.get().confirmed_at


def test_a_link_to_confirm_is_good_for_two_days() -> None:
    event = make_event()
    make_entries(event, 1)
    address = give(event, event.entries.get())
    age(at=CONFIRMED_WITHIN + timedelta(minutes=1))
    page = Client().post(f"/m/{address.link_key}/").content.decode()
    assert "2 giorni" in page
    assert Address.objects.get().confirmed_at is None
    delete_old_mail()
    assert not Address.objects.exists()
    assert Client().get(f"/m/{address.link_key}/").status_code == 404


def test_one_tap_stops_the_mail_of_an_event_without_signing_in() -> None:
    event = make_drawn_event(2, published=True)
    first, second = event.entries.order_by("entry_no")
    address, _other = give_confirmed(event, first), give_confirmed(event, second)
    elsewhere = make_drawn_event(2)
    kept = give_confirmed(elsewhere, elsewhere.entries.earliest("pk"))
    path = f"/m/{address.link_key}/stop/"
    page = Client(enforce_csrf_checks=True)
    assert "button" in page.get(path).content.decode()
    assert Address.objects.count() == 3, "programs that open the links of a mail stop nothing"
    answer = page.post(path, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert list(Address.objects.all()) == [kept]
    assert page.post(path).status_code == 200, "again is harmless"


def test_mail_programs_know_how_to_stop_it() -> None:
    event = make_event()
    make_entries(event, 1)
    address = give(event, event.entries.get())
    [asked] = deliver()
    assert asked.extra_headers["List-Unsubscribe"] == f"<{GIVER.site}/m/{address.link_key}/stop/>"
    assert asked.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


@pytest.mark.parametrize(("days", "left"), [(29, 1), (31, 0)])
def test_addresses_go_thirty_days_after_the_event_was_closed(days: int, left: int) -> None:
    event = make_event()
    make_entries(event, 1)
    give_confirmed(event, event.entries.get())
    Event.objects.filter(pk=event.pk).update(closed_at=now() - timedelta(days=days))
    delete_old_mail()
    assert Address.objects.count() == left
    assert Delivery.objects.count() == 1, "what was sent is still counted"


def test_no_backup_has_the_addresses() -> None:
    for model in (Address, Delivery, ConfirmationAsked):
        assert model._meta.db_table in LEFT_OUT


def test_a_site_without_mail_asks_nobody(settings: Settings) -> None:
    settings.EMAIL_URL = ""
    event = make_event()
    make_entries(event, 1)
    with pytest.raises(ActionRefused):
        give(event, event.entries.get())
    assert not Address.objects.exists()
    assert mail.outbox == []
