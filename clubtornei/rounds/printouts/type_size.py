"""The size of type on a sheet: as large as its rows and columns leave room for, with no column beyond the
margin.

Widths are reckoned, not measured: what letters take in Source Sans, a little generously.
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from math import ceil

from msgspec import Struct

LARGEST, SMALLEST, LEAST = (
    40.0,
    10.5,
    6.0,
)  # points; below SMALLEST only where the columns do not fit otherwise
STEP = 0.5
POINT = 0.3528  # millimetres
LINE, PADDING = 1.15, 0.36  # of a line of type; above and below each row: in em, as in static/sheets/
GAP = 0.5  # em between columns
HEADING = 9.0  # points; a column is at least as wide as the longest word of its heading
RULE = 0.5  # points: below each row
NOTE = 12.0  # points: the height of a line below a name, which has one size everywhere

# In em, of the bold font; other letters are CAPITAL or SMALL.
WIDTHS = {
    letter: width
    for width, letters in (
        (0.31, "ijlI .,:;'’|!·"),
        (0.4, "rtf-()/°"),
        (0.52, "csvxyz"),
        (0.55, "0123456789_–+"),
        (0.87, "mwMW½—"),
    )
    for letter in letters
}
CAPITAL, SMALL = 0.67, 0.57


class Paper(Struct, frozen=True):
    """`page`: its name in base.css; `width`, `height`: of the area for rows on the first page, in
    millimetres; `others`: the height on the pages after it.
    """

    page: str
    width: float
    height: float
    others: float


PORTRAIT = Paper("", 182, 213, 248)
LANDSCAPE = Paper("landscape", 273, 131, 166)


class PaperColumn(Struct, frozen=True, kw_only=True):
    """`texts`: one a row, as long as there are any. A column that `wraps` gets what the others leave.

    `scale`: of its type to that of the others; `width`: in millimetres, where the type does not matter.
    """

    texts: Sequence[str] = ()
    title: str = ""
    wraps: bool = False
    scale: float = 1.0
    width: float = 0.0


class Layout(Struct, frozen=True):
    """The type of a sheet in points, the widths of its columns in millimetres, and how many pages."""

    paper: Paper
    size: float
    widths: tuple[float, ...]
    pages: int = 1

    @property
    def page(self) -> str:
        """The name of the paper in static/sheets/base.css."""
        return self.paper.page

    @property
    def style(self) -> str:
        """The size of type and the gap between columns, for the stylesheets."""
        return f"font-size:{self.size:.1f}pt;--gap:{GAP * self.size * POINT:.1f}mm"

    @property
    def columns(self) -> list[str]:
        """The widths as CSS has them."""
        return [f"{width:.1f}mm" for width in self.widths]


def best_layout(
    columns: Sequence[PaperColumn],
    *,
    notes: Sequence[int] = (),
    more_rows: int = 0,
    papers: Sequence[Paper] = (PORTRAIT, LANDSCAPE),
    largest: float = LARGEST,
) -> Layout:
    """The layout of largest type on one page; where that is impossible, of the fewest pages.

    `notes`: for each row, how many lines there are below it; `more_rows`: lines below the table.
    """
    return max(
        (_layout(columns, notes, more_rows, paper, largest) for paper in papers),
        key=lambda layout: (layout.size, -layout.pages),
    )


def _layout(
    columns: Sequence[PaperColumn], notes: Sequence[int], more_rows: int, paper: Paper, largest: float
) -> Layout:
    rows = max(len(notes), *(len(column.texts) for column in columns)) + more_rows
    for size in _sizes(largest):
        if rows * (LINE + PADDING) * size * POINT > paper.height and size > SMALLEST:
            continue  # too many, even if each is of one line
        widths = _widths(columns, paper.width, size)
        if widths is None:
            continue
        heights = [
            *_row_heights(columns, widths, notes, size),
            *[(LINE + PADDING) * size * POINT] * more_rows,
        ]
        height = sum(heights)
        if height <= paper.height or size <= SMALLEST:
            return Layout(paper, size, widths, 1 + max(0, ceil((height - paper.height) / paper.others)))
    # Nothing fits: every column gets its share, and words are broken where they must.
    natural = [_natural(column, LEAST) for column in columns]
    share = paper.width / sum(natural)
    return Layout(paper, LEAST, tuple(width * share for width in natural))


def _sizes(largest: float) -> Iterator[float]:
    size = largest
    while size >= LEAST:
        yield size
        size -= STEP


def _widths(columns: Sequence[PaperColumn], width: float, size: float) -> tuple[float, ...] | None:
    """The columns' widths in type of this size; None: they do not fit beside each other."""
    fixed = [0.0 if column.wraps else _natural(column, size) for column in columns]
    wrapping = [_natural(column, size) if column.wraps else 0.0 for column in columns]
    left = width - sum(fixed)
    if not any(wrapping):
        return tuple(fixed) if left >= 0 else None
    shares = _shares(wrapping, left)
    if any(
        share < _longest_word(column, size)
        for column, share in zip(columns, shares, strict=True)
        if column.wraps
    ):
        return None
    return tuple(one + other for one, other in zip(fixed, shares, strict=True))


def _shares(naturals: Sequence[float], width: float) -> list[float]:
    """The width shared among columns: where it is too little, one long text takes nothing from columns that
    need less than an equal share.
    """
    if sum(naturals) <= width:
        return [natural / sum(naturals) * width for natural in naturals]
    shares = [0.0] * len(naturals)
    columns = sorted((natural, column) for column, natural in enumerate(naturals) if natural)
    for others, (natural, column) in zip(range(len(columns), 0, -1), columns, strict=True):
        shares[column] = min(natural, width / others)
        width -= shares[column]
    return shares


def _natural(column: PaperColumn, size: float) -> float:
    """The width in which every text stays on one line."""
    longest = max(map(width_in_em, column.texts), default=0.0) * column.scale * size * POINT
    title = max(map(width_in_em, column.title.replace("-", "- ").split()), default=0.0) * HEADING * POINT
    return max(longest, title, column.width) + GAP * size * POINT


def _longest_word(column: PaperColumn, size: float) -> float:
    words = (word for text in column.texts for word in text.replace("-", "- ").split())
    # A word without an end is broken; the rest of the sheet need not be small for it.
    return (
        min(max(map(width_in_em, words), default=0.0), 14.0) * column.scale * size * POINT
        + GAP * size * POINT
    )


def _row_heights(
    columns: Sequence[PaperColumn], widths: Sequence[float], notes: Sequence[int], size: float
) -> Iterator[float]:
    room = [
        max(width / (size * POINT) - GAP, 1.0) / column.scale
        for column, width in zip(columns, widths, strict=True)
    ]
    for note, texts in zip_longest(notes, zip_longest(*[column.texts for column in columns], fillvalue="")):
        lines = max(
            (
                lines_of(text, width) * column.scale if column.wraps else column.scale
                for column, text, width in zip(columns, texts or (), room, strict=False)
            ),
            default=1,
        )
        yield ((lines * LINE + PADDING) * size + RULE + NOTE * (note or 0)) * POINT


def lines_of(text: str, width: float) -> int:
    """On how many lines a text stands in a column of so many em."""
    lines, used = 1, 0.0
    for word in text.replace("-", "- ").split():
        length = width_in_em(word)
        if used and used + length > width:
            lines, used = lines + 1, 0.0
        lines += int(length / width)
        used += length % width + 0.2
    return lines


def width_in_em(text: str) -> float:
    """About how wide a text is in semibold type, in em."""
    return sum(WIDTHS.get(letter, CAPITAL if letter.isupper() else SMALL) for letter in text)
