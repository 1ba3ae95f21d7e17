"""Only whole requests reach the application, and only in time."""

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING

import pytest

from clubtornei import asgi
from tests.loops import result_of

if TYPE_CHECKING:
    from a2wsgi.asgi_typing import Receive, ReceiveEvent, Scope, Send, SendEvent

Headers = list[tuple[bytes, bytes]]


class Echo:
    """An application that keeps what reached it."""

    def __init__(self) -> None:
        self.body, self.headers = b"", dict[bytes, bytes]()

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        self.headers = dict(scope["headers"])  # type: ignore[typeddict-item]
        more = True
        while more:
            event = await receive()
            self.body += event["body"]  # type: ignore[typeddict-item]
            more = event["more_body"]  # type: ignore[typeddict-item]


def served(headers: Headers, parts: Iterable[bytes], *, then: str) -> tuple[Echo, list[int]]:
    """What reached the application, and with which status a request was refused.

    then: what comes behind the parts of the body: nothing any more ("silence"), or the end of the connection.
    """
    echo, statuses, coming = Echo(), list[int](), iter(parts)

    async def receive() -> "ReceiveEvent":
        for part in coming:
            return {"type": "http.request", "body": part, "more_body": True}
        if then == "silence":
            await asyncio.sleep(60)
        return {"type": "http.disconnect"}

    async def send(event: "SendEvent") -> None:
        if event["type"] == "http.response.start":
            statuses.append(event["status"])

    async def serve() -> None:
        await asgi.WholeRequests(echo)({"type": "http", "headers": headers}, receive, send)  # type: ignore[typeddict-item]

    result_of(serve())
    return echo, statuses


@pytest.mark.parametrize("length", [0, 1, asgi.SMALL + 1, 3 * asgi.IN_MEMORY])
def test_the_application_gets_the_body_as_it_came(length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = bytes(range(256)) * (length // 256 + 1)
    parts = [whole[at : min(at + 100_000, length)] for at in range(0, length, 100_000)]
    monkeypatch.setattr(asgi, "is_signed_in", nobody)
    echo, statuses = served([(b"content-length", b"%d" % length)], parts, then="silence")
    assert (echo.body, statuses) == (whole[:length], [])


@pytest.mark.parametrize("length", [11, asgi.SMALL + 1])
def test_a_request_that_comes_too_slowly_is_refused(length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi, "READ_WITHIN", 0.05)
    monkeypatch.setattr(asgi, "is_signed_in", nobody)
    echo, statuses = served([(b"content-length", b"%d" % length)], [b"result=1-0"], then="silence")
    assert (echo.body, statuses) == (b"", [408])


def test_half_a_request_is_not_taken_for_a_whole_one() -> None:
    echo, statuses = served([(b"content-length", b"23")], [b"result=1-0"], then="end")
    assert (echo.body, statuses) == (b"", [])


def test_a_header_that_only_a_proxy_may_set_is_not_taken_from_another_name() -> None:
    headers = [(b"x_forwarded_for", b"192.0.2.1"), (b"x-forwarded-for", b"198.51.100.7")]
    echo, _statuses = served([*headers, (b"content-length", b"0")], [], then="silence")
    assert set(echo.headers) == {b"x-forwarded-for", b"content-length"}


async def nobody(_headers: dict[bytes, bytes]) -> bool:
    """Asks no database."""
    return False
