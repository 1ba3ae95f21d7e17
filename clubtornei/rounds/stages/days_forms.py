"""The form with the day of each round."""

from collections.abc import Mapping
from datetime import date

from django import forms
from django.utils.translation import gettext as _

from clubtornei.events.forms import check_year
from clubtornei.untyped import FormData


class DaysForm(forms.Form):
    """One date field a round, empty where the day is not known."""

    use_required_attribute = False

    def __init__(self, planned: Mapping[int, date | None], data: FormData | None = None) -> None:
        super().__init__(data)
        self.rounds = list(planned)
        for number, day in planned.items():
            self.fields[f"day-{number}"] = PlannedDayField(
                label=_("Turno %(number)d") % {"number": number}, required=False, initial=day
            )

    def days(self) -> dict[int, date | None]:
        """The day of each round, by round number; None where the field was left empty."""
        return {number: self.cleaned_data[f"day-{number}"] for number in self.rounds}

    def changed_days(self) -> dict[int, date | None]:
        """The days that were just typed."""
        return {number: day for number, day in self.days().items() if f"day-{number}" in self.changed_data}


class PlannedDayField(forms.DateField):
    """An optional day within the years that an event may have."""

    widget = forms.DateInput({"type": "date"}, format="%Y-%m-%d")

    def clean(self, value: object) -> date | None:
        day = super().clean(value)
        return None if day is None else check_year(day)
