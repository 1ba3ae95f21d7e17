"""What is cut out of a sheet."""

from collections.abc import Sequence
from math import ceil
from typing import TypeVar

from clubtornei.rounds.typesetting.paper_format import SMALLEST
from clubtornei.rounds.typesetting.text_width import shortened
from clubtornei.rounds.typesetting.type_size import POINT

OF_SLIP = 0.43  # type of a number, to the height of its slip
MARGIN, NAME_LINES = (
    1.5,
    2,
)  # millimetres: left and right of the name below it; that has so many lines at most

Slip = TypeVar("Slip")


def pages_to_cut(slips: Sequence[Slip], per_page: int) -> list[list[Slip]]:
    """The slips on pages, so that after cutting through the stack of pages the piles, put on each other, are
    in their order.
    """
    pages = ceil(len(slips) / per_page)
    return [list(slips[page::pages]) for page in range(pages)]


def in_rows(slips: Sequence[Slip], in_row: int) -> list[Sequence[Slip]]:
    return [slips[first : first + in_row] for first in range(0, len(slips), in_row)]


def slip_style(height: float) -> str:
    """Of a number to be cut out and folded in half: its height, half of it, and the type of the number."""
    return f"--slip:{height:.1f}mm;--half:{height / 2:.1f}mm;--number:{height * OF_SLIP / POINT:.1f}pt"


def name_on_slip(name: str, width: float) -> str:
    """As much of the name as stands on a slip of that width, in millimetres, away from the scissors."""
    return shortened(name, (width - 2 * MARGIN) / (SMALLEST * POINT), NAME_LINES)
