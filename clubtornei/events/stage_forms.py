"""The forms of a stage: the system's options, what a result is worth, the ranking; made from the engines."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django.forms import Form

from clubtornei.events.formulas import kind_of, offered_criteria, usual_ranking
from clubtornei.events.option_forms import OptionForm, initial_of, option_form
from clubtornei.events.ranking import RankingForm
from scoring.methods import METHODS


class StageForms:
    """The three forms together. `written`: the stage as kept (options, scoring, scoring_options, ranking)."""

    def __init__(self, system: str, data: Mapping[str, Any] | None, written: Mapping[str, Any]) -> None:
        self.kind = kind_of(system)
        self.data = data
        self.written = written
        self.method = METHODS[written.get("scoring") or self.kind.scoring]

    @cached_property
    def options(self) -> OptionForm:
        return self._made_from(self.kind.options, "option", self.written.get("options", {}))

    @cached_property
    def scoring(self) -> OptionForm:
        written = {**self.kind.scoring_defaults, **self.written.get("scoring_options", {})}
        return self._made_from(self.method.options, "scoring", written)

    @cached_property
    def ranking(self) -> RankingForm:
        chosen = self.written.get("ranking") or usual_ranking(self.kind.name)
        criteria = offered_criteria(self.kind.name, chosen)
        return RankingForm(self.data, initial={"ranking": chosen}, criteria=criteria)

    @property
    def all(self) -> tuple[Form, ...]:
        return self.options, self.scoring, self.ranking

    def _made_from(self, record: Any, prefix: str, written: Mapping[str, Any]) -> OptionForm:
        return option_form(record)(self.data, initial=initial_of(record, written), prefix=prefix)

    def is_valid(self, *, with_options: bool = True) -> bool:
        """Are all of them right? All are asked, so that every error is shown at once."""
        asked = [self.scoring, self.ranking, *([self.options] if with_options else [])]
        wrong = [form for form in asked if not form.is_valid()]
        return not wrong

    def stage(self, *, with_options: bool = True) -> dict[str, Any]:
        """The stage as it is kept. Without options: what may still change when numbers rest on them."""
        kept = {
            "scoring": self.method.name,
            "scoring_options": self.scoring.values(self.kind.scoring_defaults),
            "ranking": self.ranking.cleaned_data["ranking"],
        }
        return {**kept, "options": self.options.values()} if with_options else kept
