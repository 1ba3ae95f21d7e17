"""Whether colours can be read on each other."""

import re
from pathlib import Path

from hypothesis import given, strategies as st

from clubtornei.text.colours import BLACK, READABLE, WHITE, contrast, mixed, on, readable

COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


def test_the_contrast_is_that_of_wcag() -> None:
    assert (contrast(BLACK, WHITE), contrast("#123456", "#123456")) == (21, 1)
    assert round(contrast("#777777", WHITE), 2) == 4.48  # the grey that is known for just failing
    assert contrast("#777777", WHITE) == contrast(WHITE, "#777777")


def test_colours_are_mixed_channel_by_channel() -> None:
    assert mixed("#ff0000", "#0000ff", 0.5) == "#800080"
    assert (mixed("#123456", BLACK, 0), mixed("#123456", BLACK, 1)) == ("#123456", BLACK)


@given(COLOURS)
def test_black_or_white_is_read_on_anything(colour: str) -> None:
    assert contrast(on(colour), colour) >= READABLE


@given(COLOURS)
def test_a_tone_is_read_on_all_its_grounds(colour: str) -> None:
    grounds = ("#fffdf7", "#eee6d6")
    tone = readable(colour, *grounds)
    assert all(contrast(tone, ground) >= READABLE for ground in grounds)


def test_what_is_read_already_stays_as_it_is() -> None:
    assert readable("#8b1a2b", WHITE) == "#8b1a2b"
    assert readable("#f2c200", WHITE) != "#f2c200"


def test_what_is_written_on_a_filled_button_is_read_with_ease_light_or_dark() -> None:
    tokens = (Path(__file__).parents[2] / "static/css/tokens.css").read_text()
    (on_accent,) = re.findall(r"--on-accent: (#\w+);", tokens)
    fills = re.findall(r"--fill(?:-strong)?: (#\w+);", tokens)
    assert len(fills) == 4
    assert all(contrast(on_accent, fill) >= READABLE + 0.3 for fill in fills)
