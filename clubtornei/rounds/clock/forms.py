"""The form that sets the clock of a round."""

from django import forms
from django.utils.translation import gettext_lazy

from clubtornei.events.forms import MOST_MINUTES
from clubtornei.rounds.models import Clock


class ClockForm(forms.ModelForm):
    """The playing time in minutes, and what happens when it is up."""

    minutes = forms.IntegerField(label=gettext_lazy("Minuti"), min_value=1, max_value=MOST_MINUTES)

    class Meta:
        model = Clock
        fields = ("minutes", "ending")
