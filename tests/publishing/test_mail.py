"""Mail of an event that a laptop sends: the server has the addresses, and writes to them."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils.timezone import localdate, now

from clubtornei.accounts.models import Club, Role
from clubtornei.mail.models import Address
from clubtornei.publishing.models import ReceivedEvent
from clubtornei.rounds.drafts.round_actions import draw_round, publish, take_back
from clubtornei.rounds.participation.signups.actions import cancel, decide
from clubtornei.rounds.privacy.retention import delete_what_is_over
from clubtornei.rounds.state.visitor_requests import Cancelling, keep_for_laptop
from tests.factories import make_drawn_event, make_event, make_result, make_round, signed_in
from tests.publishing.sites import Network, RemoteSite
from tests.publishing.test_two_sites import deliver, fresh, open_sign_ups, sign_up_there


def confirm_all(server: RemoteSite) -> None:
    server.execute("UPDATE mail_address SET confirmed_at = now()")


def kinds(server: RemoteSite) -> list[str]:
    """Of the messages, in their order, without the requests to confirm an address."""
    return [one["kind"] for one in server.rows("SELECT kind FROM mail_message ORDER BY id")][1:]


def test_the_server_writes_of_rounds_as_they_come_and_as_they_are_taken_back(
    club: Club, server: RemoteSite
) -> None:
    event = make_drawn_event(4, club, published=True)
    deliver()
    server.post(f"/t/{event.slug}/follow/1/", email="ada@example.org")
    confirm_all(server)
    round_ = make_round(event)
    deliver()
    assert kinds(server) == ["round"]
    # A laptop whose clock is fast: the round is from the future, and is written anew with each result.
    round_.stage.rounds.update(published_at=now() + timedelta(hours=1))
    make_result(event, round_, 1, "1-0")
    deliver()
    [facts] = server.rows(
        "SELECT 1 FROM mail_message, rounds_round"
        " WHERE kind = 'round' AND (facts->>'published_at')::timestamptz = published_at"
    )
    assert facts, "the mail is still of this round"
    assert kinds(server) == ["round"]
    server.execute("UPDATE mail_delivery SET tries = 1, state = 'sent'")
    make_result(event, round_, 1, "")
    take_back(fresh(event), 1)
    deliver()
    draw_round(fresh(event), 1)
    publish(fresh(event), 1)
    deliver()
    assert kinds(server) == ["round", "taken-back", "round"]


def test_an_address_stays_with_its_sign_up_and_is_told_what_the_laptop_decides(
    club: Club, server: RemoteSite
) -> None:
    event = make_event(club, published=True)
    open_sign_ups(event, approval=True)
    deliver()
    sign_up_there(server, event, "Rossi Mario", email="mario@example.org")
    confirm_all(server)
    deliver()
    sign_up = event.sign_ups.get()
    decide(fresh(event), sign_up.pk, accepted=True)
    deliver()
    assert kinds(server) == ["accepted"]
    assert fresh(event).addresses_there == 1
    cancel(event.sign_ups.get())
    deliver()
    assert kinds(server) == ["accepted", "cancelled"]
    assert server.rows("SELECT count(*) FROM mail_address") == [{"count": 1}], "it goes with the last mail"


def test_the_laptop_says_that_the_servers_mail_is_used(
    club: Club, server: RemoteSite, network: Network
) -> None:
    event = make_drawn_event(4, club, published=True)
    arbiter = signed_in(club, Role.ARBITER)
    assert "EMAIL_URL" in arbiter.get(f"/e/{event.slug}/mail/").content.decode()
    deliver()
    page = arbiter.get(f"/e/{event.slug}/mail/").content.decode()
    assert f"{network.address}/e/{event.slug}/mail/" in page
    assert "EMAIL_URL" not in page
    follow = arbiter.get(f"/t/{event.slug}/follow/1/").content.decode()
    assert f"{network.address}/t/{event.slug}/follow/1/" in follow


@pytest.mark.django_db
@pytest.mark.parametrize(("heard", "last_day", "left"), [(31, 31, 0), (29, 31, 1), (31, 29, 1), (31, -60, 1)])
def test_addresses_go_though_the_laptop_never_said_that_its_event_is_closed(
    heard: int, last_day: int, left: int
) -> None:
    """Thirty days after it was last heard of, or after the event's last day, whichever is later."""
    last = localdate() - timedelta(days=last_day)
    event = make_event(published=True, received=True, starts_on=last - timedelta(days=2), ends_on=last)
    received_at = now() - timedelta(days=heard)
    ReceivedEvent.objects.create(club=event.club, uid=uuid4(), event=event, received_at=received_at)
    person = event.sign_ups.create(name="Rossi Mario", key="a", contact="mario@example.org")
    Address.objects.create(event=event, sign_up=person, email="mario@example.org", confirmed_at=now())
    keep_for_laptop(event, Cancelling(person=person.link_key))
    delete_what_is_over()
    assert (event.addresses.count(), event.sign_ups.count(), event.visitor_requests.count()) == (left,) * 3


def test_a_laptop_that_only_asks_is_heard_of(club: Club, server: RemoteSite) -> None:
    make_event(club, published=True)
    deliver()
    server.execute("UPDATE publishing_receivedevent SET received_at = now() - interval '40 days'")
    deliver()
    assert server.rows("SELECT 1 FROM publishing_receivedevent WHERE received_at > now() - interval '1 day'")


@pytest.mark.django_db
def test_organisers_have_the_mail_of_a_received_event_and_nothing_else_of_it() -> None:
    event = make_event(published=True, received=True)
    arbiter = signed_in(event.club, Role.ARBITER)
    paths = ("mail/", "mail/write/", "entries/", "settings/")
    assert [arbiter.get(f"/e/{event.slug}/{path}").status_code for path in paths] == [200, 200, 403, 403]
