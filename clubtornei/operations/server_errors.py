"""What a browser gets for an error of the server. Where it is the database that fails, it may try again: the
page of a round does so by itself, and what it sends twice is done once.
"""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import server_error
from psycopg.errors import DiskFull

from clubtornei.text.untyped import Context

RETRY_AFTER = "3"  # seconds


def error_page(request: HttpRequest) -> HttpResponse:
    """Django calls it while it handles the exception."""
    error = sys.exc_info()[1]
    if not isinstance(error, OperationalError | InterfaceError):
        return server_error(request)
    context: Context = {"disk_full": isinstance(error.__cause__, DiskFull)}
    response = render(None, "503.html", context, status=503)
    response["Retry-After"] = RETRY_AFTER
    return response
