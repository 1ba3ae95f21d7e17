"""How many rounds of the bracket each player skips."""

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext as _

from clubtornei.events.merged_forms import MergedForm
from clubtornei.text.untyped import FormData
from scoring.document import DocumentPlayer

MOST_SKIPPED = 9  # rounds of the largest bracket but the final


class ExemptionsForm(MergedForm, forms.Form):
    """How many first rounds each player skips: one field an entry, named by entry number; empty for none."""

    def __init__(self, players: Sequence[DocumentPlayer], data: FormData | None = None) -> None:
        super().__init__(data)
        self.players = players
        self.label_suffix = ""
        for player in players:
            self.fields[self.field_name(player.id)] = _rounds_field(player)

    @staticmethod
    def field_name(entry_no: int) -> str:
        return f"exempt-{entry_no}"

    def rounds(self) -> dict[int, int]:
        """The number of rounds skipped, by entry number."""
        return {player.id: self.cleaned_data[self.field_name(player.id)] or 0 for player in self.players}


def _rounds_field(player: DocumentPlayer) -> forms.IntegerField:
    out_of_range = _("Un numero da 0 a %(most)d.") % {"most": MOST_SKIPPED}
    return forms.IntegerField(
        label=player.name,
        help_text=player.club or "",
        required=False,
        initial=player.exempt or None,
        min_value=0,
        max_value=MOST_SKIPPED,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "size": 2, "maxlength": 2}
        ),
        error_messages={"invalid": out_of_range, "min_value": out_of_range, "max_value": out_of_range},
    )
