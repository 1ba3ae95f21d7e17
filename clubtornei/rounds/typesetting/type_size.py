"""The size of type on a sheet: as large as its rows and columns leave room for, with no column beyond the
margin.

Widths are reckoned, not measured: what letters take in Source Sans Semibold, a little generously.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, zip_longest
from math import ceil
from typing import NamedTuple, TypeVar

from msgspec import Struct

from clubtornei.rounds.typesetting.paper_format import A4, PaperFormat

LARGEST = 40.0  # points
LEAST = 0.57  # of the smallest type, and only where the columns do not fit otherwise
STEP = 0.5
POINT = 0.3528  # millimetres
LINE, PADDING = 1.15, 0.36  # of a line of type; above and below each row: in em, as in static/sheets/
MOST_PADDING = 2.0  # em, where few rows would leave the paper white
SPREAD = (
    0.8  # of the white left that goes into the padding: the rest is for what widths are reckoned too small
)
GAP = 0.5  # em between columns
RULE = 0.5  # points: below each row
NOTE = 1.2  # of its own type: the height of a line below a name
NOTE_SCALE = (
    0.55  # of the type of the rows: that of a line below a name, which is never the smaller of the two
)
FEW = 20  # texts, of which the widest one may wrap: it keeps the type of the others no smaller
ORDINARY, MOST_ARE = 1.6, 0.8  # of the middle one of some texts; of them all: see ordinary_width
NEARLY_ALL = 0.9  # of a column's texts: they come before the few that are longer still
LONGEST_WORD = 14.0  # em: a longer one is broken, the rest of the sheet need not be small for it

# In em, of the semibold font, with some hundredths to spare; other letters are CAPITAL or SMALL.
WIDTHS = {
    letter: width
    for width, letters in (
        (0.23, " "),
        (0.3, "ijlIì.,:;'’|·"),
        (0.35, "f-()!•"),
        (0.39, "rt/°"),
        (0.46, "sz"),
        (0.49, "c"),
        (0.52, "vxyFJLY_–"),
        (0.54, "aegk"),
        (0.55, "0123456789+"),
        (0.58, "AESTVXZ"),
        (0.62, "BCKPRß"),
        (0.79, "wMæ&"),
        (0.88, "mW½—Æ%@"),
    )
    for letter in letters
}
CAPITAL, SMALL = 0.69, 0.58

Found = TypeVar("Found")


class Paper(Struct, frozen=True):
    """`page`: its name in base.css; `width`, `height`: of the area for rows on the first page, in
    millimetres; `others`: the height on the pages after it.
    """

    page: str
    width: float
    height: float
    others: float


PORTRAIT = Paper("rows", 182, 213, 232)
LANDSCAPE = Paper("rows across", 273, 131, 150)


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


class _Measured:
    """What the texts of a column take, reckoned once for type of all sizes: widths in em."""

    def __init__(self, column: PaperColumn) -> None:
        self.column = column
        self.texts = sorted(width_in_em(text) * column.scale for text in column.texts) or [0.0]
        words = (width_in_em(word) for text in column.texts for word in _words(text))
        self.word = min(max(words, default=0.0), LONGEST_WORD) * column.scale
        self.title = max(map(width_in_em, _words(column.title)), default=0.0)  # in em of the headings

    @property
    def ordinary(self) -> float:
        return ordinary_width(self.texts)

    def needs(self, size: float, heading: float) -> "_Needs":
        em, least = size * POINT, max(self.title * heading * POINT, self.column.width)
        nearly = self.texts[ceil(len(self.texts) * NEARLY_ALL) - 1]
        widths = (self.word, self.ordinary, nearly, self.texts[-1])
        return _Needs(*(max(width * em, least) + GAP * em for width in widths))


class _Needs(NamedTuple):
    """The width of a column in millimetres in which these stay on one line: each word, ordinary texts, nearly
    all of them, all.
    """

    words: float
    ordinary: float
    nearly: float
    all: float


class Widths(Struct, frozen=True):
    """The columns' widths in millimetres; `unbroken`: whether ordinary texts stay on one line in them."""

    of_columns: tuple[float, ...]
    unbroken: bool = True


class Layout(Struct, frozen=True):
    """The type of a sheet in points, the widths of its columns in millimetres, that of headings, how many
    pages, and in em the room above and below each row. `unbroken`: whether ordinary texts take one line.
    """

    paper: Paper
    size: float
    widths: tuple[float, ...]
    least: float
    pages: int = 1
    padding: float = PADDING
    unbroken: bool = False

    @property
    def page(self) -> str:
        """The name of the paper in static/sheets/base.css."""
        return self.paper.page

    @property
    def style(self) -> str:
        """The sizes of type, the gap between columns and the room above each row, for the stylesheets."""
        gap, above = GAP * self.size * POINT, self.padding / 2 * self.size
        types = f"font-size:{self.size:.2f}pt;--least:{self.least:.2f}pt;--note:{note_size(self):.2f}pt"
        return f"{types};--gap:{gap:.1f}mm;--above:{above:.2f}pt"

    @property
    def columns(self) -> list[str]:
        """The widths as CSS has them."""
        return [f"{width:.1f}mm" for width in self.widths]


def note_size(rows: "Layout | _Type") -> float:
    """The type of a line below a name."""
    return max(rows.least, NOTE_SCALE * rows.size)


def ordinary_width(widths: Sequence[float]) -> float:
    """Enough for all but the few that are much wider than the others. They are in order, the widest last.

    Texts no wider than that stay on one line, rather than be in larger type.
    """
    most = widths[(len(widths) - 1) // 2] * ORDINARY
    within = max(width for width in widths if width <= most)
    usual = max(within, widths[int((len(widths) - 1) * MOST_ARE)])
    return min(usual, widths[-1 - len(widths) // FEW])


def best_layout(
    columns: Sequence[PaperColumn],
    *,
    notes: Sequence[int] = (),
    kept: Sequence[int] = (),
    more_rows: int = 0,
    papers: Sequence[Paper] = (PORTRAIT, LANDSCAPE),
    largest: float = LARGEST,
    padding: float = PADDING,
    even: bool = False,
    paper_format: PaperFormat = A4,
) -> Layout:
    """The layout of fewest pages; of those with as many one that breaks no ordinary text, with the largest
    type that needs no more.

    `notes`: for each row, how many lines there are below it; `kept`: how many rows after each other stay on
    one page; `more_rows`: lines below the table. `padding`: of a row at least, above and below it, in em.
    `even`: columns that wrap are equally wide, and any text in them may be broken between words, rather than
    make the type small.
    """
    measured = [_Measured(column) for column in columns]
    table = _Table(columns, measured, notes, kept, more_rows, paper_format, padding, even)
    largest = max(largest, paper_format.smallest)
    layouts = [_layout(table, paper, largest) for paper in papers]
    return max(layouts, key=lambda layout: rank_of(layout, paper_format))


def rank_of(layout: Layout, paper_format: PaperFormat) -> tuple[bool, int, bool, float]:
    """The greater, the better."""
    return (layout.size >= paper_format.smallest, -layout.pages, layout.unbroken, layout.size)


class _Table(Struct, frozen=True):
    """What is laid out, see `best_layout`."""

    columns: Sequence[PaperColumn]
    measured: Sequence[_Measured]
    notes: Sequence[int]
    kept: Sequence[int]
    more_rows: int
    paper_format: PaperFormat
    padding: float
    even: bool = False


class _Type(Struct, frozen=True):
    """A size of type that is tried, and that of headings beside it."""

    size: float
    least: float


def _layout(table: _Table, paper: Paper, largest: float) -> Layout:
    smallest = table.paper_format.smallest
    best = _layout_of_size(table, paper, smallest)
    if best is None:
        return _below_the_smallest(table, paper)

    def as_good(size: float) -> Layout | None:
        layout = _layout_of_size(table, paper, size)
        is_as_good = layout and layout.pages <= best.pages and layout.unbroken >= best.unbroken
        return layout if is_as_good else None

    return in_largest_type(as_good, smallest, largest) or best


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
    tried = _Type(size, table.paper_format.least(size))
    widths = _widths(table, paper.width, tried)
    if widths is None:
        return None
    rows = list(_row_heights(table, widths.of_columns, tried))
    more = [(LINE + table.padding) * size * POINT] * table.more_rows
    pages, white = _pages([*_together(rows, table.kept), *more], paper.height, paper.others)
    spread = white * SPREAD / max(len(rows), 1) / (size * POINT) if pages == 1 else 0.0
    padding = min(table.padding + spread, MOST_PADDING)
    return Layout(paper, size, widths.of_columns, tried.least, pages, padding, widths.unbroken)


def _together(heights: Sequence[float], kept: Sequence[int]) -> list[float]:
    """The heights of the rows that stay on one page, then those of the others."""
    rows = iter(heights)
    return [*(sum(islice(rows, count)) for count in kept), *rows]


def _pages(heights: Sequence[float], first: float, others: float) -> tuple[int, float]:
    """How many pages rows of these heights take, and what the last one has left. What is higher than a page
    is broken.
    """
    pages, left = 1, first
    for height in heights:
        if height > left:
            pages, left = pages + 1, others
        left -= height
        if left < 0:
            more = ceil(-left / others)
            pages, left = pages + more, left + more * others
    return pages, left


def _below_the_smallest(table: _Table, paper: Paper) -> Layout:
    smallest = table.paper_format.smallest
    size = smallest - STEP
    while size >= smallest * LEAST:
        if layout := _layout_of_size(table, paper, size):
            return layout
        size -= STEP
    # Nothing fits: every column gets its share, and words are broken where they must.
    natural = [column.needs(size, smallest).all for column in table.measured]
    share = paper.width / sum(natural)
    return Layout(paper, size, tuple(width * share for width in natural), smallest)


def _widths(table: _Table, width: float, tried: _Type) -> Widths | None:
    """The columns' widths in type of this size; None: they do not fit beside each other."""
    needs = [column.needs(tried.size, tried.least) for column in table.measured]
    wraps = [column.wraps for column in table.columns]
    left = width - sum(need.all for need, wrap in zip(needs, wraps, strict=True) if not wrap)
    wrapping = [need for need, wrap in zip(needs, wraps, strict=True) if wrap]
    if left < sum(need.words for need in wrapping):
        return None
    share = left / max(len(wrapping), 1)
    if table.even and all(need.words <= share for need in wrapping):
        return Widths(tuple(share if wrap else need.all for need, wrap in zip(needs, wraps, strict=True)))
    shares = iter(_shares(list(zip(*wrapping, strict=True)), left))
    of_columns = tuple(next(shares) if wrap else need.all for need, wrap in zip(needs, wraps, strict=True))
    return Widths(of_columns, left >= sum(max(need.words, need.ordinary) for need in wrapping))


def _shares(needs: Sequence[Sequence[float]], width: float) -> list[float]:
    """The width shared among columns: each need in turn, and what is left over in proportion. Where it is too
    little for a need, one long text takes nothing from columns that lack less than an equal share.
    """
    if not needs:
        return []
    shares = [0.0] * len(needs[0])
    for need in needs:
        lacking = [max(wanted - share, 0.0) for wanted, share in zip(need, shares, strict=True)]
        given = _filled_evenly(lacking, width)
        shares = [share + more for share, more in zip(shares, given, strict=True)]
        width -= sum(given)
    whole = sum(shares)
    return [share + width * share / whole for share in shares]


def _filled_evenly(lacking: Sequence[float], width: float) -> list[float]:
    """What each gets of what it lacks: an equal share at most, unless others lack less."""
    given = [0.0] * len(lacking)
    columns = sorted((amount, column) for column, amount in enumerate(lacking))
    for others, (amount, column) in zip(range(len(columns), 0, -1), columns, strict=True):
        given[column] = min(amount, width / others)
        width -= given[column]
    return given


def _row_heights(table: _Table, widths: Sequence[float], tried: _Type) -> Iterator[float]:
    size, note_line = tried.size, NOTE * note_size(tried)
    room = [
        max(width / (size * POINT) - GAP, 1.0) / column.scale
        for column, width in zip(table.columns, widths, strict=True)
    ]
    rows = zip_longest(*[column.texts for column in table.columns], fillvalue="")
    for note, texts in zip_longest(table.notes, rows):
        lines = max(
            (
                lines_of(text, width) * column.scale if column.wraps else column.lines
                for column, text, width in zip(table.columns, texts or (), room, strict=False)
            ),
            default=1,
        )
        yield ((lines * LINE + table.padding) * size + RULE + note_line * (note or 0)) * POINT


def lines_of(text: str, width: float) -> int:
    """On how many lines a text stands in a column of so many em."""
    lines, used = 1, 0.0
    for word in _words(text):
        length = width_in_em(word)
        if used and used + length > width:
            lines, used = lines + 1, 0.0
        lines += int(length / width)
        used += length % width + 0.2
    return lines


def _words(text: str) -> list[str]:
    """What stays on one line."""
    return text.replace("-", "- ").split()


@lru_cache(maxsize=10_000)  # the same words come again for each size of type that is tried
def width_in_em(text: str) -> float:
    """About how wide a text is in semibold type, in em; never less than it is."""
    return sum(WIDTHS.get(letter, CAPITAL if letter.isupper() else SMALL) for letter in text)
