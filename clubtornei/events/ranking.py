"""The ordered list of ranking criteria, as a form field: moved with buttons, so that it needs no JavaScript.

The list travels with the form as hidden inputs in their order. Its buttons submit the form with `move`, which
changes the list and shows the form again; nothing is saved by them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Criterion:
    """One criterion as the arbiter reads it."""

    name: str
    title: str
    meaning: str


class RankingWidget(forms.SelectMultiple):
    """The list with its buttons, and a menu of the criteria that are not in it."""

    template_name = "events/ranking_widget.html"
    use_fieldset = True
    criteria: Mapping[str, Criterion] = {}

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        chosen = [criterion for criterion in value or [] if criterion in self.criteria]
        context["widget"]["chosen"] = [self.criteria[criterion] for criterion in chosen]
        context["widget"]["left"] = [row for key, row in self.criteria.items() if key not in chosen]
        return context

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        return name not in data


class RankingField(forms.MultipleChoiceField):
    """A list of criteria in order, each at most once."""

    widget = RankingWidget
    default_error_messages = {
        "required": _("La classifica ha bisogno di almeno un criterio."),
        "twice": _("Un criterio vale una volta sola."),
    }

    def __init__(self, criteria: Sequence[Criterion], **kwargs: Any) -> None:
        super().__init__(
            choices=[(row.name, row.title) for row in criteria], label=_("Spareggi, in ordine"), **kwargs
        )
        self.widget.criteria = {row.name: row for row in criteria}

    def validate(self, value: list[str]) -> None:
        super().validate(value)
        if len(set(value)) < len(value):
            raise forms.ValidationError(self.error_messages["twice"], code="twice")


class RankingForm(forms.Form):
    """The ranking of a stage."""

    use_required_attribute = False

    def __init__(self, *args: Any, criteria: Sequence[Criterion], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ranking"] = RankingField(criteria)


def moved(data: QueryDict) -> QueryDict | None:
    """The posted form after the button of the list that was pressed; None when another button was.

    `move` is "up", "down" or "drop" and a criterion, or "add" (the criterion stands in `criterion`).
    """
    if "move" not in data:
        return None
    way, _colon, name = str(data["move"]).partition(":")
    ranking = data.getlist("ranking")
    changed = data.copy()
    changed.setlist("ranking", _moved(ranking, way, name or str(data.get("criterion", ""))))
    return changed


def forgive(*forms_shown: forms.BaseForm) -> None:
    """Moving a criterion saves nothing, so what is still missing elsewhere is no error yet."""
    for form in forms_shown:
        form.errors.clear()


def _moved(ranking: list[str], way: str, name: str) -> list[str]:
    if way == "add" and name and name not in ranking:
        return [*ranking, name]
    if name not in ranking:
        return ranking
    place = ranking.index(name)
    rest = [other for other in ranking if other != name]
    if way == "drop":
        return rest
    place = max(place - 1, 0) if way == "up" else place + 1
    return [*rest[:place], name, *rest[place:]]
