"""The form with a player's plans for the rounds to come."""

from fractions import Fraction
from typing import Final

from django import forms
from django.utils.translation import gettext as _

from clubtornei.events.merged_forms import MergedForm
from clubtornei.events.models import Stage
from clubtornei.events.stage_titles import player_count
from clubtornei.rounds.participation.attendance.queries import (
    Attendance,
    RoundPlan,
    requested_bye_values,
    unpaired_rounds,
)
from clubtornei.rounds.state.formatting import points as format_points
from clubtornei.text.untyped import FormData
from scoring.document import Number
from scoring.standings import decimal_text

PLAYS: Final = "plays"
ABSENT: Final = "absent"


class PlansForm(MergedForm, forms.Form):
    """What a player does in each round not paired yet: one choice a round."""

    def __init__(self, stage: Stage, current: Attendance, data: FormData | None = None) -> None:
        super().__init__(data)
        self.rounds = unpaired_rounds(stage, player_count(stage))
        self.bye_values = {str(points): points for points in requested_bye_values(stage)}
        choices = [(PLAYS, _("gioca")), (ABSENT, _("assente"))]
        choices += [(key, requested_bye_label(points)) for key, points in self.bye_values.items()]
        for round_number in self.rounds:
            self.fields[f"round-{round_number}"] = forms.ChoiceField(
                label=_("Turno %(number)d") % {"number": round_number},
                choices=choices,
                initial=_current_choice(current, round_number),
            )

    def plans(self) -> dict[int, RoundPlan]:
        """The plans that were changed, by round."""
        chosen = {number: self.cleaned_data[f"round-{number}"] for number in self.rounds}
        return {
            number: self.bye_values.get(plan, plan)
            for number, plan in chosen.items()
            if f"round-{number}" in self.changed_data
        }


def requested_bye_label(points: Number) -> str:
    """A requested bye in words, with its points."""
    return _("riposo (%(points)s a richiesta)") % {"points": format_points(decimal_text(Fraction(points)))}


def _current_choice(current: Attendance, round_number: int) -> str:
    if round_number in current.byes:
        return str(current.byes[round_number])
    return ABSENT if round_number in current.absent or round_number < current.joined else PLAYS
