"""The formats of paper that a sheet is printed on."""

from math import sqrt

from msgspec import Struct

SMALLEST = 10.5  # points


class PaperFormat(Struct, frozen=True):
    """Every sheet is laid out on A4, and drawn `zoom` times as large: larger paper has larger type, on as
    many pages. From three metres 20 points are read, and a long list has 11 to 14 on A4: what a hall lacks
    is type, not paper.
    """

    name: str
    zoom: float = 1.0

    @property
    def sheets_of_a4(self) -> int:
        """How many pages of A4 it is: what is cut out is as large on all paper."""
        return round(self.zoom**2)


A4, A3 = PaperFormat("A4"), PaperFormat("A3", sqrt(2))
FORMATS = {paper_format.name: paper_format for paper_format in (A4, A3)}
