"""`/health/`, `/metrics/` and `security.txt` for those who watch over the site; the page of its errors."""

import sys
from datetime import timedelta
from functools import cache

from django.conf import settings
from django.db import Error, InterfaceError, OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.crypto import constant_time_compare
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.defaults import server_error
from prometheus_client import CONTENT_TYPE_LATEST
from psycopg.errors import DiskFull

from clubtornei import VERSION
from clubtornei.operations.metrics import exposition
from clubtornei.text.untyped import Context

EXPIRES = timedelta(days=180)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """For whoever has the token: behind a proxy every visitor seems to come from this machine."""
    if not settings.METRICS_TOKEN:
        raise Http404
    if not constant_time_compare(
        request.headers.get("Authorization", ""), f"Bearer {settings.METRICS_TOKEN}"
    ):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    return HttpResponse(exposition(), content_type=CONTENT_TYPE_LATEST)


@never_cache
@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Where to report a hole in this site (RFC 9116), if whoever runs it has said so."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {(now() + EXPIRES).strftime('%Y-%m-%dT00:00:00Z')}",
        "Preferred-Languages: it, en",
        f"Canonical: {request.build_absolute_uri(request.path)}",
    ]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def health(_request: HttpRequest) -> JsonResponse:
    """Alive, since it answers; ready once the database answers and has seen every migration. One query."""
    database, migrated = True, False
    try:
        migrated = _needed() <= _applied()
    except Error:
        database = False
    ready = database and migrated
    facts = {"alive": True, "ready": ready, "database": database, "migrated": migrated, "version": VERSION}
    return JsonResponse(facts, status=200 if ready else 503)


@cache
def _needed() -> frozenset[tuple[str, str]]:
    """The migrations of the program that runs: they are read from its files once."""
    return frozenset(MigrationLoader(None).disk_migrations)


def _applied() -> set[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations")
        return set(cursor.fetchall())


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
