"""The forms of a stage: the system's options, what a result is worth, the ranking; made from the engines."""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

from django import forms
from django.forms import Form
from django.utils.translation import gettext_lazy as _

from clubtornei.events.option_forms import OptionForm, initial_of, option_form, spoken
from clubtornei.events.ranking import RankingForm
from clubtornei.events.systems import (
    decided_later,
    kind_of,
    offered_criteria,
    offered_methods,
    usual_ranking,
)
from scoring.method import Method
from scoring.methods import METHODS


class MethodForm(forms.Form):
    """Which method counts the results. `shown` is the one whose options and ranking are on the page."""

    scoring = forms.ChoiceField(label=_("Metodo di punteggio"))
    shown = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, methods: Sequence[Method], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["scoring"].choices = [(row.name, spoken(row.title)) for row in methods]  # type: ignore[attr-defined]


class StageForms:
    """The forms together. `written`: the stage as kept (options, scoring, scoring_options, ranking).

    `changed`: another method was chosen than the one whose options were on the page. Then its own are to be
    looked at first, and nothing is saved.
    """

    def __init__(self, system: str, data: Mapping[str, Any] | None, written: Mapping[str, Any]) -> None:
        self.kind = kind_of(system)
        self.data = data
        self.written = written
        kept = written.get("scoring") or self.kind.scoring
        self.methods = offered_methods(system, kept)
        asked = (data or {}).get("scoring", kept)
        known = asked in [method.name for method in self.methods]
        self.method = METHODS[asked if known else kept]
        self.changed = data is not None and self.method.name != data.get("shown", kept)
        self.as_kept = self.method.name == kept

    @cached_property
    def choice(self) -> MethodForm:
        initial = {"scoring": self.method.name, "shown": self.method.name}
        return MethodForm(initial=initial, methods=self.methods)

    @property
    def meaning(self) -> str:
        """What the method does, in words."""
        return spoken(self.method.meaning)

    @cached_property
    def options(self) -> OptionForm:
        written = self.written.get("options", {})
        return self._made_from(self.data, self.kind.options, "option", written, without=self.later)

    @cached_property
    def scoring(self) -> OptionForm:
        written = self.written.get("scoring_options", {}) if self.as_kept else {}
        data = None if self.changed else self.data
        return self._made_from(data, self.method.options, "scoring", {**self._defaults, **written})

    @cached_property
    def ranking(self) -> RankingForm:
        written = self.written.get("ranking") if self.as_kept else None
        chosen = written or usual_ranking(self.kind.name, self.method.name)
        criteria = offered_criteria(self.kind.name, chosen)
        data = None if self.changed else self.data
        return RankingForm(data, initial={"ranking": chosen}, criteria=criteria)

    @property
    def _defaults(self) -> Mapping[str, Any]:
        """The system's own values of the options of the method it usually plays."""
        return self.kind.scoring_defaults if self.method.name == self.kind.scoring else {}

    @property
    def all(self) -> tuple[Form, ...]:
        return self.options, self.scoring, self.ranking

    @property
    def later(self) -> frozenset[str]:
        """Options that nobody chooses beforehand; those written already stay."""
        return decided_later(self.kind.name)

    def _made_from(
        self,
        data: Mapping[str, Any] | None,
        record: Any,
        prefix: str,
        written: Mapping[str, Any],
        without: Collection[str] = (),
    ) -> OptionForm:
        return option_form(record, without)(data, initial=initial_of(record, written), prefix=prefix)

    def is_valid(self, *, with_options: bool = True) -> bool:
        """Are all of them right? All are asked, so that every error is shown at once."""
        asked = [self.scoring, self.ranking, *([self.options] if with_options else [])]
        wrong = [form for form in asked if not form.is_valid()]
        return not wrong

    def stage(self, *, with_options: bool = True) -> dict[str, Any]:
        """The stage as it is kept. Without options: what may still change when numbers rest on them."""
        kept = {
            "scoring": self.method.name,
            "scoring_options": self.scoring.values(self._defaults),
            "ranking": self.ranking.cleaned_data["ranking"],
        }
        if not with_options:
            return kept
        stay = {name: value for name, value in self.written.get("options", {}).items() if name in self.later}
        return {**kept, "options": stay | self.options.values()}
