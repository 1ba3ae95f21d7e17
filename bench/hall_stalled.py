"""Clients that would stop the site that `hall.py` measures, were it to wait for them.

In a process of their own, so that the phones beside them are not late.
"""

import asyncio
import resource
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

FORM = (
    b"POST /login/ HTTP/1.1\r\nHost: localhost\r\nCookie: csrftoken=" + b"a" * 32 + b"\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\nusername="
)
PAGES = 10  # asked for by each that reads none of them
SMALL = 4096  # bytes that the kernel reads for those
AT_ONCE = 50  # connections, and so many again after PAUSE
PAUSE = 0.1  # seconds
READY = "ready"


class Stalled(asyncio.Protocol):
    """A connection that sends something, and reads or not."""

    def __init__(self, sent: bytes, *, reads: bool) -> None:
        self.sent, self.reads = sent, reads

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        if not self.reads:
            transport.pause_reading()
        transport.write(self.sent)


class Crowd:
    """So many connections of each kind; one that the site closes is opened again."""

    def __init__(self, port: int, page: str, each: int) -> None:
        unread = f"GET {page} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * PAGES
        self.port, self.each = port, each
        self.kinds = {
            "silent": b"",
            "headers cut": FORM[:40],
            "body cut": FORM + b"a" * 50_000,
            "a byte a second": FORM[:1],
            "never reading": unread,
        }
        self.open: dict[str, list[Stalled]] = {kind: [] for kind in self.kinds}

    async def keep_open(self) -> None:
        """Until the process ends. Says when all of them are there."""
        second = 0
        while True:
            for kind, clients in self.open.items():
                clients[:] = [client for client in clients if not client.transport.is_closing()]
                await self.refill(kind)
            if second == 0:
                print(READY, flush=True)
            second += 1
            for client in self.open["a byte a second"]:
                client.transport.write(FORM[second % len(FORM) :][:1])
            await asyncio.sleep(1)

    async def refill(self, kind: str) -> None:
        clients = self.open[kind]
        while len(clients) < self.each:
            missing = min(AT_ONCE, self.each - len(clients))
            clients += await asyncio.gather(*(self.connect(kind) for _ in range(missing)))
            await asyncio.sleep(PAUSE)

    async def connect(self, kind: str) -> Stalled:
        reads = kind != "never reading"
        own = socket.socket()
        own.setblocking(False)
        if not reads:
            own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(own, ("127.0.0.1", self.port))
        _transport, client = await loop.create_connection(
            lambda: Stalled(self.kinds[kind], reads=reads), sock=own
        )
        return client


@asynccontextmanager
async def crowd(port: int, page: str, each: int) -> AsyncIterator[None]:
    """So many connections of each kind are there while the block runs."""
    command = [sys.executable, "-m", "bench.hall_stalled", str(port), page, str(each)]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout
    try:
        if (await process.stdout.readline()).decode().strip() != READY:
            raise RuntimeError("the stalled connections could not be opened")
        yield
    finally:
        process.kill()
        await process.wait()


if __name__ == "__main__":
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    asyncio.run(Crowd(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])).keep_open())
