"""Who may not meet whom, and in which rounds."""

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from clubtornei.events.models import Entry
from clubtornei.text.untyped import CleanedData, FormData
from clubtornei.web.form_choices import set_choices
from scoring.record import Prohibition

MOST_ROUNDS = 999


class ProhibitionForm(forms.Form):
    """A meeting to prohibit. `earliest`: the first round that is not paired yet."""

    one = forms.TypedChoiceField(label=gettext_lazy("Giocatore"), coerce=int)
    other = forms.TypedChoiceField(label=gettext_lazy("Non incontra"), coerce=int)
    first = forms.IntegerField(label=gettext_lazy("Dal turno"), min_value=1, max_value=MOST_ROUNDS)
    last = forms.IntegerField(
        label=gettext_lazy("Fino al turno"),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
        help_text=gettext_lazy("Vuoto: fino alla fine."),
    )

    def __init__(self, entries: Sequence[Entry], earliest: int, data: FormData | None = None) -> None:
        super().__init__(data, initial={"first": earliest})
        self.earliest = earliest
        choices = [("", "–"), *((str(entry.entry_no), entry.name) for entry in entries)]
        for name in ("one", "other"):
            set_choices(self, name, choices)

    def clean_first(self) -> int:
        first: int = self.cleaned_data["first"]
        if first < self.earliest:
            raise forms.ValidationError(
                _("Il turno %(number)d è già abbinato: al più presto dal turno %(earliest)d.")
                % {"number": first, "earliest": self.earliest}
            )
        return first

    def clean(self) -> CleanedData:
        one, other = self.cleaned_data.get("one"), self.cleaned_data.get("other")
        if one is not None and one == other:
            self.add_error("other", _("È lo stesso giocatore: scegline un altro."))
        first, last = self.cleaned_data.get("first"), self.cleaned_data.get("last")
        if first and last and last < first:
            self.add_error("last", _("Viene prima del turno da cui comincia."))
        return self.cleaned_data

    def prohibition(self) -> Prohibition:
        return Prohibition(
            players=tuple(sorted((self.cleaned_data["one"], self.cleaned_data["other"]))),
            first=self.cleaned_data["first"],
            last=self.cleaned_data["last"],
        )
