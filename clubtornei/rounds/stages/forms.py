"""The name of a stage, all that a stage is, and dividing the players into groups."""

from collections.abc import Sequence
from typing import get_args

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from clubtornei.events.details import StageDetails
from clubtornei.events.merged_forms import MergedForm
from clubtornei.events.models import Stage
from clubtornei.events.qualification_forms import GROUPS, QualificationRuleForm
from clubtornei.events.stage_forms import StageForms
from clubtornei.events.stage_titles import stage_name, stage_title
from clubtornei.events.stage_warnings import StageSizes
from clubtornei.text.text_fields import LineField
from clubtornei.text.untyped import FormData
from pairing.table_sizes import table_sizes
from scoring.options import build
from scoring.qualification_rule import Dealing

MOST_GROUPS = 26


class GroupsForm(forms.Form):
    """Into how many parallel groups all players are dealt, and how."""

    groups = forms.IntegerField(label=gettext_lazy("Gruppi"), min_value=2, max_value=MOST_GROUPS, initial=2)
    by = forms.ChoiceField(
        label=gettext_lazy("Come si dividono"),
        choices=[(value, GROUPS[value]) for value in get_args(Dealing)],
    )


class StageNameForm(MergedForm, forms.Form):
    """What a stage is called: `stored`, which the reader sees in his language, and which stays if left so."""

    name = LineField(label=gettext_lazy("Nome della fase"), max_length=200)

    def __init__(self, data: FormData | None, stored: str) -> None:
        super().__init__(data, initial={"name": stage_name(stored)})
        self.stored = stored

    def clean_name(self) -> str:
        typed: str = self.cleaned_data["name"]
        return self.stored if typed == stage_name(self.stored) else typed


class WholeStageForms:
    """The forms of a stage with its name and who enters. `existing`: None for a new one, which comes after
    the `earlier` ones; `stored`: what it is, or begins with.
    """

    def __init__(
        self,
        data: FormData | None,
        stored: StageDetails,
        existing: Stage | None,
        *,
        earlier: Sequence[Stage],
        game: str,
    ) -> None:
        self.name = StageNameForm(data, stored.name or stage_title(len(earlier) + 1, ""))
        self.name.merges = existing is not None
        self.stage = StageForms(data, stored, game, merges=existing is not None)
        self.qualification = QualificationRuleForm(data, rule=stored.qualification, earlier=earlier)
        self.qualification.merges = existing is not None
        self.earlier = earlier

    @property
    def all(self) -> tuple[forms.Form, ...]:
        return self.name, self.qualification, *self.stage.all

    def is_valid(self) -> bool:
        """Each is validated, so that every error is shown at once."""
        valid = self.name.is_valid() & self.stage.is_valid() & self.qualification.is_valid()
        if valid and self.stage.method.by_seat and self._tables() == 1:
            text = _("A un solo tavolo i punti per vento non confrontano nessuno: scegli i punti per posto.")
            self.stage.scoring.add_error(None, text)
            return False
        return valid

    def _tables(self) -> int:
        """At how many tables those sit who enter by the rule; 0: it does not say how many they are."""
        number = len(self.earlier) + 1
        stage = Stage(number=number, system=self.stage.spec.name, qualification=self.qualification.rule())
        players = StageSizes([*self.earlier, stage], 0).players(number)
        options = build(self.stage.spec.options, self.stage.system_options())
        return len(table_sizes(players, options.size, options.allow))

    def details(self) -> StageDetails:
        return self.stage.details(self.name.cleaned_data["name"], self.qualification.rule() or None)
