"""Where everything stands on the score sheet of a larger table: columns as wide as their words, rows that
share the height which the rest leaves.

In millimetres and points of paper, the same on all formats; static/sheets/scores.css has these sizes as well.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from clubtornei.rounds.core.counts import Count
from clubtornei.rounds.core.site_facts import player_facts
from clubtornei.rounds.templatetags.printouts import endless
from clubtornei.rounds.typesetting.paper_format import SMALLEST
from clubtornei.rounds.typesetting.text_width import lines_of, width_in_em
from clubtornei.rounds.typesetting.type_size import POINT, REGULAR
from scoring.record import Player

WIDTH, HEIGHT = 186.0, 148.4  # of one that shares its page of A4
ABOVE, BELOW = 6.0, 2.0  # of the sheet, where it is cut
CODE = 24.0  # with the quiet zone below it
TITLE = 14.4  # the club and the table
HEAD_LINE = 4.5  # of where and when, and of when it began and ended
TIMES = 1.6  # above the line of when it began and ended, to write there
BELOW_TIMES = 1.0, 3.1  # below it: at least, and where there is room
HEAD_WIDTH = 120.0  # beside the code
HEADING_LINE, HEADING_PADDING = 3.9, 1.3
BETWEEN = 2.2  # the two tables
LEGEND_LINE, LEGEND_MARGIN = 4.5, 1.5
RULE = 0.22
SEAT, SIGNS = 13.0, 42.0
PLAYS, LEAST_PLAYS = 90.0, 45.0
POINTS = 24.0  # to write a number large
CELL_PADDING = 1.4
MOST_ROW, MOST_LOW_ROW = 16.0, 10.0
LEAST_ROW = 8.0  # to write in by hand
LARGE, LINE = 12.5, 1.05  # the type of a name, and the height of a line of it
MOST_LINES = 2  # of a name without an end


class NamedSeat(Struct, frozen=True):
    """Who sits there, in smaller type where the row is too low, and last without club and team."""

    player: Player
    looks: str = ""
    has_notes: bool = True


class ScoreSheet(Struct, frozen=True, kw_only=True):
    """The sheet of a table: the heights of its rows and of what is above as CSS has them; its players."""

    style: str
    seats: list[NamedSeat]


class ScoreColumns(Struct, frozen=True, kw_only=True):
    """The columns of the table of points, and of that of ties below it, with their titles."""

    widths: Sequence[float]
    low_widths: Sequence[float]
    titles: Sequence[str]
    low_titles: Sequence[str]

    @property
    def columns(self) -> list[str]:
        """The widths as CSS has them."""
        return [_in_css(width) for width in self.widths]

    @property
    def low_columns(self) -> list[str]:
        return [_in_css(width) for width in self.low_widths]

    @property
    def headings(self) -> float:
        """Their height, with the space between the tables."""
        height = _heading(self.titles, self.widths[2:])
        return height + (BETWEEN + _heading(self.low_titles, self.low_widths[1:]) if self.low_titles else 0.0)

    @property
    def least_of_player(self) -> float:
        """The height of his rows, to write in by hand."""
        return LEAST_ROW * (2 if self.low_titles else 1)


def columns_of(counts: Sequence[Count], others: Sequence[Count]) -> ScoreColumns:
    titles = [str(count.title) for count in counts]
    points = [max(POINTS, _word(title)) for title in titles]
    left = WIDTH - SEAT - SIGNS - sum(points)
    plays = max(LEAST_PLAYS, min(PLAYS, left))
    more = (left - plays) / max(1, len(points))
    low_titles = _titles(others, WIDTH - SEAT)
    words = [_word(title) for title in low_titles]
    more_low = (WIDTH - SEAT - sum(words)) / max(1, len(words))
    return ScoreColumns(
        widths=[SEAT, plays, *(width + more for width in points), SIGNS],
        low_widths=[SEAT, *(width + more_low for width in words)],
        titles=titles,
        low_titles=low_titles,
    )


def _titles(counts: Sequence[Count], width: float) -> list[str]:
    """The titles; in short those with the longest words, where the columns do not fit beside each other."""
    titles = {count.name: str(count.title) for count in counts}
    for count in sorted(counts, key=lambda count: -_word(str(count.title))):
        if sum(map(_word, titles.values())) <= width:
            break
        titles[count.name] = str(count.short)
    return list(titles.values())


def share_pages(most: int, columns: ScoreColumns, about: str, legend: str) -> bool:
    """Whether two sheets of so many players have rows to write in on a page of A4."""
    return _height_of_player(most, columns, about, legend, HEIGHT) >= columns.least_of_player


def score_sheet(
    players: Sequence[Player], columns: ScoreColumns, about: str, legend: str, *, shares: bool = True
) -> ScoreSheet:
    """`about`: where and when it is played, as the heading says; `legend`: what stands below the tables;
    `shares`: its page, with another.
    """
    height = HEIGHT if shares else 2 * HEIGHT
    of_player = _height_of_player(len(players), columns, about, legend, height)
    least, most = BELOW_TIMES
    more = min(max(0.0, (of_player - columns.least_of_player) * len(players)), most - least)
    row, low_row = _rows(of_player - more / len(players), has_low=bool(columns.low_titles))
    room = columns.widths[1] - 2 * CELL_PADDING
    return ScoreSheet(
        style=f"--row:{_in_css(row)};--low-row:{_in_css(low_row)};--times:{_in_css(least + more)}",
        seats=[_named(player, row, room) for player in players],
    )


def _height_of_player(players: int, columns: ScoreColumns, about: str, legend: str, height: float) -> float:
    """What both rows of a player may take."""
    lines = lines_of(about, HEAD_WIDTH / (SMALLEST * POINT)) + 1
    head = max(CODE, TITLE + HEAD_LINE * lines + TIMES + BELOW_TIMES[0])
    legends = LEGEND_LINE * lines_of(legend, WIDTH / (SMALLEST * POINT)) + LEGEND_MARGIN
    left = height - ABOVE - BELOW - head - columns.headings - legends
    return left / players - 2 * RULE


def _rows(height: float, *, has_low: bool) -> tuple[float, float]:
    """The heights of the two rows of a player; that of points is up to twice as high."""
    if not has_low:
        return min(height, MOST_ROW), 0.0
    low = min(max(height / 3, LEAST_ROW), MOST_LOW_ROW)
    return min(height - low, MOST_ROW), low


def _named(player: Player, row: float, room: float) -> NamedSeat:
    variants = [NamedSeat(player, looks, notes) for notes in (True, False) for looks in ("", "small")]
    return next((seat for seat in variants if sum(_heights(seat, room)) <= row), variants[-1])


def _heights(seat: NamedSeat, room: float) -> Iterator[float]:
    name, small = seat.player.name, SMALLEST * POINT
    size = small if seat.looks else LARGE * POINT
    lines = lines_of(name, room / size)
    yield (min(lines, MOST_LINES) if endless(name) else lines) * LINE * size
    if seat.has_notes:
        for note in (seat.player.club or "", ", ".join(player_facts(seat.player).members)):
            yield lines_of(note, room / small / REGULAR) * LINE * small if note else 0.0


def _heading(titles: Sequence[str], widths: Sequence[float]) -> float:
    lines = (
        lines_of(title, (width - CELL_PADDING) / (SMALLEST * POINT))
        for title, width in zip(titles, widths, strict=False)
    )
    return max(lines, default=1) * HEADING_LINE + HEADING_PADDING


def _word(title: str) -> float:
    """The width of a column in which no word of its heading is broken."""
    return max(map(width_in_em, title.split())) * SMALLEST * POINT + CELL_PADDING


def _in_css(millimetres: float) -> str:
    return f"{millimetres / 10:.3f}rem"
