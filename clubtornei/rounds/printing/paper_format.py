"""The formats of paper that a sheet is printed on, and the sizes of its type."""

from msgspec import Struct

SMALLEST = 10.5  # points
LARGER = (1.4, 1.2)  # the sides of A3 are 1.4 times those of A4
WALL = (28.0, 23.0, 19.0, 16.0, 14.0)
"""The sizes of type of what is read from afar, in points, of which few are tried."""
RANKED = (18.0, 16.0, 14.0)
"""Those of what is read from afar and has a name and many figures in a line."""
PAIRS = (14.5, 14.0)
"""Those of what has several names in a line: in larger type most would take two lines."""
ACROSS, SEATS_ACROSS = (24.0, 21.0, 18.0), (18.0, 16.0)
"""Those of pairs, and of larger tables, on a page that lies across."""
READ = (18.0, 16.0, 14.0, 12.0, 10.5)
"""Those of what is read from nearby."""
DENSE = (12.5, 12.0, 11.5, 11.0, 10.5)
"""Likewise, where much stands in a line."""
ONE_SIZE = (11.0,)


class PaperFormat(Struct, frozen=True, kw_only=True):
    """`sheets_of_a4`: how many pages of A4 have room on one: type is as large on all paper.

    The others are the most that one page has room for: players of a crosstable, rounds of a card that has
    others below it, first matches of a bracket.
    """

    name: str
    sheets_of_a4: int
    crosstable_players: int
    card_rounds: int
    bracket_rows: int

    def sizes(self, of_a4: tuple[float, ...]) -> tuple[float, ...]:
        """The sizes of type to be tried; on larger paper also larger ones."""
        if self.sheets_of_a4 == 1 or len(of_a4) == 1:
            return of_a4
        return (*(size * of_a4[0] for size in LARGER), *of_a4)


A4 = PaperFormat(name="A4", sheets_of_a4=1, crosstable_players=25, card_rounds=26, bracket_rows=16)
A3 = PaperFormat(name="A3", sheets_of_a4=2, crosstable_players=40, card_rounds=40, bracket_rows=32)
FORMATS = {paper_format.name: paper_format for paper_format in (A4, A3)}
