"""The size of type on a sheet: as large as its rows and columns leave room for, with no column beyond the
margin.

Widths are reckoned, not measured: what letters take in Source Sans, a little generously.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import TypeVar

from msgspec import Struct

from clubtornei.rounds.typesetting.paper_format import A4, PaperFormat

LARGEST = 40.0  # points
LEAST = 0.57  # of the smallest type, and only where the columns do not fit otherwise
STEP = 0.5
POINT = 0.3528  # millimetres
LINE, PADDING = 1.15, 0.36  # of a line of type; above and below each row: in em, as in static/sheets/
MOST_PADDING = 1.2  # em, where few rows would leave the paper white
SPREAD = (
    0.8  # of the white left that goes into the padding: the rest is for what widths are reckoned too small
)
GAP = 0.5  # em between columns
RULE = 0.5  # points: below each row
NOTE = 1.2  # of the smallest type: the height of a line below a name, which has one size everywhere

# In em, of the bold font; other letters are CAPITAL or SMALL.
WIDTHS = {
    letter: width
    for width, letters in (
        (0.31, "ijlI .,:;'’|!·"),
        (0.4, "rtf-()/°•"),
        (0.52, "csvxyz"),
        (0.55, "0123456789_–+"),
        (0.87, "mwMW½—"),
    )
    for letter in letters
}
CAPITAL, SMALL = 0.67, 0.57

Found = TypeVar("Found")


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

    `lines`: in each row, if it does not wrap; `scale`: of its type to that of the others; `width`: in
    millimetres, where the type does not matter.
    """

    texts: Sequence[str] = ()
    title: str = ""
    wraps: bool = False
    lines: int = 1
    scale: float = 1.0
    width: float = 0.0


class Layout(Struct, frozen=True):
    """The type of a sheet in points, the widths of its columns in millimetres, how many pages, and in em the
    room above and below each row.
    """

    paper: Paper
    size: float
    widths: tuple[float, ...]
    pages: int = 1
    padding: float = PADDING

    @property
    def page(self) -> str:
        """The name of the paper in static/sheets/base.css."""
        return self.paper.page

    @property
    def style(self) -> str:
        """The size of type, the gap between columns and the room above each row, for the stylesheets."""
        gap, above = GAP * self.size * POINT, self.padding / 2 * self.size
        return f"font-size:{self.size:.2f}pt;--gap:{gap:.1f}mm;--above:{above:.2f}pt"

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
    fills_pages: bool = True,
    padding: float = PADDING,
    paper_format: PaperFormat = A4,
) -> Layout:
    """The layout of fewest pages, with the largest type that needs no more.

    `notes`: for each row, how many lines there are below it; `more_rows`: lines below the table.
    `fills_pages`: whether several pages are filled, too, where rows may be parted anywhere. `padding`: of a
    row at least, above and below it, in em.
    """
    smallest = paper_format.smallest
    table = _Table(columns, notes, more_rows, smallest, padding)
    layouts = [_layout(table, paper, max(largest, smallest), fills_pages) for paper in papers]
    return max(layouts, key=lambda layout: (layout.size >= smallest, -layout.pages, layout.size))


class _Table(Struct, frozen=True):
    """What is laid out, see `best_layout`; `smallest`: type, also that of headings and notes."""

    columns: Sequence[PaperColumn]
    notes: Sequence[int]
    more_rows: int
    smallest: float
    padding: float


def _layout(table: _Table, paper: Paper, largest: float, fills_pages: bool) -> Layout:
    smallest = table.smallest
    best = _layout_of_size(table, paper, smallest)
    if best is None:
        return _below_the_smallest(table, paper)
    if best.pages > 1 and not fills_pages:
        return best

    def as_few_pages(size: float) -> Layout | None:
        layout = _layout_of_size(table, paper, size)
        return layout if layout and layout.pages <= best.pages else None

    return in_largest_type(as_few_pages, smallest, largest) or best


def in_largest_type(
    lay_out: Callable[[float], Found | None], smallest: float, largest: float
) -> Found | None:
    """What `lay_out` gives for the largest type beyond the smallest, up to the largest, for which it gives
    anything. None: it does for none of them.
    """
    best = None
    fits, too_large = 0, int((largest - smallest) / STEP) + 1
    while too_large - fits > 1:
        tried = (fits + too_large) // 2
        found = lay_out(smallest + tried * STEP)
        if found is None:
            too_large = tried
        else:
            best, fits = found, tried
    return best


def _layout_of_size(table: _Table, paper: Paper, size: float) -> Layout | None:
    """None: the columns do not fit beside each other."""
    widths = _widths(table.columns, paper.width, size, table.smallest)
    if widths is None:
        return None
    heights = list(_row_heights(table, widths, size))
    more = [(LINE + table.padding) * size * POINT] * table.more_rows
    pages, white = _pages([*heights, *more], paper.height, paper.others)
    spread = white * SPREAD / max(len(heights), 1) / (size * POINT) if pages == 1 else 0.0
    return Layout(paper, size, widths, pages, min(table.padding + spread, MOST_PADDING))


def _pages(heights: Sequence[float], first: float, others: float) -> tuple[int, float]:
    """How many pages rows of these heights take, and what the last one has left."""
    pages, left = 1, first
    for height in heights:
        if height > left:
            pages, left = pages + 1, others
        left -= height
    return pages, max(left, 0.0)


def _below_the_smallest(table: _Table, paper: Paper) -> Layout:
    size = table.smallest - STEP
    while size >= table.smallest * LEAST:
        if layout := _layout_of_size(table, paper, size):
            return layout
        size -= STEP
    # Nothing fits: every column gets its share, and words are broken where they must.
    natural = [_natural(column, size, table.smallest) for column in table.columns]
    share = paper.width / sum(natural)
    return Layout(paper, size, tuple(width * share for width in natural))


def _widths(
    columns: Sequence[PaperColumn], width: float, size: float, heading: float
) -> tuple[float, ...] | None:
    """The columns' widths in type of this size; None: they do not fit beside each other."""
    fixed = [0.0 if column.wraps else _natural(column, size, heading) for column in columns]
    wrapping = [_natural(column, size, heading) if column.wraps else 0.0 for column in columns]
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


def _natural(column: PaperColumn, size: float, heading: float) -> float:
    """The width in which every text stays on one line, and each word of the heading, in type of that size."""
    longest = max(map(width_in_em, column.texts), default=0.0) * column.scale * size * POINT
    title = max(map(width_in_em, column.title.replace("-", "- ").split()), default=0.0) * heading * POINT
    return max(longest, title, column.width) + GAP * size * POINT


def _longest_word(column: PaperColumn, size: float) -> float:
    words = (word for text in column.texts for word in text.replace("-", "- ").split())
    # A word without an end is broken; the rest of the sheet need not be small for it.
    return (
        min(max(map(width_in_em, words), default=0.0), 14.0) * column.scale * size * POINT
        + GAP * size * POINT
    )


def _row_heights(table: _Table, widths: Sequence[float], size: float) -> Iterator[float]:
    room = [
        max(width / (size * POINT) - GAP, 1.0) / column.scale
        for column, width in zip(table.columns, widths, strict=True)
    ]
    rows = zip_longest(*[column.texts for column in table.columns], fillvalue="")
    for note, texts in zip_longest(table.notes, rows):
        lines = max(
            (
                (lines_of(text, width) if column.wraps else column.lines) * column.scale
                for column, text, width in zip(table.columns, texts or (), room, strict=False)
            ),
            default=1,
        )
        below = NOTE * table.smallest * (note or 0)
        yield ((lines * LINE + table.padding) * size + RULE + below) * POINT


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
