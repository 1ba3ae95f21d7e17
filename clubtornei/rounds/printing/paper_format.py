"""The formats of paper that a sheet is printed on."""

from msgspec import Struct

SMALLEST = 10.5  # points
LARGER = (1.4, 1.2)  # the sides of A3 are 1.4 times those of A4


class PaperFormat(Struct, frozen=True):
    """`sheets_of_a4`: how many pages of A4 have room on one: type is as large on all paper."""

    name: str
    sheets_of_a4: int = 1

    def sizes(self, of_a4: tuple[float, ...]) -> tuple[float, ...]:
        """The sizes of type to be tried; on larger paper also larger ones."""
        if self.sheets_of_a4 == 1 or len(of_a4) == 1:
            return of_a4
        return (*(size * of_a4[0] for size in LARGER), *of_a4)


A4, A3 = PaperFormat("A4"), PaperFormat("A3", 2)
FORMATS = {paper_format.name: paper_format for paper_format in (A4, A3)}
