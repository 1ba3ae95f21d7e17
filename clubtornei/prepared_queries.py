"""Queries that are put into SQL once: Django takes longer for that than PostgreSQL does for the answer.

    TABLE = PreparedQuery(lambda: Table.objects.filter(pk=sought("pk")))
    TABLE.first(pk=7)

Only for what every request asks. It is the compiler of the query set that is kept, with all that it knows of
columns and relations; rows become objects, or tuples, as ever. The SQL is the same for any value but None.
"""

from collections.abc import Callable
from copy import copy
from threading import Lock
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model, QuerySet
from django.db.models.expressions import RawSQL
from django.db.models.sql.compiler import SQLCompiler
from django.utils.functional import cached_property

_COMPILING = Lock()
Row = TypeVar("Row")  # an object of the model, or what `values_list` makes of a row


class _Sought(str):
    """The name of a value, in its place among the parameters."""


def sought(name: str) -> RawSQL:
    """What a filter of the query compares with: the value of that name, given each time it is asked."""
    return RawSQL("%s", [_Sought(name)])


class PreparedQuery(Generic[Row]):
    """A query set with values that are `sought`. It is made when it is asked for the first time: a module has
    neither all models nor a database when it is imported.
    """

    def __init__(self, make: Callable[[], QuerySet[Model, Row]]) -> None:
        self.make = make

    @cached_property
    def queryset(self) -> QuerySet[Model, Row]:
        return self.make()

    @cached_property
    def _compiled(self) -> tuple[SQLCompiler, str, tuple[object, ...]]:
        """The compiler, the SQL and its parameters.

        Django changes a query while it compiles it, and what it shares with others, such as subqueries: two
        threads at once would get wrong SQL. So it is a copy that is compiled, and one at a time.
        """
        with _COMPILING:
            compiler = self.queryset.all().query.get_compiler(DEFAULT_DB_ALIAS)
            sql, params = compiler.as_sql()
        return compiler, sql, tuple(params)

    def all(self, **values: object) -> list[Row]:
        """The rows, in one query. KeyError: a value that is sought is not given."""
        compiler, sql, params = self._compiled
        given = tuple(values[param] if isinstance(param, _Sought) else param for param in params)
        bound: Any = copy(compiler)
        bound.connection = connections[DEFAULT_DB_ALIAS]  # each thread has one of its own
        bound.as_sql = lambda *_options, **_more: (sql, given)
        asked = self.queryset.all()
        asked.query.get_compiler = lambda *_options, **_more: bound  # type: ignore[method-assign]
        return list(asked)

    def first(self, **values: object) -> Row | None:
        """The first row, if there is any."""
        return next(iter(self.all(**values)), None)
