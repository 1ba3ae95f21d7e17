"""Who enters a stage, as a form: one fieldset for each part of the engine's entry rule (scoring.entry)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, get_args, get_origin

import msgspec
from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from clubtornei.events.models import Stage
from clubtornei.events.option_forms import ListField
from clubtornei.events.stages import stage_title
from scoring.document import ValidationIssue
from scoring.qualification_rule import QualificationRule, QualificationRuleReader
from scoring.reasons import issue_text

TITLES: Mapping[str, tuple[Any, Any]] = {
    "direct": (_("Direttamente"), _("I primi di una fase, che saltano quella in mezzo (finalisti diretti).")),
    "ranked": (_("Dalla classifica"), _("I posti della classifica di una fase, dal primo all’ultimo.")),
    "best_of": (_("I migliori dei gruppi"), _("Il primo di ogni gruppo, poi i secondi, e così via.")),
    "winners_of": (_("Chi vince il tavolo"), _("Di quali fasi passano i vincitori: i numeri delle fasi.")),
    "losers_of": (_("Chi non vince il tavolo"), _("Di quali fasi passano gli altri: i numeri delle fasi.")),
    "wildcards": (_("Wild card"), _("Il miglior risultato di una sola partita fra chi resta fuori.")),
    "dealt": (
        _("Tornei paralleli"),
        _("Quale e di quanti: «1 2» prende i posti 1, 3, 5… e «2 2» i posti 2, 4, 6…"),
    ),
}
"""What each part is called, and what it means."""

LABELS: Mapping[str, Any] = {
    "stage": _("Fase"),
    "from": _("Dal posto"),
    "to": _("Al posto"),
    "count": _("Quanti"),
    "groups": _("Gruppi"),
    "min_games": _("Partite giocate, almeno"),
}
GROUPS: Mapping[str, Any] = {
    "winds": _("chi ha tenuto lo stesso vento"),
    "tables": _("chi è stato allo stesso tavolo"),
    "none": _("tutti insieme"),
}


class Part:
    """A part of the rule on the page: its title, meaning, and fields."""

    def __init__(self, form: "EntryRuleForm", name: str, fields: Sequence[str]) -> None:
        self.title, self.meaning = TITLES[name]
        self.fields = [form[field] for field in fields]
        self.used = any(
            form[field].value() not in (None, "", []) for field in fields if "groups" not in field
        )


class EntryRuleForm(forms.Form):
    """The entry rule of a stage, of the stages before it. What is left empty is no part of the rule."""

    def __init__(self, data: Any, *, rule: Mapping[str, Any] | None, earlier: Sequence[Stage]) -> None:
        super().__init__(data, prefix="entry")
        self.earlier = earlier
        self.named: dict[str, list[str]] = {}
        for part in msgspec.structs.fields(QualificationRule):
            written = (rule or {}).get(part.encode_name)
            inner = _record_in(part.type)
            for field, made, value in _fields_of(part.name, inner, written, earlier):
                self.fields[field] = made
                self.initial[field] = value
                self.named.setdefault(part.name, []).append(field)

    def parts(self) -> list[Part]:
        return [Part(self, name, fields) for name, fields in self.named.items()]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not self.errors:
            faults: list[ValidationIssue] = []
            QualificationRuleReader(faults).check(self.rule(), "entry", len(self.earlier))
            for fault in faults:
                self.add_error(None, issue_text(fault, (get_language() or "it")[:2]))
        return cleaned

    def rule(self) -> dict[str, Any]:
        """The rule as the document has it; empty where nobody is named."""
        found: dict[str, Any] = {}
        for part in msgspec.structs.fields(QualificationRule):
            inner = _record_in(part.type)
            if inner is None:
                if listed := self.cleaned_data.get(part.name):
                    found[part.encode_name] = listed
                continue
            named = {
                one.encode_name: value
                for one in msgspec.structs.fields(inner)
                if (value := self.cleaned_data.get(f"{part.name}_{one.name}")) not in (None, "")
            }
            if named.keys() - {"groups"}:
                found[part.encode_name] = named
        return found


def _record_in(kind: Any) -> type[msgspec.Struct] | None:
    """The record of a part `Record | None`; None for a list of numbers."""
    return next(
        (one for one in get_args(kind) if isinstance(one, type) and issubclass(one, msgspec.Struct)), None
    )


def _fields_of(
    name: str, inner: type[msgspec.Struct] | None, written: Any, earlier: Sequence[Stage]
) -> Iterator[tuple[str, forms.Field, Any]]:
    if inner is None:
        numbers = [written] if isinstance(written, int) else list(written or ())
        field = ListField(forms.IntegerField(min_value=1), required=False)
        field.label, field.help_text = TITLES[name]
        yield name, field, " ".join(str(number) for number in numbers)
        return
    for one in sorted(msgspec.structs.fields(inner), key=lambda one: list(LABELS).index(one.encode_name)):
        made = _field(one.encode_name, one.type, earlier)
        made.label = LABELS[one.encode_name]
        yield f"{name}_{one.name}", made, (written or {}).get(one.encode_name)


def _field(name: str, kind: Any, earlier: Sequence[Stage]) -> forms.Field:
    if name == "stage":
        stages = [(stage.number, stage_title(stage.number, stage.name)) for stage in earlier]
        return forms.TypedChoiceField(
            required=False, choices=[("", "—"), *stages], coerce=int, empty_value=None
        )
    if get_origin(kind) is Literal:
        return forms.ChoiceField(required=False, choices=[(one, GROUPS[one]) for one in get_args(kind)])
    return forms.IntegerField(required=False, min_value=0)
