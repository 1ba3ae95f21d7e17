"""What a browser gets for an error of the server. Where it is the database that fails, it may try again: the
page of a round does so by itself, and what it sends twice is done once.
"""

import sys
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import server_error
from psycopg.errors import DiskFull

from clubtornei import interruptions
from clubtornei.untyped import Context

LOST = ("08", "57P")
"""Classes of PostgreSQL's errors: no connection; it was shut down, or is starting."""
RETRY_AFTER = "3"  # seconds


def error_page(request: HttpRequest) -> HttpResponse:
    """Django calls it while it handles the exception."""
    error = sys.exc_info()[1]
    if not isinstance(error, OperationalError | InterfaceError):
        return server_error(request)
    if kind := kind_of(error):
        interruptions.record(Path(settings.VAR_DIR), kind)
    context: Context = {"disk_full": kind == "disk"}
    response = render(None, "503.html", context, status=503)
    response["Retry-After"] = RETRY_AFTER
    return response


def kind_of(error: DatabaseError | InterfaceError) -> interruptions.Kind | None:
    """What organisers are told of afterwards; None: it concerns this request alone, such as a deadlock."""
    cause = error.__cause__
    if isinstance(cause, DiskFull):
        return "disk"
    state = getattr(cause, "sqlstate", None)
    return "database" if state is None or state.startswith(LOST) else None
