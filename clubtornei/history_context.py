"""Tells the triggers that keep the history who sends a request, once a transaction.

django-pghistory's own middleware says it again before each statement that writes, and a result has several.
"""

import json
from collections.abc import Callable
from contextlib import nullcontext
from uuid import uuid4

from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.http import HttpRequest, HttpResponseBase

from clubtornei.log_records import without_keys

Around = dict[str, BaseDatabaseWrapper | CursorWrapper]
"""The connection and the cursor of a statement."""
Execute = Callable[[str, object, bool, Around], object]

WRITES = ("INSERT", "UPDATE", "DELETE", "WITH")
CONTEXT = """
    SELECT set_config('pghistory.context_id', %s, true), set_config('pghistory.context_metadata', %s, true)
"""


class HistoryContextMiddleware:
    """For each POST: every write is one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method != "POST":
            return self.get_response(request)
        with connection.execute_wrapper(HistoryContext(request)):
            return self.get_response(request)


class HistoryContext:
    """Stands before each statement of a request, and sets its context before the first that writes."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.id = str(uuid4())
        # Waits for the commit as long as the context is set: a rollback, of a savepoint too, takes both back.
        self.mark = lambda: None

    def __call__(self, execute: Execute, sql: str, params: object, many: bool, context: Around) -> object:
        if not sql.lstrip().startswith(WRITES):
            return execute(sql, params, many, context)
        with nullcontext() if connection.in_atomic_block else transaction.atomic():
            if not any(waiting[1] is self.mark for waiting in connection.run_on_commit):
                execute(CONTEXT, [self.id, self._metadata()], False, context)
                transaction.on_commit(self.mark)
            return execute(sql, params, many, context)

    def _metadata(self) -> str:
        return json.dumps({"user": self.request.user.pk, "url": without_keys(self.request.path)})
