"""Text that people type or paste, as it is kept."""

import re
from typing import Any

from django import forms

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


class LineField(forms.CharField):
    """One line of text with single spaces. What a paste brings along unseen (control characters, line ends)
    is no part of it: no tournament document may have it, and a draw's commitment has one line an entry.
    """

    def to_python(self, value: Any) -> str:
        return " ".join(CONTROL.sub(" ", super().to_python(value) or "").split())
