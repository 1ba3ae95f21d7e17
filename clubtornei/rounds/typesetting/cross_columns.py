"""The columns of a crosstable: who, his games, and what they add up to."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import ceil

from msgspec.structs import replace

from clubtornei.rounds.typesetting.paper_format import SMALLEST
from clubtornei.rounds.typesetting.text_width import width_in_em
from clubtornei.rounds.typesetting.type_size import (
    NAME_MARGIN,
    POINT,
    Arrangement,
    Layout,
    Paper,
    PaperColumn,
    best_layout,
    preferred_layout,
)

BEFORE, FEWEST_ON_PAGE = 2, 3  # columns before those of games; of these
PADDING = 0.2  # em: above and below each row
HAIRLINE = 0.14  # millimetres: as wide as the rules between rows


def on_one_page_of(
    count: int,
    cell: PaperColumn,
    before: Sequence[PaperColumn],
    after: Sequence[PaperColumn],
    papers: Sequence[Paper],
    more_rows: int,
) -> Arrangement:
    """So many columns `cell` on one page."""
    columns = [*before, *[cell] * count, *after]
    return Arrangement(columns=columns, more_rows=more_rows, papers=papers, padding=PADDING)


def crosstable_layout(
    count: int,
    cell: PaperColumn,
    before: Sequence[PaperColumn],
    after: Sequence[PaperColumn],
    papers: Sequence[Paper],
    leaves: Sequence[Paper],
    more_rows: int,
) -> Layout:
    """On one page, or on several leaves with columns in parts. No name is broken, so that rows are equally
    high, where that takes no more pages and not much smaller type.
    """
    number, names = before
    whole, broken = (
        on_one_page_of(count, cell, [number, column], after, papers, more_rows)
        for column in (replace(names, whole=True), names)
    )
    layout = preferred_layout([best_layout(whole), best_layout(broken)])
    if layout.pages == 1 and layout.size >= SMALLEST:
        return layout
    ways = [in_parts(replace(one, papers=leaves, evenly=True), count) for one in (whole, broken)]
    return preferred_layout([best_layout(*of_leaves) for of_leaves in ways])


def in_parts(on_one_page: Arrangement, count: int) -> Iterator[Arrangement]:
    """Its so many columns of games split evenly over ever more pages."""
    columns = on_one_page.columns
    after = BEFORE + count
    for parts in range(1, ceil(count / FEWEST_ON_PAGE) + 1):
        of_part = [*columns[: BEFORE + ceil(count / parts)], *columns[after:]]
        yield replace(on_one_page, columns=of_part, parts=parts)


def name_width(layout: Layout, names: Sequence[str]) -> float:
    """Of their column, in millimetres: what they do not need goes to the games."""
    return min(layout.widths[1], max(map(width_in_em, names)) * layout.size * POINT + NAME_MARGIN)


def ruled(layout: Layout, name: float, games: int, after: Sequence[float]) -> str:
    """Rules behind so many columns of games and those around them, as the URL of one drawing as high as the
    table: WeasyPrint takes longer for a border of each cell. `name`, `after`: widths in millimetres.
    """
    width = layout.paper.width
    each = (width - layout.widths[0] - name - sum(after)) / games
    edges = accumulate([layout.widths[0], name, *[each] * games, *after])
    rules = "".join(f"M{edge - HAIRLINE:.2f} 0h{HAIRLINE}v1h-{HAIRLINE}z" for edge in edges)
    size = f'viewBox="0 0 {width} 1" preserveAspectRatio="none" fill="%23777"'
    return f'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" {size}><path d="{rules}"/></svg>'
