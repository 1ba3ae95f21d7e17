"""The line drawing of a plan: a box for each stage with its tables, and lines for who goes on."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from clubtornei.events.plans import entry_in_words, tables_in_words
from pairing.event_formats import PlannedStage
from scoring.qualification_rule import qualification_rule_of

WIDTH = 190  # of a box
HEAD, FOOT, ROW = 72, 6, 20  # of a box, and of each row of tables in it
ACROSS, DOWN = 150, 24  # between boxes
EDGE, ABOVE = 12, 34  # around all, and where a line passes over the boxes
MOST_DRAWN = 24  # tables; where there are more, the box says only how many
IN_A_ROW = 8


@dataclass(frozen=True)
class Dot:
    """A table, with how many sit at it."""

    x: int
    y: int
    size: int

    @property
    def text_y(self) -> int:
        return self.y + 4


@dataclass(frozen=True)
class Box:
    """A stage."""

    x: int
    y: int
    height: int
    title: str
    players: int
    tables: str
    dots: list[Dot]

    width = WIDTH

    @property
    def title_x(self) -> int:
        return self.x + EDGE

    @property
    def title_y(self) -> int:
        return self.y + 25

    @property
    def players_y(self) -> int:
        return self.y + 44

    @property
    def tables_y(self) -> int:
        return self.y + 61

    @property
    def middle(self) -> int:
        return self.y + self.height // 2


@dataclass(frozen=True)
class Line:
    """From one box to another, with the words along it."""

    path: str
    x: int
    y: int
    words: list[str]

    @property
    def stacked(self) -> list[tuple[str, int]]:
        """Each of the words, with the height it stands at."""
        return [(one, self.y - 14 * place) for place, one in enumerate(reversed(self.words))]


@dataclass
class Drawing:
    width: int = 0
    height: int = 0
    boxes: list[Box] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)


def drawing_of(stages: Sequence[PlannedStage]) -> Drawing:
    """The stages from left to right, parallel ones one below the other."""
    sources = [sorted(rule.sources) if (rule := qualification_rule_of(one.stage)) else [] for one in stages]
    depths: list[int] = []
    for feeding in sources:
        depths.append(1 + max((depths[number - 1] for number in feeding), default=-1))
    rows = Counter(depths)
    over = any(
        depths[number - 1] < depth - 1
        for feeding, depth in zip(sources, depths, strict=True)
        for number in feeding
    )
    top = ABOVE if over else EDGE
    tall = max((_height(one) for one in stages), default=0)
    inside = max(rows.values(), default=0) * (tall + DOWN) - DOWN
    width = 2 * EDGE + (max(depths, default=0) + 1) * (WIDTH + ACROSS) - ACROSS
    drawing = Drawing(width, top + inside + EDGE)
    used: Counter[int] = Counter()
    for planned, depth in zip(stages, depths, strict=True):
        first = top + (inside - rows[depth] * (tall + DOWN) + DOWN) // 2
        y = first + used[depth] * (tall + DOWN)
        used[depth] += 1
        drawing.boxes.append(_box(EDGE + depth * (WIDTH + ACROSS), y, tall, planned))
    for planned, box, feeding in zip(stages, drawing.boxes, sources, strict=True):
        for number in feeding:
            words = entry_in_words(_from(planned, number))
            drawing.lines.append(_line(drawing.boxes[number - 1], box, words))
    return drawing


def _height(planned: PlannedStage) -> int:
    drawn = len(planned.sizes) if len(planned.sizes) <= MOST_DRAWN else 0
    return HEAD + ROW * -(-drawn // IN_A_ROW) + FOOT


def _box(x: int, y: int, height: int, planned: PlannedStage) -> Box:
    sizes = planned.sizes if len(planned.sizes) <= MOST_DRAWN else ()
    dots = [
        Dot(x + 21 + 21 * (place % IN_A_ROW), y + HEAD + 8 + ROW * (place // IN_A_ROW), size)
        for place, size in enumerate(sizes)
    ]
    return Box(x, y, height, planned.stage.name, planned.players, tables_in_words(planned.sizes), dots)


def _from(planned: PlannedStage, number: int) -> dict[str, Any]:
    """The parts of the entry rule that take players from that stage."""
    found: dict[str, Any] = {}
    for name, part in (planned.stage.entry or {}).items():
        stages = part.get("stage") if isinstance(part, dict) else part
        if name == "set" or number in (stages if isinstance(stages, list) else [stages]):
            found[name] = part
    return found


def _line(start: Box, end: Box, words: list[str]) -> Line:
    """Straight on to the next column; over all boxes where there are some between."""
    if end.x - start.x > WIDTH + ACROSS:
        above, before = ABOVE - 14, end.x - EDGE
        path = f"M{start.x + WIDTH // 2},{start.y}V{above}H{before}V{end.y + 20}H{end.x}"
        return Line(path, (start.x + end.x + WIDTH) // 2, above - 6, [", ".join(words)])
    bend = start.x + WIDTH + EDGE
    return Line(
        f"M{start.x + WIDTH},{start.middle}H{bend}V{end.middle}H{end.x}",
        (bend + end.x) // 2,
        end.middle - 8,
        words,
    )
