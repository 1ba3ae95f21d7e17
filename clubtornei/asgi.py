"""The ASGI application that uvicorn runs: Django in threads, which are given whole requests only.

The event loop waits for slow, silent or hostile clients. A thread never does.
"""

import asyncio
from http import HTTPStatus
from importlib import import_module
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING, cast
from wsgiref.util import FileWrapper

from a2wsgi import WSGIMiddleware
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.db import DatabaseError, InterfaceError, close_old_connections
from django.http import parse_cookie
from django.urls import get_resolver

from clubtornei.wsgi import application as wsgi_application

if TYPE_CHECKING:
    from collections.abc import Iterable

    from a2wsgi.asgi_typing import ASGIApp, HTTPScope, Receive, ReceiveEvent, Send
    from a2wsgi.wsgi_typing import Environ, StartResponse, WSGIApp

THREADS = 8
PIECE = (
    64 * 1024
)  # bytes of a file: Django's 4096 make the thread and the event loop wait for each other often
PIECES_WAITING = 64
"""Pieces of an answer that may wait for a slow reader. A page is one piece; so many are 4 MB of a file."""

READ_WITHIN = 20.0  # seconds, for a request
UPLOADED_WITHIN = 600.0  # seconds, for a large body of somebody who is signed in
SMALL = 64 * 1024  # bytes of a body
LARGE_AT_ONCE = 8
"""Larger bodies of strangers that are read at the same time; others wait, unread."""
IN_MEMORY = 1024 * 1024  # bytes of a body; a larger one is kept on the disk

REFUSALS = {
    HTTPStatus.REQUEST_TIMEOUT: "La richiesta arriva troppo lentamente. The request comes too slowly.",
    HTTPStatus.LENGTH_REQUIRED: "Manca la lunghezza della richiesta. The request does not state its length.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "Il file è troppo grande. The file is too large.",
    HTTPStatus.SERVICE_UNAVAILABLE: "La base di dati non risponde. The database does not answer.",
}


class RefusedRequest(Exception):
    """The request is not served."""

    def __init__(self, status: HTTPStatus) -> None:
        self.status = status


class WholeRequests:
    """ASGI middleware: calls the application once the whole request is there.

    Refuses a body without a length (411), one that is too large (413), and one that comes too slowly (408).
    """

    def __init__(self, app: "ASGIApp") -> None:
        self.app = app
        self.turns = asyncio.Semaphore(LARGE_AT_ONCE)

    async def __call__(self, scope: "HTTPScope", receive: "Receive", send: "Send") -> None:
        # WSGI cannot tell X_Forwarded_For from X-Forwarded-For, which only a proxy may set.
        scope["headers"] = [(name, value) for name, value in scope["headers"] if b"_" not in name]
        headers = dict(scope["headers"])
        with SpooledTemporaryFile(IN_MEMORY) as body:
            try:
                await self.read(headers, receive, body)
            except RefusedRequest as refused:
                await refuse(send, refused.status)
            except ConnectionError:
                pass
            else:
                await self.app(scope, replayed(body), send)

    async def read(self, headers: dict[bytes, bytes], receive: "Receive", body: IO[bytes]) -> None:
        """Read the body. Raises RefusedRequest, or ConnectionError if the client has gone before its end."""
        if b"transfer-encoding" in headers:
            raise RefusedRequest(HTTPStatus.LENGTH_REQUIRED)
        length = int(headers.get(b"content-length", 0))
        try:
            async with asyncio.timeout(READ_WITHIN) as limit:
                member = length > SMALL and await is_signed_in(headers)
                if length > (settings.LARGEST_BODY if member else settings.DATA_UPLOAD_MAX_MEMORY_SIZE):
                    raise RefusedRequest(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
                if member:
                    limit.reschedule(asyncio.get_running_loop().time() + UPLOADED_WITHIN)
                if length <= SMALL or member:
                    await copy_body(receive, body, length)
                else:
                    async with self.turns:
                        await copy_body(receive, body, length)
        except TimeoutError:
            raise RefusedRequest(HTTPStatus.REQUEST_TIMEOUT) from None
        except (DatabaseError, InterfaceError):
            raise RefusedRequest(HTTPStatus.SERVICE_UNAVAILABLE) from None


@sync_to_async
def is_signed_in(headers: dict[bytes, bytes]) -> bool:
    """Whether the request comes with the session of a user."""
    close_old_connections()
    cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin1"))
    session = import_module(settings.SESSION_ENGINE).SessionStore(cookies.get(settings.SESSION_COOKIE_NAME))
    return SESSION_KEY in session


async def copy_body(receive: "Receive", body: IO[bytes], length: int) -> None:
    """Copy so many bytes. Raises ConnectionError."""
    while body.tell() < length:
        body.write(await next_piece(receive))


async def next_piece(receive: "Receive") -> bytes:
    """A piece of the body. Raises ConnectionError. Nothing keeps it while the next one is waited for."""
    message = await receive()
    if message["type"] != "http.request":
        raise ConnectionError
    return message["body"]


def replayed(body: IO[bytes]) -> "Receive":
    """What gives the application the body that was read."""
    length = body.tell()
    body.seek(0)

    async def receive() -> "ReceiveEvent":
        piece = body.read(SMALL)
        return {"type": "http.request", "body": piece, "more_body": body.tell() < length}

    return receive


async def refuse(send: "Send", status: HTTPStatus) -> None:
    """Answer with the status, and close the connection."""
    text = REFUSALS[status].encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(text)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})


def in_large_pieces(environ: "Environ", start_response: "StartResponse") -> "Iterable[bytes]":
    """The WSGI application, which sends files in pieces of PIECE bytes."""
    environ["wsgi.file_wrapper"] = lambda file, _size: FileWrapper(file, PIECE)  # type: ignore[typeddict-unknown-key]
    return cast("WSGIApp", wsgi_application)(environ, start_response)


assert get_resolver().url_patterns  # every view is imported before anybody asks for one

_in_threads = WSGIMiddleware(in_large_pieces, workers=THREADS, send_queue_size=PIECES_WAITING)
application = WholeRequests(_in_threads)
