"""The line drawing of a plan: a box for each stage with its tables, and lines for who goes on."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from clubtornei.events.plans import entry_in_words, tables_in_words
from pairing.formulas import Planned
from scoring.entry import entry_of

WIDTH, HEIGHT = 190, 132  # of a box
ACROSS, DOWN = 150, 24  # between boxes
EDGE = 12
MOST_DRAWN = 24  # tables; of more than these the box says the number only
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
    """A stage. `left`: tables that are not drawn."""

    x: int
    y: int
    title: str
    players: int
    tables: str
    dots: list[Dot]
    left: int

    width = WIDTH
    height = HEIGHT

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
        return self.y + HEIGHT // 2


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


def drawing_of(stages: Sequence[Planned]) -> Drawing:
    """The stages from left to right, parallel ones one below the other."""
    sources = [sorted(rule.sources) if (rule := entry_of(one.stage)) else [] for one in stages]
    depths: list[int] = []
    for feeding in sources:
        depths.append(1 + max((depths[number - 1] for number in feeding), default=-1))
    rows = Counter(depths)
    tallest = max(rows.values(), default=0)
    height = 2 * EDGE + tallest * HEIGHT + (tallest - 1) * DOWN
    drawing = Drawing(2 * EDGE + (max(depths, default=0) + 1) * (WIDTH + ACROSS) - ACROSS, height)
    used: Counter[int] = Counter()
    for planned, depth in zip(stages, depths, strict=True):
        tall = rows[depth] * HEIGHT + (rows[depth] - 1) * DOWN
        top = (height - tall) // 2 + used[depth] * (HEIGHT + DOWN)
        used[depth] += 1
        drawing.boxes.append(_box(EDGE + depth * (WIDTH + ACROSS), top, planned))
    for planned, box, feeding in zip(stages, drawing.boxes, sources, strict=True):
        for place, number in enumerate(feeding):
            words = entry_in_words(planned.stage.entry) if place == len(feeding) - 1 else []
            drawing.lines.append(_line(drawing.boxes[number - 1], box, words))
    return drawing


def _box(x: int, y: int, planned: Planned) -> Box:
    sizes = planned.sizes[:MOST_DRAWN]
    dots = [
        Dot(x + 21 + 21 * (place % IN_A_ROW), y + 78 + 20 * (place // IN_A_ROW), size)
        for place, size in enumerate(sizes)
    ]
    left = len(planned.sizes) - len(sizes)
    return Box(
        x,
        y,
        planned.stage.name,
        planned.players,
        tables_in_words(planned.sizes),
        dots if not left else [],
        left,
    )


def _line(start: Box, end: Box, words: list[str]) -> Line:
    x1, y1, x2, y2 = start.x + WIDTH, start.middle, end.x, end.middle
    bend = (x1 + x2) // 2 if end.x - start.x == WIDTH + ACROSS else x2 - ACROSS // 2
    if end.x - start.x > WIDTH + ACROSS:  # over the boxes between
        above = EDGE // 2
        path = f"M{start.x + WIDTH // 2},{start.y}V{above}H{bend}V{y2}H{x2}"
    else:
        path = f"M{x1},{y1}H{bend}V{y2}H{x2}"
    return Line(path, bend, y2 - 8, words)
