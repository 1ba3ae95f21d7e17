"""How wide names may be on the projector. static/css/departures.css has the same measures.

All in hundredths of the height of a screen of 16:9, but for what a `Room` gives: that is in em, for names in
type of that size.
"""

from collections.abc import Callable, Sequence
from typing import Literal

from clubtornei.public.screen_names import TYPES, width_of
from clubtornei.rounds.reports.standings import CriterionColumn, StandingsLine

WIDTH, HEIGHT = 169.6, 78.7  # below the title, without the margins
SMALL = 3.4  # the type of all that is no name
GAP = 1.1  # between the parts of a row

BOARD_GAP = 5.0  # between columns
LETTER, BOARD_PART = 2.8, 0.7  # the initial, and what stands between the parts of a line
PLACE, MORE_PLACE = 1.85, 0.55  # em: the disc, and a table's number; each digit of it beyond the second
LABEL = 13.0  # instead of them: that somebody rests

CORNER = 10.2  # how much lower than others the column begins that is below the large QR code
BESIDE_CORNER = 27.0  # what a single column leaves it
EARLY_HEADING, EARLY_LINE = 6.2, 6.4  # of the results below the board, and each line of them
EARLY_SPACES = 1.5  # em: between the parts of a result

BESIDE = 1.9  # how much wider the results are than what stands beside them
BESIDE_GAP, BESIDE_PADDING = 4.0, 3.0
DIGIT, DISC = 0.6, 1.1  # em
OUTCOME, WIDE_OUTCOME = 2.6, 3.6  # em: what a score takes, and one of 1½
TABLE_GAP = 5.0
ONE_SEAT, LEAST_POINTS, SEAT_GAP = 18.0, 1.5, 0.5  # em
CELL_PADDING, VALUE_PADDING = 1.6, 2.8  # both sides of a cell
RANKING_GAP = 5.0
BYES_LINE, BYES_PADDING = 4.0, 1.2  # a line of several byes, and above them
HEADING = 5.0  # of the standings
PODIUM_PLACE, PODIUM_FIRST = 1.6, 1.4  # em of the first; how much larger than the others the first is
TREE_GAP, TREE_PADDING, TREE_SCORE = 5.0, 3.0, 1.4  # between rounds of a bracket; of a match; em

Room = Callable[[float], float]


def board_room(columns: int, digits: int, *, behind: Literal["number", "word", "nothing"] = "number") -> Room:
    """Of a name on the board; `digits`: of the number of a table; `behind`: what stands behind the name."""
    place = PLACE + MORE_PLACE * max(0, digits - 2)
    width = WIDTH - (BESIDE_CORNER if columns == 1 else 0)
    column = (width - (columns - 1) * BOARD_GAP) / columns - LETTER - 3 * BOARD_PART
    taken = {"number": (0.0, place), "word": (LABEL, 0.0), "nothing": (0.0, 0.0)}
    fixed, of_type = taken[behind]
    return lambda size: (column - fixed) / size - of_type


def early_room(digits: int) -> float:
    """Of both names of a result below the board, in em."""
    return (WIDTH - BOARD_GAP) / 2 / TYPES[0] - DIGIT * digits - OUTCOME - EARLY_SPACES


def results_room(*, digits: int, beside: bool, stacked: bool, discs: bool, outcome: float) -> Room:
    """Of a name in a row of results: half of it, or all of it where the other one is `stacked` below.
    `digits`: of the number of a table; `discs`: whether one for the colour stands before the name; `outcome`:
    the width of the widest score.
    """
    width = results_width(beside=beside)
    names = 1 if stacked else 2
    disc = DISC if discs else 0.0
    return lambda size: ((width - (1 + names) * GAP) / size - DIGIT * digits - outcome) / names - disc


def results_width(*, beside: bool) -> float:
    """Of a row of results."""
    return (WIDTH - BESIDE_GAP) * BESIDE / (BESIDE + 1) if beside else WIDTH


def seat_room(beside: int, points: Sequence[str], *, digits: int, winds: bool) -> Room:
    """Of a name at a larger table, with so many players beside each other."""
    behind = max(map(width_of, points), default=LEAST_POINTS) + SEAT_GAP

    def room(size: float) -> float:
        seats = WIDTH - beside * TABLE_GAP - DIGIT * digits * size
        column = ONE_SEAT * size if beside == 1 else seats / beside
        return (column - (SMALL if winds else 0)) / size - behind

    return room


def beside_room() -> float:
    """The width of what stands beside the results."""
    return (WIDTH - BESIDE_GAP) / (BESIDE + 1) - BESIDE_PADDING


def ranking_room(
    width: float, lines: Sequence[StandingsLine], columns: Sequence[CriterionColumn], *, titled: bool
) -> Room:
    """Of a name in standings of that width, whose other columns are as wide as what they hold."""

    def room(size: float) -> float:
        values = 0.0
        for place, column in enumerate(columns):
            title = width_of(column.title) * SMALL if titled else 0.0
            widest = max((width_of(line.cells[place].widest) for line in lines), default=0.0)
            in_words = any(line.cells[place].in_words for line in lines)
            values += max(title, widest * (SMALL if in_words else size)) + VALUE_PADDING
        return (width - values - 2 * CELL_PADDING) / size - DIGIT * rank_digits(lines)

    return room


def rank_digits(lines: Sequence[StandingsLine]) -> int:
    return max((len(str(line.rank)) for line in lines), default=1)


def podium_room(points: float) -> Room:
    """Of a name on the podium, in em of its own type: of the first, who has the least; `points`: how wide the
    widest are.
    """
    return lambda size: WIDTH / PODIUM_FIRST / size - PODIUM_PLACE - points - SEAT_GAP


def tree_room(rounds: int) -> Room:
    """Of a name in a bracket of so many rounds."""
    column = (WIDTH - (rounds - 1) * TREE_GAP) / rounds - TREE_PADDING
    return lambda size: column / size - TREE_SCORE
