"""The diagram of a plan as SVG coordinates: a box for each stage, with its tables, and lines between them.

The stages stand in columns from left to right; parallel stages stand in one column, below each other.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from clubtornei.events.plans import qualification_in_words, tables_in_words
from pairing.event_formats import PlannedStage
from scoring.qualification_rule import qualification_rule_of

BOX_WIDTH = 190
HEAD, FOOT, TABLE_ROW = 72, 6, 20  # heights: of a box's text, its lower margin, and each row of tables in it
COLUMN_GAP, ROW_GAP = 150, 24  # between boxes
MARGIN = 12
MARGIN_FOR_BYPASS = 34  # at the top, where a line passes over the boxes
MAX_DRAWN_TABLES = 24  # with more tables, the box gives only their number
TABLES_PER_ROW = 8


@dataclass(frozen=True)
class TableDot:
    """A table. `size`: how many players sit at it."""

    x: int
    y: int
    size: int


@dataclass(frozen=True)
class StageBox:
    """A stage. `tables`: their sizes in words; `dots`: the tables that are drawn."""

    x: int
    y: int
    height: int
    title: str
    players: int
    tables: str
    dots: list[TableDot]

    width = BOX_WIDTH

    @property
    def title_x(self) -> int:
        return self.x + MARGIN

    @property
    def middle(self) -> int:
        return self.y + self.height // 2


@dataclass(frozen=True)
class PlanArrow:
    """A line from one box to another, as the SVG `path`; its `words` are stacked upwards from (x, y)."""

    path: str
    x: int
    y: int
    words: list[str]

    @property
    def stacked(self) -> list[tuple[str, int]]:
        """Each line of words with its y coordinate."""
        return [(text, self.y - 14 * index) for index, text in enumerate(reversed(self.words))]


@dataclass
class Drawing:
    width: int = 0
    height: int = 0
    boxes: list[StageBox] = field(default_factory=list)
    lines: list[PlanArrow] = field(default_factory=list)


def drawing_of(stages: Sequence[PlannedStage]) -> Drawing:
    """The diagram of the stages."""
    rules = [qualification_rule_of(planned.stage) for planned in stages]
    sources = [sorted(rule.sources) if rule else [] for rule in rules]
    columns: list[int] = []
    for numbers in sources:
        columns.append(1 + max((columns[number - 1] for number in numbers), default=-1))
    drawing = _boxes(stages, columns, MARGIN_FOR_BYPASS if _has_bypass(sources, columns) else MARGIN)
    for rule, box in zip(rules, drawing.boxes, strict=True):
        if rule is None:
            continue
        for number in sorted(rule.sources):
            words = qualification_in_words(rule.of_source(number))
            drawing.lines.append(_connection(drawing.boxes[number - 1], box, words))
    return drawing


def _has_bypass(sources: Sequence[Sequence[int]], columns: Sequence[int]) -> bool:
    """Whether any line skips a column."""
    return any(
        columns[number - 1] < column - 1
        for numbers, column in zip(sources, columns, strict=True)
        for number in numbers
    )


def _boxes(stages: Sequence[PlannedStage], columns: Sequence[int], top: int) -> Drawing:
    """The drawing with a box for each stage in its column, each column centred vertically, without lines."""
    rows = Counter(columns)
    height = max((_box_height(planned) for planned in stages), default=0)
    pitch = height + ROW_GAP
    inner_height = max(rows.values(), default=0) * pitch - ROW_GAP
    width = 2 * MARGIN + (max(columns, default=0) + 1) * (BOX_WIDTH + COLUMN_GAP) - COLUMN_GAP
    drawing = Drawing(width, top + inner_height + MARGIN)
    used: Counter[int] = Counter()
    for planned, column in zip(stages, columns, strict=True):
        first = top + (inner_height - rows[column] * pitch + ROW_GAP) // 2
        y = first + used[column] * pitch
        used[column] += 1
        drawing.boxes.append(_box(MARGIN + column * (BOX_WIDTH + COLUMN_GAP), y, height, planned))
    return drawing


def _box_height(planned: PlannedStage) -> int:
    drawn = len(planned.sizes) if len(planned.sizes) <= MAX_DRAWN_TABLES else 0
    return HEAD + TABLE_ROW * -(-drawn // TABLES_PER_ROW) + FOOT


def _box(x: int, y: int, height: int, planned: PlannedStage) -> StageBox:
    sizes = planned.sizes if len(planned.sizes) <= MAX_DRAWN_TABLES else ()
    dots = [
        TableDot(
            x + 21 + 21 * (index % TABLES_PER_ROW), y + HEAD + 8 + TABLE_ROW * (index // TABLES_PER_ROW), size
        )
        for index, size in enumerate(sizes)
    ]
    return StageBox(x, y, height, planned.stage.name, planned.players, tables_in_words(planned.sizes), dots)


def _connection(start: StageBox, end: StageBox, words: list[str]) -> PlanArrow:
    """A line to the next column, or above all boxes to a column further right."""
    if end.x - start.x > BOX_WIDTH + COLUMN_GAP:
        y, x = MARGIN_FOR_BYPASS - 14, end.x - MARGIN
        path = f"M{start.x + BOX_WIDTH // 2},{start.y}V{y}H{x}V{end.y + 20}H{end.x}"
        return PlanArrow(path, (start.x + end.x + BOX_WIDTH) // 2, y - 6, [", ".join(words)])
    bend = start.x + BOX_WIDTH + MARGIN
    return PlanArrow(
        f"M{start.x + BOX_WIDTH},{start.middle}H{bend}V{end.middle}H{end.x}",
        (bend + end.x) // 2,
        end.middle - 8,
        words,
    )
