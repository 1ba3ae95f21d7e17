"""The name of a stage."""

from django import forms
from django.utils.translation import gettext_lazy

from clubtornei.text_fields import LineField


class StageNameForm(forms.Form):
    """What a stage is called."""

    name = LineField(label=gettext_lazy("Nome della fase"), max_length=200)
