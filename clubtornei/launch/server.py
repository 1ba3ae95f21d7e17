"""One process of the site: `python -m clubtornei.launch.server FD`, where FD is the socket that listens."""

import asyncio
import resource
import socket
import sys

import h11
from uvicorn import Config, Server
from uvicorn.protocols.http.h11_impl import H11Protocol

BACKLOG = 512  # connections that may wait to be accepted
HEADERS_WITHIN = 20.0  # seconds
LARGEST_HEADERS = 16 * 1024  # bytes
KEPT_ALIVE = 20  # seconds: a phone asks again every 15, and need not connect anew
ANSWERED_WITHIN = 3  # seconds for what has begun, once the site is stopped
DESCRIPTORS = 8_192


class LimitedConnection(H11Protocol):
    """A connection that is closed if it is silent, or the headers of a request do not come in time."""

    waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.watch_headers()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self.watch_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.waiting:
            self.waiting.cancel()

    def watch_headers(self) -> None:
        """Wait for the headers from their first byte on, until all of them are there."""
        if self.conn.their_state is not h11.IDLE:
            if self.waiting:
                self.waiting.cancel()
            self.waiting = None
        elif self.waiting is None:
            self.waiting = self.loop.call_later(HEADERS_WITHIN, self.transport.abort)


def raise_descriptor_limit() -> None:
    """Allow as many connections as the system lets us have, up to DESCRIPTORS."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def configured(application: str) -> Server:
    """uvicorn for this application. What a proxy says of visitors only Django reads, with HTTPS=1."""
    return Server(
        Config(
            application,
            http=LimitedConnection,
            interface="asgi3",
            loop="asyncio",
            ws="none",
            lifespan="off",
            log_config=None,
            backlog=BACKLOG,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            h11_max_incomplete_event_size=LARGEST_HEADERS,
            timeout_keep_alive=KEPT_ALIVE,
            timeout_graceful_shutdown=ANSWERED_WITHIN,
        )
    )


if __name__ == "__main__":
    raise_descriptor_limit()
    configured("clubtornei.asgi:application").run([socket.socket(fileno=int(sys.argv[1]))])
