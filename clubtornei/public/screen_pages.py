"""The pages of the projector with messages and standings, each with as many rows as can be read from ten
metres, in the largest type that leaves names whole. static/css/departures.css has the same measures.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from math import inf

from django.utils.translation import gettext as _
from msgspec.structs import asdict, replace

from clubtornei.public.screen_names import (
    FEW,
    LARGE_TYPES,
    LINE,
    SPARE,
    TYPES,
    ShortNames,
    SmallerName,
    name_width,
    width_of,
)
from clubtornei.public.screen_page import (
    LEAST_ROWS,
    MOST_COLUMNS,
    ROWS,
    ScreenPage,
    in_columns,
    in_parts,
    spans_of,
)
from clubtornei.public.screen_rooms import (
    BELOW_CODE,
    BESIDE_CODE,
    HEADING,
    HEIGHT,
    HIGH_HEADING,
    LOW_HEADING,
    PODIUM_FIRST,
    RANKING_GAP,
    WIDTH,
    Room,
    podium_room,
    ranking_room,
    shared,
)
from clubtornei.public.screen_standings import (
    CriterionColumn,
    Standings,
    StandingsCell,
    StandingsLine,
    current_standings,
    podium,
)
from clubtornei.rounds.brackets.layout import bracket_or_none
from clubtornei.rounds.reports.final_ranking import FINAL
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from scoring.record import Player

HEADINGS = {1: HIGH_HEADING, 2: HEADING, MOST_COLUMNS: LOW_HEADING}
TWO_COLUMNS, THREE_COLUMNS = 13, 14  # rows of standings without most of their values
CRITERIA = 3  # shown with the standings where there is room
MESSAGE_TYPES = (44.0, 38.0, 33.0, 28.0, 24.0, 20.0, 18.0, 16.0, 14.0, 12.0, 10.0, 9.0, 8.2)
LEAST = MESSAGE_TYPES[-1]
MESSAGE_LINE, BLANK = 1.12, 0.2  # em: of a line; between words
BEFORE_FIGURES = re.compile(r" (?=\d)")
NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
CLUB = 0.62  # of the type of a name on the podium: what the club below takes
LEAST_CALLED = 0.7  # of it: that of a name there which is not on more lines instead
CALLED_LINES, IN_TWO = 2, 0.9  # of a name there; of the height what they have below larger figures
LEAST_ABOVE_CLUB = 6.8  # the type below which that gets no smaller
UNTOLD = "–"  # in the standings, a value that somebody has not: before a figure it would be a minus


def message_page(message: str) -> ScreenPage:
    """A message instead of all else; what is counted stays with its word."""
    message = BEFORE_FIGURES.sub(NO_BREAK_SPACE, message)
    size = message_type(message, BESIDE_CODE, HEIGHT)
    return ScreenPage(kind="message", message=message, type=size, narrow=True)


def message_type(text: str, width: float, height: float) -> float:
    """The largest type in which the text has that room, broken into lines between its words alone; the least
    where it has it in none.
    """
    return _largest_in_lines(text, width, height, MESSAGE_TYPES) or LEAST


def _largest_in_lines(
    text: str, width: float, height: float, types: Iterable[float], *, most: float = inf
) -> float:
    """The first of the types, the largest first, in which the text has that room on at most so many lines; 0
    where there is none.
    """
    words = [name_width(word) for word in text.split(" ")]

    def fits(size: float) -> bool:
        room = width / size - SPARE
        lines = min(most, height // (size * MESSAGE_LINE))
        return max(words) <= room and _lines_of(words, room) <= lines

    return next(filter(fits, types), 0.0)


def _lines_of(words: Iterable[float], room: float) -> int:
    """How many lines of so many em words of these widths take, of which none is wider."""
    lines, used = 1, 0.0
    for word in words:
        if used and used + BLANK + word > room:
            lines, used = lines + 1, 0.0
        used += BLANK + word if used else word
    return lines


def podium_pages(snapshot: EventSnapshot) -> Iterator[ScreenPage]:
    """Who is called up at the prize-giving: in the largest type for whole names, or in one larger by more
    than a step, if fewer than half, or one of two, are smaller then: a first never smaller than the others.
    """
    lines = _with_points(podium(snapshot))
    if not lines:
        return
    height = HEIGHT / (len(lines) + sum(line.rank == 1 for line in lines))  # a first has twice the room
    names = ShortNames(snapshot.players.values())
    points = _points_columns(lines)
    below = 1 + CLUB if any(line.player.club for line in lines) else 1
    sizes = [size for size in reversed(LARGE_TYPES) if size * LINE * below <= height] or [LARGE_TYPES[0]]

    def own_type(line: StandingsLine, size: float) -> float:
        is_first = line.rank == 1
        width = podium_room(points, is_first=is_first)(size) * size
        room = 2 * height / PODIUM_FIRST if is_first else height
        room -= CLUB * max(size, LEAST_ABOVE_CLUB) if line.player.club else 0
        return _type_of_called(line.player.name, width, room, size)

    def is_led(size: float) -> bool:
        return all(own_type(line, size) * PODIUM_FIRST >= size for line in lines if line.rank == 1)

    sizes = list(filter(is_led, sizes)) or sizes[-1:]

    def largest(few: int) -> float:
        smaller = ((size, sum(own_type(line, size) < size for line in lines)) for size in sizes)
        return next((size for size, count in smaller if count <= few), sizes[-1])

    whole, most = largest(0), largest(max(1, (len(lines) - 1) // 2))
    size = most if sizes.index(whole) > sizes.index(most) + 1 else whole

    def called(line: StandingsLine) -> Player:
        own, player = own_type(line, size), line.player
        if own == size:
            return player
        room = podium_room(points, is_first=line.rank == 1)(size)
        return SmallerName(**asdict(player), type=own) if own else names.fitted([player], room, size)[0]

    fitted = tuple(replace(line, player=called(line)) for line in lines)
    yield ScreenPage(kind="podium", rows=len(lines), type=size, ranked=(fitted,), narrow=True)


def _points_columns(lines: Sequence[StandingsLine]) -> float:
    """How wide wholes and halves are, each in a column of the podium, in em of its type."""
    shown = [(cell.text.partition("½"), line.rank == 1) for line in lines for cell in line.cells]
    return sum(
        max(
            (width_of(parts[part]) * (PODIUM_FIRST if is_first else 1) for parts, is_first in shown),
            default=0.0,
        )
        for part in (0, 1)
    )


def _type_of_called(name: str, width: float, height: float, size: float) -> float:
    """That of a whole name with that room on a podium in such type: on two lines if it would be much
    smaller on one; 0 if it has no room in any.
    """
    types = [one for one in reversed(LARGE_TYPES) if one <= size]
    in_one = _largest_in_lines(name.replace(" ", NO_BREAK_SPACE), width, height, types)
    if in_one >= size * LEAST_CALLED:
        return in_one
    return max(in_one, _largest_in_lines(name, width, IN_TWO * height, types, most=CALLED_LINES))


def _with_points(lines: Sequence[StandingsLine]) -> list[StandingsLine]:
    """The lines with what is counted alone: the place in a final and the round reached repeat the place."""

    def points_of(line: StandingsLine) -> tuple[StandingsCell, ...]:
        first, *others = line.cells
        told = others[:1] if first.column == FINAL else [first]
        return tuple(cell for cell in told if not cell.in_words)

    return [replace(line, cells=points_of(line)) for line in lines]


def standings_pages(snapshot: EventSnapshot) -> Iterator[ScreenPage]:
    """The standings with their tie-breaks, or in two or three columns without them."""
    table = current_standings(snapshot)
    ranked = ranked_lines(table)
    racing = _racing(snapshot, ranked)
    out = frozenset(line.player.id for line in ranked) - racing if racing else racing
    ranked = [_told_to_race(line) if line.player.id in racing else line for line in ranked]
    if not ranked:
        return
    columns, most, criteria = _ranking_layout(table, ranked)
    parts = [lines for _part, _parts, lines in in_parts(ranked, columns * most)]
    pages = [in_columns(lines, columns) for lines in parts]
    rows = max([LEAST_ROWS, *(len(page[0]) for page in pages)])
    rooms = [_mean_room([_ranking_room(columns, lines, criteria) for lines in page]) for page in pages]
    names = ShortNames(snapshot.players.values())

    def largest_type(height: float) -> float:
        return names.largest_type(
            [line.player for line in ranked],
            (height - HEADINGS[columns]) / rows,
            lambda size: min(room(size) for room in rooms),
        )

    size = largest_type(HEIGHT)
    is_narrow = columns == 1 and _width_taken(pages[0], names, rooms[0](size), size) <= BESIDE_CODE
    if columns == 1 and not is_narrow:
        size = largest_type(BELOW_CODE)
    for part, (page, room, span) in enumerate(
        zip(pages, rooms, spans_of(parts, len(ranked)), strict=True), 1
    ):
        yield ScreenPage(
            kind="standings",
            part=part,
            parts=len(pages),
            span=span,
            rows=rows,
            type=size,
            criteria=criteria,
            racing=len(racing),
            lost=out,
            ranked=_columns_with_names(page, names, room(size), size),
            narrow=is_narrow,
        )


def _width_taken(
    columns: Sequence[Sequence[StandingsLine]], names: ShortNames, room: float, size: float
) -> float:
    """By a single column, without what its names leave."""
    [lines] = _columns_with_names(columns, names, room, size)
    return WIDTH - (room - _longest(lines)) * size


def _mean_room(rooms: Sequence[Room]) -> Room:
    """Of a name, where columns that need less leave it to others."""
    return lambda size: sum(room(size) for room in rooms) / len(rooms)


def _columns_with_names(
    columns: Sequence[Sequence[StandingsLine]], names: ShortNames, room: float, size: float
) -> tuple[tuple[StandingsLine, ...], ...]:
    """The columns under the names that fit: each is as wide as it needs."""
    rooms = shared([_longest(lines) + SPARE for lines in columns], room)
    return tuple(lines_with_names(lines, names, own, size) for lines, own in zip(columns, rooms, strict=True))


def _longest(lines: Sequence[StandingsLine]) -> float:
    """The width of the longest name, in em."""
    return max(name_width(line.player.name) for line in lines)


def _racing(snapshot: EventSnapshot, lines: Sequence[StandingsLine]) -> frozenset[int]:
    """Who may still win the knockout that is played, by id; nobody elsewhere."""
    bracket = bracket_or_none(snapshot)
    if bracket is None or bracket.champion or snapshot.event.closed:
        return frozenset()
    return frozenset(line.player.id for line in lines) - bracket.eliminated()


def _told_to_race(line: StandingsLine) -> StandingsLine:
    """The line, where the name of a round would stand saying that he is in the race."""
    cells = (replace(cell, text=_("in gara")) if cell.in_words else cell for cell in line.cells)
    return replace(line, cells=tuple(cells))


def _ranking_layout(
    table: Standings, ranked: Sequence[StandingsLine]
) -> tuple[int, int, tuple[CriterionColumn, ...]]:
    """In how many columns of how many rows, and the criteria in each; in three for many, where of their names
    at most one in so `FEW` is too long for these.
    """
    if len(ranked) <= ROWS:
        return 1, ROWS, table.columns[:CRITERIA]
    criteria = table.columns[: _telling(ranked)]
    widths = sorted((name_width(line.player.name) for line in ranked), reverse=True)
    is_narrow = widths[len(widths) // FEW] + SPARE > _ranking_room(MOST_COLUMNS, ranked, criteria)(TYPES[0])
    if len(ranked) <= 2 * TWO_COLUMNS or is_narrow:
        return 2, TWO_COLUMNS, criteria
    return MOST_COLUMNS, THREE_COLUMNS, criteria


def _ranking_room(columns: int, ranked: Sequence[StandingsLine], criteria: Sequence[CriterionColumn]) -> Room:
    width = (WIDTH - (columns - 1) * RANKING_GAP) / columns
    close = columns == MOST_COLUMNS  # what figures are then stands partly above the names
    return ranking_room(width, ranked, criteria, titled=not close, small_ranks=close, alone=columns == 1)


def _telling(lines: Sequence[StandingsLine]) -> int:
    """How many criteria it takes for everybody to have a value: most have none for the place in a final."""
    return 2 if any(not line.cells[0].text for line in lines) else 1


def ranked_lines(table: Standings) -> list[StandingsLine]:
    """The lines of those who have a place; what somebody has not is left empty."""

    def told(cell: StandingsCell) -> StandingsCell:
        return replace(cell, text="") if cell.text == UNTOLD else cell

    return [
        replace(line, cells=tuple(map(told, line.cells))) for line in table.lines if line.rank is not None
    ]


def lines_with_names(
    lines: Sequence[StandingsLine], names: ShortNames, room: float, size: float
) -> tuple[StandingsLine, ...]:
    """The lines under the names that fit."""
    players = names.fitted([line.player for line in lines], room, size)
    return tuple(replace(line, player=player) for line, player in zip(lines, players, strict=True))
