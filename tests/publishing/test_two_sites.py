"""A laptop and a server: what is shown there, what comes back, and a network that is cut, deaf, doubled and
reordered, between copies of yesterday.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import transaction
from django.utils.timezone import now

from clubtornei.accounts.club_actions import delete_club
from clubtornei.accounts.models import Club, Role
from clubtornei.events.models import Entry, Event, SignUp, SignUpSettings
from clubtornei.publishing import actions
from clubtornei.publishing.models import Outbox
from clubtornei.publishing.server_exchange import send_what_waits
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.models import Proposal, Table
from clubtornei.rounds.pages.settings_actions import delete_event, unpublish
from clubtornei.rounds.participation.entries.actions import enter
from clubtornei.rounds.participation.signups.actions import enter_sign_ups
from clubtornei.rounds.privacy.actions import forget
from clubtornei.rounds.results.proposal_actions import confirm_all
from clubtornei.rounds.stages.closing_actions import close
from scoring.record import write
from tests.factories import (
    make_all_results,
    make_drawn_event,
    make_event,
    make_player,
    make_result,
    make_round,
    make_user,
    signed_in,
)
from tests.publishing.sites import Network, RemoteSite


def deliver() -> None:
    """What is to be sent and asked for, without waiting."""
    moment = now()
    Outbox.objects.update(rests_until=moment, asked_at=moment - timedelta(days=1))
    send_what_waits()


def shown(server: RemoteSite, event: Event) -> str:
    return server.get(f"/t/{event.slug}/document.json").text


def public_text(event: Event) -> str:
    return write(document_of(Event.objects.get(pk=event.pk), public=True))


def fresh(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


@contextmanager
def taken_back() -> Iterator[None]:
    """The laptop's database is what it was, as where an older copy is restored."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def open_sign_ups(event: Event, **settings: object) -> None:
    SignUpSettings.objects.create(event=event, **{"enabled": True, **settings})


def sign_up_there(server: RemoteSite, event: Event, name: str, **fields: str) -> str:
    """The path of the personal page of who has signed up on the server."""
    page = server.get(f"/t/{event.slug}/sign-up/")
    (ticket,) = re.findall(r'name="ticket" value="([^"]+)"', page.text)
    server.rest()
    sent = {"name": name, "contact": "333", "accepted_rules": "on", "ticket": ticket, **fields}
    answer = server.post(f"/t/{event.slug}/sign-up/", **sent)
    assert answer.status == 302, answer.text
    return answer.headers["location"]


def test_the_server_shows_what_the_laptop_has(club: Club, server: RemoteSite, tmp_path: Path) -> None:
    event = make_drawn_event(6, club, published=True)
    round_ = make_round(event)
    make_result(event, round_, 1, "1-0")
    deliver()
    assert (fresh(event).unreached, fresh(event).sending_waits) == (False, False)
    assert shown(server, event) == public_text(event)
    make_result(event, round_, 2, "0-1")
    assert fresh(event).sending_waits
    deliver()
    assert shown(server, event) == public_text(event)
    document = tmp_path / "document.json"
    document.write_text(shown(server, event))
    command = [sys.executable, "-m", "pairing", "check", str(document)]
    assert subprocess.run(command, check=False).returncode == 0
    pages = ("verify/?round=1", "", "standings/", "rounds/1/", "players/1/", "screen/", "clock/")
    calendar = f"calendar/{event.public_key}.ics"  # to which phones are subscribed
    paths = [f"/t/{event.slug}/{page}" for page in (*pages, calendar)]
    paths.append(f"/api/v1/events/{event.slug}/stages/1/standings/")
    assert {path: server.get(path).status for path in paths} == dict.fromkeys(paths, 200)


def test_nothing_waits_for_the_network_and_only_the_newest_is_sent(
    club: Club, server: RemoteSite, network: Network
) -> None:
    event = make_drawn_event(6, club, published=True)
    round_ = make_round(event)
    network.cut = True
    deliver()
    assert fresh(event).unreached
    for table in (1, 2, 3):
        make_result(event, round_, table, "1-0")
        deliver()
    outbox = Outbox.objects.get()
    assert (outbox.failures, outbox.error) == (4, "unreached")
    assert outbox.rests_until - now() > timedelta(seconds=15)
    network.cut = False
    deliver()
    assert shown(server, event) == public_text(event)
    assert (fresh(event).sending_waits, Outbox.objects.get().failures) == (False, 0)


def test_a_lost_answer_a_doubled_and_a_late_message_change_nothing(
    club: Club, server: RemoteSite, network: Network
) -> None:
    event = make_drawn_event(6, club, published=True)
    round_ = make_round(event)
    deliver()
    network.deaf = True
    make_result(event, round_, 1, "1-0")
    deliver()
    make_result(event, round_, 2, "1-0")
    deliver()
    assert fresh(event).unreached
    network.deaf, network.doubled = False, True
    deliver()
    assert (fresh(event).sending_waits, Outbox.objects.get().held) == (False, None)
    for number in range(len(network.sent)):  # all of it arrives once more, the oldest last
        network.deliver(len(network.sent) - 1 - number)
    assert shown(server, event) == public_text(event)
    make_result(event, round_, 3, "0-1")
    deliver()
    assert shown(server, event) == public_text(event)


def test_who_signs_up_and_cancels_on_the_server_does_so_on_the_laptop(club: Club, server: RemoteSite) -> None:
    event = make_event(club, published=True)
    open_sign_ups(event, limit=2)
    first = event.sign_ups.create(name="Bianchi Anna", key="sala")
    deliver()
    assert "Bianchi Anna" in server.get(f"/t/{event.slug}/").text
    own = sign_up_there(server, event, "Rossi Mario", affiliation="Arci")
    waiting = sign_up_there(server, event, "Verdi Luca")
    deliver()
    names = list(event.sign_ups.values_list("name", "affiliation", "contact"))
    assert names == [("Bianchi Anna", "", ""), ("Rossi Mario", "Arci", "333"), ("Verdi Luca", "", "333")]
    assert {f"/i/{key}/" for key in event.sign_ups.values_list("link_key", flat=True)} >= {own, waiting}
    assert server.rows("SELECT count(*) FROM rounds_visitorrequest") == [{"count": 0}]
    server.post(own, do="cancel")
    deliver()
    assert event.sign_ups.get(name="Rossi Mario").status == SignUp.Status.CANCELLED
    enter_sign_ups(fresh(event))
    deliver()
    assert set(event.entries.values_list("name", flat=True)) == {first.name, "Verdi Luca"}
    assert shown(server, event) == public_text(event)
    assert "Sei tra gli iscritti" in server.get(waiting).text


def test_who_signs_up_too_late_is_found_among_those_put_aside(club: Club, server: RemoteSite) -> None:
    event = make_event(club, published=True)
    open_sign_ups(event)
    enter(event, [make_player(club) for _each in range(4)])
    deliver()
    own = sign_up_there(server, event, "Rossi Mario")
    Event.objects.filter(pk=event.pk).update(drawn_at=now(), seed="seme", version=event.version + 5)
    Entry.objects.filter(event=event).update(number=None)
    for number, entry in enumerate(event.entries.all(), 1):
        Entry.objects.filter(pk=entry.pk).update(number=number)
    deliver()
    assert event.sign_ups.get().status == SignUp.Status.REFUSED
    assert server.get(own).status == 200


def test_a_check_in_and_an_absence_come_back(club: Club, server: RemoteSite) -> None:
    event = make_event(club, published=True)
    open_sign_ups(event, self_check_in=True)
    enter(event, [make_player(club) for _each in range(4)])
    deliver()
    entry = event.entries.earliest("entry_no")
    server.post(f"/h/{event.hall_key}/", entry_no=str(entry.entry_no))
    deliver()
    assert Entry.objects.get(pk=entry.pk).present
    other = event.entries.latest("entry_no")
    server.post(f"/i/{other.link_key}/", do="present")
    deliver()
    assert Entry.objects.get(pk=other.pk).present
    event.sign_up_settings.self_leaving = True
    event.sign_up_settings.save()
    drawn = make_drawn_event(4, club, published=True)
    open_sign_ups(drawn, self_leaving=True)
    make_round(drawn)
    deliver()
    leaves = drawn.entries.earliest("entry_no")
    server.post(f"/i/{leaves.link_key}/", do="leave")
    deliver()
    assert Entry.objects.get(pk=leaves.pk).withdrawn == 1
    assert shown(server, drawn) == public_text(drawn)


def test_a_result_from_the_server_is_a_proposal_for_the_desk(club: Club, server: RemoteSite) -> None:
    event = make_drawn_event(4, club, published=True)
    round_ = make_round(event)
    deliver()
    table = round_.tables.get(number=1)
    server.post(f"/q/{table.link_key}/", result="1-0")
    deliver()
    assert [one.status for one in Proposal.objects.all()] == ["waiting"]
    assert not Table.objects.get(pk=table.pk).seats.exclude(score=None).exists()
    confirm_all(event, make_user(), round_)
    deliver()
    assert shown(server, event) == public_text(event)
    assert "0" in server.get(f"/t/{event.slug}/rounds/1/").text


def test_a_server_restored_from_yesterday_gets_all_of_it_again(club: Club, server: RemoteSite) -> None:
    event = make_event(club, published=True)
    open_sign_ups(event)
    deliver()
    sign_up_there(server, event, "Rossi Mario")
    server.keep_copy()
    deliver()
    sign_up_there(server, event, "Verdi Luca")
    deliver()
    enter_sign_ups(fresh(event))
    deliver()
    server.restore_copy()
    deliver()
    deliver()
    assert shown(server, event) == public_text(event)
    assert event.sign_ups.count() == 2  # that of yesterday came twice
    assert server.rows("SELECT count(*) FROM events_signup") == [{"count": 2}]
    assert Outbox.objects.get().held is None


def test_a_laptop_restored_from_an_older_copy_takes_over_expressly(club: Club, server: RemoteSite) -> None:
    event = make_event(club, published=True)
    open_sign_ups(event)
    enter(event, [make_player(club) for _each in range(4)])
    deliver()
    with taken_back():
        enter(fresh(event), [make_player(club, "Neri Ugo")])
        sign_up_there(server, event, "Rossi Mario")
        deliver()
        newest = public_text(event)
    for _each in range(9):  # now it has more versions than the server
        enter(fresh(event), [make_player(club)])
    deliver()
    outbox = Outbox.objects.get()
    held = actions.held_in(outbox)
    assert held is not None
    assert shown(server, event) == newest  # nothing is replaced unasked
    page = signed_in(club, Role.ARBITER).get(f"/e/{event.slug}/publishing/").content.decode()
    assert "Manda da qui" in page
    actions.take_over(event, str(held.sending))
    deliver()
    assert shown(server, event) == public_text(event)
    assert [one.name for one in event.sign_ups.all()] == [
        "Rossi Mario"
    ]  # who had signed up there is not lost
    assert "da un altro computer" in server.get(f"/t/{event.slug}/verify/").text


def test_another_laptop_sends_nothing_before_it_takes_over(club: Club, server: RemoteSite) -> None:
    event = make_drawn_event(4, club, published=True)
    round_ = make_round(event)
    deliver()
    with taken_back():  # another one, made from a copy
        make_result(event, round_, 1, "1-0")
        deliver()
    make_result(event, round_, 2, "0-1")
    deliver()
    assert Outbox.objects.get().held
    assert shown(server, event) != public_text(event)
    with pytest.raises(actions.ActionRefused):
        actions.take_over(event, "another")


@pytest.mark.parametrize("way", [unpublish, delete_event])
def test_what_is_unpublished_or_deleted_is_gone_from_the_server(way, club: Club, server: RemoteSite) -> None:  # type: ignore[no-untyped-def]
    event = make_drawn_event(4, club, published=True)
    make_round(event)
    deliver()
    assert server.holds("Giocatore 001")
    way(event)
    deliver()
    assert server.get(f"/t/{event.slug}/").status == 404
    assert not server.holds("Giocatore 001")
    if way is unpublish:
        Event.objects.filter(pk=event.pk).update(published=True, version=99)
        deliver()
        assert shown(server, event) == public_text(event)


@pytest.mark.parametrize("way", [close, unpublish, delete_event])
def test_a_server_restored_from_yesterday_brings_nothing_back_that_is_over(  # type: ignore[no-untyped-def]
    way, club: Club, server: RemoteSite
) -> None:
    event = make_drawn_event(
        4, club, published=True, system="dutch", options={"rounds": 2}, game="chess", ranking=["points"]
    )
    for _number in range(2):
        make_all_results(event, make_round(event), "1-0")
    deliver()
    server.keep_copy()
    way(fresh(event))
    deliver()
    server.restore_copy()
    deliver()
    deliver()
    if way is close:
        assert shown(server, event) == public_text(event)
    else:
        assert not server.holds("Giocatore 001")
        assert Outbox.objects.filter(event=None).count() == 0


def test_with_a_club_its_events_go_from_the_server(club: Club, server: RemoteSite, network: Network) -> None:
    event = make_drawn_event(4, club, published=True)
    deliver()
    network.cut = True
    delete_club(club)
    deliver()
    network.cut = False
    assert server.get(f"/t/{event.slug}/").status == 200
    deliver()
    assert server.get(f"/t/{event.slug}/").status == 404
    assert not Outbox.objects.exists()


def test_who_asks_for_initials_on_the_server_gets_them(club: Club, server: RemoteSite) -> None:
    event = make_event(club, published=True)
    enter(event, [make_player(club, "Quagliarulo Ermenegildo")])
    deliver()
    path = f"/i/{event.entries.get().link_key}/"
    assert "Solo le iniziali" in server.get(path).text
    server.post(path, action="name/", initials="1")
    deliver()
    assert event.entries.get().name == "Q. E."
    assert "Quagliarulo" not in shown(server, event)


def test_a_late_copy_brings_nothing_back(club: Club, server: RemoteSite, network: Network) -> None:
    event = make_drawn_event(4, club, published=True)
    deliver()
    delete_event(event)
    deliver()
    for number in range(len(network.sent)):
        network.deliver(number)
    assert server.get(f"/t/{event.slug}/").status == 404


def test_who_is_forgotten_and_what_is_corrected_leave_no_older_version(
    club: Club, server: RemoteSite
) -> None:
    player = make_player(club, "Quagliarulo Ermenegildo")
    event = make_event(club, published=True, announcement="Dirige Quagliarulo Ermenegildo")
    enter(event, [player, make_player(club)])
    deliver()
    assert server.holds("Quagliarulo")
    forget(player)
    deliver()
    assert shown(server, event) == public_text(event)
    assert not server.holds("Quagliarulo")


def test_times_of_a_draw_announced_stay_on_the_server(club: Club, server: RemoteSite) -> None:
    event = make_event(club, published=True, commitment="c" * 64, seed="seme")
    deliver()
    Event.objects.filter(pk=event.pk).update(name="Altro nome", version=50)
    deliver()
    rows = server.rows("SELECT commitment, seed, name FROM events_eventevent WHERE commitment <> ''")
    assert rows
    assert {(row["seed"], row["name"]) for row in rows} == {("", "Altro nome")}  # the seed is still secret


def test_codes_and_links_carry_the_public_address(club: Club, server: RemoteSite, network: Network) -> None:
    event = make_drawn_event(4, club, published=True)
    table = make_round(event).tables.get(number=1)
    browser = signed_in(club, Role.ARBITER)
    deliver()
    public = f"{network.address}/t/{event.slug}/"
    assert public in browser.get(f"/e/{event.slug}/settings/").content.decode()
    screen = browser.get(f"/t/{event.slug}/screen/").content.decode()
    assert public.partition("://")[2] in screen
    assert "In sala anche" not in screen
    network.cut = True
    make_result(event, table.round, 1, "1-0")
    deliver()
    screen = browser.get(f"/t/{event.slug}/screen/").content.decode()
    assert "In sala anche" in screen


def test_a_slug_that_is_taken_there_is_another_one(club: Club, server: RemoteSite, network: Network) -> None:
    event = make_event(club)
    other = make_event(club, published=True)
    deliver()
    server.execute("UPDATE events_event SET slug = %s WHERE slug = %s", event.slug, other.slug)
    event.published = True
    event.save()
    deliver()
    assert fresh(event).public_slug == f"{event.slug}-2"
    assert json.loads(server.get(f"/t/{event.slug}-2/document.json").text)["name"] == event.name
    page = signed_in(club, Role.ARBITER).get(f"/e/{event.slug}/settings/").content.decode()
    assert f"{network.address}/t/{event.slug}-2/" in page
