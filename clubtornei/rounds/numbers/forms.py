"""The form with the order numbers that were drawn by hand."""

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext as _

from clubtornei.text.languages import listed
from clubtornei.text.untyped import CleanedData, FormData
from scoring.document import DocumentPlayer


class NumbersForm(forms.Form):
    """One number field for each entry, named by its entry number; the numbers are 1 to n, each once."""

    def __init__(self, players: Sequence[DocumentPlayer], data: FormData | None = None) -> None:
        super().__init__(data)
        self.players = players
        self.label_suffix = ""
        for player in players:
            self.fields[self.field_name(player.id)] = self._number_field(player)
        if data is None and players:
            self.fields[self.field_name(players[0].id)].widget.attrs["data-focus"] = True

    @staticmethod
    def field_name(entry_no: int) -> str:
        return f"number-{entry_no}"

    def numbers(self) -> dict[int, int]:
        """The order numbers, by entry number."""
        return {player.id: self.cleaned_data[self.field_name(player.id)] for player in self.players}

    def clean(self) -> CleanedData:
        """Adds an error to each field whose number another field has too, with the names of those players."""
        owners: dict[int, list[DocumentPlayer]] = {}
        for player in self.players:
            number = self.cleaned_data.get(self.field_name(player.id))
            if number is not None:
                owners.setdefault(number, []).append(player)
        for number, sharing in owners.items():
            for player in sharing if len(sharing) > 1 else ():
                others = listed([other.name for other in sharing if other is not player])
                self.add_error(
                    self.field_name(player.id),
                    _("Il %(number)d è anche di %(others)s.") % {"number": number, "others": others},
                )
        return self.cleaned_data

    def _number_field(self, player: DocumentPlayer) -> forms.IntegerField:
        most = len(self.players)
        out_of_range = _("Un numero da 1 a %(most)d.") % {"most": most}
        widget = forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "size": 3, "maxlength": 3}
        )
        return forms.IntegerField(
            label=player.name,
            help_text=player.club or "",
            min_value=1,
            max_value=most,
            widget=widget,
            error_messages={
                "required": _("Manca il numero."),
                "invalid": out_of_range,
                "min_value": out_of_range,
                "max_value": out_of_range,
            },
        )
