"""The bracket on paper: on one sheet if it fits, otherwise on several, whose winners go on to a later sheet.

All positions are computed here, in millimetres; the template only writes them out.
"""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from clubtornei.rounds.brackets.bracket import Bracket, Match
from clubtornei.rounds.brackets.layout import bracket_of
from clubtornei.rounds.printouts.sheet import Sheet, system_of
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.untyped import Context
from pairing.system import NoLegalPairing
from scoring.record import DocumentError, Player


class PaperFormat(Struct, frozen=True):
    """`page`: its name in sheets.css; `rows`: how many matches fit below each other; `width`, `height`: of
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
MAX_MATCH_WIDTH = 85.0
MAX_ROW_HEIGHT = 26.0
THIRD_PLACE_OFFSET = 30.0  # from the final down to the match for the third place
GAP = 9.0  # between columns, where the connecting lines are drawn


class Box(Struct, frozen=True, kw_only=True):
    """A match with its position as a CSS style. `origins`: the sheet from which each side comes; `goes`: the
    sheet to which the winner goes on; None for this sheet. `champion`: who has won it, if it is the final.
    """

    match: Match
    style: str
    origins: tuple[int | None, ...] = ()
    goes: int | None = None
    champion: Player | None = None


class BracketSheet(Struct, frozen=True, kw_only=True):
    """One sheet. `titles`: name and style of each column; `lines`: styles of the connecting lines."""

    number: int
    titles: list[tuple[str, str]]
    boxes: list[Box]
    lines: list[str]
    third: Box | None = None


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
        self.boxes: list[Box] = []
        self.lines: list[str] = []
        self.rows = 0

    def sheet(self) -> BracketSheet:
        middle = self._place(self.part.root)
        is_last = self.part.root.round == len(self.bracket.rounds)
        third = self.bracket.third if is_last else None
        return BracketSheet(
            number=self.number,
            titles=[
                (round_.name, _style(self._left(round_.number), 0, self.column - GAP))
                for round_ in self.bracket.rounds[self.part.first - 1 : self.part.root.round]
            ],
            boxes=self.boxes,
            lines=self.lines,
            third=self._box(third, middle + THIRD_PLACE_OFFSET) if third else None,
        )

    def _place(self, match: Match) -> float:
        """Place a match after those that lead to it; returns the vertical position of its middle."""
        feeders = feeding_matches(self.bracket, match, self.part.first)
        middles = [self._place(feeder) for feeder in feeders]
        if not middles:
            middles = [TITLE_HEIGHT + self.row * (self.rows + 0.5)]
            self.rows += 1
        middle = sum(middles) / len(middles)
        self.boxes.append(self._box(match, middle))
        if feeders:
            self.lines += self._connecting_lines(self._left(match.round), middles, middle)
        return middle

    def _left(self, round_number: int) -> float:
        return (round_number - self.part.first) * self.column

    def _box(self, match: Match, middle: float) -> Box:
        continues_sheet = match.round == self.part.first and match.round > 1
        height = LINE_HEIGHT * len(match.sides)
        return Box(
            match=match,
            style=_style(self._left(match.round), middle - height / 2, self.column - GAP),
            origins=tuple(
                self.sheet_of.get((match.round - 1, side.feeder or 0)) if continues_sheet else None
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

    def _connecting_lines(self, left: float, middles: Sequence[float], middle: float) -> Iterator[str]:
        """The styles of the lines from the middles of the feeding matches to the middle of this one.

        left: where this match begins; those before it end a GAP further left.
        """
        bend = left - GAP / 2
        yield _style(bend, middle, GAP / 2)
        for feeder_middle in middles:
            yield _style(left - GAP, feeder_middle, GAP / 2)
        yield f"{_style(bend, min(middles), 0)};height:{max(middles) - min(middles):.2f}mm"


def _matches_of_part(bracket: Bracket, part: SheetPart) -> Iterator[Match]:
    pending = [part.root]
    while pending:
        match = pending.pop()
        yield match
        pending += feeding_matches(bracket, match, part.first)


def _style(left: float, top: float, width: float) -> str:
    return f"left:{left:.2f}mm;top:{top:.2f}mm;width:{width:.2f}mm"


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
    ),
}
