"""What is cut out of a sheet, or stands side by side on it."""

from collections.abc import Sequence
from math import ceil
from typing import TypeVar

Item = TypeVar("Item")


def pages_to_cut(slips: Sequence[Item], per_page: int) -> list[list[Item]]:
    """The slips on pages, so that after cutting through the stack of pages the piles, put on each other, are
    in their order.
    """
    pages = ceil(len(slips) / per_page)
    return [list(slips[page::pages]) for page in range(pages)]


def in_rows(items: Sequence[Item], in_row: int) -> list[Sequence[Item]]:
    """The items, so many in a row."""
    return [items[first : first + in_row] for first in range(0, len(items), in_row)]
