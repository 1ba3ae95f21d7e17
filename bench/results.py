"""What one result costs the server, whatever the size of its round.

    python bench/results.py

CPU time of this process for one request through all of Django (no network, PostgreSQL's own time not
counted): the median of many, taken in turn, so that a busy machine slows all of them alike. Beside it what
they are to be compared with: a bare view that reads session and user, and the cheapest signed-in page. It
starts a PostgreSQL of its own, unless DATABASE_URL names one, and leaves nothing behind.
"""

import os
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))



if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubtornei.settings")

TABLES = (10, 100, 400)
BEFORE = 5  # rounds
TIMES = 150

Request = Callable[[], int]
"""Sends a request, and gives the status of the answer."""


def bare(request: "HttpRequest") -> "HttpResponse":
    """Reads session and user, and no more."""
    from django.http import HttpResponse

    return HttpResponse(request.user.get_username())


class Browser:
    """A signed-in member's browser, without a network: it calls the site's WSGI application."""

    def __init__(self, session: str) -> None:
        from django.core.wsgi import get_wsgi_application
        from django.middleware.csrf import _get_new_csrf_string

        self.application = get_wsgi_application()
        self.token = _get_new_csrf_string()
        self.cookies = f"sessionid={session}; csrftoken={self.token}"

    def send(self, method: str, path: str, data: dict[str, str] | None = None) -> int:
        address, _mark, query = path.partition("?")
        body = urlencode(data or {}).encode()
        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": address,
            "QUERY_STRING": query,
            "CONTENT_TYPE": "application/x-www-form-urlencoded",
            "CONTENT_LENGTH": str(len(body)),
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "localhost",
            "HTTP_COOKIE": self.cookies,
            "HTTP_X_CSRFTOKEN": self.token,
            "HTTP_HX_REQUEST": "true",
            "HTTP_ACCEPT_LANGUAGE": "it",
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        statuses: list[str] = []
        answer = self.application(environ, lambda status, _headers: statuses.append(status))
        self.body = b"".join(answer)
        answer.close()
        return int(statuses[0].split()[0])
