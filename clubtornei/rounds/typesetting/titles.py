"""The size of a title that has one line or two."""

from clubtornei.rounds.typesetting.text_width import lines_of
from clubtornei.rounds.typesetting.type_size import POINT, size_on_lines

ON_ONE_LINE = 0.65  # of the type on two lines: in so large a one it has one line, no last word alone


def title_size(text: str, width: float, smallest: float, largest: float) -> float:
    """In points, as large as there is room for it on one line; on two where it is much larger so."""
    on_two = size_on_lines(text, width, 2, smallest, largest)
    if has_one_line(text, width, max(smallest, ON_ONE_LINE * on_two)):
        return size_on_lines(text, width, 1, smallest, largest)
    return on_two


def has_one_line(text: str, width: float, size: float) -> bool:
    """Whether it has one line of that width, in millimetres, in type of that size, in points."""
    return lines_of(text, width / (size * POINT)) == 1
