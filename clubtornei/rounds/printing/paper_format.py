"""The formats of paper that a sheet is printed on."""

from msgspec import Struct

SMALLEST = 10.5  # points


class PaperFormat(Struct, frozen=True):
    """`sheets_of_a4`: how many pages of A4 have room on one: type is as large on all paper."""

    name: str
    sheets_of_a4: int = 1

    @property
    def looks(self) -> tuple[str, ...]:
        """The stylesheet of the format, if it is not A4."""
        return () if self.name == "A4" else (self.name.lower(),)


A4, A3 = PaperFormat("A4"), PaperFormat("A3", 2)
FORMATS = {paper_format.name: paper_format for paper_format in (A4, A3)}
