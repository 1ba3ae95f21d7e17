"""Small tables on a sheet, one or several side by side, as rows of one that has the columns of each."""

from collections.abc import Sequence
from itertools import zip_longest
from math import ceil
from typing import Generic, TypeVar

from msgspec import Struct

from clubtornei.rounds.typesetting.type_size import PaperColumn

BETWEEN = PaperColumn(width=6)  # millimetres

Head = TypeVar("Head")
Row = TypeVar("Row")


class Band(Struct, Generic[Head, Row], frozen=True):
    """A table, or several side by side, the last ones maybe None; `rows`: a row of each, or None."""

    heads: tuple[Head | None, ...]
    rows: list[tuple[Row | None, ...]]


def bands_of(tables: Sequence[tuple[Head, Sequence[Row]]], across: int) -> list[Band[Head, Row]]:
    """The tables, so many side by side."""
    bands = []
    for first in range(0, len(tables), across):
        group = [*tables[first : first + across]]
        missing = [None] * (across - len(group))
        heads = (*(head for head, _rows in group), *missing)
        rows = [(*row, *missing) for row in zip_longest(*(rows for _head, rows in group))]
        bands.append(Band(heads, rows))
    return bands


def down_columns(items: Sequence[Row], columns: int) -> list[list[Row | None]]:
    """The items in rows of so many, to be read down the columns."""
    rows = ceil(len(items) / columns)
    return [
        [items[index] if (index := row + column * rows) < len(items) else None for column in range(columns)]
        for row in range(rows)
    ]
