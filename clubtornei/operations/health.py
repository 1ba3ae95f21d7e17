"""`/health/`: whether the site is alive and ready, for those who watch over it, and nothing of any club."""

from functools import cache

from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubtornei import VERSION


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
