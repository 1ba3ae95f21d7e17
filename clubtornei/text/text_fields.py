"""Text that people type or paste, normalised."""

import re

from django import forms

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
INVISIBLE = re.compile(r"[\xad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
"""What turns the direction of a text, or is not seen: two names with it would look alike, and one could run
backwards through the line. Joiners stay, which some scripts need.
"""


def visible(text: str) -> str:
    """The text without INVISIBLE characters, and with spaces for control characters."""
    return CONTROL.sub(" ", INVISIBLE.sub("", text))


def one_line(text: str) -> str:
    """The visible text with single spaces."""
    return " ".join(visible(text).split())


class LineField(forms.CharField):
    """One line of text.

    A tournament document may not contain control characters, and the text of a draw's commitment has one line
    per entry.
    """

    def to_python(self, value: object) -> str:
        return one_line(super().to_python(value) or "")
