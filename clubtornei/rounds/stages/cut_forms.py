"""The order in which level players go on, and why."""

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from clubtornei.rounds.stages.cut_queries import Way
from clubtornei.text.text_fields import LineField
from clubtornei.text.untyped import CleanedData, FormData
from scoring.document import DocumentPlayer

LONGEST_REASON = 300


class OrderForm(forms.Form):
    """A field for the place of each player; of a decision of the arbiter also its reason. `way`: how it is
    decided, by a play-off or by the arbiter.
    """

    def __init__(
        self, players: Sequence[DocumentPlayer], way: Way, key: str, data: FormData | None = None
    ) -> None:
        super().__init__(data, auto_id=f"id_{key}_{way}_%s")
        self.players = players
        for player in players:
            self.fields[f"place_{player.id}"] = forms.IntegerField(
                label=player.name, min_value=1, max_value=len(players)
            )
        if way == "arbiter":
            self.fields["reason"] = LineField(
                label=_("Motivo"),
                max_length=LONGEST_REASON,
                help_text=gettext_lazy(
                    "Lo leggono tutti: per esempio l’articolo del regolamento del circolo."
                ),
            )

    def clean(self) -> CleanedData:
        places = [self.cleaned_data.get(f"place_{player.id}") for player in self.players]
        if None not in places and len(set(places)) < len(places):
            raise forms.ValidationError(
                _("Ogni posto va a uno solo: da 1 (il migliore) a %(last)d.") % {"last": len(places)}
            )
        return self.cleaned_data

    @property
    def is_play_off(self) -> bool:
        return "reason" not in self.fields

    @property
    def order(self) -> list[int]:
        """The players, the better first."""
        places = {player.id: self.cleaned_data[f"place_{player.id}"] for player in self.players}
        return sorted(places, key=places.__getitem__)

    @property
    def reason_given(self) -> str:
        reason: str = self.cleaned_data.get("reason", "")
        return reason
