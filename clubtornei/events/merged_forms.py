"""Forms that save what was changed on their page, and nothing else: a colleague may have changed the rest."""

from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.formats import localize
from django.utils.translation import gettext as _


class MergedForm(forms.BaseForm):
    """A form of something that exists: it carries the values with which its page began.

    A field that was not changed there keeps the value it has by now, whatever was sent. One that was changed
    on the page and by a colleague is an error that says the colleague's value; sent once more, it is saved.
    `merges`: False where the form is of something new. A form without those values is taken as it is.

    The form has to be built on what is stored at that moment, locked: see `locked_for_post`.
    """

    merges = True

    def __getitem__(self, name: str) -> forms.BoundField:
        field = super().__getitem__(name)
        field.field.show_hidden_initial = self.merges and (not self.is_bound or self._carries_initial)
        return field

    @property
    def _carries_initial(self) -> bool:
        return any(self.add_initial_prefix(name) in self.data for name in self.fields)

    def full_clean(self) -> None:
        bound = [self[name] for name in self.fields]
        if not (self.is_bound and self.merges and self._carries_initial):
            super().full_clean()
            return
        changed = set(self.changed_data)
        for field in bound:
            field.field.disabled = field.name not in changed  # takes what is stored instead of what was sent
        super().full_clean()
        for field in bound:
            field.field.disabled = False
        self.data = self.data.copy()  # type: ignore[attr-defined]
        for field in bound:
            if field.name in changed and _is_conflict(field):
                self._ask(field)

    def _ask(self, field: forms.BoundField) -> None:
        theirs = _carried(field)  # shown now: sent again, it is no conflict
        if isinstance(theirs, list) and isinstance(self.data, QueryDict):
            self.data.setlist(field.html_initial_name, theirs)
        else:
            self.data[field.html_initial_name] = theirs  # type: ignore[index]
        self.add_error(
            field.name,
            _("Intanto un altro ha scritto «%(theirs)s». Se salvi di nuovo, vale quello che c’è qui.")
            % {"theirs": _shown(field)},
        )


def _is_conflict(field: forms.BoundField) -> bool:
    """Whether the stored value is neither the one with which the page began, nor the one that was sent."""
    hidden = field.field.hidden_widget()
    began = hidden.value_from_datadict(field.form.data, field.form.files, field.html_initial_name)
    theirs = _python(field, _carried(field))
    return all(field.field.has_changed(theirs, value) for value in (began, field.data))


def _carried(field: forms.BoundField) -> str | list[str]:
    """The stored value as a hidden field of the page has it."""
    prepared, hidden = field.field.prepare_value(field.initial), field.field.hidden_widget()
    if isinstance(hidden, forms.MultipleHiddenInput):
        return [str(one) for one in prepared or ()]
    return hidden.format_value(prepared) or ""


def _python(field: forms.BoundField, carried: object) -> object:
    try:
        return field.field.to_python(carried)
    except ValidationError:
        return carried


def _shown(field: forms.BoundField) -> str:
    """The stored value in words."""
    value = field.field.prepare_value(field.initial)
    if isinstance(value, bool):
        value = _("sì") if value else _("no")
    if isinstance(field.field, forms.ChoiceField):
        choices: Any = field.field.choices
        labels = {str(choice): str(label) for choice, label in choices}
        values = value if isinstance(value, list | tuple) else [value]
        return ", ".join(labels.get(str(one), str(one)) for one in values) or _("niente")
    if isinstance(field.initial, date):
        return str(localize(field.initial))
    return str(value) if value not in (None, "") else _("niente")
