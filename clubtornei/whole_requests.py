"""Requests that end before all of them is there are not carried out: half a form looks like a whole one."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment


class WholeBody:
    """A body of which every byte announced must come. Django takes the error for a browser that has gone."""

    def __init__(self, body: BinaryIO) -> None:
        self.body = body

    def read(self, size: int) -> bytes:
        """So many bytes: Django asks for no more than were announced."""
        data = self.body.read(size)
        if len(data) < size:
            raise ConnectionResetError("the request was cut short")
        return data

    def readline(self, size: int) -> bytes:
        return self.body.readline(size)


def whole_requests(application: "WSGIApplication") -> "WSGIApplication":
    """The application, for whole requests only."""

    def serve(environment: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        environment["wsgi.input"] = WholeBody(environment["wsgi.input"])
        return application(environment, start_response)

    return serve
