"""How names are laid out by page and column, for those who look for their table from three metres."""

from collections.abc import Sequence
from functools import partial
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from clubtornei.players.names import sort_key
from clubtornei.rounds.core.formatting import with_number
from clubtornei.rounds.tables.alphabet import ranges
from clubtornei.rounds.tables.by_name import PlayerPlace
from clubtornei.rounds.typesetting.paper_format import SMALLEST
from clubtornei.rounds.typesetting.text_width import lines_of, width_in_em
from clubtornei.rounds.typesetting.type_size import LARGEST, POINT, SPREAD, in_largest_type
from scoring.record import Player

FROM_AFAR = 16.0  # points: the smallest type of a name
NAME_SHARE = 0.75  # of the room for a name and what is noted beside it: of the name at most
WIDTH, HEIGHT = 182.0, 218.0  # millimetres: of the area for names on each page
BETWEEN = 0.5  # em of the names, between columns and before what is noted beside a name, as in by-name.css
WHERE, WHERE_SCALE = 1.2, 1.35  # of the table's number: its width in em of its own type, and its type
LINE, ABOVE, MOST_ABOVE = 1.12, 0.16, 0.6  # em: of a line; above and below each row, as in by-name.css
NOTE_LINE = 1.2  # em of its own type
NOTE_SCALE, MOST_NOTE_SCALE = 0.6, 0.8  # of the type of a name: what is noted of large names grows, too
SPARE = 1.0  # millimetres: a name may be wider than reckoned, where its note is beside it
BROKEN_ONE_IN, BROKEN_OF_FEW = 20, 2
DISC = 1.2  # em: of a colour, before its name
SEAT, BYE = "posto 4", "passa il turno"
IN_COMMON = 3  # letters of a name on two pages: they are large, and above the names it stands in full


class NamePage(Struct, frozen=True):
    """One page of names: its rows, each with a place or None in every column; its first and last player; the
    room above and below each row, in points; `letters`: from where to where in the alphabet they are.
    """

    rows: list[list[PlayerPlace | None]]
    first: Player
    last: Player
    above: float = 0.0
    letters: str = ""

    @property
    def style(self) -> str:
        """For the stylesheet."""
        return f"--above:{self.above:.2f}pt"


class NameArrangement(Struct, frozen=True):
    """How many columns of names; `beside`: whether what is noted of a name stands beside it, not below."""

    columns: int
    beside: bool = False

    @property
    def breaks_matter(self) -> bool:
        """In a single column with notes below them names are broken only where their type is very large."""
        return self.columns > 1 or self.beside


ARRANGEMENTS = (NameArrangement(1), NameArrangement(1, beside=True), NameArrangement(2))


class NameWidths(Struct, frozen=True):
    """Of the table's number, the name, the note beside it with what is before it, and what is between
    columns, in millimetres.
    """

    where: float
    name: float
    beside: float
    between: float

    @property
    def note(self) -> float:
        """Of the text of a note, wherever it stands."""
        return self.beside - self.between if self.beside else self.name


class NameBoards(Struct, frozen=True):
    """The pages; the type of names and of what is noted of them, in points; how they are arranged, how wide
    they are, and how many of them are broken; on how many lines in all stands what is `noted` of them.
    """

    pages: list[NamePage]
    size: float
    note_size: float
    arrangement: NameArrangement
    room: NameWidths
    broken: int
    noted: int

    @property
    def shortness(self) -> tuple[int, int, int]:
        return len(self.pages), self.broken, self.noted

    @property
    def style(self) -> str:
        """For the stylesheet."""
        types = f"font-size:{self.note_size:.2f}pt;--name:{self.size:.2f}pt"
        return f"{types};--where:{WHERE_SCALE * self.size:.2f}pt"

    @property
    def widest_letters(self) -> str:
        """Those whose type all pages have."""
        return max((page.letters for page in self.pages), key=width_in_em, default="")

    @property
    def columns(self) -> int:
        """Of names."""
        return self.arrangement.columns

    @property
    def widths(self) -> list[str]:
        """As CSS has them."""
        room = self.room
        of_column = [f"{width:.1f}mm" for width in (room.where, room.name, room.beside) if width]
        return [*of_column, *[f"{room.between:.1f}mm", *of_column] * (self.columns - 1)]


class _Texts(Struct, frozen=True):
    """The name and the line below it, each with its width in em."""

    name: str
    name_width: float
    note: str
    note_width: float


def name_boards(places: Sequence[PlayerPlace]) -> NameBoards:
    """On as few pages as hold the names in type that is read from afar; of the arrangements that do, in the
    largest type that breaks two of few names, and a twentieth of many: long ones do not make all others
    small. What is noted of them grows as far as it then can.
    """
    texts = [_texts(place) for place in places]
    in_smallest = [_boards(places, texts, FROM_AFAR, arrangement) for arrangement in ARRANGEMENTS]
    fewest = min(len(boards.pages) for boards in in_smallest)
    least_broken = min(boards.broken for boards in in_smallest if len(boards.pages) == fewest)
    most_broken = least_broken + max(BROKEN_OF_FEW, len(places) // BROKEN_ONE_IN)

    def as_short(size: float, arrangement: NameArrangement) -> NameBoards | None:
        boards = _boards(places, texts, size, arrangement)
        return boards if len(boards.pages) == fewest and boards.broken <= most_broken else None

    boards = [
        in_largest_type(partial(as_short, arrangement=boards.arrangement), FROM_AFAR, LARGEST) or boards
        for boards in in_smallest
        if len(boards.pages) == fewest and boards.broken <= most_broken
    ]
    chosen = _with_larger_notes(places, texts, max(boards, key=lambda boards: boards.size))
    return replace(chosen, pages=_lettered(chosen.pages))


def _lettered(pages: Sequence[NamePage]) -> list[NamePage]:
    """Each with its letters; one letter as initials are sorted, without its accent."""
    beginnings = ranges([(page.first, page.last) for page in pages], IN_COMMON)
    shown = [[text if len(text) > 1 else sort_key(text).upper() for text in ends] for ends in beginnings]
    return [
        replace(page, letters="–".join(dict.fromkeys(ends))) for page, ends in zip(pages, shown, strict=True)
    ]


def _with_larger_notes(
    places: Sequence[PlayerPlace], texts: Sequence[_Texts], boards: NameBoards
) -> NameBoards:
    """With what is noted as large as the white of the page has room for, and on as many lines."""

    def as_short(note_size: float) -> NameBoards | None:
        tried = _boards(places, texts, boards.size, boards.arrangement, note_size)
        return tried if tried.shortness == boards.shortness else None

    return in_largest_type(as_short, boards.note_size, MOST_NOTE_SCALE * boards.size) or boards


def _texts(place: PlayerPlace) -> _Texts:
    name = with_number(place.player)
    if len(place.opponents) == 1:
        note = f"Bianco · {with_number(place.opponents[0])}"
        return _Texts(name, width_in_em(name), note, width_in_em(note) + DISC)
    note = SEAT if place.table else BYE
    return _Texts(name, width_in_em(name), note, width_in_em(note))


def _boards(
    places: Sequence[PlayerPlace],
    texts: Sequence[_Texts],
    size: float,
    arrangement: NameArrangement,
    note_size: float = 0.0,
) -> NameBoards:
    widths = _widths(texts, size, arrangement)
    note_size = note_size or max(SMALLEST, NOTE_SCALE * size)
    heights = _heights(texts, size, note_size, widths)
    columns = arrangement.columns
    pages: list[NamePage] = []
    start = 0
    while start < len(places):
        rows, height = _rows_that_fit(heights[start:], columns)
        on_page = places[start : start + rows * columns]
        rows = ceil(len(on_page) / columns)
        above = ABOVE * size + SPREAD * max(0, HEIGHT - height) / rows / 2 / POINT
        in_columns = _in_columns(on_page, rows, columns)
        first, last = on_page[0].player, on_page[-1].player
        pages.append(NamePage(in_columns, first, last, min(above, MOST_ABOVE * size)))
        start += len(on_page)
    room, note_room = widths.name / POINT / size, widths.note / POINT / note_size
    broken = 0
    if arrangement.breaks_matter:
        broken = sum(
            text.name_width > room or (arrangement.beside and text.note_width > note_room) for text in texts
        )
    noted = sum(_lines(text.note, text.note_width, note_room) for text in texts)
    return NameBoards(pages, size, note_size, arrangement, widths, broken, noted)


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


def _widths(texts: Sequence[_Texts], size: float, arrangement: NameArrangement) -> NameWidths:
    """A note beside a name has what the longest name leaves, and some of it in any case."""
    em = size * POINT
    where, between = WHERE * WHERE_SCALE * em + 3, BETWEEN * em
    who = (WIDTH - between * (arrangement.columns - 1)) / arrangement.columns - where
    if not arrangement.beside:
        return NameWidths(where, who, 0.0, between)
    longest = max((text.name_width for text in texts), default=0.0)
    name = min(longest * em + SPARE, NAME_SHARE * who)
    return NameWidths(where, name, who - name, between)


def _heights(texts: Sequence[_Texts], size: float, note_size: float, widths: NameWidths) -> list[float]:
    """Of each place with what is noted of it, in millimetres."""
    name_room = widths.name / POINT / size
    note_room = widths.note / POINT / note_size
    heights = []
    for text in texts:
        name = _lines(text.name, text.name_width, name_room) * LINE * size
        note = _lines(text.note, text.note_width, note_room) * NOTE_LINE * note_size
        heights.append((2 * ABOVE * size + (max(name, note) if widths.beside else name + note)) * POINT)
    return heights


def _lines(text: str, width: float, room: float) -> int:
    return 1 if width <= room else lines_of(text, room)
