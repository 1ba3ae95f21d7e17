"""The bracket on paper: on one sheet if it fits, otherwise on several, whose winners go on to a later sheet.

All positions are computed here, in millimetres; the template only writes them out.
"""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from clubtornei.rounds.brackets.bracket import Bracket, Match, Side
from clubtornei.rounds.brackets.layout import bracket_of
from clubtornei.rounds.core.formatting import points
from clubtornei.rounds.printouts.sheet import Sheet, system_of
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.templatetags.printouts import name_width
from clubtornei.untyped import Context
from pairing.system import NoLegalPairing
from scoring.record import DocumentError, Player


class PaperFormat(Struct, frozen=True):
    """`page`: its name in base.css; `rows`: how many matches fit below each other; `width`, `height`: of
    the area for them, in millimetres.
    """

    page: str
    rows: int
    width: float
    height: float


A4 = PaperFormat("landscape", 8, 273, 138)
A3 = PaperFormat("a3", 16, 396, 222)
# In millimetres:
TITLE_HEIGHT = 8.0  # of a column
LINE_HEIGHT = 5.4  # of one side of a match
NOTE_HEIGHT, NEXT_HEIGHT = 3.2, 5.1  # above a match: its table; below: where the winner goes on
MAX_MATCH_WIDTH = 85.0
MAX_ROW_HEIGHT = 26.0
THIRD_PLACE_OFFSET = 30.0  # from the final down to the match for the third place
GAP = 9.0  # between columns, where the connecting lines are drawn


class Line(Struct, frozen=True):
    """One side of a match: the CSS classes and the text of who plays, and his score."""

    classes: str
    text: str
    score: str


class Box(Struct, frozen=True, kw_only=True):
    """A match with the place of its sides from the top, in millimetres, and the `note` above them. `goes`:
    the sheet to which the winner goes on; None for this sheet. `champion`: who has won it, if it is the
    final.
    """

    match: Match
    top: float
    note: str = ""
    lines: tuple[Line, ...]
    goes: int | None = None
    champion: Player | None = None

    @property
    def bottom(self) -> float:
        return self.top + LINE_HEIGHT * len(self.match.sides)

    @property
    def begins(self) -> float:
        return self.top - (NOTE_HEIGHT if self.note else 0)

    @property
    def ends(self) -> float:
        return self.bottom + (NEXT_HEIGHT if self.goes or self.champion else 0)


class Column(Struct, frozen=True):
    """The matches of a round from the top, each with the space above it as CSS has it. They are plain blocks,
    one below the other: blocks that are placed each by itself take WeasyPrint twice as long.
    """

    title: str
    style: str
    boxes: list[tuple[str, Box]]


class BracketSheet(Struct, frozen=True, kw_only=True):
    """One sheet. `frames`, `links`: those of the matches, and the lines between them, as paths of SVG."""

    number: int
    width: float
    height: float
    columns: list[Column]
    frames: str
    links: str


class SheetPart(Struct, frozen=True):
    """The part of the bracket on one sheet: the matches that lead to `root`, from the round `first` on."""

    first: int
    root: Match


def bracket_sheets(snapshot: EventSnapshot, number: int) -> Context:
    """The bracket as far as it is played; the rest is left blank, to be filled in by hand."""
    bracket = bracket_of(snapshot)
    assert bracket is not None
    paper, parts = split_bracket(bracket)
    return {
        "leaves": [_SheetLayout(bracket, paper, parts, index).sheet() for index in range(len(parts))],
        "several": len(parts) > 1,
        "page": paper.page,
    }


def split_bracket(bracket: Bracket) -> tuple[PaperFormat, list[SheetPart]]:
    """The paper format, and the part on each sheet: all on one A4 or A3 if it fits, otherwise on sheets of A4
    with as many rounds as fit.
    """
    final = bracket.rounds[-1].matches[0]
    for paper in (A4, A3):
        if rows_of_match(bracket, final, 1) <= paper.rows:
            return paper, [SheetPart(1, final)]
    parts: list[SheetPart] = []
    first = 1
    while first <= len(bracket.rounds):
        last = max(
            round_.number
            for round_ in bracket.rounds[first - 1 :]
            if all(rows_of_match(bracket, match, first) <= A4.rows for match in round_.matches)
        )
        parts += [SheetPart(first, match) for match in bracket.rounds[last - 1].matches]
        first = last + 1
    return A4, parts


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
    `column`: width of a column with its gap; `row`: height of a row; `rows`: how many are used so far.
    """

    def __init__(self, bracket: Bracket, paper: PaperFormat, parts: Sequence[SheetPart], index: int) -> None:
        self.bracket = bracket
        self.part = parts[index]
        self.number = index + 1
        self.part_roots = {(part.root.round, part.root.place) for part in parts}
        self.sheet_of = {
            (match.round, match.place): sheet
            for sheet, part in enumerate(parts, 1)
            for match in _matches_of_part(bracket, part)
        }
        rounds = self.part.root.round - self.part.first + 1
        self.column = min((paper.width + GAP) / rounds, MAX_MATCH_WIDTH + GAP)
        rows = rows_of_match(bracket, self.part.root, self.part.first)
        self.row = min((paper.height - TITLE_HEIGHT) / rows, MAX_ROW_HEIGHT)
        self.boxes: dict[int, list[Box]] = {}
        self.links: list[str] = []
        self.rows = 0

    def sheet(self) -> BracketSheet:
        middle = self._place(self.part.root)
        last = self.part.root.round
        if last == len(self.bracket.rounds) and self.bracket.third:
            self.boxes[last].append(self._box(self.bracket.third, middle + THIRD_PLACE_OFFSET, third=True))
        return BracketSheet(
            number=self.number,
            width=self._left(last) + self.column - GAP,
            height=max(box.ends for boxes in self.boxes.values() for box in boxes),
            columns=[
                Column(
                    round_.name,
                    f"left:{self._left(round_.number):.2f}mm;width:{self.column - GAP:.2f}mm",
                    list(_with_spaces(self.boxes[round_.number])),
                )
                for round_ in self.bracket.rounds[self.part.first - 1 : last]
            ],
            frames="".join(self._frame(number, box) for number, boxes in self.boxes.items() for box in boxes),
            links="".join(self.links),
        )

    def _place(self, match: Match) -> float:
        """Place a match after those that lead to it; returns the vertical position of its middle."""
        feeders = feeding_matches(self.bracket, match, self.part.first)
        middles = [self._place(feeder) for feeder in feeders]
        if not middles:
            middles = [TITLE_HEIGHT + self.row * (self.rows + 0.5)]
            self.rows += 1
        middle = sum(middles) / len(middles)
        self.boxes.setdefault(match.round, []).append(self._box(match, middle))
        if feeders:
            self.links.append(_link(self._left(match.round), middles, middle))
        return middle

    def _left(self, round_number: int) -> float:
        return (round_number - self.part.first) * self.column

    def _frame(self, round_number: int, box: Box) -> str:
        """Around the sides of a match, and between them."""
        left, width = self._left(round_number), self.column - GAP
        lines = [box.top + LINE_HEIGHT * line for line in range(len(box.match.sides))]
        return "".join(f"M{left:.2f} {top:.2f}h{width:.2f}v{LINE_HEIGHT}h{-width:.2f}z" for top in lines)

    def _box(self, match: Match, middle: float, *, third: bool = False) -> Box:
        continues_sheet = match.round == self.part.first and match.round > 1
        return Box(
            match=match,
            top=middle - LINE_HEIGHT * len(match.sides) / 2,
            note=_note(match, third=third),
            lines=tuple(
                _line(
                    side, self.sheet_of.get((match.round - 1, side.feeder or 0)) if continues_sheet else None
                )
                for side in match.sides
            ),
            goes=self._next_sheet(match),
            champion=match.winner if match is self.bracket.rounds[-1].matches[0] else None,
        )

    def _next_sheet(self, match: Match) -> int | None:
        """The sheet on which the winner of the sheet's last match goes on; None for other matches."""
        if (match.round, match.place) not in self.part_roots or match.round == len(self.bracket.rounds):
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


def _link(left: float, middles: Sequence[float], middle: float) -> str:
    """The lines from the middles of the feeding matches to the middle of this one.

    left: where this match begins; those before it end a GAP further left.
    """
    bend = left - GAP / 2
    feeders = "".join(f"M{left - GAP:.2f} {feeder:.2f}H{bend:.2f}" for feeder in middles)
    return f"{feeders}M{bend:.2f} {min(middles):.2f}V{max(middles):.2f}M{bend:.2f} {middle:.2f}H{left:.2f}"


def _line(side: Side, sheet: int | None) -> Line:
    """`sheet`: from which the player comes; None: from this one."""
    score = points(side.score) if side.score else ""
    won = " won" if side.won else ""
    if side.player:
        return Line(f"{name_width(side.player.name)}{won}", side.player.name, score)
    if side.slot:
        return Line(f"slot{won}", str(side.slot), score)
    return Line("slot", gettext("dal foglio %(sheet)d") % {"sheet": sheet} if sheet else "", score)


def _note(match: Match, *, third: bool) -> str:
    """What stands above a match: where it is played, or why it is not."""
    table = gettext("tav. %(number)s") % {"number": match.table} if match.table else ""
    if third:
        return " · ".join(filter(None, [gettext("Finale per il 3° posto"), table]))
    if match.playing:
        return table
    if match.free:
        return gettext("passa il turno")
    return gettext("corretto per il verbale") if match.stands else ""


def _matches_of_part(bracket: Bracket, part: SheetPart) -> Iterator[Match]:
    pending = [part.root]
    while pending:
        match = pending.pop()
        yield match
        pending += feeding_matches(bracket, match, part.first)


def has_bracket(snapshot: EventSnapshot) -> bool:
    return system_of(snapshot).bracket is not None


def is_bracket_known(snapshot: EventSnapshot) -> bool:
    """Whether the rules have a bracket for the players entered so far."""
    try:
        return bracket_of(snapshot) is not None
    except (NoLegalPairing, DocumentError):
        return False


SHEETS: Mapping[str, Sheet] = {
    "bracket": Sheet(
        _("Tabellone"),
        _("Tutti gli incontri fino alla finale: in un foglio finché ci sta, poi in più fogli da attaccare."),
        _("Quando ci sono abbastanza iscritti."),
        bracket_sheets,
        applies=has_bracket,
        ready=is_bracket_known,
        looks=("bracket",),
    ),
}
