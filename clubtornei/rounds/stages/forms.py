"""The name of a stage, and dividing the players into groups."""

from typing import get_args

from django import forms
from django.utils.translation import gettext_lazy

from clubtornei.events.qualification_forms import GROUPS
from clubtornei.text_fields import LineField
from scoring.qualification_rule import Dealing

MOST_GROUPS = 26


class GroupsForm(forms.Form):
    """Into how many parallel groups all players are dealt, and how."""

    groups = forms.IntegerField(label=gettext_lazy("Gruppi"), min_value=2, max_value=MOST_GROUPS, initial=2)
    by = forms.ChoiceField(
        label=gettext_lazy("Come si dividono"),
        choices=[(value, GROUPS[value]) for value in get_args(Dealing)],
    )


class StageNameForm(forms.Form):
    """What a stage is called."""

    name = LineField(label=gettext_lazy("Nome della fase"), max_length=200)
