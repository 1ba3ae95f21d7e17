"""Colour behind some columns of a table, as one background of all its rows: WeasyPrint takes longer for an
element or a background of each cell.
"""

from collections.abc import Sequence

EDGES = ("transparent", "#e4ece8")


def coloured_columns(columns: Sequence[tuple[float, float]], width: float) -> str:
    """The background, as CSS has it; where each column begins and ends, and how wide the table is, in
    millimetres.
    """
    stops = [
        f"{colour} {edge:.1f}mm"
        for begins, ends in columns
        for edge, colours in ((begins, EDGES), (ends, EDGES[::-1]))
        for colour in colours
    ]
    return f"linear-gradient(to right, {', '.join(stops)}, transparent {width}mm)"
