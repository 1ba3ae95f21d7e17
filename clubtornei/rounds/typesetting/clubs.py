"""Where the clubs stand on a sheet of names: in a column of their own, or all of them below the names."""

from collections.abc import Sequence

from msgspec.structs import replace

from clubtornei.rounds.typesetting.type_size import (
    CLOSE_GAP,
    GAP,
    SMALLER,
    Arrangement,
    Layout,
    Paper,
    PaperColumn,
    beside_names,
    best_layout,
    preferred_layout,
)


def layout_with_clubs(
    places: PaperColumn,
    names: Sequence[str],
    clubs: Sequence[str],
    others: Sequence[PaperColumn],
    notes: Sequence[int],
    papers: Sequence[Paper],
    largest: float,
    more_rows: int,
) -> tuple[Layout, bool]:
    """The layout, and whether the clubs have a column. A name or a club is broken only where the type would
    be much smaller otherwise, or there would be more pages. `papers`: from the narrowest.
    """

    def arranged(papers: Sequence[Paper], *, whole: bool, beside: bool, gap: float = GAP) -> Arrangement:
        columns = [places, PaperColumn(texts=names, wraps=True, whole=whole)]
        if beside:
            columns.append(PaperColumn(texts=clubs, wraps=not whole, scale=SMALLER))
        return Arrangement(
            columns=[*columns, *others],
            notes=notes,
            noted=() if beside else clubs,
            more_rows=more_rows,
            papers=papers if any(clubs) or not beside else (),
            largest=largest,
            gap=gap,
        )

    ways = [
        arranged(papers[:1], whole=True, beside=True, gap=CLOSE_GAP),
        arranged(papers[1:], whole=True, beside=True),
        arranged(papers, whole=True, beside=False),
        arranged(papers, whole=False, beside=False),
        arranged(papers, whole=False, beside=True),
    ]
    layout = preferred_layout(
        [replace(best_layout(way), chosen=number) for number, way in enumerate(ways) if way.papers]
    )
    columns = ways[layout.chosen].columns
    club_column = len(columns) > len(others) + 2
    if club_column and not columns[2].wraps:
        layout = beside_names(layout, names, 1, 2)
    return layout, club_column
