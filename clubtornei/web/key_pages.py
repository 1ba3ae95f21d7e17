"""Pages of a list by key: a link names the row behind which its page begins, or before which it ends.

Django's Paginator counts all rows and reads those before a page, so that lists which grow for years would
cost more each year, and it shows a row twice where one has come in meanwhile.

The links have `?page=`: 17 is what follows the row of that key, -17 what precedes it.
"""

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from django.db.models import Model, Q, QuerySet
from msgspec import Struct

from clubtornei.text.numerals import parse_int

Row = TypeVar("Row")
Stored = TypeVar("Stored", bound=Model)


class KeyPage(Struct, Generic[Row], frozen=True, kw_only=True):
    """Rows of a list. The other fields: the `?page=` of what stands before and behind; empty: nothing does.
    They are named as in Django's pages, for components/pages.html.
    """

    rows: Sequence[Row]
    previous_page_number: str = ""
    next_page_number: str = ""

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def has_previous(self) -> bool:
        return bool(self.previous_page_number)

    @property
    def has_next(self) -> bool:
        return bool(self.next_page_number)

    @property
    def has_other_pages(self) -> bool:
        return self.has_previous or self.has_next


def key_page(
    found: "QuerySet[Stored]", order: Sequence[str], asked: str | None, size: int
) -> KeyPage[Stored]:
    """The page `asked` for of what is `found`; the first one, if it names no row of it. At most three
    queries.

    `order`: columns that are never null, as order_by() takes them; the last one is "pk" or "-pk".
    """
    key, backwards = _position(asked)
    columns = [name.removeprefix("-") for name in order]
    row = found.filter(pk=key).values_list(*columns).first() if key else None
    backwards = backwards and row is not None
    way = [name[1:] if name.startswith("-") else f"-{name}" for name in order] if backwards else order
    rest = found if row is None else found.filter(_behind(way, row))
    rows = list(rest.order_by(*way)[: size + 1])
    more, rows = len(rows) > size, rows[:size]
    if row is not None and not (more if backwards else rows):
        return key_page(found, order, None, size)
    if backwards:
        rows.reverse()
    return KeyPage(
        rows=rows,
        previous_page_number=f"-{rows[0].pk}" if row is not None else "",
        next_page_number=str(rows[-1].pk) if more else "",
    )


def page_of_rows(rows: Sequence[Row], asked: str | None, size: int) -> KeyPage[Row]:
    """The page of rows at hand, the newest first: the key of a row is how many are as old as it or older."""
    key, backwards = _position(asked)
    start = len(rows) - key - size if backwards else len(rows) - key + 1
    if not key or not 0 < start < len(rows):
        start = 0
    shown = rows[start : start + size]
    left = len(rows) - start - len(shown)
    return KeyPage(
        rows=shown,
        previous_page_number=f"-{len(rows) - start}" if start else "",
        next_page_number=str(left + 1) if left else "",
    )


def _position(asked: str | None) -> tuple[int, bool]:
    """The key of a row, 0 for none; whether the rows before it are asked for."""
    text = asked or ""
    return parse_int(text.removeprefix("-")) or 0, text.startswith("-")


def _behind(order: Sequence[str], row: Sequence[object]) -> Q:
    """What comes behind the row with these values. The bound of the first column alone is for its index."""
    behind, level, bound = Q(pk__in=[]), Q(), Q()
    for name, value in zip(order, row, strict=True):
        column, way = (name[1:], "lt") if name.startswith("-") else (name, "gt")
        behind |= level & Q(**{f"{column}__{way}": value})
        level &= Q(**{column: value})
        bound = bound or Q(**{f"{column}__{way}e": value})
    return bound & behind
