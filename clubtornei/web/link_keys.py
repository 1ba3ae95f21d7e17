"""The random values in addresses that give power to whoever has them.

A row has its own from the database. So a row that is made after a restore has another one than the row that
had its primary key before, and no old address leads to it. Such addresses are in no log (log_records.py), nor
in the history, and browsers name them to no other page.
"""

from collections.abc import Callable

from django.contrib.postgres.functions import RandomUUID
from django.db import models
from django.http import HttpRequest, HttpResponse
from pghistory.middleware import HistoryMiddleware

from clubtornei.text.untyped import JsonObject

BEGINNINGS = ("/h/", "/i/", "/invite/", "/m/", "/password/set/", "/q/")
"""Of the paths with a key."""


def link_key() -> models.Field:
    """The column with the key of a row: 122 random bits, in whatever way the row is made."""
    return models.UUIDField(unique=True, db_default=RandomUUID(), editable=False)


def has_key(request: HttpRequest) -> bool:
    return request.path_info.startswith(BEGINNINGS)


class HistoryWithoutKeys(HistoryMiddleware):
    """Says to the history who writes, and at which address."""

    def get_context(self, request: HttpRequest) -> JsonObject:
        context: JsonObject = super().get_context(request)
        return context | ({"url": ""} if has_key(request) else {})


class KeysKeptSecret:
    """Middleware: of an address with a key, browsers tell other pages the host alone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if has_key(request):
            # Not `no-referrer`: browsers then hide where a form comes from, and Django refuses it.
            response["Referrer-Policy"] = "strict-origin"
        return response
