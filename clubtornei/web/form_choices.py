"""The choices of a form that are known only when it is made."""

from collections.abc import Iterable
from typing import Any

from django import forms


def set_choices(form: forms.BaseForm, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """What the field of that name offers: each value with its label."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)
