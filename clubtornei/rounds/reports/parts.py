"""A large crosstable in parts: so many rows and columns at a time, and the way to the others."""

from itertools import pairwise
from math import ceil
from typing import TypeVar

from django.http import QueryDict
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.numerals import parse_int
from clubtornei.rounds.reports.crosstable import Crosstable
from clubtornei.rounds.reports.meetings import Meetings
from clubtornei.untyped import Context

MOST = 60  # rows, and columns of players, on one page

Table = TypeVar("Table", Crosstable, Meetings)


class Part(Struct, frozen=True):
    """Rows or columns from `first` to `last`, from 1. `query`: with which a page shows them; `shown`: whether
    this page does.
    """

    first: int
    last: int
    query: str = ""
    shown: bool = False

    @property
    def is_single(self) -> bool:
        return self.first == self.last

    @property
    def numbers(self) -> range:
        return range(self.first, self.last + 1)

    @property
    def slice(self) -> slice:
        return slice(self.first - 1, self.last)


def split_evenly(count: int, most: int) -> list[Part]:
    """The parts, as few as possible and of about equal size; an empty one of nothing."""
    parts = ceil(count / most) if count else 1
    boundaries = [count * part // parts for part in range(parts + 1)]
    return [Part(first + 1, last) for first, last in pairwise(boundaries)]


def part_of(table: Table, query: QueryDict) -> tuple[Table, Context]:
    """The part of the crosstable asked for (`?rows=` and `?columns=`, from 1), and the way to the others."""
    rows, rows_context = _asked(query, "rows", len(table.rows))
    columns, columns_context = _asked(query, "columns", len(table.rows))
    shown = tuple(replace(row, cells=row.cells[columns.slice]) for row in table.rows[rows.slice])
    opponents = [row.player for row in table.rows[columns.slice]]
    return replace(table, rows=shown), {**rows_context, **columns_context, "opponents": opponents}


def rows_of(query: QueryDict, count: int) -> tuple[Part, Context]:
    """The rows asked for (`?rows=`, from 1) of a table that is not wide, and the way to the others."""
    return _asked(query, "rows", count)


def _asked(query: QueryDict, name: str, count: int) -> tuple[Part, Context]:
    split = split_evenly(count, MOST)
    asked = parse_int(query.get(name, "")) or 1
    shown = asked if 1 <= asked <= len(split) else 1
    parts = [
        replace(part, query=_with(query, name, number), shown=number == shown)
        for number, part in enumerate(split, 1)
    ]
    part = parts[shown - 1]
    return part, {f"{name}_shown": part, f"{name}_parts": parts if len(parts) > 1 else []}


def _with(query: QueryDict, name: str, number: int) -> str:
    """The query with this part instead of the one asked for; without what the page does not know."""
    known = QueryDict(mutable=True)
    for key in ("by", "rows", "columns"):
        if key in query:
            known[key] = query.get(key, "")
    known[name] = str(number)
    return known.urlencode()
