"""A browser that costs next to nothing: HTTP/1.1 over asyncio with one connection that is kept, cookies, and
the ETag of each page that it has. `hall.py` has a thousand of them beside the server they measure.
"""

import asyncio
import gzip
from typing import NamedTuple
from urllib.parse import urlencode
from uuid import uuid4

HOST = "localhost"  # as from a proxy in front of several machines, which go by one name
PATIENCE = 30.0  # seconds until an answer must be there

Headers = dict[str, str]


class Answer(NamedTuple):
    """An answer; the body as it was sent. Names of headers are in lower case."""

    status: int
    headers: Headers
    cookies: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        zipped = self.headers.get("content-encoding") == "gzip"
        return (gzip.decompress(self.body) if zipped else self.body).decode()


def read_answer(received: bytearray) -> Answer | None:
    """The answer, or None if a part is still to come. Raises KeyError if it does not tell its length."""
    end = received.find(b"\r\n\r\n")
    if end < 0:
        return None
    first, *lines = received[:end].decode("latin-1").split("\r\n")
    status = int(first.split(" ")[1])
    headers, cookies = {}, {}
    for line in lines:
        name, _, value = line.partition(":")
        if name.lower() == "set-cookie":
            cookie, _, content = value.partition(";")[0].strip().partition("=")
            cookies[cookie] = content
        else:
            headers[name.lower()] = value.strip()
    body = end + 4
    whole = body + (0 if status in (204, 304) else int(headers["content-length"]))
    return Answer(status, headers, cookies, bytes(received[body:whole])) if len(received) >= whole else None


class Connection(asyncio.Protocol):
    """A connection, on which one request at a time is answered."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport
        self.received = bytearray()
        self.answer: asyncio.Future[Answer] | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.received += data
        if self.answer and not self.answer.done() and (answer := read_answer(self.received)):
            self.answer.set_result(answer)
            if answer.headers.get("connection", "").lower() == "close":
                self.transport.close()

    def connection_lost(self, _error: Exception | None) -> None:
        if self.answer and not self.answer.done():
            self.answer.set_exception(ConnectionResetError("the connection was dropped"))

    def ask(self, message: bytes) -> asyncio.Future[Answer]:
        self.received.clear()
        self.answer = asyncio.get_running_loop().create_future()
        self.transport.write(message)
        return self.answer


class Browser:
    """Somebody's browser. Its requests raise OSError where no answer comes."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.connection: Connection | None = None
        self.cookies: dict[str, str] = {}
        self.headers: dict[str, Headers] = {}

    async def get(self, path: str) -> Answer:
        return await self._send("GET", path, {}, b"")

    async def poll(self, path: str) -> Answer:
        """As htmx does on public pages: the page is asked for again, unless it is what is there already."""
        headers = {"HX-Request": "true", **self.headers.get(path, {})}
        answer = await self._send("GET", path, headers, b"")
        if answer.status == 200:
            self.headers[path] = {"If-None-Match": answer.headers["etag"]}
        return answer

    async def post(self, path: str, data: dict[str, str], *, htmx: bool = False, key: str = "") -> Answer:
        """`key`: that of a request which is sent again."""
        body = urlencode({"csrfmiddlewaretoken": self.cookies["csrftoken"], **data}).encode()
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        if htmx:
            headers |= {"HX-Request": "true", "Idempotency-Key": key or str(uuid4())}
        return await self._send("POST", path, headers, body)

    async def upload(self, path: str, field: str, content: str) -> Answer:
        """A form with one file."""
        limit = uuid4().hex
        token = f'name="csrfmiddlewaretoken"\r\n\r\n{self.cookies["csrftoken"]}'
        file = f'name="{field}"; filename="{field}.json"\r\nContent-Type: application/json\r\n\r\n{content}'
        parts = "".join(f"--{limit}\r\nContent-Disposition: form-data; {part}\r\n" for part in (token, file))
        headers = {"Content-Type": f"multipart/form-data; boundary={limit}"}
        return await self._send("POST", path, headers, f"{parts}--{limit}--\r\n".encode())

    async def _send(self, method: str, path: str, headers: Headers, body: bytes) -> Answer:
        """The answer. What was sent on a kept connection that the server was just closing is sent again."""
        message = self._message(method, path, headers, body)
        async with asyncio.timeout(PATIENCE):
            while True:
                kept = self.connection
                if kept is None or kept.transport.is_closing():
                    kept, self.connection = None, await self._connect()
                try:
                    answer = await self.connection.ask(message)
                except ConnectionError:
                    if kept is None:
                        raise
                    continue
                except BaseException:  # what may still come would be taken for the next answer
                    self.close()
                    raise
                self.cookies |= answer.cookies
                return answer

    async def _connect(self) -> Connection:
        loop = asyncio.get_running_loop()
        _transport, connection = await loop.create_connection(Connection, "127.0.0.1", self.port)
        return connection

    def _message(self, method: str, path: str, headers: Headers, body: bytes) -> bytes:
        """The request. Browsers ask for gzip, and not for better, where there is no HTTPS."""
        lines = {
            "Host": HOST,
            "Accept-Encoding": "gzip, deflate",
            "Accept-Language": "it-IT,it;q=0.9",
            **headers,
        }
        if self.cookies:
            lines["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if method == "POST":
            lines["Content-Length"] = str(len(body))
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body

    def close(self) -> None:
        if self.connection:
            self.connection.transport.close()
