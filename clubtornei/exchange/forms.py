"""The form that uploads a rating list."""

from typing import Any

from django import forms
from django.utils.timezone import localdate
from django.utils.translation import gettext as _, gettext_lazy

from clubtornei.exchange.models import LISTS
from clubtornei.players.forms import month_field

EVERY, OWN = "all", "own"
WHOSE = [(EVERY, gettext_lazy("Tutti i circoli del sito")), (OWN, gettext_lazy("Solo questo circolo"))]
LARGEST_FILE = 200_000_000  # bytes; FIDE's zip has 45 million


class ListForm(forms.Form):
    """A list to load, of a month, with all its players or those of some federations. Only the site's
    administrator chooses for whom; others load it for their club.
    """

    list = forms.ChoiceField(label=gettext_lazy("Lista"), choices=LISTS.items())
    whose = forms.ChoiceField(label=gettext_lazy("Per chi"), choices=WHOSE)
    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy(
            "Della FIDE lo zip della lista in formato TXT, meglio con tutte le cadenze: di una sola carica "
            "quella, e le altre restano vuote. Di una federazione un CSV con le intestazioni."
        ),
        widget=forms.FileInput({"accept": ".zip,.txt,.csv"}),
    )
    month = month_field(gettext_lazy("Mese della lista"))
    federations = forms.RegexField(
        r"^\s*([A-Za-z]{3}([\s,;]+[A-Za-z]{3})*)?\s*$",
        label=gettext_lazy("Solo queste federazioni"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("Sigle di tre lettere, come ITA SUI. Vuoto: tutti i giocatori del mondo."),
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "characters"}),
        error_messages={"invalid": gettext_lazy("Sigle di tre lettere divise da uno spazio, come ITA SUI.")},
    )

    def __init__(self, *args: Any, administrator: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not administrator:
            del self.fields["whose"]

    @property
    def own(self) -> bool:
        """Whether the list is to be the club's alone."""
        return bool(self.cleaned_data.get("whose", OWN) == OWN)

    def clean_file(self) -> object:
        file = self.cleaned_data["file"]
        if file.size > LARGEST_FILE:
            raise forms.ValidationError(_("Il file supera i 200 MB: non è una lista Elo."))
        return file

    def clean_month(self) -> str:
        """The month typed; this one where there is none."""
        typed: str = self.cleaned_data["month"]
        return typed or f"{localdate():%Y-%m}"

    def clean_federations(self) -> tuple[str, ...]:
        text: str = self.cleaned_data["federations"].upper()
        return tuple(sorted(set(text.replace(",", " ").replace(";", " ").split())))
