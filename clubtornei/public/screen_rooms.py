"""How wide names may be on the projector. static/css/departures.css has the same measures.

All in hundredths of the height of a screen of 16:9, but for what a `Room` gives: that is in em, for names in
type of that size.
"""

from collections.abc import Callable, Sequence
from typing import Literal

from clubtornei.public.screen_names import LINE, SMALL, TYPES, width_of
from clubtornei.public.screen_standings import CriterionColumn, StandingsLine

WIDTH, HEIGHT = 168.7, 78.7  # below the title, without the margins
BELOW_CODE = 75.3  # the height of what begins below the code, as it is at its left, too
GAP = 1.1  # between the parts of a row

BOARD_GAPS, EARLY_GAP = (0.0, 4.8, 1.6), 5.0  # between as many columns, at least; between results below
LETTER, LETTER_GAP = 2.7, 0.8  # the initial, and what keeps it from the name
BOARD_PART, ALONE_PART = 0.5, 3.0  # between the parts of a line; behind the name where there is one column
NAME_PART = 2.2  # between a name and what stands behind it
NUMBER, MORE_NUMBER = 1.06, 0.53  # em: a number; each digit of it beyond the second
BOARD_DISC, BOARD_SEAT = 0.7, 3.4  # em: a disc; the seat behind the number of a table
BOARD_HEADING = 3.0  # above the numbers, beside what keeps them from the title
LABEL = 3.8  # em of words: instead of them, that somebody rests

EARLY_HEADING, EARLY_LINE = 6.2, 6.4  # of the results below the board, and each line of them
EARLY_SPACES = 1.5  # em: between the parts of a result

SCORE_LINE, WORD = 0.84, 4.0  # em: of a score; the word below it, and what keeps it from the edges

BESIDE, BESIDE_STACKED, BESIDE_THROUGH = 1.85, 1.4, 2.3  # how much wider the results are than what is beside
RATIOS = (BESIDE, 1.6, BESIDE_STACKED, 1.2, 1.0)  # the same, of standings of few
BESIDE_GAP, BESIDE_PADDING = 3.0, 2.5
NUMBER_GAP = 1.1  # more behind the number of a table
OUTCOME_GAP = 2.2  # around the score of both, and behind the number there
DIGIT, DISC = 0.53, 1.05  # em
TABLE_NUMBER = 1.4  # how much larger than names the numbers of larger tables are
TABLE_GAP, LINE_GAP = 5.0, 2.5  # between the players of a larger table; where each has a line, before them
ONE_SEAT, LEAST_POINTS, SEAT_GAP = 18.0, 1.5, 0.5  # em
SEAT_NUMBER = 0.8  # em: the number of a seat, and what keeps it from the name
SEAT_PADDING = 4.0  # behind the points of a seat: more than before them
TABLE_COLUMNS_GAP, COLUMN_DISC = 4.0, 0.95  # between columns of tables; em: a disc in them
CELL_PADDING = 2.4  # of a rank and a name
SMALL_RANK = 0.84  # em: a place in three columns
VALUE_GAP = 1.2  # em: between values
FIRST_VALUE, FIRST_ALONE = 1.0, 3.8  # of the first value, and where it has room
RANKING_GAP = 4.0
LARGE_CODE = 34.0  # a large QR code, and what keeps it apart
BESIDE_CODE = WIDTH - LARGE_CODE
BYES_LINE, BYES_PADDING = 4.0, 1.2  # a line of several byes, and above them
HEADING, LOW_HEADING, HIGH_HEADING = 5.6, 4.0, 7.0  # of the standings; in three columns; in one, of two lines
WORDS = 0.6  # em: the name of a round, or that somebody rests, beside that of a player
PODIUM_PLACE, PODIUM_FIRST = 2.24, 1.4  # em; how much larger than the others the first is
TREE_GAP, TREE_PADDING = 5.0, 3.0  # between rounds of a bracket; of a match
TREE_SCORE = 0.4  # em: between a name and its score
END_GAP, END_PADDING, END_MARK = 3.0, 1.6, 0.6  # between tables; within; em: around a name
END_NAMES = 38.0  # the height of all names of a table at the end of its game
TREE_BOX = 6.8  # a match beside its two lines: its edges, a word below, what keeps it from the next
TREE_THIRD = 7.2  # the most a line may have where the match for the third place stands below the final

Room = Callable[[float], float]
BehindName = Literal["colour", "seat", "number", "word", "nothing"]
"""What stands behind a name on the board: colour and table, table and seat, a number alone …"""


def board_room(columns: int, digits: int, *, behind: BehindName) -> Room:
    """Of a name on the board; `digits`: of the number behind it."""
    more = MORE_NUMBER * max(0, digits - 2)
    width = BESIDE_CODE - ALONE_PART if columns == 1 else WIDTH - (columns - 1) * BOARD_GAPS[columns - 1]
    column = width / columns - LETTER - LETTER_GAP - NAME_PART
    if behind == "word":
        return lambda size: (column - LABEL * max(SMALL, WORDS * size)) / size
    taken = {
        "colour": (BOARD_PART, BOARD_DISC + NUMBER + more),
        "seat": (BOARD_PART + BOARD_SEAT, NUMBER + more),
        "number": (0.0, NUMBER + more),
        "nothing": (0.0, 0.0),
    }
    fixed, of_type = taken[behind]
    return lambda size: (column - fixed) / size - of_type


def board_is_narrow(rooms: Sequence[float], needs: Sequence[float], size: float) -> bool:
    """Whether the columns of a board, which have these `rooms` for names, leave a large code beside them its
    room, if each has what its names need: both in em. Three are close together.
    """
    return len(rooms) == 1 or (len(rooms) == 2 and (sum(rooms) - sum(needs)) * size >= LARGE_CODE)


def early_room(in_a_line: int, *, digits: int, outcome: float) -> float:
    """Of both names of a result below the board, with so many of them `in_a_line`, in em."""
    width = (WIDTH - (in_a_line - 1) * EARLY_GAP) / in_a_line
    return width / TYPES[0] - DIGIT * digits - outcome - EARLY_SPACES


def results_room(width: float, *, digits: int, stacked: bool, discs: bool, score: float, word: float) -> Room:
    """Of a name in a row of results: half of it, or all of it where the other one is `stacked` below.
    `digits`: of the number of a table; `discs`: whether one for the colour stands before the name; `score`,
    `word`: the width of the widest ones, in em of their type. The word stands below the score of both, or
    before that of each.
    """
    disc = DISC if discs else 0.0

    def room(size: float) -> float:
        number = DIGIT * digits * size
        if stacked:
            taken = NUMBER_GAP + 3 * GAP + number + score * size + word * SMALL
            return (width - taken) / size - disc
        taken = 3 * OUTCOME_GAP + number + max(score * size, word * SMALL)
        return (width - taken) / 2 / size - disc

    return room


def results_height(*, beside: bool, whole: float) -> float:
    """Of results as wide as the `whole`, or with something beside them; both may keep them from the code."""
    return HEIGHT if beside or whole < WIDTH else BELOW_CODE


def results_width(beside: float) -> float:
    """Of a row of results so much wider than what is beside it."""
    return (WIDTH - BESIDE_GAP) * beside / (beside + 1)


def line_above_word(row: float) -> float:
    """The height of a line of type that leaves room for a word below the score in such a row."""
    return (row - WORD) / SCORE_LINE * LINE


def columns_width(columns: int) -> float:
    """Of a row of results in so many columns."""
    return (WIDTH - (columns - 1) * TABLE_COLUMNS_GAP) / columns


def columns_room(columns: int, *, digits: int, discs: bool, score: float) -> Room:
    """Of a name in a row of results in so many columns; `score`: the width of the widest one's, in em."""
    width = columns_width(columns) - 2 * GAP
    disc = COLUMN_DISC if discs else 0.0
    return lambda size: width / size - DIGIT * digits - disc - score


def seat_room(width: float, beside: int, points: Sequence[str], *, digits: int) -> Room:
    """Of a name at a larger table in results of that width, with so many players beside each other."""
    behind = max(map(width_of, points), default=LEAST_POINTS) + SEAT_GAP

    def room(size: float) -> float:
        gaps = LINE_GAP if beside == 1 else beside * TABLE_GAP
        seats = width - gaps - DIGIT * TABLE_NUMBER * digits * size
        column = min(ONE_SEAT * size, seats) if beside == 1 else seats / beside - SEAT_PADDING
        return (column - max(SMALL, SEAT_NUMBER * size)) / size - behind

    return room


def beside_room(beside: float) -> float:
    """The width of what stands beside the results, which are so much wider."""
    return WIDTH - BESIDE_GAP - results_width(beside) - BESIDE_PADDING


def ranking_room(
    width: float,
    lines: Sequence[StandingsLine],
    columns: Sequence[CriterionColumn],
    *,
    titled: bool,
    small_ranks: bool = False,
    alone: bool = False,
) -> Room:
    """Of a name in standings of that width, whose other columns are as wide as what they hold. `alone`: they
    have the whole page: figures keep away from the longest name, and titles are broken between words.
    """
    digits = DIGIT * rank_digits(lines)

    def room(size: float) -> float:
        values = 0.0
        for place, column in enumerate(columns):
            words = column.title.replace("-", "- ").split() if alone else [column.title]
            title = max(map(width_of, words)) * SMALL if titled else 0.0
            widest = max((width_of(line.cells[place].widest) for line in lines), default=0.0)
            in_words = any(line.cells[place].in_words for line in lines)
            values += max(title, widest * (max(SMALL, WORDS * size) if in_words else size))
            values += VALUE_GAP * size if place else FIRST_ALONE if alone else FIRST_VALUE
        rank = digits * (SMALL_RANK * size if small_ranks else size)
        return (width - values - CELL_PADDING - rank) / size

    return room


def shared(longest: Sequence[float], room: float) -> list[float]:
    """The room for names in each column, where it is so wide in the mean: what the longest one needs, or what
    columns that need less leave, and an equal part of what all leave.
    """
    rooms = list(longest)
    left = room * len(rooms)
    for taken, column in enumerate(sorted(range(len(rooms)), key=rooms.__getitem__)):
        rooms[column] = min(rooms[column], left / (len(rooms) - taken))
        left -= rooms[column]
    return [column + left / len(rooms) for column in rooms]


def rank_digits(lines: Sequence[StandingsLine]) -> int:
    return max((len(str(line.rank)) for line in lines), default=1)


def podium_room(points: float, *, is_first: bool) -> Room:
    """Of a name on the podium, in em of its own type, where that of the first is larger; `points`: how wide
    their columns are, in em of the page's.
    """
    larger = PODIUM_FIRST if is_first else 1.0
    return lambda size: (BESIDE_CODE / size - PODIUM_PLACE - points - SEAT_GAP) / larger


def end_room(tables: int) -> Room:
    """Of a name with so many tables beside each other, at the end of their games."""
    column = (WIDTH - (tables - 1) * END_GAP) / tables - 2 * END_PADDING
    return lambda size: column / size - END_MARK


def tree_room(rounds: int) -> Room:
    """Of a name in a bracket of so many rounds, with what stands beside it."""
    column = (WIDTH - (rounds - 1) * TREE_GAP) / rounds - TREE_PADDING
    return lambda size: column / size
