"""A laptop that sends what it should not, a server that answers with nonsense, and who has no key."""

import gzip
import json
import socket
import tracemalloc
from contextlib import suppress
from threading import Thread
from time import monotonic, sleep
from typing import Any
from uuid import uuid4

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event, SignUp
from clubtornei.events.writing import writing
from clubtornei.publishing import server_exchange, transport
from clubtornei.publishing.models import Destination, Outbox
from clubtornei.publishing.protocol import (
    MOST_REQUESTS,
    Answer,
    ClockFace,
    Held,
    MalformedMessage,
    PublishingMessage,
    Wanted,
    read,
    written,
)
from clubtornei.publishing.publication import publication_of
from clubtornei.publishing.server_exchange import send_what_waits
from clubtornei.publishing.transport import (
    HEADER,
    LARGEST,
    LARGEST_ANSWER,
    NO_SERVER,
    NONSENSE,
    REFUSED,
    TOO_LARGE,
    TOO_MANY,
    UNREACHED,
    WRONG_KEY,
    SendingFailed,
    new_secret,
    post,
    signature,
    signing_key,
)
from clubtornei.rounds.participation.signups.questions import MOST_QUESTIONS
from clubtornei.rounds.state.visitor_requests import (
    Cancelling,
    Naming,
    Planning,
    SigningUp,
    asked_in,
    keep_for_laptop,
)
from tests.factories import make_drawn_event, make_event, make_round
from tests.publishing.sites import Network, RemoteSite
from tests.publishing.test_two_sites import deliver, fresh, open_sign_ups, public_text, shown, sign_up_there


def sent(server: RemoteSite, network: Network, key: str = "", **changes: Any) -> str:
    """The code of what comes of a message; empty: it was accepted."""
    try:
        post(network.address, key or server.key, PublishingMessage(place="Portatile", **changes))
    except SendingFailed as failed:
        return failed.code
    return ""


def altered(event: Event, **changes: Any) -> PublishingMessage:
    """A first sending of the event, with these changes of its publication."""
    version, publication = publication_of(event)
    return PublishingMessage(
        place="Portatile",
        event=uuid4(),
        sending=uuid4(),
        version=version,
        publication=replace(publication, **changes),
    )


def test_without_a_valid_key_nothing_gets_in(club: Club, server: RemoteSite, network: Network) -> None:
    number = server.key.partition("-")[0]
    assert sent(server, network) == ""
    assert sent(server, network, f"{number}-{new_secret()}") == WRONG_KEY
    assert sent(server, network, f"99-{new_secret()}") == WRONG_KEY
    assert network.deliver(0)[0] == 200
    _body, headers = network.sent[0]
    network.sent.append((gzip.compress(b'{"place": "Altro"}'), headers))  # with the signature of another body
    assert network.deliver(len(network.sent) - 1)[0] == 401
    server.execute("UPDATE publishing_receivingkey SET revoked_at = now(), secret = ''")
    assert sent(server, network) == WRONG_KEY
    event = make_event(club, published=True)
    deliver()
    assert Outbox.objects.get(event=event).error == WRONG_KEY


def test_the_key_of_one_club_reaches_no_event_of_another(
    club: Club, server: RemoteSite, network: Network
) -> None:
    event = make_drawn_event(4, club, published=True)
    make_round(event)
    deliver()
    server.execute(
        "INSERT INTO accounts_club (name, slug, demo, colour, logo, embedding_sites, import_columns, place,"
        " evenings, contacts, website) VALUES ('Altro', 'altro', false, '', '', '{}', '[]', '', '', '', '')"
    )
    secret = new_secret()
    other = f"{server.add_key('altro', secret)}-{secret}"
    outbox = Outbox.objects.get()
    withdrawal = PublishingMessage(
        place="Altro", event=outbox.uid, sending=uuid4(), after=outbox.accepted, version=99, withdrawn=True
    )
    assert post(network.address, other, withdrawal).slug is None
    assert server.get(f"/t/{event.slug}/").status == 200
    taken = altered(event)  # it has the links of the event that is there already
    with pytest.raises(SendingFailed) as failed:
        post(network.address, other, taken)
    assert failed.value.code == REFUSED
    assert server.rows("SELECT count(*) FROM events_event") == [{"count": 1}]


def test_a_document_that_is_none_leaves_what_is_there(
    club: Club, server: RemoteSite, network: Network
) -> None:
    event = make_drawn_event(4, club, published=True)
    make_round(event)
    text = publication_of(event)[1].document
    wrong = json.loads(text)
    wrong["stages"][0]["rounds"][0]["tables"][0]["seats"] = [1, 99]
    for message in (
        altered(event, document="<script>"),
        altered(event, document=json.dumps(wrong)),
        altered(event, tables=[]),
        altered(event, entries=[]),
    ):
        with pytest.raises(SendingFailed) as failed:
            post(network.address, server.key, message)
        assert failed.value.code == REFUSED
    assert server.rows("SELECT count(*) FROM events_event") == [{"count": 0}]


@pytest.mark.parametrize(
    "changes",
    [
        {"clocks": [{"ending": "per sempre"}]},
        {"clocks": [{"ending": "secret\n"}]},
        {"sign_ups": [{"key": str(uuid4()), "name": "Rossi Ada", "status": "sent\n"}]},
        {"slug": "torneo\n"},
        {"names_removed_at": "9999-12-31T23:59:59Z"},
    ],
)
def test_what_no_page_could_show_is_refused(
    changes: dict[str, Any], club: Club, server: RemoteSite, network: Network
) -> None:
    event = make_round(make_drawn_event(4, club, published=True)).stage.event
    message = to_builtins(altered(event))
    clock = ClockFace(
        stage=1, round=1, minutes=90, ending="2014", left=60, running=True, started=True, stopped=False
    )
    for name, value in changes.items():
        given = [to_builtins(clock) | one for one in value] if name == "clocks" else value
        message["publication"][name] = given
    body = gzip.compress(json.dumps(message).encode())
    number, _dash, secret = server.key.partition("-")
    network.sent.append((body, {HEADER: f"{number} {signature(signing_key(secret), body)}"}))
    assert network.deliver(0)[0] == 422
    assert server.rows("SELECT count(*) FROM events_event") == [{"count": 0}]


def test_what_is_not_known_of_a_message_takes_no_memory() -> None:
    content = b'{"place": "x", "other": [' + b"[]," * 500_000 + b"1e99999999999999999999]}"
    tracemalloc.start()
    try:
        with suppress(MalformedMessage):
            read(content, PublishingMessage)
        assert tracemalloc.get_traced_memory()[1] < len(content)
    finally:
        tracemalloc.stop()


def test_what_visitors_write_at_most_fits_into_an_answer() -> None:
    """Else a stranger keeps the laptop from ever hearing of the others."""
    longest = "😀" * 200
    asked = SigningUp(
        person=uuid4(),
        form=str(uuid4()),
        name=longest,
        affiliation=longest[:100],
        contact=longest,
        consent_by=longest,
        answers=[(longest, longest)] * MOST_QUESTIONS,
    )
    requests = [Wanted(key=uuid4(), asked=asked)] * MOST_REQUESTS
    assert len(written(Answer(club=longest[:100], requests=requests))) < LARGEST_ANSWER


def test_what_people_wrote_is_text_on_the_server(club: Club, server: RemoteSite) -> None:
    event = make_event(club, "<script>alert(1)</script>", published=True, place="<b>qui</b>")
    deliver()
    page = server.get(f"/t/{event.slug}/").text
    assert "<script>alert(1)" not in page
    assert "<b>qui" not in page


def test_a_body_that_unpacks_to_very_much_is_refused(
    club: Club, server: RemoteSite, network: Network
) -> None:
    event = make_event(club, published=True)
    huge = altered(event, document=" " * (LARGEST + 1))
    with pytest.raises(SendingFailed) as failed:
        post(network.address, server.key, huge)
    assert failed.value.code == REFUSED


@pytest.mark.parametrize(
    ("status", "content", "code"),
    [
        (200, b"<html>", NONSENSE),
        (200, b'{"club": "' + b"x" * 200 + b'"}', NONSENSE),
        (200, b'{"club": "x", "slug": "../../admin"}', NONSENSE),
        (200, b'{"club": "x", "slug": "torneo\\n"}', NONSENSE),
        (200, b'{"club": "x\\u0000"}', NONSENSE),
        (422, b'{"error": "\\u0000"}', NONSENSE),
        (200, b"[" * 100_000, NONSENSE),
        (200, b" " * (3 * 1024 * 1024), NONSENSE),
        (302, b"", NONSENSE),
        (404, b"", NO_SERVER),
        (413, b"", TOO_LARGE),
        (422, b"no", NONSENSE),
        (500, b"", "busy"),
    ],
)
def test_what_is_no_answer_is_an_error_that_is_kept(
    status: int, content: bytes, code: str, club: Club, network: Network
) -> None:
    event = make_event(club, published=True)
    network.answer = (status, content)
    deliver()
    outbox = Outbox.objects.get(event=event)
    assert (outbox.error, fresh(event).public_site) == (code, "")
    assert len(network.sent) == 2  # a greeting and the event: no redirect was followed


def test_a_hostile_server_gets_at_nobody_and_nothing(club: Club, network: Network) -> None:
    """It asks for things of another event, in forms that no page would send."""
    event, other = make_event(club, published=True), make_event(club)
    open_sign_ups(event)
    open_sign_ups(other)
    victim = other.sign_ups.create(name="Bianchi Anna", key="altro")
    requests = [
        Wanted(key=uuid4(), asked=Cancelling(person=victim.link_key)),
        Wanted(key=uuid4(), asked=SigningUp(person=uuid4(), form="a", name="\u202e\n<b>")),
        Wanted(key=uuid4(), asked=SigningUp(person=uuid4(), form="b", name="Rossi\x00 Mario")),
        Wanted(key=uuid4(), asked=SigningUp(person=victim.link_key, form="c", name="Verdi Luca")),
    ]
    network.answer = (200, written(Answer(club="x", slug="torneo", requests=requests)))
    deliver()
    victim.refresh_from_db()
    assert (victim.status, victim.name, victim.event) == (SignUp.Status.ACCEPTED, "Bianchi Anna", other)
    assert "Rossi Mario" in event.sign_ups.values_list("name", flat=True)
    assert "Verdi Luca" not in SignUp.objects.values_list("name", flat=True)


def test_a_server_that_wants_ever_more_gets_no_more(
    club: Club, network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_exchange, "MOST_CARRIED_OUT", 3)
    event = make_event(club, published=True)
    for _each in range(4):
        requests = [Wanted(key=uuid4(), asked=Cancelling(person=uuid4())) for _two in range(2)]
        network.answer = (200, written(Answer(club="x", slug="torneo", requests=requests)))
        deliver()
    assert Outbox.objects.get(event=event).carried_out.count() == 4


@pytest.mark.django_db
def test_who_changes_his_mind_all_day_fills_no_table() -> None:
    event = make_event(received=True)
    one, other = uuid4(), uuid4()
    keep_for_laptop(event, Naming(person=other, initials=True))
    for initials in (True, False, True):
        keep_for_laptop(event, Naming(person=one, initials=initials))
        keep_for_laptop(event, Planning(person=one, round=2, misses=initials))
    assert [asked_in(request) for request in event.visitor_requests.all()] == [
        Naming(person=other, initials=True),
        Naming(person=one, initials=True),
        Planning(person=one, round=2, misses=True),
    ]


def test_a_server_that_has_something_else_stops_the_sending(club: Club, network: Network) -> None:
    event = make_event(club, published=True)
    held = Held(sending=uuid4(), version=7, place="Altro")
    network.answer = (200, written(Answer(club="x", accepted=False, held=held)))
    deliver()
    count = len(network.sent)
    deliver()
    assert (len(network.sent), fresh(event).unreached) == (count, True)


def test_a_key_that_sends_without_end_is_refused_for_a_minute_and_nothing_is_lost(
    club: Club, server: RemoteSite, network: Network
) -> None:
    event = make_event(club, published=True)
    open_sign_ups(event)
    deliver()
    sign_up_there(server, event, "Rossi Mario")
    filler = PublishingMessage(
        place="P", publication=altered(event, document=" " * (LARGEST - 100_000)).publication
    )
    codes = []
    while TOO_MANY not in codes:
        with suppress(SendingFailed):
            post(network.address, server.key, filler)
        codes.append(sent(server, network))
    assert len(codes) < 6, "large ones count as several"
    with writing(event) as locked:
        locked.name = "Altro nome"
        locked.save()
    deliver()
    outbox = Outbox.objects.get()
    assert (outbox.error, event.sign_ups.count()) == (TOO_MANY, 0)
    server.execute("UPDATE publishing_receivingkey SET minute = now() - interval '61 seconds'")
    deliver()
    assert shown(server, event) == public_text(event)
    assert [one.name for one in event.sign_ups.all()] == ["Rossi Mario"]


@pytest.mark.parametrize("says", [b"H", b"HTTP/1.1 100 Continue\r\n\r\n"])
def test_a_server_that_never_ends_its_headers_is_left(says: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "LONGEST", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def drip() -> None:
            connection, _address = listening.accept()
            with connection, suppress(OSError):
                for _each in range(50):
                    connection.sendall(says)
                    sleep(0.2)

        Thread(target=drip, daemon=True).start()
        begun = monotonic()
        with pytest.raises(SendingFailed) as failed:
            post(
                f"http://127.0.0.1:{listening.getsockname()[1]}", "1-x", PublishingMessage(place="Portatile")
            )
    assert (failed.value.code, monotonic() - begun < 5) == (UNREACHED, True)


def test_a_site_on_the_internet_sends_nothing_to_its_neighbours(
    club: Club, network: Network, settings: Any
) -> None:
    settings.LAPTOP = False
    make_event(club, published=True)
    deliver()
    assert (network.sent, Outbox.objects.get().error) == ([], UNREACHED)


def test_nothing_is_sent_of_a_club_without_a_server_and_little_asked(
    club: Club, network: Network, django_assert_num_queries: Any
) -> None:
    make_event(club, published=True)
    Destination.objects.all().delete()
    with django_assert_num_queries(2):
        assert send_what_waits() == 10.0
    assert (network.sent, Outbox.objects.count()) == ([], 0)
