"""The formats of paper that a sheet is printed on."""

from math import sqrt

from msgspec import Struct

SMALLEST = 10.5  # points


class PaperFormat(Struct, frozen=True):
    """Every sheet is laid out on A4, and drawn `zoom` times as large: on larger paper its type may be as much
    smaller before it is.
    """

    name: str
    zoom: float = 1.0

    @property
    def smallest(self) -> float:
        """The smallest type, in points before it is enlarged."""
        return SMALLEST / self.zoom

    def least(self, size: float) -> float:
        """The type of headings and notes beside rows of that size: larger paper enlarges it, too, unless the
        rows themselves are smaller.
        """
        return min(SMALLEST, max(size, self.smallest))


A4, A3 = PaperFormat("A4"), PaperFormat("A3", sqrt(2))
FORMATS = {paper_format.name: paper_format for paper_format in (A4, A3)}
