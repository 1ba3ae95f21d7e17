"""The size of a title that has one line or two."""

from clubtornei.rounds.typesetting.text_width import lines_of
from clubtornei.rounds.typesetting.type_size import POINT, size_on_lines


def title_size(text: str, width: float, smallest: float, largest: float, on_one_line: float) -> float:
    """In points, as large as there is room for it on two lines; on one where it then is `on_one_line` times
    as large at least: no last word is alone.
    """
    on_two = size_on_lines(text, width, 2, smallest, largest)
    if has_one_line(text, width, max(smallest, on_one_line * on_two)):
        return size_on_lines(text, width, 1, smallest, largest)
    return on_two


def has_one_line(text: str, width: float, size: float) -> bool:
    """Whether it has one line of that width, in millimetres, in type of that size, in points."""
    return lines_of(text, width / (size * POINT)) == 1
