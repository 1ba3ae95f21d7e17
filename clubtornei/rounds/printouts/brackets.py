"""The bracket on paper: on one sheet while it fits, else cut where the winners go on to another sheet.

Everything is placed here, in millimetres: the template only writes it.
"""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from clubtornei.rounds.printouts.sheet import Facts, Sheet, system_of
from clubtornei.rounds.reports.bracket import Bracket, Match, bracket_of
from clubtornei.rounds.reports.snapshot import EventSnapshot
from pairing.system import NoLegalPairing
from scoring.record import DocumentError


class Paper(Struct, frozen=True):
    """What a sheet holds: its page in sheets.css, so many rows; the room for them, in millimetres."""

    page: str
    rows: int
    width: float
    height: float


A4 = Paper("landscape", 8, 273, 138)
A3 = Paper("a3", 16, 396, 222)
TITLE = 8.0  # of a column
LINE = 5.4  # one side of a match
WIDEST = 85.0  # a match
THIRD_BELOW = 30.0  # the match for the third place, under the final
GAP = 9.0  # between columns, where the joints are drawn


class Box(Struct, frozen=True, kw_only=True):
    """A match in its place. `origins`: from which sheet each side comes; `goes`: to which the winner does."""

    match: Match
    style: str
    origins: tuple[int | None, ...] = ()
    goes: int | None = None


class Leaf(Struct, frozen=True, kw_only=True):
    """One sheet. `titles`: name and style of each column; `lines`: the styles of the joints."""

    number: int
    titles: list[tuple[str, str]]
    boxes: list[Box]
    lines: list[str]
    third: Box | None = None


class Cut(Struct, frozen=True):
    """Which rounds stand on a sheet, and the match they all lead to."""

    first: int
    root: Match


def bracket(snapshot: EventSnapshot, number: int) -> Facts:
    """The bracket as far as it is played; what is to come is left free, to be written by hand."""
    found = bracket_of(snapshot)
    assert found is not None
    paper, cuts = cuts_of(found)
    return {
        "leaves": [_Leaf(found, paper, cuts, place).drawn() for place in range(len(cuts))],
        "page": paper.page,
    }


def cuts_of(found: Bracket) -> tuple[Paper, list[Cut]]:
    """The paper, and what stands on each sheet: all on one if it fits, else as many rounds as fit on A4."""
    final = found.rounds[-1].matches[0]
    for paper in (A4, A3):
        if rows_under(found, final, 1) <= paper.rows:
            return paper, [Cut(1, final)]
    cuts: list[Cut] = []
    first = 1
    while first <= len(found.rounds):
        last = max(
            round_.number
            for round_ in found.rounds[first - 1 :]
            if all(rows_under(found, match, first) <= A4.rows for match in round_.matches)
        )
        cuts += [Cut(first, match) for match in found.rounds[last - 1].matches]
        first = last + 1
    return A4, cuts


def rows_under(found: Bracket, match: Match, first: int) -> int:
    """How many rows a match takes where the rounds begin with `first`."""
    return sum(rows_under(found, one, first) for one in fed_by(found, match, first)) or 1


def fed_by(found: Bracket, match: Match, first: int) -> list[Match]:
    """The matches of the same sheet whose winners come to this one, from the top."""
    if match.round <= first:
        return []
    before = found.rounds[match.round - 2].matches
    return [before[place - 1] for place in match.feeders]


class _Leaf:
    """Places the matches of one sheet, from its last one back."""

    def __init__(self, found: Bracket, paper: Paper, cuts: Sequence[Cut], place: int) -> None:
        self.found = found
        self.paper = paper
        self.cut = cuts[place]
        self.number = place + 1
        self.sheets = {(cut.root.round, cut.root.place): sheet for sheet, cut in enumerate(cuts, 1)}
        self.sheet_of = {
            (match.round, match.place): sheet
            for sheet, cut in enumerate(cuts, 1)
            for match in _all_under(found, cut)
        }
        rounds = self.cut.root.round - self.cut.first + 1
        self.column = min((paper.width + GAP) / rounds, WIDEST + GAP)
        self.row = min((paper.height - TITLE) / rows_under(found, self.cut.root, self.cut.first), 26.0)
        self.boxes: list[Box] = []
        self.lines: list[str] = []
        self.rows = 0

    def drawn(self) -> Leaf:
        middle = self._place(self.cut.root)
        last = self.cut.root.round == len(self.found.rounds)
        third = self.found.third if last else None
        return Leaf(
            number=self.number,
            titles=[
                (round_.name, _style(self._left(round_.number), 0, self.column - GAP))
                for round_ in self.found.rounds[self.cut.first - 1 : self.cut.root.round]
            ],
            boxes=self.boxes,
            lines=self.lines,
            third=self._box(third, middle + THIRD_BELOW) if third else None,
        )

    def _place(self, match: Match) -> float:
        """Place a match after those that lead to it; the height of its middle."""
        fed = fed_by(self.found, match, self.cut.first)
        middles = [self._place(one) for one in fed]
        if not middles:
            middles = [TITLE + self.row * (self.rows + 0.5)]
            self.rows += 1
        middle = sum(middles) / len(middles)
        self.boxes.append(self._box(match, middle))
        if fed:
            self.lines += self._joint(self._left(match.round), middles, middle)
        return middle

    def _left(self, round_number: int) -> float:
        return (round_number - self.cut.first) * self.column

    def _box(self, match: Match, middle: float) -> Box:
        before = match.round == self.cut.first and match.round > 1
        return Box(
            match=match,
            style=_style(self._left(match.round), middle - LINE * len(match.sides) / 2, self.column - GAP),
            origins=tuple(
                self.sheet_of.get((match.round - 1, side.feeder or 0)) if before else None
                for side in match.sides
            ),
            goes=self._goes(match),
        )

    def _goes(self, match: Match) -> int | None:
        """The sheet on which the winner goes on, where it is another one."""
        if (match.round, match.place) not in self.sheets or match.round == len(self.found.rounds):
            return None
        above = self.found.rounds[match.round].matches
        return next(self.sheet_of[one.round, one.place] for one in above if match.place in one.feeders)

    def _joint(self, left: float, middles: Sequence[float], middle: float) -> Iterator[str]:
        """The lines from the matches before, which end a gap further left, to the middle of this one."""
        half = left - GAP / 2
        yield _style(half, middle, GAP / 2)
        for one in middles:
            yield _style(left - GAP, one, GAP / 2)
        yield f"{_style(half, min(middles), 0)};height:{max(middles) - min(middles):.2f}mm"


def _all_under(found: Bracket, cut: Cut) -> Iterator[Match]:
    todo = [cut.root]
    while todo:
        match = todo.pop()
        yield match
        todo += fed_by(found, match, cut.first)


def _style(left: float, top: float, width: float) -> str:
    return f"left:{left:.2f}mm;top:{top:.2f}mm;width:{width:.2f}mm"


def has_bracket(snapshot: EventSnapshot) -> bool:
    return system_of(snapshot).bracket is not None


def fillable(snapshot: EventSnapshot) -> bool:
    """Is there a bracket for these players?"""
    try:
        return bracket_of(snapshot) is not None
    except (NoLegalPairing, DocumentError):
        return False


SHEETS: Mapping[str, Sheet] = {
    "bracket": Sheet(
        _("Tabellone"),
        _("Tutti gli incontri fino alla finale: in un foglio finché ci sta, poi in più fogli da attaccare."),
        _("Quando ci sono abbastanza iscritti."),
        bracket,
        suits=has_bracket,
        ready=fillable,
    ),
}
