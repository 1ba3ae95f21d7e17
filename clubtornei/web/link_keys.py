"""The random values in addresses that give power to whoever has them.

A row has its own from the database. So a row that is made after a restore has another one than the row that
had its primary key before, and no old address leads to it. Such addresses are in no log (log_records.py), nor
in the history.
"""

from django.contrib.postgres.functions import RandomUUID
from django.db import models
from django.http import HttpRequest
from pghistory.middleware import HistoryMiddleware

from clubtornei.text.untyped import JsonObject


def link_key() -> models.Field:
    """The column with the key of a row: 122 random bits, in whatever way the row is made."""
    return models.UUIDField(unique=True, db_default=RandomUUID(), editable=False)


class HistoryWithoutAddresses(HistoryMiddleware):
    """Says to the history who writes, but not at which address."""

    def get_context(self, request: HttpRequest) -> JsonObject:
        return {"user": super().get_context(request)["user"]}
