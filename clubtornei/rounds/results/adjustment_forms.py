"""Bonus or penalty points of a player."""

from collections.abc import Sequence
from decimal import Decimal

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from clubtornei.events.models import Entry, Stage
from clubtornei.events.systems import spec_of
from clubtornei.rounds.results.adjustment_queries import round_refused, rounds_with_points
from clubtornei.rounds.state.formatting import recorded_number
from clubtornei.text.text_fields import LineField
from clubtornei.text.untyped import FormData
from clubtornei.web.form_choices import set_choices
from scoring.document import Adjustment

LONGEST_REASON = 300
MOST = {False: Decimal("9.5"), True: Decimal(999)}
"""The most points of a game of two, as report files have room for no more, and of larger tables."""


class AdjustmentForm(forms.Form):
    """Points for one player of the stage, less than 0 where they are taken. `running`: the round being
    played.
    """

    player = forms.TypedChoiceField(label=gettext_lazy("Giocatore"), coerce=int)
    points = forms.DecimalField(
        label=gettext_lazy("Punti"),
        max_digits=6,
        decimal_places=3,
        localize=True,
        help_text=gettext_lazy("Con il meno davanti si tolgono."),
    )
    round = forms.IntegerField(label=gettext_lazy("Al turno"), min_value=1)
    reason = LineField(
        label=gettext_lazy("Motivo"), max_length=LONGEST_REASON, help_text=gettext_lazy("Lo leggono tutti.")
    )

    def __init__(
        self, entries: Sequence[Entry], stage: Stage, running: int, data: FormData | None = None
    ) -> None:
        super().__init__(data, initial={"round": max(running, rounds_with_points(stage)[0])})
        self.stage = stage
        self.multiplayer = spec_of(stage.system).multiplayer
        players = ((str(entry.entry_no), entry.name) for entry in entries)
        set_choices(self, "player", [("", "–"), *players])

    def clean_points(self) -> Decimal:
        points: Decimal = self.cleaned_data["points"]
        most = MOST[self.multiplayer]
        if not points or abs(points) > most:
            most_text = recorded_number(most)
            raise forms.ValidationError(_("Da −%(most)s a +%(most)s, e non zero.") % {"most": most_text})
        if not self.multiplayer and points * 2 % 1:
            raise forms.ValidationError(_("Punti interi o mezzi: 1 o 0,5."))
        return points

    def clean_round(self) -> int:
        number: int = self.cleaned_data["round"]
        if number not in rounds_with_points(self.stage):
            raise forms.ValidationError(round_refused(self.stage))
        return number

    def adjustment(self) -> Adjustment:
        points = self.cleaned_data["points"].normalize()
        return Adjustment(
            players=(self.cleaned_data["player"],),
            points=int(points) if points == points.to_integral_value() else points,
            round=self.cleaned_data["round"],
            reason=self.cleaned_data["reason"],
        )
