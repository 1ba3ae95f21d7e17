"""The bracket on paper: on one sheet if it fits, otherwise on several, whose winners go on to a later sheet.

All positions are computed here, in millimetres; the template only writes them out.
"""

from collections.abc import Collection, Iterator, Sequence
from enum import IntEnum
from functools import cache, cached_property
from operator import attrgetter

from django.utils.translation import gettext
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.rounds.brackets.bracket import Bracket, BracketRound, Match, Side
from clubtornei.rounds.core.formatting import points
from clubtornei.rounds.typesetting.paper_format import SMALLEST
from clubtornei.rounds.typesetting.text_width import broken, lines_of, width_in_em
from clubtornei.rounds.typesetting.type_size import POINT, in_largest_type, ordinary_width
from scoring.record import Player

# In millimetres:
TITLE_HEIGHT = 8.0  # of a column
MARGIN = 1.0  # left and right of a name
MAX_MATCH_WIDTH = 130.0
MAX_ROW_HEIGHT = 60.0
WRITABLE = 40.0  # the width of a column at least, to write in by hand, on the paper as printed
HALVES = (8.0, 7.5, 7.0, 6.5, 6.0)  # the height of a side, to write in by hand, where there is room
AIRY = 2.0  # as many times the gap between matches, where sides are higher than their type
UNDER = 0.5  # between a match and what stands below it
APART = 4.5  # between a match and the one that stands below it
UNEVEN = 3.0  # the last match may stand so far below the middle of its sheet
LEGEND = 6.0  # below the matches, where somebody has none
# In points, and in em of the type, as in bracket.css:
LARGEST = 28.0
SMALLEST_ENLARGED = 13.0  # as printed on paper larger than A4, rather than on more sheets
LINE, PADDING = 1.15, 0.25
REGULAR = 0.97  # of the width of heavier type
NOTE, NEXT = 1.2, 1.25  # of the type of notes: above a match which it is; below, where the winner goes on
SCORE = 1.6  # the room for it
TABLE = 0.9  # of the type of notes: the height of the table of a match that is played, above it
NOTE_SCALE = 0.7  # of the type of names: that of notes and titles
MOST_LINES = 6
LONGER = 1.15  # of ordinary names: no name up to that is broken
LONGEST_WORD = 7.0  # a longer one may be broken: all columns need not be as wide for it
MUCH_LARGER = 1.4  # is type for which the names of later rounds take two lines
NOBODY = "–"  # stands where a player who has no match would have an opponent


class Area(Struct, frozen=True):
    """Where the matches stand, in millimetres; `page`: its name in bracket.css; `gap`: between columns, where
    the connecting lines are drawn; `row_gap`: between matches, in em; `blank`: the width of a column at
    least, to write in by hand; `smallest`: type, in points; `least_note`: that of notes.
    """

    page: str
    width: float
    height: float
    gap: float
    row_gap: float = 0.35
    blank: float = WRITABLE
    smallest: float = SMALLEST
    least_note: float = SMALLEST

    def width_of(self, columns: int, *, joins: bool) -> float:
        """Of each of so many columns, which are equal. `joins`: whether the final stands in the last one."""
        gaps = columns - 1 + joins / 2
        return min((self.width - self.gap * gaps) / columns, MAX_MATCH_WIDTH)

    def note_size(self, names: float) -> float:
        """The type of titles and of what stands around matches, beside names in type of that size."""
        return max(self.least_note, NOTE_SCALE * names)


LANDSCAPE = Area("landscape", 273, 142, gap=7)
PORTRAIT = Area("wall", 182, 224, gap=3, row_gap=0.25)
AREAS = (LANDSCAPE, PORTRAIT)


class Breaks(IntEnum):
    """Which ordinary names may take more than a line: none; those of rounds after the first of their sheet;
    any. No word of them is ever broken.
    """

    NOWHERE = 0
    LATER = 1
    ANYWHERE = 2


class Fit(Struct, frozen=True):
    """The area of some sheets, their type in points, which names are broken there, and how high a side is at
    least, in millimetres.
    """

    area: Area
    size: float
    breaks: Breaks
    half: float = 0.0

    @property
    def worth(self) -> float:
        return float(self.size / MUCH_LARGER**self.breaks)


class Line(Struct, frozen=True):
    """One side of a match: the CSS classes and the text of who plays, and his score; on how many lines."""

    classes: str
    text: str
    score: str
    lines: int


class Box(Struct, frozen=True, kw_only=True):
    """A match with the place of its sides from the top and their heights, in millimetres; the `note` stands
    above them, the `table` where it is played above them, too. `goes`: the sheet to which the winner goes on;
    None for this sheet. `champion`: who has won it, if it `is_final`.
    """

    top: float
    heights: tuple[float, ...]
    begins: float
    ends: float
    note: str = ""
    table: int | None = None
    lines: tuple[Line, ...]
    goes: int | None = None
    is_final: bool = False
    champion: Player | None = None


class Column(Struct, frozen=True):
    """The matches of a round from the top, each with the space above it as CSS has it. They are plain blocks,
    one below the other: blocks that are placed each by itself take WeasyPrint twice as long.
    """

    title: str
    style: str
    boxes: list[tuple[str, Box]]


class BracketSheet(Struct, frozen=True, kw_only=True):
    """One sheet. `page`: that of its area; `size`, `note`: of its type and that of notes, in points;
    `padding`: above and below each name, in em; `frames`, `links`: those of the matches, and the lines
    between them, as paths of SVG; `has_byes`: whether somebody on it goes through without playing.
    """

    number: int
    page: str
    size: float
    note: float
    padding: float
    width: float
    height: float
    columns: list[Column]
    frames: str
    links: str
    has_byes: bool

    @property
    def style(self) -> str:
        """For the stylesheets: type, the room around names, and the way back to the line of a score."""
        em = self.size * POINT
        pad = f"--pad:{self.padding * em / 2:.2f}mm;--line:{-(LINE + self.padding / 2) * em:.2f}mm"
        return f"font-size:{self.size:.2f}pt;--note:{self.note:.2f}pt;{pad}"


class SheetPart(Struct, frozen=True):
    """The part of the bracket on one sheet: the matches that lead to `root`, from the round `first` on; and
    the `final`, where the sheets are the halves of the bracket and it stands below the second semifinal.
    """

    first: int
    root: Match
    final: Match | None = None


def areas_of(zoom: float) -> list[Area]:
    """On paper that has this zoom to A4."""
    smallest = min(SMALLEST, SMALLEST_ENLARGED / zoom)
    enlarged = {"blank": WRITABLE / zoom, "smallest": smallest, "least_note": SMALLEST / zoom}
    return [replace(area, **enlarged) for area in AREAS]


def laid_out_sheets(bracket: Bracket, zoom: float = 1.0) -> list[BracketSheet]:
    """The bracket on as many sheets as it needs; those of the same rounds have the same paper and type.

    `zoom`: of the paper to A4.
    """
    areas = areas_of(zoom)
    parts = split_bracket(bracket, areas)
    chosen = {first: _best_fit(bracket, parts, first, areas) for first in {part.first for part in parts}}
    return [
        _SheetLayout(bracket, parts, index, fit.area).sheet(fit)
        for index, part in enumerate(parts)
        for fit in [chosen[part.first]]
    ]


def _best_fit(bracket: Bracket, parts: Sequence[SheetPart], first: int, areas: Sequence[Area]) -> Fit:
    """Where the sheets of these rounds have the largest type; one in which names are broken is taken only if
    its type is much larger.
    """
    of_rounds = [index for index, part in enumerate(parts) if part.first == first]

    @cache
    def layouts(area: Area) -> list[_SheetLayout]:
        return [_SheetLayout(bracket, parts, index, area) for index in of_rounds]

    def fit(area: Area, breaks: Breaks) -> Fit:
        return Fit(area, _largest(layouts(area), breaks), breaks)

    best = max((fit(area, breaks) for area in areas for breaks in Breaks), key=attrgetter("worth"))
    if not best.size:
        return Fit(areas[0], areas[0].smallest, Breaks.ANYWHERE)
    higher = (replace(best, half=half) for half in HALVES)
    return next((one for one in higher if all(layout.holds(one) for layout in layouts(one.area))), best)


def _largest(layouts: Sequence["_SheetLayout"], breaks: Breaks) -> float:
    """The largest type for which there is room on all of these sheets; 0 if there is for none."""

    def fitting(size: float) -> float | None:
        return size if all(layout.fits(size, breaks) for layout in layouts) else None

    smallest = layouts[0].area.smallest
    return in_largest_type(fitting, smallest, LARGEST) or fitting(smallest) or 0.0


def split_bracket(bracket: Bracket, areas: Sequence[Area] = AREAS) -> list[SheetPart]:
    """The part on each sheet: all on one if it fits, otherwise on sheets with as many rounds as fit."""
    return min((_split_in(area, bracket) for area in areas), key=len)


def _split_in(area: Area, bracket: Bracket) -> list[SheetPart]:
    parts: list[SheetPart] = []
    first = 1
    while first <= len(bracket.rounds):
        # From the last round: of those for which there is no room the first match says so.
        for round_ in reversed(bracket.rounds[first - 1 :]):
            of_round = [SheetPart(first, match) for match in round_.matches]
            if round_.number == first or all(
                _SheetLayout(bracket, [part], 0, area).has_room() for part in of_round
            ):
                break
        parts += of_round
        first = round_.number + 1
    return _without_a_sheet_of_the_final(area, bracket, parts)


def _without_a_sheet_of_the_final(area: Area, bracket: Bracket, parts: list[SheetPart]) -> list[SheetPart]:
    """The final on the sheet of the second semifinal, if there is room, rather than by itself."""
    *halves, last = parts
    if not halves or last.first < len(bracket.rounds):
        return parts
    joined = SheetPart(halves[-1].first, halves[-1].root, last.root)
    has_room = _SheetLayout(bracket, [joined], 0, area).has_room()
    return [*halves[:-1], joined] if has_room else parts


def rows_of_match(bracket: Bracket, match: Match, first: int) -> int:
    """How many rows a match and those that lead to it take on a sheet whose first round is `first`."""
    feeders = feeding_matches(bracket, match, first)
    return sum(rows_of_match(bracket, feeder, first) for feeder in feeders) or 1


def feeding_matches(bracket: Bracket, match: Match, first: int) -> list[Match]:
    """The matches of the same sheet whose winners come to this one, from the top."""
    if match.round <= first:
        return []
    before = bracket.rounds[match.round - 2].matches
    return [before[place - 1] for place in match.feeders]


class _SheetLayout:
    """Computes the positions on one sheet, recursively from its last match back.

    `part_roots`, `sheet_of`: the sheet's number by (round, place), of the last matches and of all matches.
    `width`: of a column; `size`: of the type; `padding`: of a side, in em; `airy`: as many times the gap
    between matches; `spare`: room for each row beyond its own.
    """

    def __init__(self, bracket: Bracket, parts: Sequence[SheetPart], index: int, area: Area) -> None:
        self.bracket, self.parts, self.area = bracket, parts, area
        self.part = parts[index]
        self.number = index + 1
        self.rounds = bracket.rounds[self.part.first - 1 : self.part.root.round]
        joins = any(part.final for part in parts if part.first == self.part.first)
        self.texts = [_texts_of(round_, self.part, joins=joins) for round_ in self.rounds]
        self.has_byes = any(_lacks_opponent(match) for match in _matches_of_part(bracket, self.part))
        self.height = area.height - TITLE_HEIGHT - (LEGEND if self.has_byes else 0.0)
        self.width = area.width_of(len(self.rounds), joins=joins)
        self.size, self.padding, self.airy, self.spare = SMALLEST, PADDING, 1.0, 0.0
        self.boxes: dict[int, list[Box]] = {}
        self.links: list[str] = []
        self.owns: dict[tuple[int, int, float, float], float] = {}
        self.said: dict[tuple[int, int], list[tuple[Side, str]]] = {}

    @cached_property
    def part_roots(self) -> set[tuple[int, int]]:
        return {(part.root.round, part.root.place) for part in self.parts}

    @cached_property
    def sheet_of(self) -> dict[tuple[int, int], int]:
        return {
            (match.round, match.place): sheet
            for sheet, part in enumerate(self.parts, 1)
            for match in _matches_of_part(self.bracket, part)
        }

    def sheet(self, fit: Fit) -> BracketSheet:
        self._take(fit)
        rows = rows_of_match(self.bracket, self.part.root, self.part.first)
        white = self.height - self._height(self.part.root)
        self.spare = max(0.0, min(white / rows, MAX_ROW_HEIGHT - self._own(self.part.root)))
        middle = self._place(self.part.root, TITLE_HEIGHT)
        last = self.part.root.round
        self.boxes[last] += self._below(middle - self._meet(self.part.root))
        return BracketSheet(
            number=self.number,
            page=self.area.page,
            size=self.size,
            note=self.area.note_size(self.size),
            padding=self.padding,
            width=self._left(last) + self.width,
            height=max(box.ends for boxes in self.boxes.values() for box in boxes),
            columns=[
                Column(
                    round_.name,
                    f"left:{self._left(round_.number):.2f}mm;width:{self.width:.2f}mm",
                    list(_with_spaces(self.boxes[round_.number])),
                )
                for round_ in self.rounds
            ],
            frames="".join(self._frame(number, box) for number, boxes in self.boxes.items() for box in boxes),
            links="".join(self.links),
            has_byes=self.has_byes,
        )

    def has_room(self) -> bool:
        """Whether there is room in the smallest type, also once there are names in all columns. Larger paper
        is there for type to be read from afar: there no ordinary name of a bracket of up to 32 is broken for
        fewer sheets.
        """
        word = max(word for _name, word in self._widths)
        smallest = self.area.smallest
        needed = (word + SCORE) * smallest * POINT + 2 * MARGIN
        return max(needed, self.area.blank) <= self.width and any(
            self.fits(smallest, breaks)
            for breaks in (
                Breaks if smallest >= SMALLEST or len(self.bracket.rounds) > 5 else [Breaks.NOWHERE]
            )
        )

    def holds(self, fit: Fit) -> bool:
        """Whether there is room for sides that are so high."""
        self._take(fit)
        return self._is_low_enough()

    def _take(self, fit: Fit) -> None:
        self.size = fit.size
        self.padding = max(PADDING, fit.half / (fit.size * POINT) - LINE)
        self.airy = AIRY if self.padding > PADDING else 1.0

    def fits(self, size: float, breaks: Breaks) -> bool:
        """Whether there is room for the matches and, in each column, for its names."""
        self.size = size
        needed = max(self._needed_by(round_, breaks) for round_ in self.rounds)
        return needed <= self.width and self._is_low_enough()

    def _is_low_enough(self) -> bool:
        if self._height(self.part.root) > self.height:
            return False
        below = sum(APART + self._own(match) for match in self._others())
        is_below = sum(self._sides(self.part.root)) / 2 + self._next_height(self.part.root) + below
        return not self.part.final or is_below <= self.height / 2 - UNEVEN

    def _needed_by(self, round_: BracketRound, breaks: Breaks) -> float:
        """The width of its column. One that is still without names has room for those before it, to be
        written in by hand.
        """
        at = round_.number - self.part.first
        is_unbroken = breaks is Breaks.NOWHERE or (breaks is Breaks.LATER and at == 0)
        widest, widest_word = self._widths[at]
        said = [round_.name]
        if round_.number == self.part.root.round:
            said += map(self._note, self._others())
        title = max(map(width_in_em, said)) * self._note_em()
        score = SCORE * self.size * POINT if self.texts[at] or is_unbroken else 0.0
        name = widest if is_unbroken else widest_word
        return max(self.area.blank, title, name * self.size * POINT + score + 2 * MARGIN)

    @cached_property
    def _widths(self) -> list[tuple[float, float]]:
        """In em, the widest of each column's names, and of their words; without names, as of those before."""
        widths, of_column = [], (0.0, 0.0)
        for texts in self.texts:
            of_column = (_widest(texts), _widest_word(texts)) if texts else of_column
            widths.append(of_column)
        return widths

    def _room(self) -> float:
        """For the name of a side beside its score, in em."""
        return (self.width - 2 * MARGIN) / (self.size * POINT) - SCORE

    def _height(self, match: Match) -> float:
        """Of a match with those that lead to it."""
        own = self._own(match) + self.airy * self.area.row_gap * self.size * POINT
        feeders = feeding_matches(self.bracket, match, self.part.first)
        return max(own, sum(map(self._height, feeders))) if feeders else own + self.spare

    def _own(self, match: Match) -> float:
        key = match.round, match.place, self.size, self.padding
        if key not in self.owns:
            self.owns[key] = self._above(match) + sum(self._sides(match)) + self._next_height(match)
        return self.owns[key]

    def _above(self, match: Match) -> float:
        """What stands above the sides of a match: a note, or its table."""
        above = NOTE if self._note(match) else TABLE if _table(match) else 0.0
        return above * self._note_em()

    def _note_em(self) -> float:
        """In millimetres."""
        return self.area.note_size(self.size) * POINT

    def _sides(self, match: Match) -> tuple[float, ...]:
        """The heights of its sides."""
        em, room = self.size * POINT, self._room()
        lines = [_lines_in(side, text, room) for side, text in self._said(match)]
        lines += [1] * _lacks_opponent(match)
        return tuple((count * LINE + self.padding) * em for count in lines)

    def _lines(self, match: Match) -> tuple[Line, ...]:
        room = self._room()
        lines = [_line(side, text, room) for side, text in self._said(match)]
        return (*lines, Line("slot lines-1", NOBODY, "", 1)) if _lacks_opponent(match) else tuple(lines)

    def _said(self, match: Match) -> list[tuple[Side, str]]:
        """The sides, each with what stands there: the same in type of any size."""
        key = match.round, match.place
        if key not in self.said:
            continues_sheet = match.round == self.part.first and match.round > 1
            sheets = [
                self._sheet_before(match, side) if continues_sheet or match is self.part.final else None
                for side in match.sides
            ]
            self.said[key] = [
                (side, _text(side, sheet)) for side, sheet in zip(match.sides, sheets, strict=True)
            ]
        return self.said[key]

    def _sheet_before(self, match: Match, side: Side) -> int | None:
        """The sheet from which a player comes; None for this one."""
        sheet = self.sheet_of.get((match.round - 1, side.feeder or 0))
        return None if sheet == self.number else sheet

    def _next_height(self, match: Match) -> float:
        is_said = self._goes_on(match) or self._is_final(match)
        return UNDER + NEXT * self._note_em() if is_said else 0.0

    def _champion(self, match: Match) -> Player | None:
        return match.winner if self._is_final(match) else None

    def _is_final(self, match: Match) -> bool:
        return match is self.bracket.rounds[-1].matches[0]

    def _place(self, match: Match, top: float) -> float:
        """Place a match and those that lead to it below `top`; returns where its sides meet: in the middle of
        where theirs do, unless it would leave the room of all of them.
        """
        feeders = feeding_matches(self.bracket, match, self.part.first)
        heights = [self._height(feeder) for feeder in feeders]
        start, whole = top, self._height(match)
        around = (whole - (sum(heights) or self._own(match))) / 2
        middles: list[float] = []
        for feeder, height in zip(feeders, heights, strict=True):
            middles.append(self._place(feeder, top + around))
            top += height
        sides = sum(self._sides(match)) / 2
        above = self._above(match)
        meet = self._meet(match)
        middle = sum(middles) / len(middles) - meet if middles else top + around + above + sides
        lowest = start + whole - self._next_height(match) - sides
        middle = min(max(middle, start + above + sides), lowest)
        self.boxes.setdefault(match.round, []).append(self._box(match, middle))
        if feeders:
            self.links.append(_link(self._left(match.round), self.area.gap, middles, middle + meet))
        return middle + meet

    def _meet(self, match: Match) -> float:
        """How far below its middle the two sides of a match meet."""
        heights = self._sides(match)
        return heights[0] - sum(heights) / 2

    def _left(self, round_number: int) -> float:
        return (round_number - self.part.first) * (self.width + self.area.gap)

    def _frame(self, round_number: int, box: Box) -> str:
        """Around the sides of a match, and between them."""
        left, width, top, frame = self._left(round_number), self.width, box.top, ""
        for height in box.heights:
            frame += f"M{left:.2f} {top:.2f}h{width:.2f}v{height:.2f}h{-width:.2f}z"
            top += height
        return frame

    def _others(self) -> Iterator[Match]:
        """The matches below the last one, from the top: the final, that for the third place."""
        if self.part.final:
            yield self.part.final
        if self.bracket.third and self.bracket.rounds[-1].matches[0] in (self.part.root, self.part.final):
            yield self.bracket.third

    def _below(self, middle: float) -> Iterator[Box]:
        """Their boxes, where the middle of the last match is there, with a line from it to the side of the
        final that is of its winner: the second one.
        """
        root = self.part.root
        below = middle + sum(self._sides(root)) / 2 + self._next_height(root)
        for match in self._others():
            sides = sum(self._sides(match)) / 2
            box = self._box(match, below + APART + self._above(match) + sides)
            if match is self.part.final:
                right = self._left(root.round) + self.width
                end = box.top + sum(box.heights) - box.heights[-1] / 2
                self.links.append(_link_back(right, self.area.gap, middle + self._meet(root), end))
            yield box
            below = box.ends

    def _box(self, match: Match, middle: float) -> Box:
        heights = self._sides(match)
        top = middle - sum(heights) / 2
        return Box(
            top=top,
            heights=heights,
            begins=top - self._above(match),
            ends=top + sum(heights) + self._next_height(match),
            note=self._note(match),
            table=_table(match),
            lines=self._lines(match),
            goes=self._next_sheet(match),
            is_final=self._is_final(match),
            champion=self._champion(match),
        )

    def _goes_on(self, match: Match) -> bool:
        """Whether the winner goes on to another sheet."""
        is_last = match.round == len(self.bracket.rounds) or self.part.final is not None
        return (match.round, match.place) in self.part_roots and not is_last

    def _note(self, match: Match) -> str:
        if match is self.part.final:
            return " · ".join(filter(None, [self.bracket.rounds[-1].name, _note(match, third=False)]))
        return _note(match, third=match is self.bracket.third)

    def _next_sheet(self, match: Match) -> int | None:
        """The sheet on which the winner of the sheet's last match goes on; None for other matches."""
        if not self._goes_on(match):
            return None
        following = self.bracket.rounds[match.round].matches
        return next(
            self.sheet_of[later.round, later.place] for later in following if match.place in later.feeders
        )


def _with_spaces(boxes: Sequence[Box]) -> Iterator[tuple[str, Box]]:
    """The boxes of a column with the space from each to the one above it."""
    end = TITLE_HEIGHT
    for box in boxes:
        yield f"height:{box.begins - end:.2f}mm", box
        end = box.ends


def _texts_of(round_: BracketRound, part: SheetPart, *, joins: bool) -> set[str]:
    """What has to stand in the column of a round: names, or from which sheet they come. `joins`: whether its
    last column has the final below it.
    """
    sides = [side for match in round_.matches for side in match.sides]
    names = {side.player.name for side in sides if side.player}
    is_continued = round_.number == part.first > 1 or (joins and round_.number == part.root.round)
    return names or ({_from_sheet(1)} if is_continued else set())


def _words_of(texts: Collection[str]) -> set[str]:
    """What stays on one line."""
    return {word for text in texts for word in text.replace("-", "- ").split()}


def _widest_word(texts: Collection[str]) -> float:
    return min(LONGEST_WORD, max(map(width_in_em, _words_of(texts)), default=0.0))


def _widest(texts: Collection[str]) -> float:
    """Of those that are ordinary."""
    widths = sorted(map(width_in_em, texts))
    most = ordinary_width(widths) * LONGER if widths else 0.0
    return max((width for width in widths if width <= most), default=0.0)


def _link(left: float, gap: float, middles: Sequence[float], middle: float) -> str:
    """The lines from the middles of the feeding matches to the middle of this one.

    left: where this match begins; those before it end a `gap` further left.
    """
    bend = left - gap / 2
    feeders = "".join(f"M{left - gap:.2f} {feeder:.2f}H{bend:.2f}" for feeder in middles)
    return f"{feeders}M{bend:.2f} {min(middles):.2f}V{max(middles):.2f}M{bend:.2f} {middle:.2f}H{left:.2f}"


def _link_back(right: float, gap: float, middle: float, end: float) -> str:
    """The line from the middle of a match to a side that ends as far right, below it."""
    return f"M{right:.2f} {middle:.2f}h{gap / 2:.2f}V{end:.2f}H{right:.2f}"


def _line(side: Side, text: str, room: float) -> Line:
    lines = _lines_in(side, text, room)
    looks = ["" if side.player else "slot", "won" if side.won else "", f"lines-{lines}"]
    score = points(side.score) if side.score else ""
    # Broken as it is reckoned: a name for which there is room after all would not fill its frame.
    text = "\n".join(broken(text, room if side.won else room / REGULAR)) if lines > 1 else text
    return Line(" ".join(filter(None, looks)), text, score, lines)


def _lines_in(side: Side, text: str, room: float) -> int:
    """On how many lines the text stands; `room`: for it, in em."""
    room /= 1 if side.won else REGULAR
    return 1 if width_in_em(text) <= room else min(lines_of(text, room), MOST_LINES)


def _text(side: Side, sheet: int | None) -> str:
    """`sheet`: from which the player comes; None: from this one."""
    if side.player:
        return side.player.name
    if side.slot:
        return str(side.slot)
    return _from_sheet(sheet) if sheet else ""


def _from_sheet(sheet: int) -> str:
    return gettext("dal foglio %(sheet)d") % {"sheet": sheet}


def _lacks_opponent(match: Match) -> bool:
    """Whether a player goes through because there is nobody else."""
    return len(match.sides) == 1


def _table(match: Match) -> int | None:
    """Where it is played, until there is a score."""
    return match.table if match.playing and not any(side.score for side in match.sides) else None


def _note(match: Match, *, third: bool) -> str:
    """What stands above a match: which it is, or why it is not played."""
    if third:
        return gettext("Per il 3° posto")
    if match.playing:
        return ""
    if match.free and not _lacks_opponent(match):
        return gettext("passa il turno")
    return gettext("corretto per il verbale") if match.stands else ""


def _matches_of_part(bracket: Bracket, part: SheetPart) -> Iterator[Match]:
    if part.final:
        yield part.final
    pending = [part.root]
    while pending:
        match = pending.pop()
        yield match
        pending += feeding_matches(bracket, match, part.first)
