"""Where the clubs stand on a sheet of names: in a column of their own, or all of them below the names."""

from collections.abc import Sequence
from math import inf

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
    fewness,
    line_room,
    preferred_layout,
)

INDENT = GAP / SMALLER  # em of the clubs: from the names, as in fitted.css
WHOLE, NOT_CUT = range(4), range(5)  # the ways with whole clubs; with those that are broken, too


class ClubLayout(Struct, frozen=True):
    """The layout of names; `below`: whether the clubs stand below them; `room`: for each in a column of their
    own, in em, without end where none is cut, 0 where they have no column.
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
    Clubs are broken where type would be smaller than that of a book otherwise, and cut where there would be
    more pages. `papers`: from the narrowest.
    """

    def arranged(
        papers: Sequence[Paper], *, whole: bool, beside: bool, cut: bool = False, gap: float = GAP
    ) -> Arrangement:
        columns = [places, PaperColumn(texts=names, wraps=True, whole=whole)]
        if beside:
            columns.append(
                PaperColumn(texts=clubs, wraps=not whole, shortens=cut, scale=SMALLER, indent=INDENT)
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
        arranged(papers, whole=False, beside=True, cut=True),
    ]
    layouts = [replace(best_layout(way), chosen=number) for number, way in enumerate(ways) if way.papers]
    layout, broken = (
        preferred_layout([layout for layout in layouts if layout.chosen in ways_of_clubs])
        for ways_of_clubs in (WHOLE, NOT_CUT)
    )
    if layout.size < OF_A_BOOK:
        layout = broken
    layout = max(layout, broken, layouts[-1], key=fewness)
    columns = ways[layout.chosen].columns
    if len(columns) == len(others) + 2:
        return ClubLayout(layout, below=True)
    if not columns[2].wraps:
        layout = beside_names(layout, names, 1, 2)
    return ClubLayout(layout, room=line_room(layout, 2, INDENT) if columns[2].shortens else inf)
