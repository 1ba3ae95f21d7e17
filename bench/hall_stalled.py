"""Clients that would stop the site that `hall.py` measures, were it to wait for them.

In a process of their own, so that the phones beside them are not late.
"""

import asyncio
import resource
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

KINDS = ("silent", "headers cut", "body cut", "a byte a second", "never reading")
FORM = (
    b"POST /login/ HTTP/1.1\r\nHost: localhost\r\nCookie: csrftoken=" + b"a" * 32 + b"\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\nusername="
)
SMALL = 4096  # bytes that the kernel reads for those that do not read
STAYS = 30.0  # seconds, where the site does not close the connection
SPREAD = 20.0  # seconds
"""In which all of them are opened, one after the other. The site closes most after 20 s, so they also come
again one after the other. If all came again at once, that would be a flood, which only a proxy can stop.
"""
READY = "ready"


class Crowd:
    """So many connections of each kind; one that the site closes is opened again."""

    def __init__(self, port: int, file: str, each: int) -> None:
        self.port, self.each = port, each
        unread = f"GET {file} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        self.sent = dict(zip(KINDS, (b"", FORM[:40], FORM + b"a" * 50_000, FORM[:1], unread), strict=True))

    async def keep_open(self) -> None:
        """Until the process ends. Says when all of them are there."""
        async with asyncio.TaskGroup() as clients:
            for place in range(self.each):
                for kind in KINDS:
                    clients.create_task(self.come_again(kind, place * SPREAD / self.each))
            await asyncio.sleep(SPREAD + 1)
            print(READY, flush=True)

    async def come_again(self, kind: str, later: float) -> None:
        """One place in the crowd, from so many seconds on."""
        await asyncio.sleep(later)
        while True:
            with socket.socket() as client:
                client.setblocking(False)
                if kind == "never reading":
                    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
                await asyncio.get_running_loop().sock_connect(client, ("127.0.0.1", self.port))
                with suppress(ConnectionError, TimeoutError):
                    async with asyncio.timeout(STAYS):
                        await self.stall(client, kind)

    async def stall(self, client: socket.socket, kind: str) -> None:
        """Send what this kind sends. Returns, or raises ConnectionError, once the site has closed it."""
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(client, self.sent[kind])
        if kind == "never reading":
            await asyncio.sleep(STAYS)
        elif kind == "a byte a second":
            for place in range(1, len(FORM)):
                await asyncio.sleep(1)
                await loop.sock_sendall(client, FORM[place : place + 1])
        else:
            while await loop.sock_recv(client, SMALL):
                pass


@asynccontextmanager
async def crowd(port: int, file: str, each: int) -> AsyncIterator[None]:
    """So many connections of each kind are there while the block runs. Raises RuntimeError if they were not.

    file: an address whose answer is larger than what the kernel keeps for those that do not read.
    """
    command = [sys.executable, "-m", "bench.hall_stalled", str(port), file, str(each)]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout
    try:
        if (await process.stdout.readline()).decode().strip() != READY:
            raise RuntimeError("the stalled connections could not be opened")
        yield
        if process.returncode is not None:
            raise RuntimeError("the stalled connections have ended")
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


if __name__ == "__main__":
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    asyncio.run(Crowd(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])).keep_open())
