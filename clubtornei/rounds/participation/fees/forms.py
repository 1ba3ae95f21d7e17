"""The amounts of fees."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubtornei.events.merged_forms import MergedForm


class AmountForm(MergedForm, forms.Form):
    """An amount in euros, or nothing."""

    amount = forms.DecimalField(
        label=_("Quota (€)"), required=False, min_value=0, max_value=99_999, decimal_places=2, localize=True
    )
