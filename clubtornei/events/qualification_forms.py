"""The form of a stage's qualification rule: one fieldset for each part of scoring.qualification_rule."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, get_args, get_origin

import msgspec
from django import forms
from django.utils.translation import gettext_lazy as _

from clubtornei.events.merged_forms import MergedForm
from clubtornei.events.models import Stage
from clubtornei.events.option_forms import ListField
from clubtornei.events.stage_titles import stage_title
from clubtornei.text.languages import reader_language
from clubtornei.text.untyped import CleanedData, FormData, JsonObject
from scoring.document import ValidationIssue
from scoring.qualification_rule import MOST_ENTRANTS, MOST_STAGES, QualificationRule, QualificationRuleReader
from scoring.reasons import issue_text

TITLES: Mapping[str, tuple[Any, Any]] = {
    "direct": (_("Direttamente"), _("I primi di una fase, che saltano quella in mezzo (finalisti diretti).")),
    "ranked": (_("Dalla classifica"), _("I posti della classifica di una fase, dal primo all’ultimo.")),
    "best_of": (_("I migliori dei gruppi"), _("Il primo di ogni gruppo, poi i secondi, e così via.")),
    "first_of": (
        _("I primi di più fasi"),
        _("Di ciascuna delle fasi, per esempio i gruppi, i primi posti: tutti i primi, poi i secondi…"),
    ),
    "winners_of": (_("Chi vince il tavolo"), _("Di quali fasi passano i vincitori: i numeri delle fasi.")),
    "losers_of": (_("Chi non vince il tavolo"), _("Di quali fasi passano gli altri: i numeri delle fasi.")),
    "wildcards": (_("Wild card"), _("Il miglior risultato di una sola partita fra chi resta fuori.")),
    "dealt": (
        _("Tornei paralleli"),
        _("Quale e di quanti: «1 2» prende i posti 1, 3, 5… e «2 2» i posti 2, 4, 6…"),
    ),
    "group": (
        _("Gruppi paralleli"),
        _("Tutti gli iscritti divisi in gruppi per numero: una fase per gruppo, ciascuna col suo."),
    ),
    "play_off": (_("Spareggio"), _("Chi è primo a pari merito in una fase: decide chi la vince.")),
}
"""The title and the meaning of each part of the rule."""

LABELS: Mapping[str, Any] = {
    "stage": _("Fase"),
    "from": _("Dal posto"),
    "to": _("Al posto"),
    "count": _("Quanti"),
    "groups": _("Gruppi"),
    "stages": _("Fasi"),
    "group": _("Quale gruppo"),
    "of": _("Di quanti gruppi"),
    "by": _("Come si dividono"),
    "min_games": _("Partite giocate, almeno"),
}
GROUPS: Mapping[str, Any] = {
    "winds": _("chi ha tenuto lo stesso vento"),
    "tables": _("chi è stato allo stesso tavolo"),
    "none": _("tutti insieme"),
    "serpentine": _("a serpentina: 1, 2, 3, poi 3, 2, 1"),
    "numbers": _("in giro: 1, 2, 3, poi 1, 2, 3"),
    "lot": _("a sorte"),
}
"""What the choices of a part are called."""
CHOICES = frozenset({"groups", "by"})
"""The fields that are choices: they have a value even where their part is not used."""


class RulePart:
    """A part of the rule for the template. `open`: whether its fields are shown at once; that of the usual
    part, the second, and of each that is used.
    """

    def __init__(
        self, form: "QualificationRuleForm", name: str, fields: Sequence[str], *, usual: bool
    ) -> None:
        self.title, self.meaning = TITLES[name]
        self.fields = [form[field] for field in fields]
        self.has_several_fields = len(fields) > 1
        self.open = usual or any(
            form[field].value() not in (None, "", [])
            for field in fields
            if field.removeprefix(f"{name}_") not in CHOICES
        )


class QualificationRuleForm(MergedForm, forms.Form):
    """The rule by which players of `earlier` stages qualify for a stage. Parts left empty are left out.

    `rule`: the present rule as in the document.
    """

    def __init__(self, data: FormData | None, *, rule: JsonObject | None, earlier: Sequence[Stage]) -> None:
        super().__init__(data, prefix="entry")
        self.earlier = earlier
        self.fields_by_part: dict[str, list[str]] = {}
        for part in msgspec.structs.fields(QualificationRule):
            if not earlier and part.name != "group":
                continue
            value = (rule or {}).get(part.encode_name)
            for name, field, initial in _fields_of_part(part.name, _record_type(part.type), value, earlier):
                self.fields[name] = field
                self.initial[name] = initial
                self.fields_by_part.setdefault(part.name, []).append(name)

    def parts(self) -> list[RulePart]:
        return [
            RulePart(self, name, fields, usual=place == 2)
            for place, (name, fields) in enumerate(self.fields_by_part.items(), 1)
        ]

    def clean(self) -> CleanedData:
        cleaned = super().clean() or self.cleaned_data
        if not self.errors:
            issues: list[ValidationIssue] = []
            QualificationRuleReader(issues).check(self.rule(), "entry", len(self.earlier))
            for issue in issues:
                self.add_error(None, issue_text(issue, reader_language()))
        return cleaned

    def rule(self) -> JsonObject:
        """The rule in the form of the document; empty if nothing was filled in."""
        rule: JsonObject = {}
        for part in msgspec.structs.fields(QualificationRule):
            if part.name not in self.fields_by_part:
                continue
            record = _record_type(part.type)
            if record is None:
                if numbers := self.cleaned_data.get(part.name):
                    rule[part.encode_name] = numbers
                continue
            values = {
                field.encode_name: value
                for field in msgspec.structs.fields(record)
                if (value := self.cleaned_data.get(f"{part.name}_{field.name}")) not in (None, "", [])
            }
            if values.keys() - CHOICES:
                rule[part.encode_name] = values
        return rule


def _record_type(annotation: object) -> type[msgspec.Struct] | None:
    """The record of an annotation `Record | None`; None for that of a list of numbers."""
    types = (arg for arg in get_args(annotation) if isinstance(arg, type))
    return next((arg for arg in types if issubclass(arg, msgspec.Struct)), None)


def _fields_of_part(
    name: str,
    record: type[msgspec.Struct] | None,
    value: JsonObject | list[int] | int | None,
    earlier: Sequence[Stage],
) -> Iterator[tuple[str, forms.Field, object]]:
    """(name, form field, initial value) for each field of the part's record; a list field if it has none.

    `value`: the part in the form of the document.
    """
    if record is None:
        numbers = [value] if isinstance(value, int) else value or ()
        list_field = ListField(forms.IntegerField(min_value=1, max_value=MOST_ENTRANTS), required=False)
        list_field.label, list_field.help_text = TITLES[name]
        yield name, list_field, " ".join(str(number) for number in numbers)
        return
    in_order = list(LABELS)
    for option in sorted(msgspec.structs.fields(record), key=lambda field: in_order.index(field.encode_name)):
        form_field = _field(option.encode_name, option.type, earlier)
        form_field.label = LABELS[option.encode_name]
        yield (
            f"{name}_{option.name}",
            form_field,
            _shown(value.get(option.encode_name)) if isinstance(value, dict) else None,
        )


def _shown(value: object) -> object:
    """A list of stages as its field shows it."""
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else value


def _field(name: str, annotation: object, earlier: Sequence[Stage]) -> forms.Field:
    if name == "stage":
        stages = [(stage.number, stage_title(stage.number, stage.name)) for stage in earlier]
        return forms.TypedChoiceField(
            required=False, choices=[("", "—"), *stages], coerce=int, empty_value=None
        )
    if name == "stages":
        return ListField(forms.IntegerField(min_value=1, max_value=MOST_STAGES), required=False)
    if get_origin(annotation) is Literal:
        choices = [(value, GROUPS[value]) for value in get_args(annotation)]
        return forms.ChoiceField(required=False, choices=choices)
    return forms.IntegerField(required=False, min_value=0, max_value=MOST_ENTRANTS)
