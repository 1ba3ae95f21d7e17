"""Form fields that normalise text people type or paste."""

import re

from django import forms

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


class LineField(forms.CharField):
    """One line of text with single spaces and without control characters or line ends.

    A tournament document may not contain them, and the text of a draw's commitment has one line per entry.
    """

    def to_python(self, value: object) -> str:
        return " ".join(CONTROL.sub(" ", super().to_python(value) or "").split())
