"""How names are laid out by page and column, for those who look for their table from three metres."""

from collections.abc import Sequence
from functools import partial
from math import ceil

from msgspec import Struct

from clubtornei.players.names import sort_key
from clubtornei.rounds.tables.by_name import PlayerPlace
from clubtornei.rounds.typesetting.paper_format import PaperFormat
from clubtornei.rounds.typesetting.type_size import (
    LARGEST,
    POINT,
    SPREAD,
    in_largest_type,
    lines_of,
    width_in_em,
)

FROM_AFAR = 16.0  # points: the smallest type of a name
IN_ONE_COLUMN = 20.0  # points: names stand in one column as long as they are so large, on as few pages
WIDTH, HEIGHT = 182.0, 218.0  # millimetres: of the area for names on each page
COLUMNS = (1, 2)
BETWEEN = 0.5  # em of the names, between columns
WHERE, WHERE_SCALE = 1.2, 1.35  # of the table's number: its width in em of its own type, and its type
LINE, ABOVE, MOST_ABOVE = 1.12, 0.16, 0.6  # em: of a line; above and below each row, as in by-name.css
NOTE_LINE = 1.2  # em of the smallest type
NOTE_SCALE = 0.7  # of the type of a name: on larger paper that of the line below it
LEAST_NOTE = 0.4  # of the type of a name: beside large names the line below grows, too
BROKEN_ONE_IN = 20
DISC = 1.2  # em: of a colour, before its name


class NamePage(Struct, frozen=True):
    """One page of names: its rows, each with a place or None in every column; its first and last name; the
    room above and below each row, in points.
    """

    rows: list[list[PlayerPlace | None]]
    first: str
    last: str
    above: float = 0.0

    @property
    def style(self) -> str:
        """For the stylesheet."""
        return f"--above:{self.above:.2f}pt"

    @property
    def letters(self) -> str:
        """From which initial to which."""
        initials = [sort_key(name)[:1].upper() for name in (self.first, self.last)]
        return "–".join(dict.fromkeys(initials))


class NameBoards(Struct, frozen=True):
    """The pages; their type in points, and that of the line below a name; how many columns of names; how many
    of these are broken; in a single column none counts, as its type is the largest anyway.
    """

    pages: list[NamePage]
    size: float
    note_size: float
    columns: int
    broken: int

    @property
    def style(self) -> str:
        """For the stylesheet."""
        types = f"font-size:{self.note_size:.2f}pt;--name:{self.size:.2f}pt"
        return f"{types};--where:{WHERE_SCALE * self.size:.2f}pt"

    @property
    def widths(self) -> list[str]:
        """Of the table's number, the name, and what is between columns, as CSS has them."""
        where, who, between = _widths(self.size, self.columns)
        of_column = [f"{where:.1f}mm", f"{who:.1f}mm"]
        return [*of_column, *[f"{between:.1f}mm", *of_column] * (self.columns - 1)]


class _Texts(Struct, frozen=True):
    """The name and the line below it, each with its width in em."""

    name: str
    name_width: float
    note: str
    note_width: float


def name_boards(places: Sequence[PlayerPlace], paper: PaperFormat) -> NameBoards:
    """On as few pages as hold the names in type that is read from afar; then in one column, if the names are
    large in it, or in the largest type that in two columns breaks none of few names, and a twentieth of many:
    long ones do not make all others small.
    """
    texts = [_texts(place) for place in places]

    def boards(size: float, choice: Sequence[int]) -> NameBoards:
        return min(
            (_boards(places, texts, size, columns, paper) for columns in choice),
            key=lambda tried: (len(tried.pages), tried.broken),
        )

    smallest = FROM_AFAR / paper.zoom
    best = boards(smallest, COLUMNS)

    def as_few_pages(size: float, choice: Sequence[int] = COLUMNS) -> NameBoards | None:
        found = boards(size, choice)
        breaks_few = found.broken <= best.broken + len(places) // BROKEN_ONE_IN
        return found if breaks_few and len(found.pages) <= len(best.pages) else None

    in_one = in_largest_type(partial(as_few_pages, choice=COLUMNS[:1]), smallest, LARGEST)
    if in_one and in_one.size >= IN_ONE_COLUMN / paper.zoom:
        return in_one
    return in_largest_type(as_few_pages, smallest, LARGEST) or best


def _texts(place: PlayerPlace) -> _Texts:
    name = place.player.name
    note = f"Bianco · {place.opponents[0].name}" if len(place.opponents) == 1 else ""
    return _Texts(name, width_in_em(name), note, width_in_em(note) + DISC)


def _boards(
    places: Sequence[PlayerPlace], texts: Sequence[_Texts], size: float, columns: int, paper: PaperFormat
) -> NameBoards:
    heights = _heights(texts, size, columns, paper)
    pages: list[NamePage] = []
    start = 0
    while start < len(places):
        rows, height = _rows_that_fit(heights[start:], columns)
        on_page = places[start : start + rows * columns]
        rows = ceil(len(on_page) / columns)
        names = on_page[0].player.name, on_page[-1].player.name
        above = ABOVE * size + SPREAD * max(0, HEIGHT - height) / rows / 2 / POINT
        in_columns = _in_columns(on_page, rows, columns)
        pages.append(NamePage(in_columns, *names, min(above, MOST_ABOVE * size)))
        start += len(on_page)
    room = _widths(size, columns)[1] / POINT / size
    broken = sum(text.name_width > room for text in texts) if columns > 1 else 0
    return NameBoards(pages, size, _note_size(size, paper), columns, broken)


def _in_columns(places: Sequence[PlayerPlace], rows: int, columns: int) -> list[list[PlayerPlace | None]]:
    """Column by column; those of the last page are of equal length."""
    return [
        [places[at] if (at := row + column * rows) < len(places) else None for column in range(columns)]
        for row in range(rows)
    ]


def _rows_that_fit(heights: Sequence[float], columns: int) -> tuple[int, float]:
    """How many rows have room on a page, at least one, and how high they are together."""
    most = ceil(len(heights) / columns)
    rows = max(1, min(most, int(HEIGHT / max(heights))))
    fits = _height(heights, rows, columns)
    while rows < most and (height := _height(heights, rows + 1, columns)) <= HEIGHT:
        rows, fits = rows + 1, height
    return rows, fits


def _height(heights: Sequence[float], rows: int, columns: int) -> float:
    """A row is as high as the highest of its columns."""
    return sum(max(heights[row : columns * rows : rows], default=0) for row in range(rows))


def _widths(size: float, columns: int) -> tuple[float, float, float]:
    em = size * POINT
    where, between = WHERE * WHERE_SCALE * em + 3, BETWEEN * em
    return where, (WIDTH - between * (columns - 1)) / columns - where, between


def _heights(texts: Sequence[_Texts], size: float, columns: int, paper: PaperFormat) -> list[float]:
    """Of each place, with its second line, in millimetres."""
    who = _widths(size, columns)[1] / POINT
    note_size = _note_size(size, paper)
    name_room, note_room = who / size, who / note_size
    return [
        (
            (_lines(text.name, text.name_width, name_room) * LINE + 2 * ABOVE) * size
            + _lines(text.note, text.note_width, note_room) * NOTE_LINE * note_size
        )
        * POINT
        for text in texts
    ]


def _note_size(size: float, paper: PaperFormat) -> float:
    return max(paper.least(NOTE_SCALE * size), LEAST_NOTE * size)


def _lines(text: str, width: float, room: float) -> int:
    return 1 if width <= room else lines_of(text, room)
