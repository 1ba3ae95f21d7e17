"""The pages of both sides: the server's address, keys, and what comes from a laptop."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils.timezone import localtime, now

from clubtornei.accounts.models import Role
from clubtornei.events.models import Event, SignUpSettings
from clubtornei.publishing import actions
from clubtornei.publishing.models import Destination, Outbox, ReceivedEvent, ReceivingKey
from clubtornei.publishing.transport import new_secret, signing_key
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.printing.catalogue import SHEETS
from clubtornei.rounds.printing.paper_format import A4
from clubtornei.rounds.printing.sheet import sheet_html
from tests.factories import make_club, make_drawn_event, make_event, make_round, make_user, signed_in

pytestmark = pytest.mark.django_db

SITE, HALL = "https://rete.example", "http://192.168.1.2:8000"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("tornei.example.org", "https://tornei.example.org"),
        (" https://tornei.example.org/club/ ", "https://tornei.example.org/club"),
        ("http://192.168.1.9:8000", "http://192.168.1.9:8000"),
        ("http://tornei.example.org", ""),
        ("ftp://tornei.example.org", ""),
        ("https://user:secret@tornei.example.org", ""),
        ("https://tornei.example.org/?a=1", ""),
        ("https://[::1", ""),
    ],
)
def test_only_the_address_of_a_site_is_taken(typed: str, kept: str) -> None:
    club = make_club()
    sent = {"address": typed, "key": f"1-{new_secret()}", "place": "Portatile"}
    answer = signed_in(club, Role.OWNER).post(f"/c/{club.slug}/publishing/", sent)
    found = Destination.objects.filter(club=club).first()
    assert (answer.status_code, found.address if found else "") == (302 if kept else 422, kept)


def test_the_key_is_never_shown_again_and_stays_where_the_field_is_empty() -> None:
    club = make_club()
    owner, key = signed_in(club, Role.OWNER), f"1-{new_secret()}"
    page = f"/c/{club.slug}/publishing/"
    owner.post(page, {"address": "tornei.example.org", "key": key, "place": "Portatile"})
    assert key not in owner.get(page).content.decode()
    owner.post(page, {"address": "altro.example.org", "key": "", "place": "Portatile"})
    found = Destination.objects.get()
    assert (found.address, found.key) == ("https://altro.example.org", key)
    assert owner.post(page, {"address": "a.example", "key": "1-short", "place": "P"}).status_code == 422


def test_a_key_is_made_shown_once_and_revoked() -> None:
    club = make_club()
    owner, page = signed_in(club, Role.OWNER), f"/c/{club.slug}/publishing/keys/"
    made = owner.post(page, {"name": "Portatile di sala"}).context["made"]
    key = ReceivingKey.objects.get()
    assert key.secret == signing_key(made.partition("-")[2])
    assert made not in owner.get(page).content.decode()
    owner.post(f"{page}{key.pk}/revoke/")
    key.refresh_from_db()
    assert (key.revoked_at is not None, key.secret) == (True, "")
    other = make_club()
    assert (
        signed_in(other, Role.OWNER).post(f"/c/{other.slug}/publishing/keys/{key.pk}/revoke/").status_code
        == 404
    )


def test_nobody_changes_an_event_that_comes_from_a_laptop() -> None:
    event = make_drawn_event(4, published=True, received=True)
    table = make_round(event).tables.get(number=1)
    owner = signed_in(event.club, Role.OWNER)
    assert owner.get(f"/e/{event.slug}/settings/").status_code == 403
    assert owner.post(f"/e/{event.slug}/tables/{table.pk}/result/", {"result": "1-0"}).status_code == 403
    owner.post(f"/q/{table.link_key}/", {"result": "1-0"})
    assert not table.seats.exclude(score=None).exists()  # a proposal for the laptop's desk
    assert event.visitor_requests.count() == 1
    assert event.name in owner.get(f"/c/{event.club.slug}/").content.decode()


def test_the_owner_of_the_server_takes_a_received_event_away() -> None:
    event = make_event(published=True, received=True)
    received = ReceivedEvent.objects.create(club=event.club, uid="0" * 32, event=event)
    path = f"/c/{event.club.slug}/publishing/received/{received.pk}/remove/"
    owner = signed_in(event.club, Role.OWNER)
    assert owner.get(path).status_code == 200
    owner.post(path)
    assert not Event.objects.filter(pk=event.pk).exists()


def test_stopping_leaves_no_public_address() -> None:
    club = make_club()
    event = make_event(club, published=True, public_site="https://tornei.example.org", public_slug="torneo")
    actions.save_destination(club, Destination(address="https://tornei.example.org", key="k", place="P"))
    Outbox.objects.create(club=club, event=event)
    signed_in(club, Role.OWNER).post(f"/c/{club.slug}/publishing/stop/")
    event.refresh_from_db()
    assert (event.is_sent, Outbox.objects.exists(), Destination.objects.exists()) == (False, False, False)


def test_without_a_server_the_pages_say_that_home_is_out_of_reach_and_what_to_do(settings: Any) -> None:
    event = make_event(published=True)
    SignUpSettings.objects.create(event=event, enabled=True)
    browser = signed_in(event.club, Role.OWNER)
    own, said = f"/e/{event.slug}/publishing/", "Si apre solo nella rete di questo computer"
    with_address = [f"/e/{event.slug}/{page}" for page in ("", "settings/", "sign-ups/")]
    assert [(said in (text := browser.get(path).text), own in text) for path in with_address] == [
        (True, True)
    ] * 3
    page = browser.get(own).text
    assert f"/e/{event.slug}/entries/" in page
    assert f"/c/{event.club.slug}/publishing/" in page
    settings.LAPTOP = False
    assert [said in browser.get(path).text for path in with_address] == [False] * 3


def test_pages_of_organisers_say_whether_the_server_has_the_newest_version() -> None:
    event = make_event(published=True, public_site=SITE, public_slug="torneo", sent_at=now())
    Event.objects.update(sent_version=F("version"))
    browser, page = signed_in(event.club, Role.ARBITER), f"/e/{event.slug}/entries/"
    assert f"pubblicato alle {localtime(event.sent_at):%H:%M}" in browser.get(page).text
    for waits in ({"version": F("version") + 1}, {"sent_version": F("version"), "unreached": True}):
        Event.objects.update(**waits)
        assert '<span class="badge draft">in attesa</span>' in browser.get(page).text


@pytest.mark.parametrize("unreached", [False, True])
def test_slips_carry_the_address_in_the_hall_too_while_the_server_is_not_reached(unreached: bool) -> None:
    [public, *in_hall] = codes_on("slips", unreached=unreached)[: 1 + unreached]
    assert public.startswith(f"{SITE}/q/")
    assert in_hall == [public.replace(SITE, HALL)] * unreached


def codes_on(sheet: str, *, unreached: bool) -> list[str]:
    """The addresses of the QR codes on a sheet of a published event with a round."""
    event = make_drawn_event(
        4, published=True, public_site=SITE, public_slug="semilampo", unreached=unreached
    )
    make_round(event)
    snapshot = EventSnapshot(event)
    made = SHEETS[sheet].context(snapshot, 1, A4)
    html = sheet_html(SHEETS[sheet], snapshot, made, HALL, f"/t/{event.slug}/").html
    return re.findall(r'<img src="data:image[^"]*" alt="([^"]*)"', html)


def test_a_club_has_a_ceiling_of_keys() -> None:
    club, user = make_club(), make_user()
    for _each in range(actions.MOST_KEYS):
        actions.make_key(club, "P", user)
    with pytest.raises(actions.ActionRefused):
        actions.make_key(club, "P", user)


def test_what_has_failed_is_tried_again_at_once() -> None:
    event = make_event(published=True, unreached=True)
    Destination.objects.create(club=event.club, address="https://rete.example", key="1-a", place="P")
    later = now() + timedelta(minutes=5)
    Outbox.objects.create(club=event.club, event=event, error="wrong_key", failures=9, rests_until=later)
    arbiter, page = signed_in(event.club, Role.ARBITER), f"/e/{event.slug}/publishing/"
    assert "Riprova adesso" in arbiter.get(page).content.decode()
    arbiter.post(f"{page}try-again/")
    assert Outbox.objects.due(now()).exists()
