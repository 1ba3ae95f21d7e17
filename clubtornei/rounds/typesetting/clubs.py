"""Where the clubs stand on a sheet of names: in a column of their own, or all of them below the names."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from clubtornei.rounds.typesetting.type_size import (
    CLOSE_GAP,
    GAP,
    OF_A_BOOK,
    SMALLER,
    Arrangement,
    Layout,
    Paper,
    PaperColumn,
    beside_names,
    best_layout,
    line_room,
    preferred_layout,
)

INDENT = GAP / SMALLER  # em of the clubs: from the names, as in fitted.css


class ClubLayout(Struct, frozen=True):
    """The layout of names; `below`: whether the clubs stand below them, and `room`: for a line in their own
    column, in em, 0 where they have none.
    """

    layout: Layout
    below: bool = False
    room: float = 0.0


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
    """A name is broken only where the type would be much smaller otherwise, or there would be more pages.
    Clubs are cut where type would be smaller than that of a book, or there would be more pages. `papers`:
    from the narrowest.
    """

    def arranged(papers: Sequence[Paper], *, whole: bool, beside: bool, gap: float = GAP) -> Arrangement:
        columns = [places, PaperColumn(texts=names, wraps=True, whole=whole)]
        if beside:
            columns.append(
                PaperColumn(texts=clubs, wraps=not whole, shortens=not whole, scale=SMALLER, indent=INDENT)
            )
        return Arrangement(
            columns=[*columns, *others],
            notes=notes,
            noted=() if beside else clubs,
            more_rows=more_rows,
            papers=papers if any(clubs) or not beside else (),
            largest=largest,
            gap=gap,
            evenly=True,
        )

    ways = [
        arranged(papers[:1], whole=True, beside=True, gap=CLOSE_GAP),
        arranged(papers[1:], whole=True, beside=True),
        arranged(papers, whole=True, beside=False),
        arranged(papers, whole=False, beside=False),
        arranged(papers, whole=False, beside=True),
    ]
    *whole, cut = (replace(best_layout(way), chosen=number) for number, way in enumerate(ways) if way.papers)
    layout = preferred_layout(whole)
    if cut.pages < layout.pages or layout.size < OF_A_BOOK:
        layout = preferred_layout([*whole, cut])
    columns = ways[layout.chosen].columns
    if len(columns) == len(others) + 2:
        return ClubLayout(layout, below=True)
    if not columns[2].wraps:
        layout = beside_names(layout, names, 1, 2)
    return ClubLayout(layout, room=line_room(layout, 2, INDENT))
