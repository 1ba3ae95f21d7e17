"""What is cut out of a sheet."""

from collections.abc import Sequence
from math import ceil
from typing import TypeVar

Slip = TypeVar("Slip")


def pages_to_cut(slips: Sequence[Slip], per_page: int) -> list[list[Slip]]:
    """The slips on pages, so that after cutting through the stack of pages the piles, put on each other, are
    in their order.
    """
    pages = ceil(len(slips) / per_page)
    return [list(slips[page::pages]) for page in range(pages)]
