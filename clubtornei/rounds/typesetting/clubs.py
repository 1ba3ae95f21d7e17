"""Where the clubs stand on a sheet of names: in a column of their own, or all of them below the names."""

from collections.abc import Sequence
from itertools import compress
from math import prod

from msgspec import Struct
from msgspec.structs import replace

from clubtornei.rounds.typesetting.paper_format import SMALLEST
from clubtornei.rounds.typesetting.text_width import lines_of, width_in_em
from clubtornei.rounds.typesetting.type_size import (
    CLOSE_GAP,
    CLOSE_PADDING,
    GAP,
    NOTE,
    PADDING,
    POINT,
    REGULAR,
    ROUNDING,
    SMALLER,
    Arrangement,
    Layout,
    Paper,
    PaperColumn,
    beside_names,
    best_layout,
    in_largest_type,
    note_size,
    smaller_scale,
)

INDENT = GAP / SMALLER  # em of the clubs: from the names, as in fitted.css
LARGER = 0.65  # of the names: the type of clubs below them, where rows are apart
DRAWBACKS = 0.86, 0.85, 0.95  # of the size of type: names or clubs on two lines, paper across, clubs below
MANY = 0.7  # of the rows of several pages: where more would be broken, another page is better


class ClubLayout(Struct, frozen=True):
    """The layout of names; `below`: whether the clubs stand below them, in type of `size`, or `beside` in a
    column of their own; `preference`: of several the one with the greatest is best.
    """

    layout: Layout
    preference: tuple[bool, int, int, float]
    below: bool = False
    beside: bool = False
    size: float = 0.0

    @property
    def style(self) -> str:
        """Of the rows, for the stylesheets."""
        return f"--note:{self.size:.2f}pt" if self.below else ""


def layout_with_clubs(
    places: PaperColumn,
    names: Sequence[str],
    clubs: Sequence[str],
    others: Sequence[PaperColumn],
    notes: Sequence[int],
    papers: Sequence[Paper],
    largest: float,
    more_rows: int,
) -> ClubLayout:
    """Of the ways that take the fewest pages, the one in the largest type, which counts the less the more
    drawbacks it has: a name or a club on two lines, clubs that are not beside the names, paper across. Where
    MANY would be broken on several pages, one page more is better. None is ever cut. `papers`:
    from the narrowest.
    """

    def arranged(
        papers: Sequence[Paper], *, whole: bool, beside: bool, gap: float = GAP, breaks: bool = False
    ) -> Arrangement:
        columns = [places, PaperColumn(texts=names, wraps=True, whole=whole)]
        if beside:
            columns.append(
                PaperColumn(texts=clubs, wraps=not whole, breaks=breaks, scale=SMALLER, indent=INDENT)
            )
        return Arrangement(
            columns=[*columns, *others],
            notes=notes,
            noted=() if beside else clubs,
            more_rows=more_rows,
            papers=papers if any(clubs) or not beside else (),
            largest=largest,
            padding=CLOSE_PADDING if any(clubs) and not beside else PADDING,
            gap=gap,
            evenly=True,
        )

    ways = [
        arranged(papers[:1], whole=True, beside=True, gap=CLOSE_GAP),
        arranged(papers[:1], whole=True, beside=False),
        arranged(papers[1:], whole=True, beside=True),
        arranged(papers[1:], whole=True, beside=False),
        arranged(papers, whole=False, beside=False),
        arranged(papers, whole=False, beside=True),
        arranged(papers, whole=False, beside=True, breaks=True),
    ]
    layouts = [replace(best_layout(way), chosen=number) for number, way in enumerate(ways) if way.papers]

    def preference(layout: Layout) -> tuple[bool, int, int, float]:
        way = ways[layout.chosen]
        broken = _broken_rows(layout, way.columns[1 : 2 if way.noted else 3])
        many = layout.pages > 1 and broken > len(names) * MANY
        drawbacks = [broken > 0, layout.paper != papers[0], len(way.noted) > 0]
        return (
            layout.size >= SMALLEST,
            -layout.pages - many,
            -broken * many,
            layout.size * prod(compress(DRAWBACKS, drawbacks)),
        )

    layout = max(layouts, key=preference)
    preferred = preference(layout)
    if ways[layout.chosen].noted:
        size, layout = _with_larger_clubs(layout, clubs)
        return ClubLayout(layout, preferred, below=any(clubs), size=size)
    if not ways[layout.chosen].columns[2].wraps:
        layout = beside_names(layout, names, 1, 2)
    return ClubLayout(layout, preferred, beside=True)


def _with_larger_clubs(layout: Layout, clubs: Sequence[str]) -> tuple[float, Layout]:
    """The type of clubs below names, as large as the white between the rows has room for, on as many lines,
    and the layout with what is left of that white.
    """
    least, room = note_size(layout.size), layout.widths[1] / POINT - layout.gap * layout.size

    def lines(size: float) -> list[int]:
        return [lines_of(club, room / (size * REGULAR)) for club in clubs]

    usual = lines(least)

    def as_short(size: float) -> tuple[float, Layout] | None:
        padding = layout.padding - NOTE * (size - least) / layout.size * max(usual)
        fits = padding >= PADDING and lines(size) == usual
        return (size, replace(layout, padding=padding)) if fits else None

    return in_largest_type(as_short, least, LARGER * layout.size) or (least, layout)


def _broken_rows(layout: Layout, columns: Sequence[PaperColumn]) -> int:
    """How many rows have a name or a club on two lines; these are the columns after the first one."""
    em = layout.size * POINT
    broken = set()
    for width, column in zip(layout.widths[1:], columns, strict=False):
        scale = smaller_scale(layout.size) * REGULAR if column.scale < 1 else 1.0
        room = (width / em - layout.gap + ROUNDING) / scale - column.indent
        broken |= {row for row, text in enumerate(column.texts) if width_in_em(text) > room}
    return len(broken)
