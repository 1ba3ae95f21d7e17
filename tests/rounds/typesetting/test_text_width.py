"""How much of a text there is room for."""

import pytest

from clubtornei.rounds.typesetting.text_width import lines_of, shortened

pytestmark = pytest.mark.unit
NAME = "Memorial Giovanni Battista Castelbarco"


@pytest.mark.parametrize(
    ("text", "width", "lines", "said"),
    [
        (NAME, 30, 1, NAME),
        (NAME, 9, 2, "Memorial Giovanni Battista…"),
        (NAME, 6, 2, "Memorial Giovanni…"),
        (NAME, 1, 1, "Memorial…"),
        ("", 1, 1, ""),
    ],
)
def test_a_text_is_shortened_at_a_word(text: str, width: float, lines: int, said: str) -> None:
    assert shortened(text, width, lines) == said
    assert lines_of(said, width) <= lines or width == 1
