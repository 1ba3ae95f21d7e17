"""A large crosstable in parts: so many rows and columns at a time, and the way to the others."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil

from django.http import QueryDict
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.rounds.reports.report import Report
from clubtornei.rounds.state.listing import listing_of
from clubtornei.text.numerals import parse_int
from clubtornei.text.untyped import Context

MOST = 60  # rows, and columns of players, on one page


class Part(Struct, frozen=True):
    """Rows or columns from `first` to `last`, from 1. `query`: with which a page shows them; `shown`: whether
    this page does; `players`: the ids of those in the rows, with spaces between.
    """

    first: int
    last: int
    query: str = ""
    shown: bool = False
    players: str = ""

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


def part_of(report: Report, query: QueryDict) -> Context:
    """The rows whose names have the words in `?q=`: the part asked for (`?rows=` and `?columns=`, from 1), as
    `report`, and the way to the others.
    """
    listing = listing_of(report.rows, query, lambda row: row.name)
    found = listing.page.paginator.object_list
    rows, rows_context = _part_of(query, "rows", len(found), [str(row.player) for row in found])
    opponents = [column for column in report.columns if column.is_against]
    columns, columns_context = _part_of(query, "columns", len(opponents))
    shown = [
        column for column in report.columns if column not in opponents or column in opponents[columns.slice]
    ]
    part = replace(report, rows=tuple(found[rows.slice]), columns=tuple(shown))
    return {**rows_context, **columns_context, "listing": listing, "report": part}


def _part_of(query: QueryDict, name: str, count: int, players: Sequence[str] = ()) -> tuple[Part, Context]:
    split = split_evenly(count, MOST)
    asked = parse_int(query.get(name, "")) or 1
    shown = asked if 1 <= asked <= len(split) else 1
    parts = [
        replace(
            part,
            query=_with(query, name, number),
            shown=number == shown,
            players=" ".join(players[part.slice]),
        )
        for number, part in enumerate(split, 1)
    ]
    part = parts[shown - 1]
    return part, {f"{name}_parts": parts if len(parts) > 1 else []}


def _with(query: QueryDict, name: str, number: int) -> str:
    """The query with this part instead of the one asked for; without what the page does not know."""
    known = QueryDict(mutable=True)
    for key in ("by", "q", "rows", "columns"):
        if key in query:
            known[key] = query.get(key, "")
    known[name] = str(number)
    return known.urlencode()
