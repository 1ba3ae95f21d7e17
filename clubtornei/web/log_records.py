"""What the log says of requests, and the file in which it says it on a laptop."""

import os
from contextlib import suppress
from logging import LogRecord
from logging.handlers import WatchedFileHandler
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.http import HttpRequest

LARGEST_FILE = 20 * 1024 * 1024  # bytes


def route_of(request: "HttpRequest") -> str | None:
    """The route of the address, such as `i/<str:token>/`; None if it is none of the site's."""
    return request.resolver_match.route if request.resolver_match else None


def drop_refusal_traceback(record: LogRecord) -> bool:
    """A filter that keeps every record, that of a refused request (403) without its traceback: nothing in the
    program went wrong.
    """
    if getattr(record, "status_code", None) == 403:
        record.exc_info = None
    return True


def hide_addresses(record: LogRecord) -> bool:
    """A filter that keeps every record. One about a request has the route and the request's id where Django
    writes the path, in which there may be a link that lets in whoever has it. Letters beyond ASCII, which a
    message may have put behind the link, Django writes as escapes.
    """
    path = getattr(getattr(record, "request", None), "path", None)
    if path and isinstance(record.args, tuple):
        request: HttpRequest = record.request  # type: ignore[attr-defined]
        shown = f"{route_of(request)} [{getattr(request, 'log_id', '')}]"
        paths = (path, path.encode("unicode_escape").decode())
        record.args = tuple(shown if argument in paths else argument for argument in record.args)
    return True


class BoundedFileHandler(WatchedFileHandler):
    """A file that several processes write to. At LARGEST_FILE it becomes the old one, the only one kept."""

    def emit(self, record: LogRecord) -> None:
        with suppress(FileNotFoundError):
            if os.stat(self.baseFilename).st_size > LARGEST_FILE:
                os.replace(self.baseFilename, f"{self.baseFilename}.1")
        super().emit(record)
