"""One request from a laptop to a server: gzip, signed with the key, with ceilings on both sides.

The signature is the HMAC-SHA256 of the body, with the SHA-256 of the key's secret. No redirect is followed.
Nothing of an answer is shown but what `protocol.py` knows.
"""

import gzip
import hashlib
import hmac
import socket
import ssl
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from ipaddress import ip_address
from secrets import token_urlsafe
from threading import Timer
from urllib.parse import urlsplit

from django.conf import settings

from clubtornei.publishing.protocol import (
    Answer,
    MalformedMessage,
    PublishingMessage,
    ServerRefusal,
    read,
    written,
)

PATH = "/publishing/receive/"
CONTEXT = b"clubtornei-publishing-1\n"
HEADER = "X-ClubTornei-Signature"
WAITS, LONGEST = 10.0, 40.0  # seconds: for the next bytes, and for all of a request and its answer
MOST_ADDRESSES = 3  # of one name, that are tried
LARGEST = 16 * 1024 * 1024  # bytes, unpacked, of a message
LARGEST_ANSWER = 2 * 1024 * 1024  # bytes
PIECE = 64 * 1024

UNREACHED, WRONG_KEY, NO_SERVER, REFUSED, TOO_LARGE, TOO_MANY, NONSENSE, BUSY = (
    *("unreached", "wrong_key", "no_server", "refused"),
    *("too_large", "too_many", "nonsense", "busy"),
)
CODES = {401: WRONG_KEY, 404: NO_SERVER, 405: NO_SERVER, 413: TOO_LARGE, 422: REFUSED, 429: TOO_MANY}


class SendingFailed(Exception):
    """`code`: why; `refusal`: in the server's words; `sent`: it may have arrived for all that."""

    def __init__(self, code: str, refusal: str = "", *, sent: bool = True) -> None:
        super().__init__(code)
        self.code, self.refusal, self.sent = code, refusal, sent


def new_secret() -> str:
    return token_urlsafe(32)


def signing_key(secret: str) -> str:
    """What the server keeps of a key."""
    return hashlib.sha256(secret.encode()).hexdigest()


def signature(key: str, body: bytes) -> str:
    return hmac.new(key.encode(), CONTEXT + body, "sha256").hexdigest()


def is_signed(body: bytes, key: str, given: str) -> bool:
    """Whether the signature is of this body, with this key; never with an empty one."""
    return bool(key) and hmac.compare_digest(signature(key, body).encode(), given.encode())


def unpacked(body: bytes) -> bytes:
    """The content of a gzipped body. Raises MalformedMessage, also where there is more than LARGEST of it."""
    unpacking = zlib.decompressobj(wbits=31)
    try:
        content = unpacking.decompress(body, LARGEST)
    except zlib.error as error:
        raise MalformedMessage("gzip") from error
    if not unpacking.eof:
        raise MalformedMessage("gzip")
    return content


def post(address: str, key: str, message: PublishingMessage) -> Answer:
    """Send the message to the server with that address. Raises SendingFailed."""
    number, _dash, secret = key.partition("-")
    body = gzip.compress(written(message), mtime=0)
    headers = {
        "Content-Type": "application/json",
        "Content-Encoding": "gzip",
        HEADER: f"{number} {signature(signing_key(secret), body)}",
    }
    with connected(address) as connection:
        try:
            connection.request("POST", urlsplit(address).path.rstrip("/") + PATH, body, headers)
            response = connection.getresponse()
            content = _content(response)
        except (OSError, HTTPException, ValueError) as error:
            raise SendingFailed(UNREACHED) from error
    return _answer(response.status, content)


@contextmanager
def connected(address: str) -> Iterator[HTTPConnection]:
    """What is done with it ends LONGEST after it is made, whatever the server does. Raises SendingFailed."""
    parts = urlsplit(address)
    host, secure = parts.hostname or "", parts.scheme == "https"
    kind = HTTPSConnection if secure else HTTPConnection
    connection = kind(host, parts.port, timeout=WAITS)
    with ExitStack() as stack:
        try:
            plain = stack.enter_context(_socket_to(host, connection.port))
            _refuse_neighbours(plain)
            limit = Timer(LONGEST, _end, [stack.enter_context(plain.dup())])
            limit.start()
            stack.callback(limit.cancel)
            connection.sock = (
                ssl.create_default_context().wrap_socket(plain, server_hostname=host) if secure else plain
            )
        except (OSError, ValueError) as error:
            raise SendingFailed(UNREACHED, sent=False) from error
        with closing(connection):
            yield connection


def _socket_to(host: str, port: int) -> socket.socket:
    """To one of its first addresses. Raises OSError, ValueError."""
    failed = OSError("The name has no address.")
    for *_kind, place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[:MOST_ADDRESSES]:
        try:
            return socket.create_connection((str(place[0]), port), WAITS)
        except OSError as error:
            failed = error
    raise failed


def _end(twin: socket.socket) -> None:
    """End what waits for the other end, in the middle of headers or of a handshake too."""
    with suppress(OSError):
        twin.shutdown(socket.SHUT_RDWR)


def _refuse_neighbours(plain: socket.socket) -> None:
    """From a server of the internet nobody gets at what is beside it. Raises ValueError."""
    if not settings.LAPTOP and not ip_address(plain.getpeername()[0]).is_global:
        raise ValueError("The address is not of the internet.")


def _content(response: HTTPResponse) -> bytes:
    """Raises SendingFailed where it is too large, or ends too early."""
    content = b""
    while piece := response.read1(PIECE):
        content += piece
        if len(content) > LARGEST_ANSWER:
            raise SendingFailed(NONSENSE)
    if response.length:  # it was cut off
        raise SendingFailed(UNREACHED)
    return content


def _answer(status: int, content: bytes) -> Answer:
    try:
        if status == 200:
            return read(content, Answer)
        refusal = read(content, ServerRefusal).error if status == 422 else ""
    except MalformedMessage as unreadable:
        raise SendingFailed(NONSENSE) from unreadable
    raise SendingFailed(CODES.get(status, BUSY if status >= 500 else NONSENSE), refusal)
