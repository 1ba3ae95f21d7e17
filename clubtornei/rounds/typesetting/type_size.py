"""The size of type on a sheet: as large as its rows and columns leave room for, with no column beyond the
margin.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, islice
from math import ceil
from typing import NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from clubtornei.rounds.typesetting.paper_format import SMALLEST
from clubtornei.rounds.typesetting.text_width import lines_of, width_in_em, width_of_lines, words_of

LARGEST = 40.0  # points
LEAST = 0.57  # of the smallest type, and only where the columns do not fit otherwise
OF_A_BOOK = 12.0  # points: of smaller type, rows are closer rather than smaller still
STEP = 0.5
POINT = 0.3528  # millimetres
CLOSE_PADDING = 0.12  # em: of rows that are closer
LINE, PADDING = 1.15, 0.2  # of a line of type; above and below each row: in em, as in static/sheets/
BASE = 0.81  # of the height of a line: from its top to where letters stand
MOST_PADDING = 3.0  # em, where few rows would leave the paper white
SPREAD = (
    0.8  # of the white left that goes into the padding: the rest is for what widths are reckoned too small
)
SPREADINGS = 8  # steps in which it is found how far rows can be apart
SHARINGS, ALIKE = 6, 0.9  # and how two tables share a page; of the type of one: the other is much alike
GAP, CLOSE_GAP = 0.5, 0.3  # em between columns
NAME_MARGIN = 3.0  # millimetres between a name and what stands beside it
TO_OTHERS = 0.8  # of the room that names do not need
RULE = 0.5  # points: below each row
MORE_ROW = 7.8  # millimetres: of a line above or below the table, which is in the smallest type
AROUND = 0.7  # em: above and below a paragraph below the rows
NOTE = 1.2  # of its own type: the height of a line below a name
NOTE_SCALE = (
    0.55  # of the type of the rows: that of a line below a name, which is never the smaller of the two
)
FEW = 20  # texts, of which the widest one may wrap: it keeps the type of the others no smaller
ORDINARY, MOST_ARE = 1.6, 0.8  # of the middle one of some texts; of them all: see ordinary_width
NEARLY_ALL = 0.9  # of a column's texts: they come before the few that are longer still
SMALLER, MOST_SMALLER = 0.75, 0.7  # of the type of the rows: that of clubs; of those, on one line
REGULAR = 0.96  # as wide as in semibold are their letters
NEARLY_AS_LARGE = 0.88  # of the largest type: enough for a layout that is better otherwise,
FROM_AFAR = 20.0  # and so is type that is read from three metres: points,
WELL_FILLED = 0.7  # of a page: where its rows leave no more of it white
ROUNDING = 0.01  # em
LONGEST_WORD = 14.0  # em: a longer one is broken, the rest of the sheet need not be small for it

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
    """`texts`: one a row, as long as there are any, each with the line breaks it always has. A column that
    `wraps` gets what the others leave; where it is `whole` at least so much that no text is broken. Where
    it `breaks`, any of its texts may, so that the others have what they need first.

    `scale`: of its type to that of the others, down to the smallest; in smaller type only most texts stay on
    one line. `width`: in millimetres, where the type does not matter. `indent`: of each line, in em.
    `regular`: whether it is not in semibold. Titles have the type of a line below a name.
    """

    texts: Sequence[str] = ()
    title: str = ""
    wraps: bool = False
    whole: bool = False
    breaks: bool = False
    scale: float = 1.0
    width: float = 0.0
    indent: float = 0.0
    regular: bool = False


class Arrangement(Struct, frozen=True, kw_only=True):
    """One way to put the rows of a sheet in columns.

    `notes`: for each row, how many lines there are below it; `noted`: what stands there in the first column
    that wraps, or an empty line there, if others have one; `above`: what stands above it, in em; `kept`: how
    many rows after each other stay on one page; `more_rows`, `below`: lines and paragraphs below the table;
    `parts`: how many tables of these rows there are, each on pages of its own; `evenly`: whether every page
    has as many rows, or as many as its height is worth where that saves a page, and `fewest`: at least so
    many pages; `padding`: of a row at least, above and below it, in em; `gap`: between columns, in em;
    `alike`: whether all columns that wrap are equally wide.
    """

    columns: Sequence[PaperColumn]
    notes: Sequence[int] = ()
    noted: Sequence[str] = ()
    above: Sequence[float] = ()
    kept: Sequence[int] = ()
    more_rows: int = 0
    below: Sequence[str] = ()
    parts: int = 1
    evenly: bool = False
    fewest: int = 1
    papers: Sequence[Paper] = (PORTRAIT, LANDSCAPE)
    largest: float = LARGEST
    padding: float = PADDING
    gap: float = GAP
    alike: bool = False


class _Measured:
    """What the texts of a column take, reckoned once for type of all sizes: widths in em."""

    def __init__(self, column: PaperColumn) -> None:
        self.column = column
        self.weight = REGULAR if column.regular or column.scale < 1 else 1.0
        self.in_rows = [width_of_lines(text) * self.weight + column.indent for text in column.texts]
        self.texts = sorted(self.in_rows) or [0.0]
        words = (width_in_em(word) * self.weight for text in column.texts for word in words_of(text))
        word = min(max(words, default=0.0), LONGEST_WORD) + column.indent
        self.word = self.texts[-1] if column.whole else word
        if column.breaks:
            self.ordinary = self.word
        elif column.scale < 1:
            self.ordinary = self.texts[int((len(self.texts) - 1) * MOST_SMALLER)]
        else:
            self.ordinary = ordinary_width(self.texts)
        self.title = max(map(width_in_em, words_of(column.title)), default=0.0)  # in em of the headings
        self.nearly = self.texts[ceil(len(self.texts) * NEARLY_ALL) - 1]

    def needs(self, size: float, gap: float = GAP) -> "_Needs":
        em = size * POINT
        least = max(self.title * note_size(size) * POINT, self.column.width)
        own = self.scale(size) * em
        widths = (self.word, self.ordinary, self.nearly, self.texts[-1])
        return _Needs(*(max(width * own, least) + gap * em for width in widths))

    def lines_in(self, room: float, size: float) -> list[float]:
        """How many lines each row has in a column so many em wide, of the type of the other columns, on whose
        first line it stands.
        """
        scale = self.scale(size)
        lowered = (1 - scale) * BASE
        letters = max(1.0, (room / scale - self.column.indent) / self.weight)
        return [
            (1 + text.count("\n") if width * scale <= room else lines_of(text, letters)) * scale + lowered
            for text, width in zip(self.column.texts, self.in_rows, strict=True)
        ]

    def scale(self, size: float) -> float:
        """Of its type to that of the others, where that has this size."""
        return self.column.scale if self.column.scale >= 1 else smaller_scale(size, self.column.scale)


class _Needs(NamedTuple):
    """The width of a column in millimetres in which these stay on one line: each word, ordinary texts, nearly
    all of them, all.
    """

    words: float
    ordinary: float
    nearly: float
    all: float


class _Filled(NamedTuple):
    """How many pages there are, what the last one has left, in millimetres, and how many rows each has, where
    they are shared evenly.
    """

    pages: int
    left: float
    runs: tuple[int, ...] = ()


class Widths(Struct, frozen=True):
    """The columns' widths in millimetres; `unbroken`: whether ordinary texts stay on one line in them."""

    of_columns: tuple[float, ...]
    unbroken: bool = True


class Layout(Struct, frozen=True):
    """The type of a sheet in points, the widths of its columns in millimetres, how many pages, and in em the
    room above and below each row and that between columns. `unbroken`: whether ordinary texts take one line;
    `filled`: the part of the last page that is; `runs`: how many rows each page has, where they are shared
    evenly; `chosen`: which of the arrangements it is of, from 0.
    """

    paper: Paper
    size: float
    widths: tuple[float, ...]
    pages: int = 1
    padding: float = PADDING
    gap: float = GAP
    unbroken: bool = False
    filled: float = 0.0
    runs: tuple[int, ...] = ()
    chosen: int = 0

    def on_leaves(self, rows: Sequence[Found]) -> list[Sequence[Found]]:
        """The rows of each page, where they are shared evenly; otherwise all of them."""
        ends = [*accumulate(self.runs)] or [len(rows)]
        return [rows[first:end] for first, end in zip([0, *ends], ends, strict=False)]

    @property
    def page(self) -> str:
        """The name of the paper in static/sheets/base.css."""
        return self.paper.page

    @property
    def style(self) -> str:
        """The sizes of type, the gap between columns and the room above each row, for the stylesheets."""
        gap, above = self.gap * self.size * POINT, self.padding / 2 * self.size
        types = f"font-size:{self.size:.2f}pt;--note:{note_size(self.size):.2f}pt"
        types += f";--smaller:{smaller_scale(self.size):.3f}em"
        return f"{types};--gap:{gap:.1f}mm;--above:{above:.2f}pt"

    @property
    def columns(self) -> list[str]:
        """The widths as CSS has them."""
        return [f"{width:.1f}mm" for width in self.widths]


def note_size(rows: float) -> float:
    """The type of a line below a name, beside rows in type of that size."""
    return max(SMALLEST, NOTE_SCALE * rows)


def smaller_scale(rows: float, scale: float = SMALLER) -> float:
    """Of the type of a column that is smaller than the rows, where that is not too small."""
    return max(scale, min(1.0, SMALLEST / rows))


def ordinary_width(widths: Sequence[float]) -> float:
    """Enough for all but the few that are much wider than the others. They are in order, the widest last.

    Texts no wider than that stay on one line, rather than be in larger type.
    """
    most = widths[(len(widths) - 1) // 2] * ORDINARY
    within = max(width for width in widths if width <= most)
    usual = max(within, widths[int((len(widths) - 1) * MOST_ARE)])
    return min(usual, widths[-1 - len(widths) // FEW])


def best_layout(*arrangements: Arrangement) -> Layout:
    """Of all arrangements, on each of their papers, the layout of fewest pages; of those as short one that
    breaks no ordinary text, then that in the largest type, then the one that leaves least white. Rows come
    closer before their type is smaller than that of a book, or there is another page.
    """
    measured = {
        id(column): _Measured(column)
        for column in {id(column): column for one in arrangements for column in one.columns}.values()
    }
    usual = _best(arrangements, measured, MOST_PADDING, LARGEST)
    if usual.size >= OF_A_BOOK and usual.pages == 1 and usual.unbroken:
        return usual
    close = _best(arrangements, measured, CLOSE_PADDING, OF_A_BOOK)
    return max((usual, close), key=lambda layout: (_shortness(layout), layout.size))


def preferred_layout(layouts: Sequence[Layout]) -> Layout:
    """The first layout of fewest pages whose type is nearly as large as that of the best of them, or is read
    from afar where the rows fill the page.
    """
    fewest = max(map(fewness, layouts))
    short = [layout for layout in layouts if fewness(layout) == fewest]
    nearly = NEARLY_AS_LARGE * max(layout.size for layout in short)
    return next(
        layout
        for layout in short
        if layout.size >= (min(nearly, FROM_AFAR) if layout.filled >= WELL_FILLED else nearly)
    )


def shared_height(whole: float, upper: Callable[[float], Layout], lower: Callable[[float], Layout]) -> float:
    """How much of the height of a page the upper of two tables may have: so much that the type of the lower
    one, which has the rest, is much alike, and that of a book at least. `upper`, `lower`: each in so much
    height.
    """
    fits, too_much = 0.0, whole
    for _ in range(SHARINGS):
        tried = (fits + too_much) / 2
        above, below = upper(tried), lower(whole - tried)
        is_alike = below.pages == 1 and below.size >= max(OF_A_BOOK, ALIKE * above.size)
        if is_alike or above.pages > 1:
            fits = tried
        else:
            too_much = tried
    return fits


def less_high(paper: Paper, height: float) -> Paper:
    """The paper with so many millimetres of each page taken, as by what stands at its foot."""
    return replace(paper, height=paper.height - height, others=paper.others - height)


def spare_title(titles: Iterable[str]) -> float:
    """Millimetres for the second line of titles, for which papers have room, where none of these has one."""
    return 0.0 if any(len(words_of(title)) > 1 for title in titles) else LINE * SMALLEST * POINT


def with_names_as_in(layout: Layout, other: Layout) -> Layout:
    """The layout with its names, in the second column, where the other one has them."""
    before, names, *others = layout.widths
    return replace(layout, widths=(other.widths[0], names + before - other.widths[0], *others))


def beside_names(
    layout: Layout, names: Sequence[str], name: int, *others: int, indent: float = 0.0
) -> Layout:
    """The layout with what the column of names has too much given to these others, so that they stand near
    the names. `indent`: of the names, in em.
    """
    widths = [*layout.widths]
    longest = (max(map(width_in_em, names), default=0.0) + indent) * layout.size * POINT + NAME_MARGIN
    left = max(0.0, widths[name] - longest) * TO_OTHERS
    widths[name] -= left
    for other in others:
        widths[other] += left / len(others)
    return replace(layout, widths=tuple(widths))


def _best(
    arrangements: Sequence[Arrangement], measured: Mapping[int, _Measured], closest: float, largest: float
) -> Layout:
    in_smallest = [
        (candidate, candidate.in_smallest())
        for number, arrangement in enumerate(arrangements)
        for paper in arrangement.papers
        for candidate in [_Candidate(arrangement, number, paper, measured, closest)]
    ]
    best = max(_shortness(layout) for _candidate, layout in in_smallest)
    layouts = [
        candidate.in_largest(layout, largest)
        for candidate, layout in in_smallest
        if _shortness(layout) == best
    ]
    return max(layouts, key=lambda layout: (layout.size, layout.filled))


def _shortness(layout: Layout) -> tuple[bool, int, bool]:
    """The greater, the better, before the size of the type."""
    return (*fewness(layout), layout.unbroken)


def fewness(layout: Layout) -> tuple[bool, int]:
    """The greater, the fewer pages there are, in type that is not too small."""
    return (layout.size >= SMALLEST, -layout.pages)


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


def size_on_lines(text: str, width: float, lines: int, smallest: float, largest: float) -> float:
    """In points, as large as there is room for it on so many lines of that width, in millimetres."""

    def fitting(size: float) -> float | None:
        return size if lines_of(text, width / (size * POINT)) <= lines else None

    return in_largest_type(fitting, smallest, largest) or smallest


class _Candidate:
    """An arrangement, the one with that number, on one of its papers; `closest`: the padding of its rows at
    most.
    """

    def __init__(
        self,
        arrangement: Arrangement,
        number: int,
        paper: Paper,
        measured: Mapping[int, _Measured],
        closest: float,
    ) -> None:
        self.arrangement, self.number, self.paper = arrangement, number, paper
        self.columns = [measured[id(column)] for column in arrangement.columns]
        self.wrapping = [column for column in self.columns if column.column.wraps]
        self.others = [column for column in self.columns if not column.column.wraps]
        self.rows = max((len(column.column.texts) for column in self.columns), default=0)
        self.lines = max((column.column.scale for column in self.others), default=1.0)
        self.padding = min(arrangement.padding, closest)

    def in_smallest(self) -> Layout:
        """In the smallest type, or below it where the columns do not fit otherwise."""
        size = SMALLEST
        while size >= SMALLEST * LEAST:
            if layout := self.of_size(size):
                return layout
            size -= STEP
        # Nothing fits: every column gets its share, and words are broken where they must.
        natural = [column.needs(size, self.arrangement.gap).all for column in self.columns]
        share = self.paper.width / sum(natural)
        return Layout(
            self.paper,
            size,
            tuple(width * share for width in natural),
            padding=self.padding,
            gap=self.arrangement.gap,
            chosen=self.number,
        )

    def in_largest(self, smallest: Layout, largest: float) -> Layout:
        """In the largest type that is as short, with its rows spread over the pages."""

        def as_short(size: float) -> Layout | None:
            layout = self.of_size(size)
            if layout and (_shortness(layout), layout.runs) == (_shortness(smallest), smallest.runs):
                return layout
            return None

        if smallest.size < SMALLEST:
            return smallest
        return self.spread(
            in_largest_type(as_short, SMALLEST, min(largest, self.arrangement.largest)) or smallest
        )

    def of_size(self, size: float) -> Layout | None:
        """None: the columns do not fit beside each other."""
        widths = self.widths(size)
        if widths is None:
            return None
        filled = self.pages(self.heights(widths.of_columns, size), size, self.padding)
        return Layout(
            self.paper,
            size,
            widths.of_columns,
            filled.pages * self.arrangement.parts,
            self.padding,
            self.arrangement.gap,
            widths.unbroken,
            runs=filled.runs,
            chosen=self.number,
        )

    def spread(self, layout: Layout) -> Layout:
        """With the white of the pages between the rows, but for what widths are reckoned too small."""
        heights = self.heights(layout.widths, layout.size)
        fits, too_much = self.padding, MOST_PADDING
        for _ in range(SPREADINGS):
            tried = (fits + too_much) / 2
            filled = self.pages(heights, layout.size, tried)
            if (filled.pages * self.arrangement.parts, filled.runs) != (layout.pages, layout.runs):
                too_much = tried
            else:
                fits = tried
        padding = self.padding + SPREAD * (fits - self.padding)
        pages, left, _runs = self.pages(heights, layout.size, padding)
        whole = self.paper.others if pages > 1 else self.paper.height
        return replace(layout, padding=padding, filled=1 - left / whole)

    def heights(self, widths: Sequence[float], size: float) -> list[float]:
        """Of the rows without their padding, in millimetres."""
        em = size * POINT
        lines = [self.lines] * self.rows
        for column, width in zip(self.columns, widths, strict=True):
            if column.column.wraps:
                for row, of_row in enumerate(
                    column.lines_in(max(width / em - self.arrangement.gap, 1.0), size)
                ):
                    lines[row] = max(lines[row], of_row)
        note, rule = NOTE * note_size(size) * POINT, RULE * POINT
        notes = [*self.arrangement.notes, *[0] * self.rows]
        for row, text in enumerate(self.arrangement.noted if any(self.arrangement.noted) else ()):
            notes[row] += lines_of(text, self.note_room(widths, size)) if text else 1
        above = [*self.arrangement.above, *[0.0] * self.rows]
        return [
            (of_row * LINE + above_row) * em + rule + note * notes_of_row
            for of_row, above_row, notes_of_row in zip(lines, above, notes, strict=False)
        ]

    def note_room(self, widths: Sequence[float], size: float) -> float:
        """For what is noted below a text, in em of its own type."""
        first = next(at for at, column in enumerate(self.columns) if column.column.wraps)
        room = widths[first] - self.arrangement.gap * size * POINT
        return room / (note_size(size) * POINT * REGULAR)

    def pages(self, heights: Sequence[float], size: float, padding: float) -> "_Filled":
        """How the rows fill pages."""
        em = size * POINT
        rows = [height + padding * em for height in heights]
        below = [lines_of(text, self.paper.width / em) for text in self.arrangement.below]
        more = [min((LINE + self.padding) * em, MORE_ROW)] * self.arrangement.more_rows
        more += [(lines * LINE + AROUND) * em for lines in below]
        together = [*_together(rows, self.arrangement.kept), *more]
        titles = (note_size(size) - SMALLEST) * LINE * POINT  # what they are higher
        # What another table leaves of the first page may be less than nothing.
        first, others = max(self.paper.height - titles, 0.0), self.paper.others - titles
        pages, left = _pages(together, first, others)
        pages = max(pages, self.arrangement.fewest)
        if not self.arrangement.evenly or pages == 1:
            return _Filled(pages, left)
        for shares in ([1.0] * pages, [first, *[others] * (pages - 1)], [1.0] * (pages + 1)):
            runs = _runs(len(rows), shares)
            even, left = _pages([*_together(rows, runs), *more], first, others)
            if even <= len(runs):
                break
        return _Filled(len(runs), left, runs)

    def widths(self, size: float) -> Widths | None:
        """The columns' widths in type of this size; None: they do not fit beside each other."""
        needs = {id(column): column.needs(size, self.arrangement.gap) for column in self.columns}
        left = self.paper.width - sum(needs[id(column)].all for column in self.others)
        wrapping = [needs[id(column)] for column in self.wrapping]
        if self.arrangement.alike:
            wrapping = [_Needs(*map(max, zip(*wrapping, strict=True)))] * len(wrapping)
        if left < sum(need.words for need in wrapping):
            return None
        shares = iter(_shares(list(zip(*wrapping, strict=True)), left))
        of_columns = tuple(
            next(shares) if column.column.wraps else needs[id(column)].all for column in self.columns
        )
        return Widths(of_columns, left >= sum(max(need.words, need.ordinary) for need in wrapping))


def _runs(rows: int, shares: Sequence[float]) -> tuple[int, ...]:
    """How many rows are on each page, where they are shared so."""
    ends = [round(rows * part / sum(shares)) for part in accumulate(shares)]
    return tuple(end - first for first, end in zip([0, *ends], ends, strict=False))


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
