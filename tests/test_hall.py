"""What `bench/hall.py` measures with: its browser, its statistics, and what it reads on the site's pages."""

import asyncio
import gzip
import math

import pytest

from bench.browser import Answer, Browser, read_answer
from bench.hall_people import ENTRY, Freshness, Tally, percentile, shown_results
from clubtornei.accounts.models import Role
from tests.caches import forget_everything
from tests.factories import make_club, make_drawn_event, make_result, make_round, signed_in
from tests.loops import result_of

HEAD = b"HTTP/1.1 200 OK\r\nETag: W/1\r\nSet-Cookie: a=b; Path=/\r\nSet-Cookie: c=d=\r\n"
HEAD += b"Content-Length: 4\r\n\r\n"
POLLING = b"<main>"


def test_an_answer_is_read_once_it_is_all_there() -> None:
    whole = HEAD + b"abcd"
    assert [read_answer(bytearray(whole[:end])) for end in range(len(whole))] == [None] * len(whole)
    answer = read_answer(bytearray(whole))
    assert answer == Answer(200, {"etag": "W/1", "content-length": "4"}, {"a": "b", "c": "d="}, b"abcd")


def test_an_unchanged_page_has_no_body_whatever_its_length_says() -> None:
    answer = read_answer(bytearray(b"HTTP/1.1 304 Not Modified\r\nContent-Length: 900\r\n\r\n"))
    assert answer and (answer.status, answer.body) == (304, b"")


def test_text_is_read_compressed_or_not() -> None:
    assert Answer(200, {}, {}, "½".encode()).text == "½"
    assert Answer(200, {"content-encoding": "gzip"}, {}, gzip.compress("½".encode())).text == "½"


async def polled_twice(answers: list[bytes]) -> tuple[list[bytes], Tally]:
    """The requests that a server gets which closes the connection after each answer, and how they went."""
    asked: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(answers[len(asked) - 1])
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1")
    browser, tally = Browser(server.sockets[0].getsockname()[1]), Tally()
    for _ in range(2):
        await tally.time(lambda: browser.poll("/t/"))
    browser.close()
    server.close()
    return asked, tally


def test_a_phone_says_what_it_has_and_connects_again() -> None:
    page = HEAD.replace(b"4", b"%d" % len(POLLING)) + POLLING
    asked, tally = result_of(polled_twice([page, b"HTTP/1.1 304 Not Modified\r\n\r\n"]))
    assert b"If-None-Match" not in asked[0]
    assert b"If-None-Match: W/1\r\n" in asked[1]
    assert b"Cookie: a=b; c=d=\r\n" in asked[1]
    assert (tally.statuses, tally.sent, len(tally.seconds)) == ({200: 1, 304: 1}, [len(POLLING)], 2)
    assert not tally.errors


def test_dropped_connections_and_other_statuses_are_errors() -> None:
    _asked, tally = result_of(polled_twice([b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n", b""]))
    assert tally.errors == {"status 503": 1, "ConnectionResetError": 1}


@pytest.mark.parametrize(("percent", "value"), [(50, 10), (95, 19), (100, 20)])
def test_so_many_per_cent_wait_no_longer(percent: int, value: int) -> None:
    assert percentile(list(range(20, 0, -1)), percent) == value


def test_of_nothing_there_is_no_percentile() -> None:
    assert math.isnan(percentile([], 95))


@pytest.mark.django_db
def test_pages_of_a_round_are_read() -> None:
    event = make_drawn_event(4, make_club(), published=True)
    round_ = make_round(event)
    client = signed_in(event.club, Role.ARBITER)
    public, own = f"/t/{event.slug}/rounds/1/", f"/e/{event.slug}/rounds/1/"
    before = client.get(public).content.decode()
    assert shown_results(before) == {1: "", 2: ""}
    tables = [
        (int(pk), int(number)) for pk, _expected, number in ENTRY.findall(client.get(own).content.decode())
    ]
    assert tables == list(round_.tables.order_by("number").values_list("pk", "number"))

    freshness = Freshness(shown_results(before))

    async def enter() -> Answer:
        return Answer(200, {}, {}, b"")

    result_of(freshness.after(2, enter()))
    make_result(event, round_, 2, "1-0")
    forget_everything()
    after = client.get(public).content.decode()
    freshness.seen(after)
    assert (len(freshness.seconds), freshness.awaited, freshness.went_back) == (1, {}, 0)
    freshness.seen(before)
    assert freshness.went_back == 1
