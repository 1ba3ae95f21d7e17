"""The ordered list of ranking criteria as a form field, changed with buttons, so that it needs no JavaScript.

The list is part of the form as hidden inputs in their order. The buttons submit the form with `move`, which
changes the list and shows the form again; they save nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from clubtornei.events.merged_forms import MergedForm
from clubtornei.text.untyped import Attributes, Context, FormData


@dataclass(frozen=True)
class RankingChoice:
    """A ranking criterion with its title and meaning in the reader's language."""

    name: str
    title: str
    meaning: str


class RankingWidget(forms.SelectMultiple):
    """The chosen criteria with their buttons, and a menu of the other ones."""

    template_name = "events/ranking_widget.html"
    use_fieldset = True
    criteria: Mapping[str, RankingChoice] = {}

    def get_context(self, name: str, value: Sequence[str] | None, attrs: Attributes | None) -> Context:
        context = super().get_context(name, value, attrs)
        chosen = [criterion for criterion in value or [] if criterion in self.criteria]
        context["widget"]["chosen"] = [self.criteria[criterion] for criterion in chosen]
        context["widget"]["available"] = [row for key, row in self.criteria.items() if key not in chosen]
        return context

    def value_omitted_from_data(self, data: FormData, files: FormData, name: str) -> bool:
        return name not in data


class RankingField(forms.MultipleChoiceField):
    """An ordered list of criteria, each at most once."""

    widget = RankingWidget
    default_error_messages = {
        "required": _("La classifica ha bisogno di almeno un criterio."),
        "twice": _("Un criterio vale una volta sola."),
    }

    def __init__(self, criteria: Sequence[RankingChoice], **kwargs: Any) -> None:
        super().__init__(
            choices=[(row.name, row.title) for row in criteria],
            label=_("Classifica, in quest’ordine"),
            **kwargs,
        )
        self.widget.criteria = {row.name: row for row in criteria}

    def validate(self, value: list[str]) -> None:
        super().validate(value)
        if len(set(value)) < len(value):
            raise forms.ValidationError(self.error_messages["twice"], code="twice")


class RankingForm(MergedForm, forms.Form):
    """The ranking criteria of a stage."""

    use_required_attribute = False

    def __init__(self, *args: Any, criteria: Sequence[RankingChoice], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ranking"] = RankingField(criteria)


class Move(StrEnum):
    """What a button does to the list."""

    UP = "up"
    DOWN = "down"
    DROP = "drop"
    ADD = "add"


def apply_move(data: QueryDict) -> QueryDict | None:
    """The submitted data after the change made by a button of the list; None if another button was pressed.

    `move` is "up:<criterion>", "down:<criterion>" or "drop:<criterion>"; or "add", and then the criterion is
    in `criterion`.
    """
    if "move" not in data:
        return None
    move, _colon, name = str(data["move"]).partition(":")
    ranking = data.getlist("ranking")
    changed = data.copy()
    changed.setlist("ranking", _changed_ranking(ranking, move, name or str(data.get("criterion", ""))))
    return changed


def clear_errors(*shown: forms.BaseForm) -> None:
    """Show no errors of the forms: a button of the list saves nothing, so they may still be incomplete."""
    for form in shown:
        form.errors.clear()


def _changed_ranking(ranking: list[str], move: str, name: str) -> list[str]:
    if move == Move.ADD and name and name not in ranking:
        return [*ranking, name]
    if name not in ranking:
        return ranking
    index = ranking.index(name)
    others = [other for other in ranking if other != name]
    if move == Move.DROP:
        return others
    index = max(index - 1, 0) if move == Move.UP else index + 1
    return [*others[:index], name, *others[index:]]
