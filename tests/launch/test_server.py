"""One process of the site, and clients that are slow, silent or hostile."""

import asyncio
import re
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import NamedTuple
from urllib.request import urlopen

import pytest
from a2wsgi.asgi_typing import Send

from bench.hall_site import environment_of, serving
from clubtornei.accounts.models import Role
from clubtornei.asgi import THREADS
from clubtornei.launch import server
from clubtornei.launch.supervisor import Process
from tests.factories import make_club, signed_in
from tests.launch.databases import environment
from tests.loops import result_of

PATIENCE = 10.0  # seconds: half of what a stalled request is given
STALLED = THREADS + 4  # of each kind
SHEET, LARGE = "/static/css/screen.css", "/static/bench/large.txt"
FORM = f"Content-Type: application/x-www-form-urlencoded\r\nCookie: csrftoken={'a' * 32}"


class Server(NamedTuple):
    process: Process
    port: int

    def connect(self, *lines: str, body: bytes = b"", buffer: int = 0) -> socket.socket:
        """A connection on which these lines, without an empty one behind, and the body were sent."""
        client = socket.socket()
        client.settimeout(PATIENCE)
        if buffer:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        client.connect(("127.0.0.1", self.port))
        client.sendall("\r\n".join(lines).encode() + body)
        return client

    def ask(self, *lines: str) -> bytes:
        """All that is answered to these headers, after which nothing is sent."""
        with self.connect(*lines, "Host: localhost", "Connection: close", "", "") as client:
            return read(client)


def read(client: socket.socket) -> bytes:
    return b"".join(iter(lambda: client.recv(65536), b""))


@contextmanager
def started(folder: pytest.TempPathFactory) -> Iterator[Server]:
    var = folder.mktemp("server")
    (var / "bench").mkdir()
    (var / "bench" / LARGE.rpartition("/")[2]).write_bytes(bytes(1024 * 1024))
    with serving(environment_of(var, environment(WEB_CONCURRENCY="1"))) as ([child], port):
        yield Server(child.process, port)


@pytest.fixture(scope="module")
def site(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with started(tmp_path_factory) as site:
        yield site


def stalled(site: Server) -> list[socket.socket]:
    """Silent, in the middle of the headers, in the middle of the body, never reading."""
    return [
        client
        for _ in range(STALLED)
        for client in (
            site.connect(),
            site.connect("GET / HTTP/1.1", "Host: loc"),
            site.connect("POST /login/ HTTP/1.1", "Host: localhost", FORM, "Content-Length: 99", "", "user"),
            site.connect(f"GET {LARGE} HTTP/1.1", "Host: localhost", "", "", buffer=4096),
        )
    ]


def test_stalled_clients_hold_no_thread(site: Server) -> None:
    with ExitStack() as until_the_end:
        for client in stalled(site):
            until_the_end.enter_context(client)
        for path in ("/health/", "/login/", SHEET) * 4:
            with urlopen(f"http://127.0.0.1:{site.port}{path}", timeout=PATIENCE) as page:
                assert page.status == 200


@pytest.mark.parametrize("cookie", ["a=b", "sessionid=0123456789abcdefghijklmnopqrstuv"])
def test_a_large_body_of_a_stranger_is_refused_from_the_headers_alone(site: Server, cookie: str) -> None:
    answer = site.ask("POST /login/ HTTP/1.1", "Content-Length: 5300000", f"Cookie: {cookie}")
    assert answer.startswith(b"HTTP/1.1 413 ")


def test_who_is_signed_in_sends_large_files_but_nobody_endless_ones(
    transactional_db: None, site: Server
) -> None:
    session = signed_in(make_club(), Role.OWNER).cookies["sessionid"].value
    headers = ["POST /login/ HTTP/1.1", f"Cookie: sessionid={session}"]
    expecting = ["Host: localhost", "Content-Length: 200000000", "Expect: 100-continue", "", ""]
    with site.connect(*headers, *expecting) as client:
        assert client.recv(100).startswith(b"HTTP/1.1 100 ")
    assert site.ask(*headers, "Content-Length: 202000000").startswith(b"HTTP/1.1 413 ")


def test_a_body_says_its_length(site: Server) -> None:
    answer = site.ask("POST /login/ HTTP/1.1", "Transfer-Encoding: chunked")
    assert answer.startswith(b"HTTP/1.1 411 ")


@pytest.mark.parametrize("path", ["/login/", "/health/", SHEET, "/nowhere/"])
def test_head_has_no_body(site: Server, path: str) -> None:
    answer = site.ask(f"HEAD {path} HTTP/1.1")
    assert re.search(rb"\r\ncontent-length: [1-9]", answer)
    assert answer.endswith(b"\r\n\r\n")


def test_a_stop_answers_what_has_begun_and_waits_for_nobody_else(
    django_db_setup: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with ExitStack() as until_the_end:
        site = until_the_end.enter_context(started(tmp_path_factory))
        for client in stalled(site):
            until_the_end.enter_context(client)
        begun = site.connect(
            "POST /login/ HTTP/1.1", "Host: localhost", FORM, "Content-Length: 9", "", "user"
        )
        time.sleep(0.5)  # until it is there
        site.process.send_signal(signal.SIGTERM)
        told = time.monotonic()
        time.sleep(0.5)
        begun.sendall(b"name=")
        assert read(begun).startswith(b"HTTP/1.1 403 ")
        site.process.wait(PATIENCE)
        assert time.monotonic() - told < 5


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHo", b"GET / HTTP/1.1\r\nHost: a\r\n\r\nGET"])
def test_headers_that_do_not_come_in_time_are_not_waited_for(
    sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "HEADERS_WITHIN", 0.2)

    async def left_alone() -> bytes:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            site = server.configured("tests.launch.test_server:nothing")
            serving = asyncio.create_task(site.serve([listener]))
            while not site.started:
                await asyncio.sleep(0.01)
            reader, writer = await asyncio.open_connection(*listener.getsockname())
            for part in sent.splitlines(keepends=True):
                writer.write(part)
                await asyncio.sleep(0.02)
            answer = await asyncio.wait_for(reader.read(), PATIENCE)
            site.should_exit = True
            await serving
            writer.close()
            return answer

    assert result_of(left_alone()).count(b"HTTP/1.1 204") == sent.count(b"\r\n\r\n")


async def nothing(_scope: object, _receive: object, send: Send) -> None:
    """An application that has nothing to say."""
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})
